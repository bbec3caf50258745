// SPDX-License-Identifier: Apache-2.0
// A remedy in words, as it follows a bullet: "add 1 node like gpu-a (8 nvidia.com/gpu)".
#pragma once

#include "model/report/report.hpp"

#include <string>

namespace report {

// Begins with the verb, without a full stop. `group` is the one that it lets start.
std::string fix_summary(const model::Fix& fix, const model::GroupReport& group);

// When a scheduler that goes on running tries the group again after its remedies, and what makes it do so sooner;
// empty: at once.
std::string retry_note(const model::GroupReport& group);

} // namespace report
