// SPDX-License-Identifier: Apache-2.0
// A remedy in words, as it follows a bullet: "add 1 node like gpu-a (8 nvidia.com/gpu)".
#pragma once

#include "model/report.hpp"

#include <string>

namespace report {

// Begins with the verb, without a full stop. `group` is the one that it lets start.
std::string fix_summary(const model::Fix& fix, const model::GroupReport& group);

} // namespace report
