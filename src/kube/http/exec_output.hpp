// SPDX-License-Identifier: Apache-2.0
// Output of an exec credential plugin.
#pragma once

#include "kube/http/exec_plugin.hpp"

#include <string>
#include <string_view>

namespace kube {

// Returns the credential in `output`, which must have `api_version`. Throws util::Error without quoting the output.
ExecCredential parse_exec_output(std::string_view output, const std::string& api_version);

} // namespace kube
