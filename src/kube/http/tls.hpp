// SPDX-License-Identifier: Apache-2.0
// Whom a connection trusts and who we are to it.
#pragma once

#include "kube/http/credentials.hpp"
#include "kube/http/curl_handles.hpp"
#include "kube/http/system_roots.hpp"
#include "kube/values/connection.hpp"

#include <string>

namespace kube {

// Sets all that decides about trust in a server. `system` counts where `settings` names no authorities.
void set_up_tls(CURL* handle, const TlsSettings& settings, const Identity& identity, const SystemRoots& system);

// The same for an https:// proxy before it: the same authorities, as in Go. It is not shown our certificate.
void set_up_proxy_tls(CURL* handle, const TlsSettings& settings, const SystemRoots& system);

// The names that the server's certificate is for, "kubernetes, 10.0.0.1" in the order of the certificate; empty where
// none or where the handle has made no connection of its own.
std::string certificate_names(CURL* handle);

// Go has required names in subjectAltName for years; libcurl still takes the Common Name of a certificate that has
// none. True where `handle` has just connected to such a server. Only where libcurl stands on OpenSSL: its other TLS
// libraries do not tell. To be asked before a request is sent (CURLOPT_PREREQFUNCTION).
bool relies_on_common_name(CURL* handle);

} // namespace kube
