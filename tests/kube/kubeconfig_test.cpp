// SPDX-License-Identifier: Apache-2.0
// Files of a kubeconfig, and how they merge (KC-01 … KC-32).
#include "kube/identity/kubeconfig.hpp"
#include "kube/machine.hpp"
#include "util/concat.hpp"

#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace {

// A kubeconfig of one context; names and token identify the file.
std::string named(const std::string& name, const std::string& current = "") {
  return util::concat("current-context: \"", current, "\"\nclusters: [{name: ", name, ", cluster: {server: \"https://",
                      name, "\"}}]\nusers: [{name: ", name, ", user: {token: t-", name, "}}]\ncontexts: [{name: ", name,
                      ", context: {cluster: ", name, ", user: ", name, "}}]\n");
}

kube::Kubeconfig load(Machine& machine) {
  return kube::load_kubeconfig(machine.flags.kubeconfig, machine.environment(), machine.problems);
}

std::string load_error(Machine& machine) {
  return error_of([&machine] { (void)load(machine); });
}

Texts names(const kube::Kubeconfig& config) {
  Texts result;
  for (const kube::Context& context : config.contexts) { result.push_back(context.name); }
  return result;
}

// Error about a kubeconfig with this text, without the prefix that names the file.
std::string text_error(const std::string& text) {
  Machine machine;
  machine.kubeconfig(text);
  const std::string error = load_error(machine);
  const std::string before = util::concat("error loading config file \"", machine.path("kubeconfig"), "\": ");
  return error.starts_with(before) ? error.substr(before.size()) : error;
}

class WorkingFolder {
 public:
  explicit WorkingFolder(const std::string& path) : m_before(std::filesystem::current_path()) {
    std::filesystem::current_path(path);
  }
  WorkingFolder(const WorkingFolder&) = delete;
  WorkingFolder& operator=(const WorkingFolder&) = delete;
  ~WorkingFolder() {
    std::error_code ignored;
    std::filesystem::current_path(m_before, ignored);
  }

 private:
  std::filesystem::path m_before;
};

} // namespace

TEST_CASE("KC-01 a missing --kubeconfig is an error, whatever KUBECONFIG says") {
  Machine machine;
  machine.kubeconfig(config());
  machine.flags.kubeconfig = machine.path("missing");
  CHECK(load_error(machine) == "stat " + machine.path("missing") + ": no such file or directory");
}

TEST_CASE("KC-02 --kubeconfig names a single file, relative to the current folder") {
  Machine machine;
  machine.kubeconfig(named("a", "a"));
  machine.write("only", named("b"));
  machine.flags.kubeconfig = machine.path("only");
  CHECK(names(load(machine)) == Texts{"b"});
  CHECK(load(machine).current_context.empty());

  const WorkingFolder folder(machine.path(""));
  machine.flags.kubeconfig = "only";
  CHECK(names(load(machine)) == Texts{"b"});
  machine.flags.kubeconfig = "only:kubeconfig"; // not a list of paths
  CHECK(load_error(machine) == "stat only:kubeconfig: no such file or directory");
}

TEST_CASE("KC-03 an empty KUBECONFIG means ~/.kube/config") {
  Machine machine;
  machine.write("home/.kube/config", named("h"));
  machine.set("KUBECONFIG", "");
  CHECK(names(load(machine)) == Texts{"h"});
  machine.variables.erase("KUBECONFIG");
  CHECK(names(load(machine)) == Texts{"h"});
}

TEST_CASE("KC-04 KUBECONFIG is a list") {
  Machine machine;
  const std::string a = machine.write("a", named("a"));
  const std::string b = machine.write("b", named("b"));
  machine.set("KUBECONFIG", util::concat(':', b, "::", a, ':', b, ':'));
  CHECK(names(load(machine)) == Texts{"b", "a"});
  machine.write("home/.kube/config", named("h"));
  machine.set("KUBECONFIG", ":"); // nothing but empty elements
  CHECK(names(load(machine)).empty());
}

TEST_CASE("KC-05 loading skips missing files of the list") {
  Machine machine;
  machine.set("KUBECONFIG", util::concat(machine.path("x"), ':', machine.write("a", named("a"))));
  CHECK(names(load(machine)) == Texts{"a"});
  CHECK(load(machine).missing == Texts{machine.path("x")});
}

TEST_CASE("KC-06 without any file the configuration is empty") {
  Machine machine;
  machine.set("KUBECONFIG", util::concat(machine.path("x"), ':', machine.path("y")));
  const kube::Kubeconfig config = load(machine);
  CHECK(names(config).empty());
  CHECK(config.missing == Texts{machine.path("x"), machine.path("y")});
  CHECK(machine.error() ==
        util::concat("no current context; use --context, --kubeconfig or --server (Config not found: ",
                     machine.path("x"), ", ", machine.path("y"), ')'));
}

TEST_CASE("KC-07 a folder as path is an error") {
  Machine machine;
  machine.write("d/x", "");
  machine.set("KUBECONFIG", machine.path("d"));
  CHECK(load_error(machine) == util::concat("error loading config file \"", machine.path("d"), "\": read ",
                                            machine.path("d"), ": is a directory"));
}

TEST_CASE("KC-08 a file without read permission is an error") {
  Machine machine;
  machine.write("a", named("a"), 0000);
  machine.set("KUBECONFIG", machine.path("a"));
  if (::access(machine.path("a").c_str(), R_OK) == 0) { // root can read every file: provoke another error of open(2)
    machine.set("KUBECONFIG", machine.path("a/b"));
    CHECK(load_error(machine) == util::concat("error loading config file \"", machine.path("a/b"), "\": open ",
                                              machine.path("a/b"), ": not a directory"));
    return;
  }
  CHECK(load_error(machine) == util::concat("error loading config file \"", machine.path("a"), "\": open ",
                                            machine.path("a"), ": permission denied"));
}

TEST_CASE("KC-09 a broken file next to a good one is an error") {
  Machine machine;
  machine.set("KUBECONFIG", util::concat(machine.write("a", named("a")), ':', machine.write("b", "clusters: [\n")));
  CHECK(load_error(machine).starts_with(util::concat("error loading config file \"", machine.path("b"), "\": line ")));
}

TEST_CASE("KC-10 an empty file contributes nothing") {
  Machine machine;
  machine.set("KUBECONFIG",
              util::concat(machine.write("e", ""), ':', machine.write("n", "\n \n"), ':',
                           machine.write("c", "# nothing\n"), ":/dev/null:", machine.write("a", named("a"))));
  CHECK(names(load(machine)) == Texts{"a"});
}

TEST_CASE("KC-11 without HOME loading ignores the current folder") {
  Machine machine;
  machine.write(".kube/config", named("a", "a"));
  const WorkingFolder folder(machine.path(""));
  machine.variables.erase("HOME");
  CHECK(machine.error() == "no current context; use --context, --kubeconfig or --server; HOME is not set, so that "
                           "~/.kube/config cannot be found");
}

TEST_CASE("KC-12 loading ignores the file's old path") {
  Machine machine;
  machine.write("home/.kube/.kubeconfig", named("a", "a"));
  CHECK(names(load(machine)).empty());
  CHECK(!machine.has("home/.kube/config"));
}

TEST_CASE("KC-13 KUBECONFIG expands neither ~ nor variables") {
  Machine machine;
  machine.write("home/a", named("a"));
  machine.set("KUBECONFIG", "~/a:$HOME/a");
  CHECK(names(load(machine)).empty());
  CHECK(load(machine).missing == Texts{"~/a", "$HOME/a"});
}

TEST_CASE("KC-20 the first file that defines a name wins, without merging fields") {
  Machine machine;
  machine.set(
      "KUBECONFIG",
      util::concat(machine.write("a", "users: [{name: u, user: {username: a}}]\nclusters: [{name: k, cluster: {}}]\n"),
                   ':',
                   machine.write("b", "users: [{name: u, user: {username: b, password: p, token: t}}]\n"
                                      "clusters: [{name: k, cluster: {server: \"https://b\"}}]\n"
                                      "contexts: [{name: c, context: {cluster: k, user: u}}]\n")));
  const kube::Kubeconfig config = load(machine);
  REQUIRE(config.users.size() == 1);
  CHECK(config.users[0].username == "a");
  CHECK(config.users[0].password.empty());
  CHECK(config.users[0].token.empty());
  REQUIRE(config.clusters.size() == 1);
  CHECK(config.clusters[0].server.empty());
}

TEST_CASE("KC-21 the first current-context that is not empty wins") {
  Machine machine;
  machine.set("KUBECONFIG", util::concat(machine.write("a", named("a", "")), ':', machine.write("b", named("b", "b")),
                                         ':', machine.write("c", named("c", "c"))));
  CHECK(load(machine).current_context == "b");
}

TEST_CASE("KC-22 a context may use the cluster of another file") {
  Machine machine;
  machine.set(
      "KUBECONFIG",
      util::concat(machine.write("a", "current-context: x\ncontexts: [{name: x, context: {cluster: b, user: b}}]\n"),
                   ':', machine.write("b", named("b"))));
  const kube::Connection connection = machine.connect();
  CHECK(connection.server == "https://b");
  CHECK(connection.token == "t-b");
}

TEST_CASE("KC-23 KC-24 relative paths start at the folder of the file that contains them") {
  Machine machine;
  const std::string paths =
      "users: [{name: u, user: {client-certificate: c.crt, client-key: ../c.key, tokenFile: ./t, "
      "exec: {command: bin/login}}}]\nclusters: [{name: k, cluster: {certificate-authority: ca/ca.crt}}]\n";
  machine.set("KUBECONFIG", util::concat(machine.write("empty", ""), ':', machine.write("one/two", paths)));
  const kube::Kubeconfig config = load(machine);
  CHECK(config.clusters[0].certificate_authority == machine.path("one/ca/ca.crt"));
  CHECK(config.users[0].client_certificate == machine.path("one/c.crt"));
  CHECK(config.users[0].client_key == machine.path("c.key"));
  CHECK(config.users[0].token_file == machine.path("one/t"));
  CHECK(config.users[0].exec->command == machine.path("one/bin/login"));

  SECTION("even if the file's own path is relative") {
    const WorkingFolder folder(machine.path(""));
    machine.set("KUBECONFIG", "one/two");
    const std::string here = std::filesystem::current_path().string();
    CHECK(load(machine).users[0].token_file == here + "/one/t");
  }
  SECTION("absolute paths and bare commands stay unchanged") {
    machine.kubeconfig("users: [{name: u, user: {tokenFile: /a/../t, exec: {command: login}}}]\n");
    CHECK(load(machine).users[0].token_file == "/a/../t");
    CHECK(load(machine).users[0].exec->command == "login");
  }
}

TEST_CASE("KC-25 a duplicate name is an error that shows nothing of the list") {
  CHECK(text_error("clusters: [{name: k}, {name: k}]\n") == "clusters: duplicate name \"k\" in list");
  CHECK(text_error("contexts: [{name: k}, {name: k}]\n") == "contexts: duplicate name \"k\" in list");
  CHECK(text_error("users:\n- {name: u, user: {token: CANARY}}\n- {name: v}\n- {name: u, user: {token: CANARY}}\n") ==
        "users: duplicate name \"u\" in list");
}

TEST_CASE("KC-26 kind and version must match; unknown fields and duplicate keys are legal") {
  const std::string end = "; a kubeconfig is a Config of version v1";
  CHECK(text_error("clusters: []\n").empty());
  CHECK(text_error("kind: Config\n").empty());
  CHECK(text_error("apiVersion: v1\n").empty());
  CHECK(text_error("apiVersion: v1\nkind: Pod\n") == "no kind \"Pod\" is registered for version \"v1\"" + end);
  CHECK(text_error("apiVersion: v2\nkind: Config\n") == "no kind \"Config\" is registered for version \"v2\"" + end);
  CHECK(text_error("apiVersion: v2\n") == "no kind \"Config\" is registered for version \"v2\"" + end);
  CHECK(text_error("foo: bar\nclusters: [{name: k, else: 1, cluster: {x: y}}]\n").empty());

  Machine machine;
  machine.kubeconfig(config() + "current-context: z\n");
  CHECK(load(machine).current_context == "z");
}

TEST_CASE("an error about a wrong type names the field, but not its value") {
  CHECK(text_error("users: [{name: u, user: {token: 12345}}]\n") ==
        "users[0].user.token is no text; put it into quotes");
  CHECK(text_error("users: [{name: u, user: {token: [CANARY]}}]\n") ==
        "users[0].user.token is no text; put it into quotes");
  CHECK(text_error("users: {name: u}\n") == "users is no list");
  CHECK(text_error("users: [u]\n") == "users[0] is no object");
  CHECK(text_error("users: [{name: u, user: CANARY}]\n") == "users[0].user is no object");
  CHECK(text_error("clusters: [{name: k, cluster: {insecure-skip-tls-verify: \"true\"}}]\n") ==
        "clusters[0].cluster.insecure-skip-tls-verify is no boolean");
  CHECK(text_error("users: [{name: u, user: {as-groups: [a, 1]}}]\n") ==
        "users[0].user.as-groups[1] is no text; put it into quotes");
  CHECK(text_error("users: [{name: u, user: {token: !!int CANARY}}]\n").find("CANARY") == std::string::npos);
}

TEST_CASE("KC-27 loading reads only the first document of a file") {
  Machine machine;
  machine.kubeconfig(named("a", "a") + "---\n" + named("b", "b"));
  CHECK(names(load(machine)) == Texts{"a"});
}

TEST_CASE("KC-28 a byte order mark is legal, a tab as indentation is not") {
  CHECK(text_error("\xef\xbb\xbf" + config()).empty());
  CHECK(text_error("\xef\xbb\xbf").empty());
  const std::string error = text_error("clusters:\n\t- name: k\n");
  INFO(error);
  CHECK(error.starts_with("line 2"));
}

TEST_CASE("KC-29 a kubeconfig may be JSON") {
  Machine machine;
  machine.kubeconfig(R"({"current-context": "c", "clusters": [{"name": "k", "cluster": {"server": "https://j"}}],
    "users": [{"name": "u", "user": {"token": "\u0074"}}], "contexts": [{"name": "c", "context": {"cluster": "k", "user": "u"}}]})");
  const kube::Connection connection = machine.connect();
  CHECK(connection.server == "https://j");
  CHECK(connection.token == "t");
}

TEST_CASE("KC-30 lists may be null or missing") {
  CHECK(text_error("clusters: null\nusers:\ncontexts: ~\ncurrent-context:\n").empty());
  CHECK(text_error("kind: Config\nusers: [{name: u, user: null}, {name: v}]\n").empty());
}

TEST_CASE("KC-31 a text or a list instead of an object is an error") {
  CHECK(text_error("just words\n") == "line 1: this is text, not an object");
  CHECK(text_error("- a\n") == "it is a list, not an object");
  CHECK(text_error("- {kind: Config}\n") == "it is a list, not an object");
  CHECK(text_error("[]") == "it is a list, not an object");
}

TEST_CASE("KC-32 *-data is base64") {
  Machine machine;
  machine.kubeconfig(
      util::concat("users: [{name: u, user: {client-certificate-data: Y2VydA==, client-key-data: a2V5}}]\n",
                   "clusters: [{name: k, cluster: {certificate-authority-data: Y2E=}}]\n"));
  const kube::Kubeconfig config = load(machine);
  CHECK(config.users[0].client_certificate_data == "cert");
  CHECK(config.users[0].client_key_data == "key");
  CHECK(config.clusters[0].certificate_authority_data == "ca");

  CHECK(text_error("clusters: [{name: k, cluster: {certificate-authority-data: \"@@@\"}}]\n") ==
        "illegal base64 data at input byte 0 (in clusters[0].cluster.certificate-authority-data)");
  CHECK(text_error("users:\n- name: u\n  user:\n    client-key-data: >-\n      Q0FO\n      QVJZ\n") ==
        "illegal base64 data at input byte 4 (in users[0].user.client-key-data)"); // a blank from YAML folding
  CHECK(text_error("users: [{name: u, user: {client-certificate-data: YQ}}]\n") ==
        "illegal base64 data at input byte 0 (in users[0].user.client-certificate-data)");
}

TEST_CASE("loading reads all other fields of a kubeconfig") {
  Machine machine;
  machine.kubeconfig(R"(
preferences: {colors: true}
extensions: [{name: x, extension: {a: b}}]
clusters:
- name: k
  cluster:
    tls-server-name: api.example
    insecure-skip-tls-verify: true
    proxy-url: http://p:1
    disable-compression: true
    extensions:
    - {name: other, extension: 1}
    - {name: client.authentication.k8s.io/exec, extension: {b: [1, "<"], a: null}}
users:
- name: u
  user:
    as: al
    as-uid: "7"
    as-groups: [g1, g2]
    as-user-extra: {k1: [a, b], k2: []}
    auth-provider: {name: oidc, config: {id-token: x}}
    exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: login, args: [-v, ""], env: [{name: A, value: b}],
           installHint: h, provideClusterInfo: true}
contexts:
- name: c
  context: {cluster: k, user: u, namespace: ns, extensions: []}
)");
  const kube::Kubeconfig config = load(machine);
  const kube::Cluster& cluster = config.clusters.at(0);
  CHECK(cluster.tls_server_name == "api.example");
  CHECK(cluster.insecure_skip_tls_verify);
  CHECK(cluster.proxy_url == "http://p:1");
  CHECK(cluster.disable_compression);
  CHECK(cluster.exec_config_json == R"({"a":null,"b":[1,"\u003c"]})");
  const kube::User& user = config.users.at(0);
  CHECK(user.impersonate.user == "al");
  CHECK(user.impersonate.uid == "7");
  CHECK(user.impersonate.groups == Texts{"g1", "g2"});
  REQUIRE(user.impersonate.extra.size() == 2);
  CHECK(user.impersonate.extra[0].first == "k1");
  CHECK(user.impersonate.extra[0].second == Texts{"a", "b"});
  REQUIRE(user.auth_provider);
  CHECK(user.auth_provider->name == "oidc");
  REQUIRE(user.exec);
  CHECK(user.exec->interactive_mode == "IfAvailable"); // v1beta1's default
  CHECK(user.exec->arguments == Texts{"-v", ""});
  CHECK(user.exec->environment.at(0).second == "b");
  CHECK(user.exec->install_hint == "h");
  CHECK(user.exec->provide_cluster_info);
  CHECK(config.contexts.at(0).namespace_name == "ns");
}

TEST_CASE("2.10 a file with secrets that other users can open gets one warning") {
  Machine machine;
  machine.set("KUBECONFIG", machine.write("a", config({.user = "{token: CANARY}"}), 0644));
  (void)machine.connect();
  CHECK(machine.warnings() ==
        Texts{machine.path("a") + ": holds credentials and can be opened by other users (mode 0644); "
                                  "chmod 600 keeps it to its owner"});
  machine.write("a", config({.user = "{token: CANARY}"}), 0640);
  (void)machine.connect();
  CHECK(machine.problems.size() == 1);
  machine.write("a", config({.user = "{token: CANARY}"}), 0600);
  (void)machine.connect();
  CHECK(machine.problems.empty());
  machine.write("t", "tok");
  machine.write("a", config({.user = "{tokenFile: t}"}), 0644);
  (void)machine.connect();
  CHECK(machine.problems.empty());
  for (const char* const secret : {"{username: a, password: CANARY}", "{client-key-data: YQ==, token: x}"}) {
    machine.write("a", config({.user = secret}), 0604);
    (void)machine.connect();
    CHECK(machine.problems.size() == 1);
  }
}
