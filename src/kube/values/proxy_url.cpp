// SPDX-License-Identifier: Apache-2.0
#include "kube/values/proxy_url.hpp"

#include "kube/values/url.hpp"
#include "util/concat.hpp"

#include <optional>

namespace kube {

// clientcmd parseProxyURL
std::string fault_of_proxy_url(std::string_view text) {
  const std::optional<Url> url = parse_url(text);
  if (!url) { return util::concat("could not parse: ", without_userinfo(text)); }
  if (url->scheme == "http" || url->scheme == "https" || url->scheme == "socks5") { return {}; }
  return util::concat("unsupported scheme \"", url->scheme, "\", must be http, https, or socks5");
}

std::string proxy_without_path(std::string_view proxy) {
  const std::optional<Url> url = parse_url(proxy);
  if (!url) { return {}; }
  return util::concat(url->scheme, "://", url->userinfo, url->has_userinfo ? "@" : "", host_and_port(*url));
}

} // namespace kube
