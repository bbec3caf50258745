// SPDX-License-Identifier: Apache-2.0
#include "kube/proxy.hpp"

#include "kube/no_proxy.hpp"
#include "kube/proxy_url.hpp"
#include "kube/url.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

#include <cstdlib>

namespace kube {

namespace {

constexpr std::string_view k_schemes = "must be http, https, or socks5";

bool is_supported(std::string_view scheme) { return scheme == "http" || scheme == "https" || scheme == "socks5"; }

// A proxy has no path; what is given besides is dropped.
std::string text_of(const Url& url) {
  const std::string_view scheme = url.scheme == "socks5h" ? "socks5" : std::string_view(url.scheme);
  return util::concat(scheme, "://", url.userinfo, url.has_userinfo ? "@" : "", host_and_port(url));
}

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

// A value without a scheme is an http proxy. Go resolves names at a socks5 proxy as well, so socks5h is the same.
std::string environment_proxy(const Variable& variable) {
  std::optional<Url> url = parse_url(variable.value);
  const bool has_scheme = variable.value.find("://") != std::string::npos;
  if (!url && !has_scheme) { url = parse_url(util::concat("http://", variable.value)); }
  if (!url) {
    throw util::Error(util::concat("the environment variable ", variable.name, " holds no proxy: could not parse \"",
                                   without_userinfo(variable.value), '"'));
  }
  if (!is_supported(url->scheme) && url->scheme != "socks5h") {
    throw util::Error(util::concat("the environment variable ", variable.name, " holds no proxy: unsupported scheme \"",
                                   url->scheme, "\", ", k_schemes));
  }
  return text_of(*url);
}

// In a CGI program HTTP_PROXY is a request's header "Proxy", which anybody may send (https://httpoxy.org).
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

// clientcmd parseProxyURL
std::string fault_of_proxy_url(std::string_view text) {
  const std::optional<Url> url = parse_url(text);
  if (!url) { return util::concat("could not parse: ", without_userinfo(text)); }
  if (!is_supported(url->scheme)) { return util::concat("unsupported scheme \"", url->scheme, "\", ", k_schemes); }
  return {};
}

std::string proxy_for(std::string_view url, const Connection& connection, const Environment& environment) {
  if (!connection.proxy_url.empty()) {
    const std::string fault = fault_of_proxy_url(connection.proxy_url);
    if (!fault.empty()) { throw util::Error(util::concat("invalid 'proxy-url': ", fault)); }
    return text_of(*parse_url(connection.proxy_url));
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
