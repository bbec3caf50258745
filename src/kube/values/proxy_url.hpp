// SPDX-License-Identifier: Apache-2.0
// What can be a proxy: an http, https or socks5 URL.
#pragma once

#include <string>
#include <string_view>

namespace kube {

// Why `text` can be no proxy ("unsupported scheme "ftp", must be http, https, or socks5"); empty: it can.
std::string fault_of_proxy_url(std::string_view text);

// A proxy without its path, which means nothing: "http://user:password@proxy:3128".
std::string proxy_without_path(std::string_view proxy);

} // namespace kube
