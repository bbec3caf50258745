// SPDX-License-Identifier: Apache-2.0
// Servers to reach without the environment's proxy.
#pragma once

#include <string_view>

namespace kube {

// True if `no_proxy` (NO_PROXY's value) or the loopback rule excludes host:port from the proxy. The host is as in a
// URL, without brackets.
bool goes_without_proxy(std::string_view host, std::string_view port, std::string_view no_proxy);

} // namespace kube
