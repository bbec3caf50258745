// SPDX-License-Identifier: Apache-2.0
// What a kubeconfig calls "server" as the URL that requests go to.
#pragma once

#include <string>

namespace kube {

enum class TlsConfigured { No, Yes }; // an authority, a client certificate or insecure-skip-tls-verify is given

// Scheme, host, port and path prefix, without a slash at the end. "host:port" is https where TLS is configured, else
// http. Throws util::Error where it cannot be a server.
std::string server_url(const std::string& server, TlsConfigured tls);

} // namespace kube
