// SPDX-License-Identifier: Apache-2.0
// Exec credential plugins (section 2.8), as small shell scripts.
#include "kube/http/exec_plugin.hpp"

#include "kube/machine.hpp"
#include "kube/values/child_process.hpp"
#include "kube/values/path_lookup.hpp"
#include "util/concat.hpp"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

using Interactive = kube::ExecPlugin::Interactive;
using std::chrono::milliseconds;

const std::string k_v1 = std::string(kube::k_exec_v1);

std::string answer(const std::string& status, const std::string& version = k_v1) {
  return util::concat(R"({"kind":"ExecCredential","apiVersion":")", version, R"(","status":)", status, "}");
}

kube::ExecPlugin plugin(const std::string& command) {
  kube::ExecPlugin made;
  made.api_version = k_v1;
  made.command = command;
  made.interactive = Interactive::Never;
  return made;
}

// A plugin that prints `output`.
kube::ExecPlugin printing(const Machine& machine, const std::string& output) {
  return plugin(machine.script("printing", "cat " + machine.write("output", output)));
}

std::string refusal(const kube::ExecPlugin& of, const kube::ExecLimits& limits = {}) {
  return error_of([&] { (void)kube::run_exec_plugin(of, limits); });
}

std::string refusal_of_output(const std::string& output) {
  const Machine machine;
  return refusal(printing(machine, output));
}

// Sets a variable of the process's own environment for the lifetime of the object.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : m_name(name) {
    if (const char* const before = std::getenv(name)) { m_before = before; }
    ::setenv(name, value.c_str(), 1);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() {
    if (m_before) {
      ::setenv(m_name, m_before->c_str(), 1);
    } else {
      ::unsetenv(m_name);
    }
  }

 private:
  const char* m_name;
  std::optional<std::string> m_before;
};

// True if the process does not exist, or is a zombie.
bool is_gone(int process) {
  std::ifstream status(util::concat("/proc/", process, "/stat"));
  std::string text;
  if (!std::getline(status, text)) { return true; }
  const std::size_t state = text.rfind(") ");
  return state != std::string::npos && text[state + 2] == 'Z';
}

bool eventually(const std::function<bool()>& condition) {
  for (int i = 0; i < 400; ++i) {
    if (condition()) { return true; }
    std::this_thread::sleep_for(milliseconds(10));
  }
  return false;
}

// Process ID that a script wrote to `file`.
int process_in(const Machine& machine, const std::string& file) {
  const int process = std::atoi(machine.read(file).c_str());
  REQUIRE(process > 1);
  return process;
}

const std::string k_help =
    "; the kubeconfig asks this program for credentials, and it is not installed: see "
    "https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins";

} // namespace

TEST_CASE("a plugin returns a token") {
  const Machine machine;
  const kube::ExecCredential credential = kube::run_exec_plugin(printing(machine, answer(R"({"token":"T"})")));
  CHECK(credential.token == "T");
  CHECK(!credential.expiration);
  CHECK(credential.client_certificate_pem.empty());
}

TEST_CASE("the answer may be YAML, with unknown fields") {
  const Machine machine;
  const kube::ExecCredential credential = kube::run_exec_plugin(printing(
      machine,
      "apiVersion: client.authentication.k8s.io/v1\nkind: ExecCredential\nspec: {interactive: false}\nfoo: bar\n"
      "status:\n  token: T\n  more: 1\n  expirationTimestamp: \"2030-01-02T03:04:05Z\"\n"));
  CHECK(credential.token == "T");
  REQUIRE(credential.expiration);
  CHECK(credential.expiration->time_since_epoch().count() == 1893553445);
}

TEST_CASE("a plugin must answer in the configured API version") {
  const Machine machine;
  kube::ExecPlugin older = printing(machine, answer(R"({"token":"T"})", "client.authentication.k8s.io/v1beta1"));
  CHECK(refusal(older) ==
        "exec plugin is configured to use API version client.authentication.k8s.io/v1, plugin returned "
        "version client.authentication.k8s.io/v1beta1");
  older.api_version = std::string(kube::k_exec_v1beta1);
  CHECK(kube::run_exec_plugin(older).token == "T");
}

TEST_CASE("unusable answers are errors") {
  CHECK(refusal_of_output(answer("null")) == "exec plugin didn't return a status field");
  CHECK(refusal_of_output(answer("{}")) == "exec plugin didn't return a token or cert/key pair");
  CHECK(refusal_of_output(answer(R"({"clientCertificateData":"CANARY"})")) ==
        "exec plugin returned only certificate or key, not both");
  CHECK(refusal_of_output(answer(R"({"token":"T","clientKeyData":"CANARY"})")) ==
        "exec plugin returned only certificate or key, not both");
  CHECK(refusal_of_output(answer(R"({"clientCertificateData":"CANARY","clientKeyData":"CANARY"})")) ==
        "failed parsing client key/certificate: tls: failed to find any PEM data in certificate input");
  CHECK(refusal_of_output(answer(R"({"token":5})")) == "decoding stdout: status.token is no text; put it into quotes");
  CHECK(refusal_of_output(answer(R"({"token":"T","expirationTimestamp":"CANARY"})")) ==
        "decoding stdout: status.expirationTimestamp is no RFC 3339 time");
  CHECK(refusal_of_output("") == "decoding stdout: the plugin has printed no ExecCredential");
  CHECK(refusal_of_output(" \n") == "decoding stdout: the plugin has printed no ExecCredential");
  CHECK(refusal_of_output("CANARY\n") == "decoding stdout: line 1: this is text, not an object");
  CHECK(refusal_of_output("[1]") == "decoding stdout: it is a list, not an object");
  CHECK(refusal_of_output("{\"CANARY").starts_with("decoding stdout: "));
  CHECK(refusal_of_output("{\"CANARY").find("CANARY") == std::string::npos);
  CHECK(refusal_of_output(R"({"kind":"Foo","apiVersion":"client.authentication.k8s.io/v1"})") ==
        "decoding stdout: no kind \"Foo\" is registered for version \"client.authentication.k8s.io/v1\"; an "
        "ExecCredential is "
        "expected");
  CHECK(refusal_of_output(R"({"status":{"token":"CANARY"}})") ==
        "decoding stdout: no kind \"\" is registered for version \"\"; an ExecCredential is expected");
  CHECK(refusal_of_output(answer("{}", "client.authentication.k8s.io/v1alpha1"))
            .starts_with("decoding stdout: no kind "));
}

TEST_CASE("the error about a failing plugin has its exit code") {
  const Machine machine;
  const std::string command = machine.script("failing", "echo CANARY; exit 3");
  CHECK(refusal(plugin(command)) == util::concat("exec: executable ", command, " failed with exit code 3"));
  const std::string killed = machine.script("killed", "kill -9 $$");
  CHECK(refusal(plugin(killed)) == util::concat("exec: executable ", killed, " failed with exit code -1 (signal 9)"));
}

TEST_CASE("a plugin that does not start is an error") {
  const Machine machine;
  const std::string folder = machine.path("folder");
  machine.write("folder/x", "");
  CHECK(refusal(plugin(folder)) == util::concat("exec: fork/exec ", folder, ": permission denied"));
  const std::string plain = machine.write("plain", "#!/bin/sh\n", 0600);
  CHECK(refusal(plugin(plain)) == util::concat("exec: fork/exec ", plain, ": permission denied"));
  const std::string no_shebang = machine.write("text", "echo hello\n", 0700); // no fallback to a shell
  CHECK(refusal(plugin(no_shebang)) == util::concat("exec: fork/exec ", no_shebang, ": exec format error"));
}

TEST_CASE("the error about a missing plugin has the install hint") {
  const Machine machine;
  kube::ExecPlugin missing = plugin("no-such-plugin-x");
  CHECK(refusal(missing) == "exec: executable no-such-plugin-x not found" + k_help);
  missing.install_hint = "install me\nwith \x1b[31mcolour";
  CHECK(refusal(missing) ==
        "exec: executable no-such-plugin-x not found" + k_help + "; install me\nwith U+001B[31mcolour");
  missing = plugin(machine.path("missing"));
  CHECK(refusal(missing) == util::concat("exec: executable ", machine.path("missing"), " not found", k_help));
}

TEST_CASE("an install hint keeps its lines and shows control characters as code points") {
  CHECK(kube::clean_install_hint("a\n\tb é 漢") == "a\n\tb é 漢");
  CHECK(kube::clean_install_hint("\x1b]0;x\x07") == "U+001B]0;xU+0007");
  CHECK(kube::clean_install_hint("a\rb\x7f") == "aU+000DbU+007F");
  CHECK(kube::clean_install_hint("\xc2\x9b"
                                 "31m") == "U+009B31m");
  CHECK(kube::clean_install_hint("\xe2\x80\xae"
                                 "x\xe2\x80\x8b\xf3\xa0\x80\x81") == "U+202ExU+200BU+E0001");
  CHECK(kube::clean_install_hint(std::string_view("\0", 1)) == "U+0000");
  CHECK(kube::clean_install_hint("\xff") == "U+FFFD");
}

TEST_CASE("a plugin's input names the API version and the interactive mode") {
  kube::ExecPlugin told = plugin("x");
  CHECK(kube::exec_info(told, false) ==
        R"({"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","spec":{"interactive":false}})"
        "\n");
  told.cluster_json = R"({"server":"https://h","config":null})";
  CHECK(
      kube::exec_info(told, true) ==
      R"({"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","spec":{"cluster":{"server":"https://h","config":null},"interactive":true}})"
      "\n");
}

TEST_CASE("provideClusterInfo adds the cluster to a plugin's input") {
  Machine machine;
  machine.write("ca.crt", k_certificate);
  const std::string user = "{exec: {apiVersion: client.authentication.k8s.io/v1, command: x, interactiveMode: Never, "
                           "provideClusterInfo: true}}";
  const auto told = [&](const std::string& cluster) {
    machine.kubeconfig(config({.cluster = cluster, .user = user}));
    return machine.connect().exec.value().cluster_json.value();
  };
  CHECK(told(R"({server: "https://h"})") == R"({"server":"https://h","config":null})");
  CHECK(
      told(
          R"({server: "https://h/p/", certificate-authority: ca.crt, tls-server-name: api.example, proxy-url: "http://p:1",
                 disable-compression: true, extensions: [{name: client.authentication.k8s.io/exec, extension: {a: 1}}]})") ==
      R"({"server":"https://h/p","tls-server-name":"api.example","certificate-authority-data":"LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tClRVbEoKLS0tLS1FTkQgQ0VSVElGSUNBVEUtLS0tLQo=","proxy-url":"http://p:1","disable-compression":true,"config":{"a":1}})");
  CHECK(told(R"({server: "https://h", insecure-skip-tls-verify: true})") ==
        R"({"server":"https://h","insecure-skip-tls-verify":true,"config":null})");
  machine.kubeconfig(config({.user = "{exec: {apiVersion: client.authentication.k8s.io/v1, command: x, "
                                     "interactiveMode: Never}}"}));
  CHECK(!machine.connect().exec.value().cluster_json);
}

TEST_CASE("a plugin gets its arguments and environment without a shell") {
  const Machine machine;
  const Variable ours("GANG_TEST_OURS", "from us");
  const Variable both("GANG_TEST_BOTH", "from us");
  const Variable info("KUBERNETES_EXEC_INFO", "from us");
  kube::ExecPlugin told = plugin(machine.script(
      "told", util::concat("for a in \"$@\"; do echo \"[$a]\"; done > ", machine.path("arguments"),
                           "\nprintf '%s|' \"$GANG_TEST_OURS\" \"$GANG_TEST_BOTH\" \"$GANG_TEST_THEIRS\" > ",
                           machine.path("variables"), "\nprintf '%s' \"$KUBERNETES_EXEC_INFO\" > ",
                           machine.path("info"), "\necho '", answer(R"({"token":"T"})"), "'")));
  told.arguments = {"a b", "", "$HOME", "; exit 1"};
  told.environment = {{"GANG_TEST_BOTH", "first"}, {"GANG_TEST_BOTH", "theirs"}, {"GANG_TEST_THEIRS", "x y"}};
  CHECK(kube::run_exec_plugin(told).token == "T");
  CHECK(machine.read("arguments") == "[a b]\n[]\n[$HOME]\n[; exit 1]\n");
  CHECK(machine.read("variables") == "from us|theirs|x y|");
  CHECK(machine.read("info") == kube::exec_info(told, false));
}

TEST_CASE("standard input is empty, unless it is a terminal") {
  const Machine machine;
  const std::string input = machine.write("input", "typed\n");
  const std::string command = machine.script(
      "reading", util::concat("cat > ", machine.path("seen"), "\necho '", answer(R"({"token":"T"})"), "'"));
  const Redirected redirected(STDIN_FILENO, input, O_RDONLY); // a file is no terminal
  kube::ExecPlugin reading = plugin(command);
  for (const Interactive mode : {Interactive::Never, Interactive::IfAvailable}) {
    reading.interactive = mode;
    CHECK(kube::run_exec_plugin(reading).token == "T");
    CHECK(machine.read("seen").empty());
  }
  reading.interactive = Interactive::Always;
  CHECK(refusal(reading) == "exec plugin cannot support interactive mode: standard input is not a terminal");
}

TEST_CASE("an interactive plugin reads from the terminal") {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  REQUIRE(terminal >= 0);
  REQUIRE(::grantpt(terminal) == 0);
  REQUIRE(::unlockpt(terminal) == 0);
  const std::string name = ::ptsname(terminal);
  REQUIRE(::write(terminal, "secret\n", 7) == 7);
  {
    const Machine machine;
    const Redirected redirected(STDIN_FILENO, name, O_RDWR | O_NOCTTY);
    kube::ExecPlugin asking = plugin(machine.script(
        "asking", util::concat("read line\nprintf '%s' \"$KUBERNETES_EXEC_INFO\" > ", machine.path("info"), "\necho '",
                               answer(R"({"token":"'$line'"})"), "'")));
    asking.interactive = Interactive::IfAvailable;
    CHECK(kube::run_exec_plugin(asking).token == "secret");
    CHECK(machine.read("info") == kube::exec_info(asking, true));
  }
  ::close(terminal);
}

TEST_CASE("a plugin's standard error passes through, and no error contains it") {
  const Machine machine;
  const std::string command = machine.script("talking", "echo 'log in at https://x' >&2; exit 1");
  std::string error;
  {
    const Redirected redirected(STDERR_FILENO, machine.path("stderr"), O_WRONLY | O_CREAT);
    error = refusal(plugin(command));
  }
  CHECK(machine.read("stderr") == "log in at https://x\n");
  CHECK(error == util::concat("exec: executable ", command, " failed with exit code 1"));
}

TEST_CASE("the output limit stops a plugin that prints forever") {
  const Machine machine;
  const std::string command = machine.script("flood", util::concat("echo $$ > ", machine.path("pid"), "\nyes CANARY"));
  CHECK(refusal(plugin(command)) == util::concat("exec: executable ", command,
                                                 " wrote more than 1048576 bytes to standard output and was stopped"));
  CHECK(eventually([&] { return is_gone(process_in(machine, "pid")); }));
}

TEST_CASE("output within the limit arrives whole") {
  const Machine machine;
  const std::string token(std::size_t{1000} * 1000, 'x');
  CHECK(kube::run_exec_plugin(printing(machine, answer(util::concat(R"({"token":")", token, "\"}")))).token == token);
}

TEST_CASE("the time limit stops a plugin and its child processes") {
  const Machine machine;
  const std::string command =
      machine.script("sleeping", util::concat("trap '' TERM\nsleep 1000 &\necho $! > ", machine.path("child"),
                                              "\necho $$ > ", machine.path("pid"), "\nwait\nsleep 1000"));
  const auto start = std::chrono::steady_clock::now();
  kube::ExecLimits limits;
  limits.time = milliseconds(900);
  CHECK(refusal(plugin(command), limits) ==
        util::concat("exec: executable ", command, " did not end within 900 ms and was stopped"));
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(10));
  CHECK(eventually([&] { return is_gone(process_in(machine, "pid")); }));
  CHECK(eventually([&] { return is_gone(process_in(machine, "child")); }));
  CHECK(kube::ExecLimits{}.time == std::chrono::seconds(60));
}

TEST_CASE("run_exec_plugin does not wait for background processes") {
  const Machine machine;
  const std::string command = machine.script("daemon", util::concat("sleep 5 &\necho $! > ", machine.path("child"),
                                                                    "\necho '", answer(R"({"token":"T"})"), "'"));
  const auto start = std::chrono::steady_clock::now();
  CHECK(kube::run_exec_plugin(plugin(command)).token == "T");
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(4));
  ::kill(process_in(machine, "child"), SIGKILL);
}

TEST_CASE("a signal that ends the program also ends the plugin") {
  const int signal = GENERATE(SIGINT, SIGTERM, SIGHUP, SIGQUIT);
  const Machine machine;
  const std::string command = machine.script("waiting", util::concat("sleep 1000 &\necho $! > ", machine.path("child"),
                                                                     "\necho $$ > ", machine.path("pid"), "\nwait"));
  const pid_t us = ::fork();
  REQUIRE(us >= 0);
  if (us == 0) { // a program that ends on signals like kubectl-gang
    struct sigaction action = {};
    action.sa_handler = [](int number) { _exit(128 + number); };
    ::sigaction(signal, &action, nullptr);
    kube::ChildOptions options;
    options.most_output = 100;
    (void)kube::run_child(command, {command}, {"PATH=/usr/bin:/bin"}, options);
    _exit(1);
  }
  REQUIRE(eventually([&] { return machine.read("pid").ends_with('\n'); }));
  ::kill(us, signal);
  int status = 0;
  const bool has_ended = eventually([&] { return ::waitpid(us, &status, WNOHANG) == us; });
  if (!has_ended) { ::kill(us, SIGKILL); }
  REQUIRE(has_ended);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 128 + signal);
  CHECK(eventually([&] { return is_gone(process_in(machine, "pid")); }));
  CHECK(eventually([&] { return is_gone(process_in(machine, "child")); }));
}

TEST_CASE("a program's standard error is read only if asked, and its end is kept") {
  const Machine machine;
  const std::string command = machine.script("talks", "printf out\nhead -c 300000 /dev/zero | tr '\\0' x >&2\n"
                                                      "printf end >&2\nexit 3");
  kube::ChildOptions options;
  options.most_output = 100;
  options.kept_errors = 1000;
  const kube::ChildResult result = kube::run_child(command, {command}, {"PATH=/usr/bin:/bin"}, options);
  CHECK(result.end == kube::ChildResult::End::Exited);
  CHECK(result.code == 3);
  CHECK(result.output == "out");
  CHECK(result.errors == std::string(997, 'x') + "end");

  SECTION("of a program that talks forever, too") {
    const std::string endless = machine.script("endless", "yes >&2");
    options.time_limit = std::chrono::milliseconds(300);
    const kube::ChildResult stopped = kube::run_child(endless, {endless}, {"PATH=/usr/bin:/bin"}, options);
    CHECK(stopped.end == kube::ChildResult::End::TimedOut);
    CHECK(stopped.errors.size() == 1000);
  }
}

TEST_CASE("a signal that the program ignores (SIGPIPE) still ends a plugin") {
  struct sigaction before = {};
  struct sigaction ignore = {};
  ignore.sa_handler = SIG_IGN;
  ::sigaction(SIGPIPE, &ignore, &before);
  const Machine machine;
  const std::string command = machine.script("piping", util::concat("kill -PIPE $$\necho still here"));
  const std::string error = refusal(plugin(command));
  ::sigaction(SIGPIPE, &before, nullptr);
  CHECK(error == util::concat("exec: executable ", command, " failed with exit code -1 (signal 13)"));
}

TEST_CASE("the lookup of a bare name in PATH follows Go's rules") {
  const Machine machine;
  machine.script("one/login", "exit 1");
  machine.script("two/login", "exit 2");
  machine.write("plain/login", "x", 0600);
  machine.write("folder/login/x", "");
  const auto found = [](const std::string& path) { return kube::look_up_program("login", path).path; };
  const std::string one = machine.path("one");
  CHECK(found(util::concat(one, ':', machine.path("two"))) == one + "/login");
  CHECK(found(util::concat(machine.path("plain"), ':', machine.path("folder"), ':', machine.path("none"), ':', one)) ==
        one + "/login");
  CHECK(found("").empty());
  CHECK(kube::look_up_program("", one).path.empty());
  CHECK(kube::look_up_program(one + "/login", "").path == one + "/login");
  CHECK(kube::look_up_program(machine.path("plain/login"), "").path.empty());

  SECTION("a match in the current folder is an error, not skipped") {
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(one);
    for (const char* const path : {".", "", "../one"}) {
      const kube::FoundProgram here = kube::look_up_program("login", util::concat(path, ':', machine.path("two")));
      CHECK(here.path.empty());
      CHECK(here.in_relative_folder);
    }
    const Variable variable("PATH", util::concat(".:", machine.path("two")));
    const std::string error = refusal(plugin("login"));
    std::filesystem::current_path(before);
    CHECK(error ==
          "exec: executable login not found (the one in the current folder is not run: PATH names it relatively)" +
              k_help);
  }
  SECTION("the first match in PATH runs") {
    const Variable variable("PATH", util::concat(machine.path("none"), ':', machine.path("two"), ':', one));
    CHECK(refusal(plugin("login")) == "exec: executable login failed with exit code 2");
  }
}
