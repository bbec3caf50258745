// SPDX-License-Identifier: Apache-2.0
// Secrets appear in no error and no warning (section 8.4). The kubeconfigs are full of canaries, broken in every known
// way and once at every byte.
#include "kube/http/credentials.hpp"
#include "kube/machine.hpp"
#include "kube/values/base64.hpp"
#include "kube/values/proxy.hpp"
#include "util/concat.hpp"

#include <algorithm>

namespace {

// Errors and warnings about this machine's connection, joined.
std::string all_that_is_said(Machine& machine) {
  std::string said = error_of([&machine] {
    const kube::Connection connection = machine.connect();
    kube::Credentials credentials(connection);
    (void)credentials.identity();
    (void)kube::proxy_for(connection.server, connection, machine.environment());
  });
  for (const std::string& warning : machine.warnings()) { said += "\n" + warning; }
  return said;
}

const std::string k_encoded = kube::to_base64("CANARY-KEY");

std::string full_of_canaries() {
  return config(
      {.cluster = R"({server: "https://127.0.0.1:1", proxy-url: "http://u:CANARY@p:1"})",
       .user = util::concat("{token: CANARY, password: CANARY, client-certificate-data: ", k_encoded,
                            ", client-key-data: ", k_encoded,
                            ", auth-provider: {name: oidc, config: {id-token: CANARY, client-secret: CANARY}}}")});
}

bool is_silent(const std::string& said) {
  return said.find("CANARY") == std::string::npos && said.find(k_encoded) == std::string::npos;
}

} // namespace

TEST_CASE("8.4 errors about a user's wrong credentials show no secret") {
  for (const std::string& user : {
           std::string("{token: CANARY, username: CANARY, password: CANARY}"),
           std::string("{token: [CANARY]}"),
           std::string("{token: \"CANARY\\r\\nX: y\"}"),
           std::string("{token: !!int CANARY}"),
           std::string("{token: !!float CANARY}"),
           std::string("{password: {CANARY: CANARY}}"),
           std::string("{client-key-data: CANARY!, token: x}"),
           std::string("{client-certificate-data: CANARY!}"),
           util::concat("{client-certificate-data: ", k_encoded, ", client-key-data: ", k_encoded, "}"),
           util::concat("{client-certificate-data: ", kube::to_base64(k_certificate), ", client-key-data: ", k_encoded,
                        "}"),
           std::string("{auth-provider: {name: oidc, config: {id-token: CANARY}}}"),
           std::string("{auth-provider: {name: foo, config: {secret: CANARY}}}"),
           std::string("{auth-provider: {name: foo, config: CANARY}}"),
           std::string("{auth-provider: {name: foo, config: {secret: [CANARY]}}}"),
           std::string("{tokenFile: tok}"),
           std::string(
               "{exec: {apiVersion: client.authentication.k8s.io/v1, command: ./plugin, interactiveMode: Never, "
               "args: [CANARY], env: [{name: A, value: CANARY}]}}"),
           std::string("{exec: {command: x, env: [{value: CANARY}]}}"),
       }) {
    INFO(user);
    Machine machine;
    machine.write("tok", "CAN\nARY CANARY");
    machine.script("plugin", "echo CANARY");
    machine.kubeconfig(config({.user = user}));
    const std::string said = all_that_is_said(machine);
    INFO(said);
    CHECK(!said.empty());
    CHECK(is_silent(said));
  }
}

TEST_CASE("8.4 errors about a cluster's URL hide its password") {
  for (const char* const cluster :
       {R"({server: "https://u:CANARY@h"})", R"({server: "u:CANARY@h:1"})", R"({server: "ftp://u:CANARY@h"})",
        R"({server: "https://u:CANARY@h:x"})", R"({server: "http://u:CANARY@h/a b"})", R"({server: "u:CANARY@h/p"})",
        R"({server: "https://h", proxy-url: "ftp://u:CANARY@h"})", R"({server: "https://h", proxy-url: "u:CANARY@h"})",
        R"({server: "https://h", proxy-url: "http://u:CANARY@h:x"})"}) {
    INFO(cluster);
    Machine machine;
    machine.kubeconfig(config({.cluster = cluster}));
    const std::string said = all_that_is_said(machine);
    INFO(said);
    CHECK(!said.empty());
    CHECK(is_silent(said));
  }
}

TEST_CASE("8.4 errors about flags show no secret") {
  Machine machine;
  machine.kubeconfig(config({.user = "{username: u}"}));
  machine.flags.token = "CANARY";
  CHECK(is_silent(all_that_is_said(machine)));
  CHECK(!all_that_is_said(machine).empty());
  machine.flags.user = "zz";
  CHECK(is_silent(all_that_is_said(machine)));
}

TEST_CASE("8.4 a kubeconfig cut off or damaged at any byte leaks no secret") {
  const std::string text = full_of_canaries();
  Machine machine;
  std::size_t errors = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    for (const std::string& broken :
         {text.substr(0, at), text.substr(0, at) + "\t" + text.substr(at + 1),
          text.substr(0, at) + "\"" + text.substr(at + 1), text.substr(0, at) + "[" + text.substr(at + 1),
          text.substr(0, at) + "!!int " + text.substr(at)}) {
      machine.kubeconfig(broken);
      const std::string said = all_that_is_said(machine);
      errors += said.empty() ? 0U : 1U;
      if (!is_silent(said)) { FAIL("at byte " << at << ": " << said); }
    }
  }
  CHECK(errors > text.size());
}
