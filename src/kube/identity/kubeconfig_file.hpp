// SPDX-License-Identifier: Apache-2.0
// One kubeconfig file.
#pragma once

#include "kube/identity/kubeconfig.hpp"

#include <string>
#include <string_view>

namespace kube {

// What `text`, the content of the file `path`, says; relative paths in it are taken from the file's folder. Throws
// util::Error without naming the file.
Kubeconfig parse_kubeconfig(std::string_view text, const std::string& path);

// Whether somebody who can read the file has credentials.
bool holds_secrets(const Kubeconfig& file);

} // namespace kube
