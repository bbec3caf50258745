// SPDX-License-Identifier: Apache-2.0
// What an exec credential plugin has printed.
#pragma once

#include "kube/http/exec_plugin.hpp"

#include <string>
#include <string_view>

namespace kube {

// The credential in `output`, which must be of `api_version`. Throws util::Error without quoting the output.
ExecCredential parse_exec_output(std::string_view output, const std::string& api_version);

} // namespace kube
