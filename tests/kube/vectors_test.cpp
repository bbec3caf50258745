// SPDX-License-Identifier: Apache-2.0
// Compares kubectl 1.33.1 with this program on 49 kubeconfigs, 12 users and 14 proxy settings (tests/data/vectors).
// Tables list each intended difference with our outcome and the reason. The tests skip none.
#include "support/vectors.hpp"

#include "kube/http/credentials.hpp"
#include "kube/machine.hpp"
#include "kube/values/proxy.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <fcntl.h>
#include <set>
#include <unistd.h>

namespace {

struct Divergence {
  const char* name;
  const char* ours; // the whole error, or "accepted SERVER"
  const char* reason;
};

std::string replaced(std::string text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
  return text;
}

const Divergence* find(const std::vector<Divergence>& list, const std::string& name) {
  const auto found =
      std::find_if(list.begin(), list.end(), [&name](const Divergence& row) { return row.name == name; });
  return found == list.end() ? nullptr : &*found;
}

// The helper files that the vectors' README describes. The kubeconfig under test is in d/ too: DIR stands for it.
void write_fixtures(Machine& machine) {
  const std::string head = R"({"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/)";
  const auto prints = [&machine](const std::string& name, const std::string& output) {
    machine.script(name, util::concat("echo run >> ", machine.path("runs"), "\necho '", output, "'"));
  };
  machine.write("tokf", "FILETOK");
  machine.write("tokempty", " \n");
  prints("pl.sh", head + R"(v1","status":{"token":"EXECTOK"}})");
  machine.write("d/ok", "ok");
  prints("d/pl1", head + R"(v1beta1","status":{"token":"T"}})");
  prints("d/pl2", head + R"(v1"})");
  prints("d/pl3", head + R"(v1","status":{}})");
  prints("d/pl4", head + R"(v1","status":{"clientCertificateData":"x"}})");
  prints("d/pl5", "not json");
  prints("d/pl6", R"({"kind":"Foo","apiVersion":"client.authentication.k8s.io/v1"})");
  machine.script("d/pl7", "echo \"INFO=$KUBERNETES_EXEC_INFO\" >&2; exit 3");
  machine.script("d/pl8", "echo \"INFO=$KUBERNETES_EXEC_INFO\" >&2; exit 3");
}

struct Outcome {
  std::string said;        // the error, or "accepted SERVER"
  std::string from_plugin; // its standard error
  kube::Headers headers;
  kube::Connection connection;
};

// Connects, and asks for credentials as the first request would.
Outcome outcome_of(Machine& machine) {
  Outcome outcome;
  const Redirected input(STDIN_FILENO, "/dev/null", O_RDONLY);
  {
    const Redirected errors(STDERR_FILENO, machine.path("stderr"), O_WRONLY | O_CREAT | O_TRUNC);
    outcome.said = error_of([&] {
      outcome.connection = machine.connect();
      kube::Credentials credentials(outcome.connection);
      outcome.headers = credentials.identity().headers;
    });
  }
  outcome.from_plugin = machine.read("stderr");
  if (outcome.said.empty()) { outcome.said = "accepted " + outcome.connection.server; }
  outcome.said = replaced(replaced(outcome.said, machine.path("d"), "DIR"), machine.path(""), "FIXTURES/");
  return outcome;
}

// kubectl's error without its prefixes.
std::string kubectl_sentence(std::string text) {
  for (const std::string_view before : {"error: ", "Unable to connect to the server: ", "net/http: "}) {
    if (text.starts_with(before)) { text = text.substr(before.size()); }
  }
  text = replaced(text, "Error in configuration: context", "context");
  return replaced(text, "\n", " ");
}

// Server in "The connection to the server 127.0.0.1:1 was refused", the end of an accepted configuration.
std::string refused_server(const std::string& text) {
  const std::string_view before = "The connection to the server ";
  const std::size_t end = text.find(" was refused");
  return text.starts_with(before) && end != std::string::npos ? text.substr(before.size(), end - before.size()) : "";
}

// Name of the vector's own file.
std::string file_name(const std::string& message) {
  const std::string_view before = "error loading config file \"DIR/";
  const std::size_t at = message.find(before);
  if (at == std::string::npos) { return "kubeconfig"; }
  const std::size_t start = at + before.size();
  return message.substr(start, message.find('"', start) - start);
}

void set_kubeconfig(Machine& machine, const support::Case& row) {
  if (row.is_null("kubeconfig")) { return; }
  const std::string content = replaced(row.text("kubeconfig"), "FIXTURES/", machine.path(""));
  const bool is_path = content.starts_with('/') || row.text("name") == "KUBECONFIG empty string";
  if (is_path) { return machine.set("KUBECONFIG", content); }
  machine.set("KUBECONFIG", machine.write("d/" + file_name(row.text("stderr_final")), content));
}

void set_flag(kube::ConnectionFlags& flags, const std::string& argument) {
  const std::size_t equals = argument.find('=');
  const std::string name = argument.substr(0, equals);
  const std::string value = equals == std::string::npos ? "" : argument.substr(equals + 1);
  if (name == "--kubeconfig") {
    flags.kubeconfig = value;
  } else if (name == "--cluster") {
    flags.cluster = value;
  } else if (name == "--token") {
    flags.token = value;
  } else if (name == "--as") {
    flags.as = value;
  } else if (name == "--as-group") {
    flags.as_group.push_back(value);
  } else if (name == "--as-user-extra") {
    flags.as_user_extra.push_back(value);
  } else if (name != "--request-timeout" && name.starts_with("--")) {
    FAIL("no such flag in this test: " << argument);
  }
}

const char* const k_no_context = "an error that helps instead of localhost:8080 (KC-41)";

const std::vector<Divergence> k_kubeconfig_divergences = {
    {"KUBECONFIG empty string",
     "no current context; use --context, --kubeconfig or --server (Config not found: FIXTURES/home/.kube/config)",
     k_no_context},
    {"KUBECONFIG missing",
     "no current context; use --context, --kubeconfig or --server (Config not found: /nonexistent/a)", k_no_context},
    {"KUBECONFIG two missing",
     "no current context; use --context, --kubeconfig or --server (Config not found: /nonexistent/a, /nonexistent/b)",
     k_no_context},
    {"empty file", "no current context; use --context, --kubeconfig or --server", k_no_context},
    {"no current-context", "no current context; use --context (there is: c)", k_no_context},
    {"list", "error loading config file \"DIR/list\": it is a list, not an object",
     "Go's words for it help nobody (KC-31)"},
    {"apiVersion v2",
     "error loading config file \"DIR/av\": no kind \"Config\" is registered for version \"v2\"; a kubeconfig is a "
     "Config of "
     "version v1",
     "kubectl names a line of its source"},
    {"dup cluster name", "error loading config file \"DIR/dupname\": clusters: duplicate name \"k\" in list",
     "kubectl prints the whole list, tokens included (KC-25)"},
    {"ctx -> missing user", "context \"c\" names user \"zz\", which does not exist",
     "kubectl asks for a user name (KC-45)"},
    {"key no cert", "accepted https://127.0.0.1:1",
     "kubectl asks for a user name; anonymous is legal, and a warning says it (KC-45)"},
    {"bad namespace",
     "namespace \"Bad_NS\" of context \"c\" is no DNS label: lower case letters, digits and '-', at most 63 characters",
     "kubectl leaves it to the server (KC-48)"},
    {"exec v1beta1 empty output", "getting credentials: decoding stdout: the plugin has printed no ExecCredential",
     "kubectl's words speak of an internal version"},
    {"exec missing + hint",
     "getting credentials: exec: executable no-such-plugin-x not found; the kubeconfig asks this program for "
     "credentials, and "
     "it is not installed: see "
     "https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins; install me",
     "our errors are one line"},
    {"exec no apiVersion",
     "invalid configuration: (1) apiVersion must be specified for u to use exec authentication plugin (2) "
     "interactiveMode must "
     "be specified for u to use exec authentication plugin",
     "our errors are one line"},
    {"exec not json", "getting credentials: decoding stdout: line 1: this is text, not an object", "Go's words"},
    {"exec kind Foo",
     "getting credentials: decoding stdout: no kind \"Foo\" is registered for version "
     "\"client.authentication.k8s.io/v1\"; an "
     "ExecCredential is expected",
     "kubectl names a line of its source"},
    {"exec env info v1", "getting credentials: exec: executable DIR/pl7 failed with exit code 3",
     "kubectl's output was cut off before its error; what the plugin printed is compared"},
    {"exec env info v1beta1", "getting credentials: exec: executable DIR/pl8 failed with exit code 3",
     "kubectl runs the plugin five times; what it printed is compared"},
    {"bad timeout", "accepted https://127.0.0.1:1", "--request-timeout is read by the client"},
};

const std::vector<Divergence> k_auth_divergences = {
    {"exec 401", "accepted https://127.0.0.1:1",
     "the 401 is the client's affair; for it the plugin is run twice, not six times: refresh once, replay once "
     "(AU-13)"},
    {"--as-user-extra", "accepted https://127.0.0.1:1",
     "the flag is newer than kubectl 1.33; an entry without = is left out"},
};

Texts texts_of(const support::Case& row, const char* key) {
  Texts texts;
  const simdjson::dom::array elements = row.raw(key).get_array().value();
  for (const simdjson::dom::element element : elements) { texts.emplace_back(element.get_string().value()); }
  return texts;
}

Texts sorted_lines(const kube::Headers& headers) {
  Texts lines;
  for (const auto& [name, value] : headers) { lines.push_back(util::concat(name, ": ", value)); }
  std::sort(lines.begin(), lines.end());
  return lines;
}

std::int64_t runs(const Machine& machine) {
  const std::string text = machine.has("runs") ? machine.read("runs") : "";
  return std::count(text.begin(), text.end(), '\n');
}

} // namespace

TEST_CASE("kubeconfigs give kubectl's results (kubeconfig.json)") {
  std::set<std::string> diverged;
  int cases = 0;
  support::Vectors("kubeconfig.json").for_each("cases", [&](const support::Case& row) {
    ++cases;
    const std::string name = row.text("name");
    const std::string expected = row.text("stderr_final");
    Machine machine;
    write_fixtures(machine);
    set_kubeconfig(machine, row);
    for (const std::string& argument : texts_of(row, "args")) { set_flag(machine.flags, argument); }
    const Outcome outcome = outcome_of(machine);
    if (!outcome.from_plugin.empty()) { CHECK(expected.starts_with(outcome.from_plugin)); }

    if (const Divergence* const divergence = find(k_kubeconfig_divergences, name)) {
      diverged.insert(name);
      INFO(divergence->reason);
      CHECK(outcome.said == divergence->ours);
      CHECK(!kubectl_sentence(expected).starts_with(outcome.said)); // else the table need not list it
    } else if (row.number("rc") == 0) {
      CHECK(outcome.connection.context == expected); // config current-context
    } else if (const std::string server = refused_server(expected); !server.empty()) {
      CHECK(outcome.said.starts_with("accepted http"));
      const std::string& url = outcome.connection.server;
      CHECK(url.find("://" + server) != std::string::npos);
    } else {
      CHECK(!outcome.said.starts_with("accepted"));
      CHECK(outcome.said.starts_with(kubectl_sentence(expected))); // ours may be longer
    }
  });
  CHECK(cases == 49);
  CHECK(diverged.size() == k_kubeconfig_divergences.size());
}

TEST_CASE("users give kubectl's headers (auth_headers.json)") {
  std::set<std::string> diverged;
  int cases = 0;
  support::Vectors("auth_headers.json").for_each("cases", [&](const support::Case& row) {
    ++cases;
    const std::string name = row.text("name");
    Machine machine;
    write_fixtures(machine);
    machine.kubeconfig(config({.cluster = util::concat("{server: \"", row.text("scheme"), "://127.0.0.1:1\"}"),
                               .user = replaced(row.text("user_yaml"), "FIXTURES/", machine.path(""))}));
    for (const std::string& argument : texts_of(row, "flags")) { set_flag(machine.flags, argument); }
    const Outcome outcome = outcome_of(machine);
    if (const Divergence* const divergence = find(k_auth_divergences, name)) {
      diverged.insert(name);
      INFO(divergence->reason);
      CHECK(outcome.said == divergence->ours);
    }
    if (name == "--as-user-extra") {
      CHECK(sorted_lines(outcome.headers) == Texts{"Authorization: Bearer A", "Impersonate-Extra-k: v",
                                                   "Impersonate-Extra-k: v2", "Impersonate-User: al"});
      return;
    }
    CHECK(sorted_lines(outcome.headers) == texts_of(row, "headers"));
    if (name == "exec 401") {
      CHECK(runs(machine) == 1);
      kube::Credentials credentials(outcome.connection); // like a client that gets a 401
      (void)credentials.identity();
      CHECK(credentials.refresh());
      CHECK(sorted_lines(credentials.identity().headers) == texts_of(row, "headers"));
      CHECK(runs(machine) == 1 + 2);
      return;
    }
    CHECK(static_cast<double>(runs(machine)) == row.number("exec_runs"));
    if (row.number("rc") == 0) {
      CHECK(outcome.said == util::concat("accepted ", row.text("scheme"), "://127.0.0.1:1"));
    } else {
      const std::string sentence = kubectl_sentence(row.text("stderr_last"));
      INFO(outcome.said);
      CHECK((outcome.said.starts_with(sentence) || outcome.said.starts_with("getting credentials: " + sentence)));
    }
  });
  CHECK(cases == 12);
  CHECK(diverged.size() == k_auth_divergences.size());
}

TEST_CASE("proxy variables give kubectl's choice (proxy_env.json)") {
  int cases = 0;
  support::Vectors("proxy_env.json").for_each("cases", [&](const support::Case& row) {
    ++cases;
    std::map<std::string, std::string> variables;
    const simdjson::dom::object env = row.raw("env").get_object().value();
    for (const auto [key, value] : env) { variables[std::string(key)] = std::string(value.get_string().value()); }
    const kube::Environment environment = [&variables](const char* name) -> std::optional<std::string> {
      const auto found = variables.find(name);
      if (found == variables.end()) { return std::nullopt; }
      return found->second;
    };
    CHECK(kube::proxy_for(row.text("server"), {}, environment) == (row.flag("proxied") ? "http://127.0.0.1:3" : ""));
  });
  CHECK(cases == 14);
}
