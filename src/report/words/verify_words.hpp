// SPDX-License-Identifier: Apache-2.0
// What verify found, as a sentence.
#pragma once

#include "model/report/verification.hpp"

#include <string>

namespace report {

// "3 members placed one after the other; at most 3 by counting", or what is wrong, or why that could not be told.
std::string sentence(const model::Verification& verification);

} // namespace report
