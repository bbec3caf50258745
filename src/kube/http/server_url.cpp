// SPDX-License-Identifier: Apache-2.0
#include "kube/http/server_url.hpp"

#include "kube/values/url.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

#include <optional>

namespace kube {

// client-go rest/url_utils.go, DefaultServerURL. client-go asks whether TLS is configured before it reads the
// kubeconfig's certificates, so "host:port" is always plain http there. Here the certificates count.
std::string server_url(const std::string& server, TlsConfigured tls) {
  std::optional<Url> url = parse_url(server);
  if (!url) {
    url = parse_url(util::concat(tls == TlsConfigured::Yes ? "https://" : "http://", server));
    if (!url || (!url->path.empty() && url->path != "/")) {
      throw util::Error(util::concat("host must be a URL or a host:port pair: \"", without_userinfo(server), '"'));
    }
  }
  if (url->scheme != "https" && url->scheme != "http") {
    throw util::Error(util::concat("unsupported protocol scheme \"", url->scheme, "\" of the server \"",
                                   without_userinfo(server), "\", must be https or http"));
  }
  if (url->has_userinfo) {
    throw util::Error(util::concat("the server \"", without_userinfo(server),
                                   "\" holds a user name; credentials belong to the kubeconfig's user"));
  }
  while (url->path.ends_with('/')) { url->path.pop_back(); }
  return util::concat(url->scheme, "://", host_and_port(*url), url->path);
}

} // namespace kube
