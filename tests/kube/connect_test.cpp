// SPDX-License-Identifier: Apache-2.0
// Choice of context, cluster and user; effect of flags; invalid configurations (KC-40 … KC-55, section 2.4).
#include "kube/identity/auth_provider.hpp"
#include "kube/machine.hpp"
#include "kube/values/base64.hpp"
#include "util/concat.hpp"

namespace {

// Two clusters, two users and two contexts.
const char* const k_two = R"(
current-context: a
clusters:
- {name: k, cluster: {server: "https://k", tls-server-name: k.example}}
- {name: l, cluster: {server: "https://l"}}
users:
- {name: u, user: {token: t-u}}
- {name: v, user: {username: v, password: p}}
contexts:
- {name: a, context: {cluster: k, user: u, namespace: ns-a}}
- {name: b, context: {cluster: l, user: v}}
)";

std::string error_with(const ConfigParts& parts) {
  Machine machine;
  machine.write("ca.crt", k_certificate);
  machine.write("key", k_key);
  machine.write("tok", "FILETOK");
  machine.kubeconfig(config(parts));
  const std::string folder = machine.path("");
  std::string error = machine.error();
  for (std::size_t at = error.find(folder); at != std::string::npos; at = error.find(folder)) {
    error.replace(at, folder.size(), "DIR/");
  }
  return error;
}

std::string cluster_error(const std::string& cluster) { return error_with({.cluster = cluster}); }
std::string user_error(const std::string& user) { return error_with({.user = user}); }

const std::string k_authority_data = kube::to_base64(k_certificate);
const std::string k_key_data = kube::to_base64(k_key);

} // namespace

TEST_CASE("the current context selects the server and the user") {
  Machine machine;
  machine.kubeconfig(k_two);
  const kube::Connection connection = machine.connect();
  CHECK(connection.server == "https://k");
  CHECK(connection.token == "t-u");
  CHECK(connection.namespace_name == "ns-a");
  CHECK(connection.context == "a");
  CHECK(connection.cluster == "k");
  CHECK(connection.user == "u");
  CHECK(connection.tls.server_name == "k.example");
  CHECK(machine.problems.empty());
}

TEST_CASE("--context, --cluster and --user override the current context") {
  Machine machine;
  machine.kubeconfig(k_two);
  SECTION("context") {
    machine.flags.context = "b";
    const kube::Connection connection = machine.connect();
    CHECK(connection.server == "https://l");
    CHECK(connection.username == "v");
    CHECK(connection.password == "p");
    CHECK(connection.namespace_name == "default");
  }
  SECTION("cluster") {
    machine.flags.cluster = "l";
    const kube::Connection connection = machine.connect();
    CHECK(connection.server == "https://l");
    CHECK(connection.token == "t-u");
    CHECK(connection.cluster == "l");
  }
  SECTION("user") {
    machine.flags.user = "v";
    const kube::Connection connection = machine.connect();
    CHECK(connection.server == "https://k");
    CHECK(connection.token.empty());
    CHECK(connection.username == "v");
  }
}

TEST_CASE("KC-40 the chosen context must exist") {
  Machine machine;
  machine.kubeconfig(k_two);
  machine.flags.context = "zz";
  CHECK(machine.error() == "context was not found for specified context: zz");
  machine.flags.context.clear();
  machine.kubeconfig(std::string(k_two) + "current-context: zz\n");
  CHECK(machine.error() == "context was not found for specified context: zz");
}

TEST_CASE("KC-41 without a current context connecting needs --server or --cluster") {
  Machine machine;
  machine.kubeconfig(std::string(k_two) + "current-context: \"\"\n");
  CHECK(machine.error() == "no current context; use --context (there is: a, b)");
  machine.flags.server = "https://s";
  CHECK(machine.connect().server == "https://s");
  machine.flags.server.clear();
  machine.flags.cluster = "l";
  CHECK(machine.connect().server == "https://l");
  CHECK(machine.warnings() == Texts{"there are no credentials; requests are made anonymously"});
}

TEST_CASE("KC-42 --cluster must name an existing cluster") {
  Machine machine;
  machine.kubeconfig(k_two);
  machine.flags.cluster = "zz";
  CHECK(machine.error() == "no server found for cluster \"zz\"");
}

TEST_CASE("KC-43 --user must name an existing user") {
  Machine machine;
  machine.kubeconfig(k_two);
  machine.flags.user = "zz";
  CHECK(machine.error() == "auth info \"zz\" does not exist");
}

TEST_CASE("KC-44 a context without an existing cluster never falls back to localhost") {
  CHECK(error_with({.context = "{cluster: zz, user: u}"}) ==
        "context \"c\" names cluster \"zz\", which does not exist");
  CHECK(error_with({.context = "{user: u}"}) == "context \"c\" names no cluster");
  Machine machine;
  machine.kubeconfig(config({.context = "{cluster: zz, user: u}"}));
  machine.flags.server = "https://s";
  CHECK(machine.connect().server == "https://s");
}

TEST_CASE("KC-45 a context with a missing user is an error instead of a prompt") {
  CHECK(error_with({.context = "{cluster: k, user: zz}"}) == "context \"c\" names user \"zz\", which does not exist");
  Machine machine;
  machine.kubeconfig(config({.context = "{cluster: k, user: zz}"}));
  machine.flags.token = "FLAG";
  CHECK(machine.connect().token == "FLAG");

  SECTION("a context without a user connects anonymously") {
    machine.flags.token.clear();
    machine.kubeconfig(config({.context = "{cluster: k}"}));
    CHECK(machine.connect().token.empty());
    CHECK(machine.warnings() == Texts{"there are no credentials; requests are made anonymously"});
  }
  SECTION("a user without credentials connects anonymously") {
    machine.flags.token.clear();
    machine.kubeconfig(config({.user = "{}"}));
    (void)machine.connect();
    CHECK(machine.warnings() == Texts{"user u: there are no credentials; requests are made anonymously"});
  }
}

TEST_CASE("KC-46 KC-47 the context sets the namespace, else it is default; commands handle -n") {
  Machine machine;
  machine.kubeconfig(config({.context = "{cluster: k, user: u, namespace: team-a}"}));
  CHECK(machine.connect().namespace_name == "team-a");
  machine.kubeconfig(config({.context = "{cluster: k, user: u, namespace: \"\"}"}));
  CHECK(machine.connect().namespace_name == "default");
}

TEST_CASE("KC-48 the context's namespace must be a DNS label") {
  for (const char* const name : {"Bad_NS", "a.b", "-a", "a-", "a/b", "\"a\\nb\"",
                                 "a123456789012345678901234567890123456789012345678901234567890123"}) {
    INFO(name);
    const std::string error = error_with({.context = util::concat("{cluster: k, user: u, namespace: ", name, '}')});
    CHECK(
        error.ends_with("of context \"c\" is no DNS label: lower case letters, digits and '-', at most 63 characters"));
  }
  CHECK(error_with({.context = "{cluster: k, user: u, namespace: a-1}"}).empty());
}

TEST_CASE("KC-50 --server also drops the kubeconfig's tls-server-name") {
  Machine machine;
  machine.kubeconfig(k_two);
  machine.flags.server = "https://s:1/p/";
  CHECK(machine.connect().server == "https://s:1/p");
  CHECK(machine.connect().tls.server_name.empty());
  machine.flags.tls_server_name = "flag.example";
  CHECK(machine.connect().tls.server_name == "flag.example");
  machine.flags.server.clear();
  CHECK(machine.connect().tls.server_name == "flag.example");
}

TEST_CASE("KC-51 --insecure-skip-tls-verify or --certificate-authority replaces authority, data and insecure") {
  Machine machine;
  const std::string other = machine.write("other.crt", k_other_certificate);
  machine.kubeconfig(config(
      {.cluster = util::concat(R"({server: "https://h", certificate-authority-data: )", k_authority_data, '}')}));
  CHECK(machine.connect().tls.authorities_pem == k_certificate);
  SECTION("insecure") {
    machine.flags.insecure_skip_tls_verify = true;
    const kube::Connection connection = machine.connect();
    CHECK(connection.tls.insecure);
    CHECK(connection.tls.authorities_pem.empty());
    CHECK(machine.warnings() ==
          Texts{"server https://h: insecure-skip-tls-verify: anyone on the network path can read and change the "
                "traffic, including credentials"});
  }
  SECTION("authority") {
    machine.flags.certificate_authority = other;
    CHECK(machine.connect().tls.authorities_pem == k_other_certificate);
    machine.kubeconfig(config({.cluster = R"({server: "https://h", insecure-skip-tls-verify: true})"}));
    CHECK(!machine.connect().tls.insecure);
    CHECK(machine.connect().tls.authorities_pem == k_other_certificate);
  }
  SECTION("both flags together are an error") {
    machine.flags.certificate_authority = other;
    machine.flags.insecure_skip_tls_verify = true;
    CHECK(machine.error() == "specifying a root certificates file with the insecure flag is not allowed");
  }
}

TEST_CASE("KC-52 --client-certificate and --client-key replace file and data") {
  Machine machine;
  machine.kubeconfig(config(
      {.user = util::concat("{client-certificate-data: ", k_authority_data, ", client-key-data: ", k_key_data, "}")}));
  CHECK(machine.connect().tls.client_certificate_pem == k_certificate);
  CHECK(machine.connect().tls.client_key_pem == k_key);
  machine.flags.client_certificate = machine.write("c.crt", k_other_certificate);
  CHECK(machine.connect().tls.client_certificate_pem == k_other_certificate);
  CHECK(machine.connect().tls.client_key_pem == k_key);
  machine.flags.client_key =
      machine.write("c.key", "-----BEGIN EC PRIVATE KEY-----\nT\n-----END EC PRIVATE KEY-----\n");
  CHECK(machine.connect().tls.client_key_pem == machine.read("c.key"));
}

TEST_CASE("KC-53 --token wins over the kubeconfig's token, and (not in kubectl) over its tokenFile") {
  Machine machine;
  machine.write("tok", "FILETOK");
  machine.flags.token = "FLAG";
  machine.kubeconfig(config({.user = "{token: a}"}));
  CHECK(machine.connect().token == "FLAG");
  machine.kubeconfig(config({.user = "{tokenFile: tok}"}));
  CHECK(machine.connect().token == "FLAG");
  CHECK(machine.connect().token_file.empty());
}

TEST_CASE("KC-54 token and basic authentication exclude each other") {
  const std::string both =
      "more than one authentication method found for u; found [token basicAuth], only one is allowed";
  CHECK(user_error("{token: a, username: b}") == both);
  CHECK(user_error("{token: a, password: b}") == both);
  Machine machine;
  machine.kubeconfig(config({.user = "{username: a, password: b}"}));
  machine.flags.token = "FLAG";
  CHECK(machine.error() == both);
  machine.kubeconfig(config({.user = "{token: a}"}));
  machine.flags.token.clear();
  machine.flags.username = "a";
  CHECK(machine.error() == both);
}

TEST_CASE("KC-55 --as replaces only the impersonated user") {
  Machine machine;
  machine.kubeconfig(
      config({.user = "{token: t, as: bob, as-uid: '1', as-groups: [g1], as-user-extra: {k: [a], l: [b]}}"}));
  machine.flags.as = "al";
  kube::Impersonation impersonate = machine.connect().impersonate;
  CHECK(impersonate.user == "al");
  CHECK(impersonate.uid == "1");
  CHECK(impersonate.groups == Texts{"g1"});
  CHECK(impersonate.extra.size() == 2);

  machine.flags.as_uid = "2";
  machine.flags.as_group = {"g2", "g3"};
  machine.flags.as_user_extra = {"k=v", "bad", "k=v2=x", "m=", "=n"};
  impersonate = machine.connect().impersonate;
  CHECK(impersonate.uid == "2");
  CHECK(impersonate.groups == Texts{"g2", "g3"});
  REQUIRE(impersonate.extra.size() == 4);
  CHECK(impersonate.extra[0] == std::pair<std::string, Texts>{"k", {"v", "v2=x"}});
  CHECK(impersonate.extra[1] == std::pair<std::string, Texts>{"l", {"b"}});
  CHECK(impersonate.extra[2] == std::pair<std::string, Texts>{"m", {""}});
}

TEST_CASE("--disable-compression or the kubeconfig's field disables compression") {
  Machine machine;
  machine.kubeconfig(config());
  CHECK(!machine.connect().disable_compression);
  machine.flags.disable_compression = true;
  CHECK(machine.connect().disable_compression);
  machine.flags.disable_compression = false;
  machine.kubeconfig(config({.cluster = R"({server: "https://h", disable-compression: true})"}));
  CHECK(machine.connect().disable_compression);
}

TEST_CASE("2.4 ambiguous or unreadable certificate authorities are errors") {
  CHECK(
      cluster_error(util::concat(R"({server: "https://h", certificate-authority: ca.crt, certificate-authority-data: )",
                                 k_authority_data, "}")) ==
      "certificate-authority-data and certificate-authority are both specified for k. certificate-authority-data will "
      "override.");
  CHECK(cluster_error(R"({server: "https://h", certificate-authority: nope})") ==
        "unable to read certificate-authority DIR/nope for k due to open DIR/nope: no such file or directory");
  CHECK(cluster_error(R"({server: "https://h", certificate-authority: ca.crt, insecure-skip-tls-verify: true})") ==
        "specifying a root certificates file with the insecure flag is not allowed");
  CHECK(
      cluster_error(R"({server: "https://h", certificate-authority: tok})") ==
      "unable to load root certificates: unable to parse bytes as PEM block (certificate-authority of cluster \"k\")");
}

TEST_CASE("2.7 an authority file without certificates is an error, never a fallback to the system's") {
  CHECK(cluster_error(R"({server: "https://h", certificate-authority: /dev/null})") ==
        "unable to read certificate-authority /dev/null for k due to read /dev/null: it is no regular file");
  Machine machine;
  machine.write("empty", "");
  machine.kubeconfig(config({.cluster = R"({server: "https://h", certificate-authority: empty})"}));
  CHECK(
      machine.error() ==
      "unable to load root certificates: unable to parse bytes as PEM block (certificate-authority of cluster \"k\")");
}

TEST_CASE("2.4 client certificate and key must be unambiguous and readable") {
  const std::string data = util::concat("client-certificate-data: ", k_authority_data);
  const std::string key_data = util::concat("client-key-data: ", k_key_data);
  CHECK(user_error(util::concat("{client-certificate: ca.crt, ", data, ", client-key: key}")) ==
        "client-cert-data and client-cert are both specified for u. client-cert-data will override.");
  CHECK(user_error(util::concat("{client-certificate: ca.crt, client-key: key, ", key_data, "}")) ==
        "client-key-data and client-key are both specified for u; client-key-data will override");
  CHECK(user_error("{client-certificate: ca.crt}") ==
        "client-key-data or client-key must be specified for u to use the clientCert authentication method.");
  CHECK(user_error("{client-certificate: nope, client-key: key}") ==
        "unable to read client-cert DIR/nope for u due to open DIR/nope: no such file or directory");
  CHECK(user_error("{client-certificate: ca.crt, client-key: nope}") ==
        "unable to read client-key DIR/nope for u due to open DIR/nope: no such file or directory");
  CHECK(user_error("{client-certificate: tok, client-key: key}") ==
        "tls: failed to find any PEM data in certificate input (client certificate of user \"u\")");
  CHECK(user_error("{client-certificate: ca.crt, client-key: tok}") ==
        "tls: failed to find any PEM data in key input (client certificate of user \"u\")");
  CHECK(user_error("{client-key: nope}").empty()); // a key without a certificate is ignored
  CHECK(user_error("{client-certificate: ca.crt, client-key: key}").empty());
}

TEST_CASE("2.4 proxy-url needs a supported scheme and a valid host") {
  const auto proxy_error = [](const std::string& proxy) {
    return cluster_error(util::concat(R"({server: "https://h", proxy-url: ")", proxy, "\"}"));
  };
  CHECK(
      proxy_error("ftp://x") ==
      "invalid 'proxy-url' \"ftp://x\" for cluster \"k\": unsupported scheme \"ftp\", must be http, https, or socks5");
  CHECK(proxy_error("socks5h://x:1") == "invalid 'proxy-url' \"socks5h://x:1\" for cluster \"k\": unsupported scheme "
                                        "\"socks5h\", must be http, https, or socks5");
  CHECK(proxy_error("127.0.0.1:3") ==
        "invalid 'proxy-url' \"127.0.0.1:3\" for cluster \"k\": could not parse: 127.0.0.1:3");
  CHECK(proxy_error("http://u:CANARY@x:y") ==
        "invalid 'proxy-url' \"http://***@x:y\" for cluster \"k\": could not parse: http://***@x:y");
  CHECK(proxy_error("socks5://x:1").empty());
}

TEST_CASE("2.4 an exec plugin needs every mandatory field") {
  const std::string v1 = "apiVersion: client.authentication.k8s.io/v1";
  CHECK(user_error(util::concat("{exec: {", v1, ", interactiveMode: Never}}")) ==
        "command must be specified for u to use exec authentication plugin");
  CHECK(user_error("{exec: {command: x, interactiveMode: Never}}") ==
        "apiVersion must be specified for u to use exec authentication plugin");
  CHECK(user_error(util::concat("{exec: {", v1, ", command: x}}")) ==
        "interactiveMode must be specified for u to use exec authentication plugin");
  CHECK(user_error(util::concat("{exec: {", v1, ", command: x, interactiveMode: Foo}}")) ==
        "invalid interactiveMode for u: \"Foo\"");
  CHECK(user_error(util::concat("{exec: {", v1, ", command: x, interactiveMode: Never, env: [{value: CANARY}]}}")) ==
        "env variable name must be specified for u to use exec authentication plugin");
  CHECK(
      user_error(util::concat("{auth-provider: {name: oidc}, exec: {", v1, ", command: x, interactiveMode: Never}}")) ==
      "authProvider cannot be provided in combination with an exec plugin for u");
  CHECK(user_error("{exec: {apiVersion: client.authentication.k8s.io/v1alpha1, command: x}}") ==
        "exec plugin: invalid apiVersion \"client.authentication.k8s.io/v1alpha1\", must be "
        "client.authentication.k8s.io/v1 or client.authentication.k8s.io/v1beta1");
  CHECK(user_error("{exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: x}}").empty());
}

TEST_CASE("2.4 impersonation needs a user") {
  const std::string refusal = "requesting uid, groups or user-extra for u without impersonating a user";
  CHECK(user_error("{token: t, as-uid: x}") == refusal);
  CHECK(user_error("{token: t, as-groups: [x]}") == refusal);
  CHECK(user_error("{token: t, as-user-extra: {k: [v]}}") == refusal);
  CHECK(user_error("{token: t, as: bob, as-uid: x}").empty());
  Machine machine;
  machine.flags.server = "https://h";
  machine.flags.as_group = {"g"};
  CHECK(machine.error() == "requesting uid, groups or user-extra for the command line without impersonating a user");
}

TEST_CASE("2.4 one error lists all faults") {
  CHECK(user_error("{exec: {command: x}, token: a, username: b}") ==
        "invalid configuration: (1) apiVersion must be specified for u to use exec authentication plugin (2) "
        "interactiveMode must be specified for u to use exec authentication plugin (3) more than one authentication "
        "method "
        "found for u; found [token basicAuth], only one is allowed");
}

TEST_CASE("2.4 auth-provider: a removed or unknown one is an error") {
  CHECK(user_error("{auth-provider: {name: gcp}}") ==
        "The gcp auth plugin has been removed. Please use the \"gke-gcloud-auth-plugin\" kubectl/client-go credential "
        "plugin "
        "instead. See https://cloud.google.com/blog/products/containers-kubernetes/kubectl-auth-changes-in-gke for "
        "further "
        "details");
  CHECK(user_error("{auth-provider: {name: azure}}") ==
        "The azure auth plugin has been removed. Please use the https://github.com/Azure/kubelogin kubectl/client-go "
        "credential plugin instead. See "
        "https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins for "
        "further "
        "details");
  CHECK(user_error("{auth-provider: {name: foo}}")
            .starts_with("no Auth Provider found for name \"foo\" (of user \"u\")"));
  CHECK(user_error("{auth-provider: {name: gcp}, token: t}").empty());
}

TEST_CASE("2.4 auth-provider oidc: an id-token serves until it expires, without renewal") {
  const auto token = [](const std::string& claims) {
    std::string payload = kube::to_base64(claims);
    while (payload.ends_with('=')) { payload.pop_back(); }
    return util::concat("CANARY.", payload, ".CANARY");
  };
  const auto provider = [](const std::string& id_token) {
    return kube::AuthProvider{"oidc", {{"idp-issuer-url", "https://i"}, {"id-token", id_token}}};
  };
  const std::chrono::sys_seconds now{std::chrono::seconds{1000}};
  const auto refusal = [&](const std::string& id_token) {
    return error_of([&] { (void)kube::auth_provider_token(provider(id_token), "u", now); });
  };
  CHECK(kube::auth_provider_token(provider(token(R"({"exp":1011})")), "u", now) == token(R"({"exp":1011})"));
  // Bytes that the URL alphabet of base64 encodes as - and _.
  CHECK(kube::auth_provider_token(provider("a.eyJleHAiOjIwMDAsIngiOiJ-fn8_In0.b"), "u", now) ==
        "a.eyJleHAiOjIwMDAsIngiOiJ-fn8_In0.b");
  CHECK(refusal(token(R"({"exp":1010})")) ==
        "the auth-provider oidc of user \"u\" holds an id-token that has expired; kubectl would renew it and write the "
        "kubeconfig, which is not done here: run a kubectl command first, or use an exec plugin "
        "(https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins)");
  CHECK(refusal("").find("holds no id-token;") != std::string::npos);
  for (const std::string& odd : {std::string("CANARY"), std::string("CANARY.x"), std::string("CANARY.@.c"),
                                 token("CANARY"), token("{}"), token(R"({"exp":"CANARY"})")}) {
    INFO(odd);
    CHECK(refusal(odd).find("holds an id-token that cannot be read;") != std::string::npos);
    CHECK(refusal(odd).find("CANARY") == std::string::npos);
  }

  Machine machine;
  const std::string good = token(R"({"exp":99999999999})");
  machine.kubeconfig(config({.user = util::concat("{auth-provider: {name: oidc, config: {id-token: ", good, "}}}")}));
  CHECK(machine.connect().token == good);
}

TEST_CASE("an http:// server gets no credentials, and a warning says so") {
  Machine machine;
  machine.kubeconfig(config({.cluster = R"({server: "http://h"})", .user = "{token: t, as: bob}"}));
  const kube::Connection connection = machine.connect();
  CHECK(connection.token.empty());
  CHECK(connection.impersonate.user == "bob");
  CHECK(machine.warnings() == Texts{"server http://h: credentials are not sent to an http:// server"});
  machine.kubeconfig(config({.cluster = R"({server: "http://h"})", .user = "{auth-provider: {name: gcp}}"}));
  CHECK(machine.error().empty());
}

TEST_CASE("8.2 reading accepts only regular files up to 1 MiB") {
  CHECK(user_error("{tokenFile: /dev/zero}") == "read /dev/zero: it is no regular file");
  Machine machine;
  machine.write("large", std::string((std::size_t{1024} * 1024) + 1, 'x'));
  machine.kubeconfig(config({.user = "{tokenFile: large}"}));
  CHECK(machine.error() == "read " + machine.path("large") + ": it is larger than 1 MiB");
}
