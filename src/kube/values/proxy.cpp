// SPDX-License-Identifier: Apache-2.0
#include "kube/values/proxy.hpp"

#include "kube/values/no_proxy.hpp"
#include "kube/values/proxy_url.hpp"
#include "kube/values/url.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

#include <cstdlib>

namespace kube {

namespace {

struct Variable {
  const char* name = nullptr;
  std::string value;
};

// The upper-case name wins unless its value is empty (httpproxy getEnvAny).
Variable either(const Environment& environment, const char* upper_case, const char* lower_case) {
  std::string value = environment(upper_case).value_or("");
  if (!value.empty()) { return {upper_case, std::move(value)}; }
  return {lower_case, environment(lower_case).value_or("")};
}

// Without a scheme it is an http proxy. Go also resolves names at a socks5 proxy, so socks5h means the same.
std::string with_known_scheme(const std::string& value) {
  constexpr std::string_view k_socks5h = "socks5h://";
  if (value.find("://") == std::string::npos) { return util::concat("http://", value); }
  if (value.starts_with(k_socks5h)) { return util::concat("socks5://", value.substr(k_socks5h.size())); }
  return value;
}

std::string environment_proxy(const Variable& variable) {
  const std::string url = with_known_scheme(variable.value);
  const std::string fault = fault_of_proxy_url(url);
  if (!fault.empty()) {
    throw util::Error(util::concat("the environment variable ", variable.name, " holds no proxy: ", fault));
  }
  return proxy_without_path(url);
}

// In a CGI program HTTP_PROXY is a request's header "Proxy", which any client may send (https://httpoxy.org).
void refuse_in_cgi(const Environment& environment, const Variable& variable) {
  if (environment("REQUEST_METHOD").value_or("").empty()) { return; }
  throw util::Error(util::concat("the environment variable ", variable.name,
                                 " is not trusted in a CGI program (REQUEST_METHOD is set); unset one of the two"));
}

} // namespace

std::optional<std::string> process_environment(const char* name) {
  const char* const value = std::getenv(name);
  if (value == nullptr) { return std::nullopt; }
  return value;
}

std::string proxy_for(std::string_view url, const Connection& connection, const Environment& environment) {
  if (!connection.proxy_url.empty()) {
    const std::string fault = fault_of_proxy_url(connection.proxy_url);
    if (!fault.empty()) { throw util::Error(util::concat("invalid 'proxy-url': ", fault)); }
    return proxy_without_path(connection.proxy_url);
  }
  const std::optional<Url> target = parse_url(url);
  if (!target) { throw util::Error(util::concat("\"", without_userinfo(url), "\" is no URL")); }
  const bool is_https = target->scheme == "https";
  const Variable proxy =
      is_https ? either(environment, "HTTPS_PROXY", "https_proxy") : either(environment, "HTTP_PROXY", "http_proxy");
  if (proxy.value.empty()) { return {}; }
  if (!is_https) { refuse_in_cgi(environment, proxy); }
  const std::string_view default_port = is_https ? "443" : "80";
  const std::string_view port = target->port.empty() ? default_port : std::string_view(target->port);
  const Variable exceptions = either(environment, "NO_PROXY", "no_proxy");
  if (goes_without_proxy(target->host, port, exceptions.value)) { return {}; }
  return environment_proxy(proxy);
}

} // namespace kube
