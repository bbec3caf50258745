// SPDX-License-Identifier: Apache-2.0
// Chooses the proxy for a URL: the kubeconfig's proxy-url, else Go's rules for the environment
// (golang.org/x/net/http/httpproxy), which differ from libcurl's.
#pragma once

#include "kube/values/connection.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace kube {

using Environment = std::function<std::optional<std::string>(const char* name)>;

// The process's own environment.
std::optional<std::string> process_environment(const char* name);

// Returns a URL (http, https or socks5), or an empty text for none. Throws util::Error for a proxy with wrong syntax.
std::string proxy_for(std::string_view url, const Connection& connection, const Environment& environment);

} // namespace kube
