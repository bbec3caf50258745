// SPDX-License-Identifier: Apache-2.0
// A remedy as text for a bullet: "add 1 node like gpu-a (8 nvidia.com/gpu)".
#pragma once

#include "model/report/report.hpp"

#include <string>

namespace report {

// Returns a verb phrase without a full stop. `group` is the group that the remedy unblocks.
std::string fix_summary(const model::Fix& fix, const model::GroupReport& group);

// When a running scheduler retries the group after its remedies, and what triggers an earlier retry. Empty:
// immediately.
std::string retry_note(const model::GroupReport& group);

} // namespace report
