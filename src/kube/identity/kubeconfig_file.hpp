// SPDX-License-Identifier: Apache-2.0
// One kubeconfig file.
#pragma once

#include "kube/identity/kubeconfig.hpp"

#include <string>
#include <string_view>

namespace kube {

// Parses `text`, the content of the file `path`. Relative paths in it start at the file's folder. Throws util::Error
// without naming the file.
Kubeconfig parse_kubeconfig(std::string_view text, const std::string& path);

// True if the file contains credentials, which every reader of the file could use.
bool holds_secrets(const Kubeconfig& file);

} // namespace kube
