// SPDX-License-Identifier: Apache-2.0
// One sentence about a result of verify.
#pragma once

#include "model/report/verification.hpp"

#include <string>

namespace report {

// "3 members placed one after the other; at most 3 by counting", or the error, or why the result is unknown.
std::string sentence(const model::Verification& verification);

} // namespace report
