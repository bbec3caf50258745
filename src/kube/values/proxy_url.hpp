// SPDX-License-Identifier: Apache-2.0
// URLs that can be a proxy: http, https or socks5.
#pragma once

#include <string>
#include <string_view>

namespace kube {

// The reason why `text` is no proxy ("unsupported scheme "ftp", must be http, https, or socks5"); empty: it is one.
std::string fault_of_proxy_url(std::string_view text);

// A proxy without its path, which has no meaning: "http://user:password@proxy:3128".
std::string proxy_without_path(std::string_view proxy);

} // namespace kube
