// SPDX-License-Identifier: Apache-2.0
// The user's policy on credential plugins (section 2.9).
#include "kube/identity/kuberc.hpp"

#include "kube/machine.hpp"
#include "util/concat.hpp"

namespace {

using Kind = kube::PluginPolicy::Kind;

std::string preference(const std::string& fields) {
  return util::concat("apiVersion: kubectl.config.k8s.io/v1beta1\nkind: Preference\n", fields);
}

kube::PluginPolicy policy(Machine& machine) {
  machine.problems.clear();
  return kube::read_plugin_policy(machine.flags.kuberc, machine.environment(), machine.problems);
}

std::string policy_error(Machine& machine) {
  return error_of([&machine] { (void)policy(machine); });
}

// Error about a file that the user named.
std::string fault(const std::string& fields) {
  Machine machine;
  machine.flags.kuberc = machine.write("rc", preference(fields));
  const std::string before = util::concat("kuberc ", machine.path("rc"), ": ");
  const std::string error = policy_error(machine);
  return error.starts_with(before) ? error.substr(before.size()) : error;
}

std::string refusal(const Machine& machine, const std::string& command, const kube::PluginPolicy& by) {
  return error_of([&] { (void)kube::permitted_program(command, by, machine.environment()); });
}

const char* const k_deny = "credentialPluginPolicy: DenyAll\n";

} // namespace

TEST_CASE("2.9 --kuberc wins over KUBERC and KUBERC over ~/.kube/kuberc") {
  Machine machine;
  CHECK(policy(machine).kind == Kind::AllowAll);
  machine.write("home/.kube/kuberc", preference(k_deny));
  CHECK(policy(machine).kind == Kind::DenyAll);
  SECTION("KUBERC") {
    machine.set("KUBERC", machine.write("rc", preference("")));
    CHECK(policy(machine).kind == Kind::AllowAll);
    SECTION("--kuberc wins over it") {
      machine.flags.kuberc = machine.write("rc2", preference(k_deny));
      CHECK(policy(machine).kind == Kind::DenyAll);
    }
  }
  SECTION("KUBERC=off") {
    machine.set("KUBERC", "off");
    CHECK(policy(machine).kind == Kind::AllowAll);
    machine.flags.kuberc = machine.path("rc");
    CHECK(policy_error(machine) == "KUBERC=off and --kuberc contradict each other; leave out one of them");
  }
  SECTION("KUBECTL_KUBERC=false") {
    machine.set("KUBECTL_KUBERC", "false");
    CHECK(policy(machine).kind == Kind::AllowAll);
    machine.set("KUBECTL_KUBERC", "true");
    CHECK(policy(machine).kind == Kind::DenyAll);
  }
  SECTION("without HOME") {
    machine.variables.erase("HOME");
    CHECK(policy(machine).kind == Kind::AllowAll);
  }
}

TEST_CASE("2.9 a file that the user names must exist and be valid") {
  Machine machine;
  machine.flags.kuberc = machine.path("nope");
  CHECK(policy_error(machine) ==
        util::concat("kuberc ", machine.path("nope"), ": open ", machine.path("nope"), ": no such file or directory"));
  machine.flags.kuberc.clear();
  machine.set("KUBERC", machine.write("rc", "kind: Pod\n"));
  CHECK(policy_error(machine) ==
        util::concat("kuberc ", machine.path("rc"), ": it holds no Preference of kubectl.config.k8s.io/v1beta1"));
  machine.write("rc", "");
  CHECK(policy(machine).kind == Kind::AllowAll);
}

TEST_CASE("2.9 an unreadable default file: a warning, or no plugin at all if it has a policy") {
  Machine machine;
  machine.write("home/.kube/kuberc", "aliases: [\n");
  CHECK(policy(machine).kind == Kind::AllowAll);
  REQUIRE(machine.problems.size() == 1);
  CHECK(machine.problems[0].place == machine.path("home/.kube/kuberc"));

  machine.write("home/.kube/kuberc", util::concat(k_deny, "aliases: [\n"));
  const kube::PluginPolicy closed = policy(machine);
  CHECK(closed.kind == Kind::DenyAll);
  CHECK(machine.problems.empty());
  CHECK(refusal(machine, "x", closed)
            .starts_with(util::concat("plugin \"x\" not allowed: the policy in ", machine.path("home/.kube/kuberc"),
                                      " cannot be read: ")));
  machine.write("home/.kube/kuberc", preference("credentialPluginPolicy: Sometimes\n"));
  CHECK(policy(machine).kind == Kind::DenyAll);
}

TEST_CASE("2.9 the first Preference of a file counts, in either version") {
  Machine machine;
  machine.flags.kuberc = machine.write(
      "rc", util::concat("kind: Other\napiVersion: x/v1\n---\n", preference(k_deny), "---\n", preference("")));
  CHECK(policy(machine).kind == Kind::DenyAll);
  machine.write("rc", util::concat("apiVersion: kubectl.config.k8s.io/v1alpha1\nkind: Preference\n", k_deny));
  CHECK(policy(machine).kind == Kind::DenyAll);
  machine.write("rc", util::concat(preference(util::concat(k_deny, "aliases: [{name: a}]\ndefaults: []\n")),
                                   "---\n\tbroken: [\n"));
  CHECK(policy(machine).kind == Kind::DenyAll);
}

TEST_CASE("2.9 all valid policies") {
  Machine machine;
  const auto of = [&machine](const std::string& fields) {
    machine.flags.kuberc = machine.write("rc", preference(fields));
    return policy(machine);
  };
  CHECK(of("").kind == Kind::AllowAll);
  CHECK(of("credentialPluginPolicy: \"\"\n").kind == Kind::AllowAll);
  CHECK(of("credentialPluginPolicy: AllowAll\n").kind == Kind::AllowAll);
  CHECK(of(k_deny).kind == Kind::DenyAll);
  const kube::PluginPolicy list =
      of("credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist: [{command: a}, {name: /b/c}, "
         "{command: d, name: d}]\n");
  CHECK(list.kind == Kind::Allowlist);
  CHECK(list.allowlist == Texts{"a", "/b/c", "d"});
}

TEST_CASE("2.9 invalid policies are errors") {
  const std::string list = "credentialPluginPolicy: Allowlist\n";
  CHECK(fault("credentialPluginPolicy: Sometimes\n") ==
        "credentialPluginPolicy \"Sometimes\" is not known; it is AllowAll, DenyAll or Allowlist");
  CHECK(fault("credentialPluginAllowlist: [{command: a}]\n") ==
        "credentialPluginAllowlist needs credentialPluginPolicy: Allowlist");
  CHECK(fault(util::concat(k_deny, "credentialPluginAllowlist: []\n")) ==
        "credentialPluginAllowlist needs credentialPluginPolicy: Allowlist");
  CHECK(fault(list) == "credentialPluginPolicy Allowlist needs a credentialPluginAllowlist");
  CHECK(fault(list + "credentialPluginAllowlist: []\n") ==
        "credentialPluginPolicy Allowlist needs a credentialPluginAllowlist");
  CHECK(fault(list + "credentialPluginAllowlist: [{command: \"\"}]\n") ==
        "credentialPluginAllowlist[0].command is empty");
  CHECK(fault(list + "credentialPluginAllowlist: [{command: a}, {command: b, name: c}]\n") ==
        "credentialPluginAllowlist[1]: command and name differ; give command only");
  for (const char* const path : {"/a/../b", "./a", "/a//b", "/a/", "/a/.", ".", "..", "a/"}) {
    INFO(path);
    CHECK(fault(util::concat(list, "credentialPluginAllowlist: [{command: ", path, "}]\n")) ==
          util::concat("credentialPluginAllowlist[0].command \"", path, "\" is no clean path"));
  }
}

TEST_CASE("2.9 a policy permits a program by name or path, and that path runs") {
  Machine machine;
  const std::string one = machine.script("one/login", "exit 0");
  const std::string two = machine.script("two/login", "exit 0");
  machine.set("PATH", util::concat(machine.path("one"), ':', machine.path("two")));
  const auto permitted = [&machine](const std::string& command, const Texts& list) {
    return kube::permitted_program(command, {Kind::Allowlist, list, ""}, machine.environment());
  };
  const auto refused = [&machine](const std::string& command, const Texts& list) {
    return refusal(machine, command, {Kind::Allowlist, list, ""}) ==
           util::concat("plugin path \"", command, "\" is not permitted by the credential plugin allowlist");
  };
  CHECK(kube::permitted_program("login", {}, machine.environment()) == "login");
  CHECK(refusal(machine, "login", {Kind::DenyAll, {}, ""}) ==
        "plugin \"login\" not allowed: policy set to \"DenyAll\"");

  CHECK(permitted("login", {"login"}) == one);
  CHECK(permitted("login", {"other", one}) == one);
  CHECK(permitted(one, {one}) == one);
  CHECK(permitted(one, {"login"}) == one);
  CHECK(permitted(two, {two}) == two);
  CHECK(refused("login", {two}));
  CHECK(refused(two, {"login"})); // PATH finds another program of that name
  CHECK(refused(two, {one}));
  CHECK(refused("other", {"other"})); // not in PATH, so not permitted
  CHECK(refused(machine.path("none"), {machine.path("none")}));
  machine.set("PATH", util::concat(".:", machine.path("one")));
  CHECK(permitted("login", {"login"}) == one);
}

TEST_CASE("2.9 the policy applies to the kubeconfig's plugin, but only if it would run") {
  Machine machine;
  const std::string login = machine.script("bin/login", "exit 0");
  machine.set("PATH", machine.path("bin"));
  const std::string exec =
      "exec: {apiVersion: client.authentication.k8s.io/v1, command: login, interactiveMode: Never}";
  machine.kubeconfig(config({.user = util::concat("{", exec, "}")}));
  CHECK(machine.connect().exec.value().command == "login");
  machine.write("home/.kube/kuberc", preference(k_deny));
  CHECK(machine.error() == "plugin \"login\" not allowed: policy set to \"DenyAll\"");
  machine.flags.token = "FLAG";
  CHECK(machine.connect().token == "FLAG");
  machine.flags.token.clear();
  machine.flags.kuberc = machine.write(
      "rc", preference("credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist: [{command: login}]\n"));
  CHECK(machine.connect().exec.value().command == login);
  machine.flags.no_exec = true;
  CHECK(machine.error() ==
        util::concat("user \"u\" has its credentials from the program \"login\", and --no-exec forbids to run it"));
  machine.flags.no_exec = false;
  machine.kubeconfig(config({.cluster = "{server: \"http://h\"}", .user = util::concat("{", exec, "}")}));
  machine.flags.kuberc.clear();
  CHECK(machine.error().empty());
}
