// SPDX-License-Identifier: Apache-2.0
// Converts the field "server" of a kubeconfig to the URL for requests.
#pragma once

#include <string>

namespace kube {

enum class TlsConfigured { No, Yes }; // an authority, a client certificate or insecure-skip-tls-verify is set

// Scheme, host, port and path prefix, without a slash at the end. "host:port" means https if TLS is configured, else
// http. Throws util::Error if the text cannot be a server.
std::string server_url(const std::string& server, TlsConfigured tls);

} // namespace kube
