// SPDX-License-Identifier: Apache-2.0
// What can be told of certificates and keys without a TLS library: whether there is one. The rest comes out when the
// TLS library reads them.
#pragma once

#include <string>
#include <string_view>

namespace kube {

// Why `pem` holds no certificate authority ("unable to parse bytes as PEM block"); empty: it may.
std::string fault_of_authorities(std::string_view pem);

// The same of a client certificate and its key ("tls: failed to find any PEM data in certificate input").
std::string fault_of_key_pair(std::string_view certificate_pem, std::string_view key_pem);

} // namespace kube
