// SPDX-License-Identifier: Apache-2.0
// Headers and certificates of requests (AU-01 … AU-13).
#include "kube/http/credentials.hpp"

#include "kube/http/exec_plugin.hpp"
#include "kube/http/token_file.hpp"
#include "kube/machine.hpp"
#include "kube/values/header_value.hpp"
#include "util/concat.hpp"

#include <algorithm>

namespace {

using kube::Headers;

const Headers k_none;

Headers bearer(const std::string& token) { return {{"Authorization", "Bearer " + token}}; }

kube::Connection https() {
  kube::Connection connection;
  connection.server = "https://h";
  return connection;
}

Headers headers_of(const kube::Connection& connection) {
  kube::Credentials credentials(connection);
  return credentials.identity().headers;
}

std::string refusal(const kube::Connection& connection) {
  return error_of([&connection] { (void)headers_of(connection); });
}

// A plugin that counts its runs in `runs` and prints a token with that number.
kube::ExecPlugin counting_plugin(const Machine& machine, const std::string& more_status = "") {
  kube::ExecPlugin plugin;
  plugin.api_version = std::string(kube::k_exec_v1);
  plugin.interactive = kube::ExecPlugin::Interactive::Never;
  plugin.command = machine.script(
      "plugin",
      util::concat("echo run >> ", machine.path("runs"), "\nn=$(wc -l < ", machine.path("runs"),
                   ")\nn=$((n))\necho '{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/v1\","
                   "\"status\":{\"token\":\"T'$n'\"",
                   more_status, "}}'"));
  return plugin;
}

std::ptrdiff_t runs(const Machine& machine) {
  const std::string text = machine.has("runs") ? machine.read("runs") : "";
  return std::count(text.begin(), text.end(), '\n');
}

const kube::TokenFile::Clock::time_point k_start{};
kube::TokenFile::Clock::time_point after(int seconds) { return k_start + std::chrono::seconds(seconds); }

} // namespace

TEST_CASE("AU-01 a token becomes a Bearer header") {
  kube::Connection connection = https();
  CHECK(headers_of(connection) == k_none);
  connection.token = "T";
  CHECK(headers_of(connection) == bearer("T"));
}

TEST_CASE("AU-02 a token file refreshes every 50 seconds at most and keeps its last token") {
  Machine machine;
  kube::TokenFile file(machine.write("tok", " \n A\r\n"));
  CHECK(file.token(after(0)) == "A");
  machine.write("tok", "B");
  CHECK(file.token(after(49)) == "A");
  CHECK(file.token(after(50)) == "B");
  machine.write("tok", "C");
  CHECK(file.token(after(51)) == "B");
  file.forget();
  CHECK(file.token(after(52)) == "C");
  machine.write("tok", "  ");
  CHECK(file.token(after(200)) == "C");
  std::remove(machine.path("tok").c_str());
  CHECK(file.token(after(300)) == "C");
  machine.write("tok", "D");
  CHECK(file.token(after(301)) == "D"); // the next call retries at once
}

TEST_CASE("AU-03 a readable token file wins over a token") {
  Machine machine;
  kube::Connection connection = https();
  connection.token = "T";
  connection.token_file = machine.write("tok", "FILETOK\n");
  CHECK(headers_of(connection) == bearer("FILETOK"));
  connection.token_file = machine.path("missing");
  CHECK(headers_of(connection) == bearer("T"));
  connection.token_file = machine.write("empty", "\n");
  CHECK(headers_of(connection) == bearer("T"));

  machine.kubeconfig(config({.user = "{token: T, tokenFile: tok}"}));
  CHECK(headers_of(machine.connect()) == bearer("FILETOK"));
  machine.kubeconfig(config({.user = "{token: T, tokenFile: missing}"}));
  CHECK(headers_of(machine.connect()) == bearer("T"));
}

TEST_CASE("AU-04 a token file missing from the start is an error") {
  Machine machine;
  machine.kubeconfig(config({.user = "{tokenFile: nope}"}));
  CHECK(machine.error() == "open " + machine.path("nope") + ": no such file or directory");
  kube::Connection connection = https();
  connection.token_file = machine.path("nope");
  CHECK(refusal(connection) == "getting credentials: open " + machine.path("nope") + ": no such file or directory");
}

TEST_CASE("AU-05 a token file of blanks is an error") {
  Machine machine;
  machine.write("blank", " \t\n");
  machine.kubeconfig(config({.user = "{tokenFile: blank}"}));
  CHECK(machine.error() == "read empty token from file \"" + machine.path("blank") + "\"");
}

TEST_CASE("AU-06 a token with a line break or another control character is an error") {
  for (const std::string& token : {std::string("CANARY\n"), std::string("CAN\r\nARY"), std::string("CAN\0ARY", 7),
                                   std::string("CAN\tARY"), std::string("CANARY\x7f"), std::string("\x01")}) {
    kube::Connection connection = https();
    connection.token = token;
    CHECK(refusal(connection) ==
          "getting credentials: invalid header field value for \"Authorization\": it holds a line "
          "break or another control character");
  }
  Machine machine;
  kube::Connection connection = https();
  connection.token_file = machine.write("tok", "CAN\nARY");
  CHECK(refusal(connection).find("CAN") == std::string::npos);
  CHECK(!refusal(connection).empty());
}

TEST_CASE("AU-07 basic authentication") {
  kube::Connection connection = https();
  connection.username = "u";
  CHECK(headers_of(connection) == Headers{{"Authorization", "Basic dTo="}});
  connection.password = "p\n";
  CHECK(headers_of(connection) == Headers{{"Authorization", "Basic dTpwCg=="}}); // base64 makes a line break harmless
  connection.username.clear();
  CHECK(headers_of(connection) == k_none);
}

TEST_CASE("AU-08 a token and a client certificate work together") {
  kube::Connection connection = https();
  connection.token = "T";
  connection.tls.client_certificate_pem = k_certificate;
  connection.tls.client_key_pem = k_key;
  kube::Credentials credentials(connection);
  CHECK(credentials.identity().headers == bearer("T"));
  CHECK(credentials.identity().client_certificate_pem == k_certificate);
  CHECK(credentials.identity().client_key_pem == k_key);
  CHECK(credentials.identity().generation == 0);
}

TEST_CASE("AU-09 a plugin does not run if there are other credentials") {
  Machine machine;
  kube::Connection connection = https();
  connection.exec = counting_plugin(machine);
  SECTION("token") {
    connection.token = "T";
    CHECK(headers_of(connection) == bearer("T"));
  }
  SECTION("token file") {
    connection.token_file = machine.write("tok", "F");
    CHECK(headers_of(connection) == bearer("F"));
  }
  SECTION("basic") {
    connection.username = "u";
    CHECK(headers_of(connection) == Headers{{"Authorization", "Basic dTo="}});
  }
  SECTION("client certificate") {
    connection.tls.client_certificate_pem = k_certificate;
    connection.tls.client_key_pem = k_key;
    CHECK(headers_of(connection) == k_none);
  }
  CHECK(runs(machine) == 0);
  CHECK(!kube::Credentials(connection).refresh() == connection.token_file.empty());
}

TEST_CASE("AU-10 an http:// server gets no credentials, and no plugin runs for it") {
  Machine machine;
  kube::Connection connection;
  connection.server = "http://h";
  connection.token = "T";
  connection.username = "u";
  connection.token_file = machine.path("missing");
  connection.tls.client_certificate_pem = k_certificate;
  CHECK(headers_of(connection) == k_none);
  kube::Credentials credentials(connection);
  CHECK(credentials.identity().client_certificate_pem.empty());
  CHECK(!credentials.refresh());

  kube::Connection with_plugin;
  with_plugin.server = "http://h";
  with_plugin.exec = counting_plugin(machine);
  CHECK(headers_of(with_plugin) == k_none);
  CHECK(!kube::Credentials(with_plugin).refresh());
  CHECK(runs(machine) == 0);
}

TEST_CASE("AU-11 AU-12 impersonation headers go to every server, http:// too") {
  kube::Connection connection;
  connection.server = "http://h";
  connection.impersonate.user = "al";
  connection.impersonate.uid = "7";
  connection.impersonate.groups = {"g1", "g 2"};
  connection.impersonate.extra = {{"foo/bar%x", {"a", "b"}}, {"k", {""}}};
  const Headers impersonation = {{"Impersonate-User", "al"},
                                 {"Impersonate-Uid", "7"},
                                 {"Impersonate-Group", "g1"},
                                 {"Impersonate-Group", "g 2"},
                                 {"Impersonate-Extra-foo%2Fbar%25x", "a"},
                                 {"Impersonate-Extra-foo%2Fbar%25x", "b"},
                                 {"Impersonate-Extra-k", ""}};
  CHECK(headers_of(connection) == impersonation);
  connection.server = "https://h";
  connection.token = "T";
  Headers both = bearer("T");
  both.insert(both.end(), impersonation.begin(), impersonation.end());
  CHECK(headers_of(connection) == both);
}

TEST_CASE("AU-11 an impersonation header escapes special bytes of its key") {
  CHECK(kube::impersonate_extra_header("aZ09!#$&'*+-.^_`|~") == "Impersonate-Extra-aZ09!#$&'*+-.^_`|~");
  CHECK(kube::impersonate_extra_header(std::string_view("\0\r\n :\xc3\xa9", 7)) ==
        "Impersonate-Extra-%00%0D%0A%20%3A%C3%A9");
}

TEST_CASE("impersonation cannot inject headers") {
  kube::Connection connection = https();
  const auto check = [&connection](const char* header) {
    CHECK(refusal(connection) == util::concat("getting credentials: invalid header field value for \"", header,
                                              "\": it holds a line break or another control character"));
  };
  connection.impersonate.user = "a\r\nX: y";
  check("Impersonate-User");
  connection.impersonate = {.user = "a", .uid = "\n", .groups = {}, .extra = {}};
  check("Impersonate-Uid");
  connection.impersonate = {.user = "a", .uid = "", .groups = {"b\n"}, .extra = {}};
  check("Impersonate-Group");
  connection.impersonate = {.user = "a", .uid = "", .groups = {}, .extra = {{"k", {"v\n"}}}};
  check("Impersonate-Extra-k");
}

TEST_CASE("AU-13 a plugin runs again only after a 401") {
  Machine machine;
  kube::Connection connection = https();
  connection.exec = counting_plugin(machine);
  kube::Credentials credentials(connection);
  CHECK(credentials.identity().headers == bearer("T1"));
  CHECK(credentials.identity().headers == bearer("T1"));
  CHECK(runs(machine) == 1);
  CHECK(credentials.refresh());
  CHECK(credentials.identity().headers == bearer("T2"));
  CHECK(credentials.identity().headers == bearer("T2"));
  CHECK(runs(machine) == 2);
  CHECK(credentials.identity().generation == 0); // the client certificate did not change
}

TEST_CASE("AU-13 a 401 refreshes a token file; a token stays the same") {
  Machine machine;
  kube::Connection connection = https();
  connection.token_file = machine.write("tok", "A");
  kube::Credentials credentials(connection);
  CHECK(credentials.identity().headers == bearer("A"));
  machine.write("tok", "B");
  CHECK(credentials.identity().headers == bearer("A"));
  CHECK(credentials.refresh());
  CHECK(credentials.identity().headers == bearer("B"));

  kube::Connection fixed = https();
  fixed.token = "T";
  CHECK(!kube::Credentials(fixed).refresh());
  CHECK(!kube::Credentials(https()).refresh());
}

TEST_CASE("2.8 a plugin's credential serves until it expires") {
  Machine machine;
  kube::Connection connection = https();
  SECTION("in the past") {
    connection.exec = counting_plugin(machine, R"(,"expirationTimestamp":"2001-01-01T00:00:00Z")");
    kube::Credentials credentials(connection);
    CHECK(credentials.identity().headers == bearer("T1"));
    CHECK(credentials.identity().headers == bearer("T2"));
  }
  SECTION("in the future") {
    connection.exec = counting_plugin(machine, R"(,"expirationTimestamp":"2999-01-01T00:00:00Z")");
    kube::Credentials credentials(connection);
    CHECK(credentials.identity().headers == bearer("T1"));
    CHECK(credentials.identity().headers == bearer("T1"));
  }
}

TEST_CASE("2.8 a plugin may return a certificate, with or without a token; a new certificate needs new connections") {
  Machine machine;
  kube::Connection connection = https();
  connection.exec = counting_plugin(machine);
  const auto prints = [&machine](const std::string& status) {
    machine.write("answer",
                  util::concat(R"({"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","status":)",
                               status, "}"));
  };
  const auto escaped = [](std::string text) {
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 2)) {
      text.replace(at, 1, "\\n");
    }
    return text;
  };
  const auto pair = [&escaped](const std::string& certificate) {
    return util::concat(R"("clientCertificateData":")", escaped(certificate), R"(","clientKeyData":")", escaped(k_key),
                        "\"");
  };
  connection.exec->command = machine.script("plugin", "cat " + machine.path("answer"));
  kube::Credentials credentials(connection);

  prints(util::concat("{", pair(k_certificate), "}"));
  CHECK(credentials.identity().headers == k_none);
  CHECK(credentials.identity().client_certificate_pem == k_certificate);
  CHECK(credentials.identity().client_key_pem == k_key);
  CHECK(credentials.identity().generation == 0);

  prints(util::concat("{\"token\":\"T\",", pair(k_certificate), "}"));
  CHECK(credentials.refresh());
  CHECK(credentials.identity().headers == bearer("T"));
  CHECK(credentials.identity().generation == 0);

  prints(util::concat("{", pair(k_other_certificate), "}"));
  CHECK(credentials.refresh());
  CHECK(credentials.identity().client_certificate_pem == k_other_certificate);
  CHECK(credentials.identity().generation == 1);

  prints("{\"token\":\"T\"}");
  CHECK(credentials.refresh());
  CHECK(credentials.identity().client_certificate_pem.empty());
  CHECK(credentials.identity().generation == 2);
}

TEST_CASE("a plugin's token must pass the same check as every other") {
  Machine machine;
  kube::Connection connection = https();
  connection.exec = counting_plugin(machine);
  connection.exec->command = machine.script(
      "plugin", "printf '%s' '{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/v1\","
                "\"status\":{\"token\":\"CAN\\r\\nARY\"}}'");
  CHECK(refusal(connection) ==
        "getting credentials: invalid header field value for \"Authorization\": it holds a line break "
        "or another control character");
}
