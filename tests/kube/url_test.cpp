// SPDX-License-Identifier: Apache-2.0
// Servers and their URLs.
#include "kube/http/server_url.hpp"
#include "kube/machine.hpp"
#include "kube/values/url.hpp"

using kube::server_url;
using kube::TlsConfigured;

namespace {

std::string refusal(const std::string& server) {
  return error_of([&server] { (void)server_url(server, TlsConfigured::No); });
}

} // namespace

TEST_CASE("KC-60 a server without a scheme is https with TLS settings, else http") {
  CHECK(server_url("127.0.0.1:1", TlsConfigured::No) == "http://127.0.0.1:1");
  CHECK(server_url("127.0.0.1:1", TlsConfigured::Yes) == "https://127.0.0.1:1");
  CHECK(server_url("localhost:8080", TlsConfigured::No) == "http://localhost:8080");
  CHECK(server_url("api.example", TlsConfigured::Yes) == "https://api.example");
  CHECK(server_url("[::1]:6443", TlsConfigured::Yes) == "https://[::1]:6443");
  CHECK(server_url("http://h:1", TlsConfigured::Yes) == "http://h:1");

  Machine machine;
  machine.kubeconfig(config({.cluster = R"({server: "127.0.0.1:1"})"}));
  CHECK(machine.connect().server == "http://127.0.0.1:1");
  machine.kubeconfig(config({.cluster = R"({server: "127.0.0.1:1", insecure-skip-tls-verify: true})"}));
  CHECK(machine.connect().server == "https://127.0.0.1:1");
  machine.write("ca.crt", k_certificate);
  machine.kubeconfig(config({.cluster = R"({server: "127.0.0.1:1", certificate-authority: ca.crt})"}));
  CHECK(machine.connect().server == "https://127.0.0.1:1");
  machine.write("key", k_key);
  machine.kubeconfig(
      config({.cluster = R"({server: "127.0.0.1:1"})", .user = "{client-certificate: ca.crt, client-key: key}"}));
  CHECK(machine.connect().server == "https://127.0.0.1:1");
}

TEST_CASE("KC-61 a server's URL keeps its path, but loses query and fragment") {
  CHECK(server_url("https://h/a/b/", TlsConfigured::No) == "https://h/a/b");
  CHECK(server_url("https://h:1/a/b/?x=1#f", TlsConfigured::No) == "https://h:1/a/b");
  CHECK(server_url("https://h/", TlsConfigured::No) == "https://h");
  CHECK(server_url("https://h?x=1", TlsConfigured::No) == "https://h");
  CHECK(server_url("https://h/k8s/clusters/c-m-1", TlsConfigured::No) == "https://h/k8s/clusters/c-m-1");
}

TEST_CASE("KC-62 a path needs a scheme before the host") {
  CHECK(refusal("h:1/p") == "host must be a URL or a host:port pair: \"h:1/p\"");
  CHECK(refusal("h/p") == "host must be a URL or a host:port pair: \"h/p\"");
  CHECK(server_url("h:1/", TlsConfigured::No) == "http://h:1");
}

TEST_CASE("KC-68 unusual hosts work and invalid ones are errors") {
  CHECK(server_url("https://[::1]:6443", TlsConfigured::No) == "https://[::1]:6443");
  CHECK(server_url("https://[fe80::1%25eth0]:6443", TlsConfigured::No) == "https://[fe80::1%25eth0]:6443");
  CHECK(server_url("https://api.example.", TlsConfigured::No) == "https://api.example.");
  CHECK(server_url("HTTPS://API.Example", TlsConfigured::No) == "https://API.Example");
  CHECK(server_url("https://api.example:443", TlsConfigured::No) == "https://api.example:443");
  CHECK(server_url("https://api.example:", TlsConfigured::No) == "https://api.example");
  CHECK(server_url("https://b\xc3\xbc"
                   "cher.example",
                   TlsConfigured::No) == "https://b\xc3\xbc"
                                         "cher.example");
  for (const char* const server :
       {"https://", "https://:443", "https://h:0", "https://h:65536", "https://h:99999999999", "https://h:x",
        "https://h:1:2", "https://[::1", "https://[::1]x", "https://[h]:1", "https://::1", "https://h%41",
        "https://h h", "https://h/a b", "https://h\n", "https://h\r\nHost: x", "https://[fe80::1%25]:1", "://h",
        "1s://h"}) {
    INFO(server);
    CHECK(refusal(server).starts_with("host must be a URL or a host:port pair: "));
  }
}

TEST_CASE("KC-68 a user name in the server's URL is an error that hides it") {
  CHECK(refusal("https://me:CANARY@h:1") ==
        "the server \"https://***@h:1\" holds a user name; credentials belong to the kubeconfig's user");
  CHECK(refusal("me:CANARY@h:1") ==
        "the server \"***@h:1\" holds a user name; credentials belong to the kubeconfig's user");
  CHECK(refusal("ftp://me:CANARY@h") ==
        "unsupported protocol scheme \"ftp\" of the server \"ftp://***@h\", must be https or http");
  CHECK(refusal("https://me:CAN@ARY@h:x") == "host must be a URL or a host:port pair: \"https://***@h:x\"");
}

TEST_CASE("parse_url splits a URL") {
  const auto url = kube::parse_url("Socks5://u:p@[fd00::2]:1080/a?b#c");
  REQUIRE(url);
  CHECK(url->scheme == "socks5");
  CHECK(url->userinfo == "u:p");
  CHECK(url->host == "fd00::2");
  CHECK(url->port == "1080");
  CHECK(url->path == "/a");
  CHECK(kube::host_and_port(*url) == "[fd00::2]:1080");
  CHECK(!kube::parse_url("h:1"));
  CHECK(!kube::parse_url(""));
}

TEST_CASE("messages show a URL without its user info") {
  CHECK(kube::without_userinfo("https://h:1/p?q") == "https://h:1/p?q");
  CHECK(kube::without_userinfo("https://u:CANARY@h:1/p") == "https://***@h:1/p");
  CHECK(kube::without_userinfo("https://u:CAN@ARY@h") == "https://***@h");
  CHECK(kube::without_userinfo("https://u:CAN/ARY@h") == "https://***@h");
  CHECK(kube::without_userinfo("u:CANARY@h") == "***@h");
  CHECK(kube::without_userinfo("http://u:CANARY h:1") == "http://u:***");
  CHECK(kube::without_userinfo("u:CANARY") == "u:***");
  CHECK(kube::without_userinfo("http://[::1]:1") == "http://[::1]:1");
  CHECK(kube::without_userinfo("127.0.0.1:3") == "127.0.0.1:3");
}
