// SPDX-License-Identifier: Apache-2.0
// Connections from inside a pod (KC-63 … KC-67).
#include "kube/http/credentials.hpp"
#include "kube/machine.hpp"

TEST_CASE("KC-63 a cluster without a server means KUBERNETES_MASTER, else localhost with a warning") {
  Machine machine;
  machine.kubeconfig(config({.cluster = "{server: \"\"}"}));
  CHECK(machine.connect().server == "http://localhost:8080");
  CHECK(machine.warnings() == Texts{"cluster k: names no server; http://localhost:8080 is taken",
                                    "server http://localhost:8080: credentials are not sent to an http:// server"});
  machine.set("KUBERNETES_MASTER", "https://m:1");
  CHECK(machine.connect().server == "https://m:1");
}

TEST_CASE("KC-63 without a kubeconfig KUBERNETES_MASTER is the server") {
  Machine machine;
  machine.set("KUBERNETES_MASTER", "https://m:1");
  CHECK(machine.connect().server == "https://m:1");
  machine.set("KUBERNETES_MASTER", "");
  CHECK(machine.error().starts_with("no current context"));
}

TEST_CASE("KC-64 the service account serves only if nothing else selects a cluster") {
  Machine machine;
  machine.in_a_pod();
  SECTION("no kubeconfig") {
    CHECK(machine.connect().server == "https://10.0.0.1:443");
    CHECK(machine.connect().token_file == machine.path("sa/token"));
  }
  SECTION("a kubeconfig without a current context") {
    machine.kubeconfig("clusters: [{name: k, cluster: {server: \"https://k\"}}]\n");
    CHECK(machine.connect().server == "https://10.0.0.1:443");
  }
  SECTION("a kubeconfig wins") {
    machine.kubeconfig(config());
    CHECK(machine.connect().server == "https://127.0.0.1:1");
    CHECK(machine.connect().token == "t");
  }
  SECTION("a broken kubeconfig is an error") {
    machine.kubeconfig("current-context: zz\n");
    CHECK(machine.error() == "context was not found for specified context: zz");
  }
  SECTION("KUBERNETES_MASTER does not replace the service account's server") {
    machine.set("KUBERNETES_MASTER", "https://m");
    CHECK(machine.connect().server == "https://10.0.0.1:443");
  }
  SECTION("one of the variables is missing") {
    machine.set("KUBERNETES_SERVICE_PORT", "");
    CHECK(machine.error().starts_with("no current context"));
    machine.set("KUBERNETES_SERVICE_PORT", "443");
    machine.variables.erase("KUBERNETES_SERVICE_HOST");
    CHECK(machine.error().starts_with("no current context"));
  }
  SECTION("there is no token") {
    machine.variables.erase("HOME");
    Machine other;
    other.variables = machine.variables;
    CHECK(other.error().starts_with("no current context"));
    other.write("sa/token/x", ""); // a folder is no token
    CHECK(other.error().starts_with("no current context"));
  }
}

TEST_CASE("KC-65 the service account gives address, token and authority") {
  Machine machine;
  machine.in_a_pod();
  const kube::Connection connection = machine.connect();
  CHECK(connection.tls.authorities_pem == k_certificate);
  CHECK(connection.context.empty());
  kube::Credentials credentials(connection);
  CHECK(credentials.identity().headers == kube::Headers{{"Authorization", "Bearer POD-TOKEN"}});
  machine.set("KUBERNETES_SERVICE_HOST", "fd00::1");
  CHECK(machine.connect().server == "https://[fd00::1]:443");

  SECTION("an unreadable authority is an error (kubectl uses the system's)") {
    machine.write("sa/ca.crt", "");
    CHECK(machine.error().starts_with("unable to load root certificates: unable to parse bytes as PEM block"));
  }
  SECTION("a missing authority is an error too") {
    Machine other;
    other.variables = machine.variables;
    other.write("sa/token", "T");
    CHECK(other.error() == "unable to read certificate-authority " + other.path("sa/ca.crt") +
                               " for the command line due to open " + other.path("sa/ca.crt") +
                               ": no such file or directory");
  }
}

TEST_CASE("KC-66 a pod's namespace comes from POD_NAMESPACE or the service account") {
  Machine machine;
  machine.in_a_pod();
  CHECK(machine.connect().namespace_name == "pod-ns");
  machine.set("POD_NAMESPACE", "variable-ns");
  CHECK(machine.connect().namespace_name == "variable-ns");
  machine.variables.erase("POD_NAMESPACE");
  machine.write("sa/namespace", " \n");
  CHECK(machine.connect().namespace_name == "default");
  machine.write("sa/namespace", "Bad/NS");
  CHECK(machine.error().starts_with("namespace \"Bad/NS\" of the pod that this runs in is no DNS label"));

  SECTION("it also applies to a kubeconfig without a namespace") {
    machine.write("sa/namespace", "pod-ns\n");
    machine.kubeconfig(config());
    CHECK(machine.connect().namespace_name == "pod-ns");
    machine.kubeconfig(config({.context = "{cluster: k, user: u, namespace: default}"}));
    CHECK(machine.connect().namespace_name == "default");
  }
  SECTION("outside a pod POD_NAMESPACE has no effect") {
    machine.kubeconfig(config());
    machine.set("POD_NAMESPACE", "variable-ns");
    machine.set("KUBERNETES_SERVICE_HOST", "");
    CHECK(machine.connect().namespace_name == "default");
  }
}

TEST_CASE("KC-67 only some flags have an effect in a pod") {
  Machine machine;
  machine.in_a_pod();
  SECTION("--server: drops the service account's token") {
    machine.flags.server = "https://s";
    CHECK(machine.connect().server == "https://s");
    CHECK(machine.connect().token_file.empty());
  }
  SECTION("--token") {
    machine.flags.token = "FLAG";
    CHECK(machine.connect().token == "FLAG");
    CHECK(machine.connect().token_file.empty());
    CHECK(machine.connect().server == "https://10.0.0.1:443");
  }
  SECTION("--certificate-authority") {
    machine.flags.certificate_authority = machine.write("other.crt", k_other_certificate);
    CHECK(machine.connect().tls.authorities_pem == k_other_certificate);
  }
  SECTION("--as, which makes kubectl go to localhost") {
    machine.flags.as = "bob";
    machine.flags.as_group = {"g"};
    CHECK(machine.connect().impersonate.user == "bob");
    CHECK(machine.connect().impersonate.groups == Texts{"g"});
    machine.flags.as.clear();
    CHECK(machine.error().ends_with("without impersonating a user"));
  }
  SECTION("other flags have no effect, and a warning says so") {
    machine.flags.insecure_skip_tls_verify = true;
    machine.flags.username = "u";
    const kube::Connection connection = machine.connect();
    CHECK(!connection.tls.insecure);
    CHECK(connection.username.empty());
    CHECK(machine.warnings() ==
          Texts{"--username is not used: without a kubeconfig the pod's service account counts",
                "--insecure-skip-tls-verify is not used: without a kubeconfig the pod's service account counts"});
  }
}
