// SPDX-License-Identifier: Apache-2.0
// The kubeconfig's proxy-url.
#pragma once

#include <string>
#include <string_view>

namespace kube {

// Why it can be no proxy ("unsupported scheme "ftp", must be http, https, or socks5"); empty: it can.
std::string fault_of_proxy_url(std::string_view text);

} // namespace kube
