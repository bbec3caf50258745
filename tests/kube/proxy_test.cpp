// SPDX-License-Identifier: Apache-2.0
// Go's rules for proxies: variables of the environment, and the kubeconfig's proxy-url.
#include "kube/machine.hpp"
#include "kube/values/no_proxy.hpp"
#include "kube/values/proxy.hpp"

namespace {

using Variables = std::map<std::string, std::string>;

std::string proxy_of(const std::string& url, const Variables& variables, const std::string& proxy_url = "") {
  kube::Connection connection;
  connection.proxy_url = proxy_url;
  return kube::proxy_for(url, connection, [&variables](const char* name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    if (found == variables.end()) { return std::nullopt; }
    return found->second;
  });
}

bool proxied(const std::string& host, const std::string& no_proxy) {
  return proxy_of("https://" + host, {{"HTTPS_PROXY", "http://p:3"}, {"NO_PROXY", no_proxy}}) == "http://p:3";
}

} // namespace

TEST_CASE("HTTPS_PROXY or HTTP_PROXY holds the proxy") {
  CHECK(proxy_of("https://h:9", {}).empty());
  CHECK(proxy_of("https://h:9", {{"HTTPS_PROXY", "http://p:3"}}) == "http://p:3");
  CHECK(proxy_of("https://h:9", {{"https_proxy", "http://p:3"}}) == "http://p:3");
  CHECK(proxy_of("https://h:9", {{"HTTPS_PROXY", "http://p:3"}, {"https_proxy", "http://q:3"}}) == "http://p:3");
  CHECK(proxy_of("https://h:9", {{"HTTPS_PROXY", ""}, {"https_proxy", "http://q:3"}}) == "http://q:3");
  CHECK(proxy_of("https://h:9", {{"HTTP_PROXY", "http://p:3"}}).empty());
  CHECK(proxy_of("http://h:9", {{"HTTP_PROXY", "http://p:3"}}) == "http://p:3");
  CHECK(proxy_of("http://h:9", {{"HTTPS_PROXY", "http://p:3"}}).empty());
  CHECK(proxy_of("https://h:9", {{"ALL_PROXY", "http://p:3"}, {"all_proxy", "http://p:3"}}).empty());
}

TEST_CASE("a proxy is http or https or socks5") {
  CHECK(proxy_of("https://h", {{"HTTPS_PROXY", "p:3"}}) == "http://p:3");
  CHECK(proxy_of("https://h", {{"HTTPS_PROXY", "p"}}) == "http://p");
  CHECK(proxy_of("https://h", {{"HTTPS_PROXY", "https://p:3/path?x"}}) == "https://p:3");
  CHECK(proxy_of("https://h", {{"HTTPS_PROXY", "socks5://p:3"}}) == "socks5://p:3");
  CHECK(proxy_of("https://h", {{"HTTPS_PROXY", "socks5h://p:3"}}) == "socks5://p:3");
  CHECK(proxy_of("https://h", {{"HTTPS_PROXY", "http://u:pw@p:3"}}) == "http://u:pw@p:3");
  CHECK(error_of([] {
          (void)proxy_of("https://h", {{"https_proxy", "ftp://u:CANARY@p:3"}});
        }) == "the environment variable https_proxy holds no proxy: unsupported scheme \"ftp\", must be http, https, "
              "or socks5");
  CHECK(error_of([] {
          (void)proxy_of("https://h", {{"HTTPS_PROXY", "http://u:CANARY@p:x"}});
        }) == "the environment variable HTTPS_PROXY holds no proxy: could not parse: http://***@p:x");
}

TEST_CASE("HTTP_PROXY in a CGI program is an error") {
  CHECK(error_of([] {
          (void)proxy_of("http://h", {{"HTTP_PROXY", "p:3"}, {"REQUEST_METHOD", "GET"}});
        }) == "the environment variable HTTP_PROXY is not trusted in a CGI program (REQUEST_METHOD is set); unset one "
              "of the two");
  CHECK(proxy_of("https://h", {{"HTTPS_PROXY", "p:3"}, {"REQUEST_METHOD", "GET"}}) == "http://p:3");
}

TEST_CASE("loopback addresses bypass the environment's proxy") {
  for (const char* const host : {"localhost", "localhost:1", "127.0.0.1", "127.9.8.7:1", "[::1]:1"}) {
    INFO(host);
    CHECK(!proxied(host, ""));
  }
  CHECK(proxied("128.0.0.1", ""));
  CHECK(proxied("[::2]", ""));
  CHECK(proxied("localhost.example", ""));
}

TEST_CASE("NO_PROXY: everything, domains, names") {
  CHECK(!proxied("h.example", "*"));
  CHECK(!proxied("h.example", "a, * ,b"));
  CHECK(!proxied("h.example", "example"));
  CHECK(!proxied("example", "example"));
  CHECK(!proxied("h.example", ".example"));
  CHECK(proxied("example", ".example"));
  CHECK(!proxied("h.example", "*.example"));
  CHECK(proxied("example", "*.example"));
  CHECK(proxied("hexample", "example"));
  CHECK(!proxied("H.Example", "h.EXAMPLE"));
  CHECK(!proxied("h.example", " h.example , x"));
  CHECK(proxied("h.example", "other, ,"));
  CHECK(proxied("h.example", ""));
}

TEST_CASE("NO_PROXY: a port must equal the server's") {
  CHECK(!proxied("h.example:9", "h.example:9"));
  CHECK(proxied("h.example:9", "h.example:8"));
  CHECK(!proxied("h.example", "h.example:443"));
  CHECK(!proxied("10.0.0.1:9", "10.0.0.1:9"));
  CHECK(proxied("10.0.0.1:9", "10.0.0.1:8"));
  CHECK(!proxied("[fd00::1]:9", "[fd00::1]:9"));
  CHECK(proxied("[fd00::1]:9", "[fd00::1]:8"));
  CHECK(proxied("h.example:9", ":9"));
}

TEST_CASE("NO_PROXY: addresses and networks") {
  CHECK(!proxied("10.0.0.1", "10.0.0.1"));
  CHECK(proxied("10.0.0.1", "10.0.0.2"));
  CHECK(!proxied("10.1.2.3", "10.0.0.0/8"));
  CHECK(proxied("11.1.2.3", "10.0.0.0/8"));
  CHECK(!proxied("10.1.2.3", "0.0.0.0/0"));
  CHECK(proxied("[fd00::1]", "0.0.0.0/0"));
  CHECK(!proxied("[fd00::1]", "fd00::/8"));
  CHECK(!proxied("[fd00::1]", "fd00::1"));
  CHECK(proxied("[fe00::1]", "fd00::/8"));
  CHECK(proxied("10.1.2.3", "10.0.0.0/33"));
  CHECK(proxied("10.1.2.3", "10.0.0.0/"));
  CHECK(proxied("10.1.2.3", ".3")); // a domain never matches an address
}

TEST_CASE("proxy-url always applies: NO_PROXY and the loopback rule have no effect") {
  CHECK(proxy_of("https://127.0.0.1:1", {{"NO_PROXY", "*"}, {"HTTPS_PROXY", "http://q"}}, "http://p:3") ==
        "http://p:3");
  CHECK(proxy_of("https://h", {}, "socks5://u:p@p:3") == "socks5://u:p@p:3");

  Machine machine;
  machine.kubeconfig(config({.cluster = R"({server: "https://127.0.0.1:1", proxy-url: "https://p:3"})"}));
  CHECK(machine.connect().proxy_url == "https://p:3");
}

TEST_CASE("process_environment reads the process's own environment") {
  CHECK(kube::process_environment("PATH").has_value());
  CHECK(!kube::process_environment("KUBECTL_GANG_NOT_SET"));
}
