// SPDX-License-Identifier: Apache-2.0
// TLS trust in the server and the proxy, and our client certificate.
#pragma once

#include "kube/http/credentials.hpp"
#include "kube/http/curl_handles.hpp"
#include "kube/http/system_roots.hpp"
#include "kube/values/connection.hpp"

#include <string>

namespace kube {

// Sets all options that decide about trust in a server. `system` counts only if `settings` names no authorities.
void set_up_tls(CURL* handle, const TlsSettings& settings, const Identity& identity, const SystemRoots& system);

// The same for an https:// proxy: the same authorities, as in Go. The proxy does not get our certificate.
void set_up_proxy_tls(CURL* handle, const TlsSettings& settings, const SystemRoots& system);

// Names in the server's certificate, "kubernetes, 10.0.0.1", in the certificate's order. Empty if it has none, or if
// the handle has made no connection of its own.
std::string certificate_names(CURL* handle);

// Go has required names in subjectAltName for years. libcurl still accepts the Common Name of a certificate without
// them. True if `handle` has just connected to such a server. Works only with OpenSSL: libcurl's other TLS libraries do
// not expose the names. Call it before a request is sent (CURLOPT_PREREQFUNCTION).
bool relies_on_common_name(CURL* handle);

} // namespace kube
