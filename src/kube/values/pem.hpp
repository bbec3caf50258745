// SPDX-License-Identifier: Apache-2.0
// Checks of certificates and keys that need no TLS library: whether there is one. The TLS library finds other errors.
#pragma once

#include <string>
#include <string_view>

namespace kube {

// The reason why `pem` has no certificate authority ("unable to parse bytes as PEM block"); empty: it may have one.
std::string fault_of_authorities(std::string_view pem);

// The same for a client certificate and its key ("tls: failed to find any PEM data in certificate input").
std::string fault_of_key_pair(std::string_view certificate_pem, std::string_view key_pem);

} // namespace kube
