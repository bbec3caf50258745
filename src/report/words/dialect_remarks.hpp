// SPDX-License-Identifier: Apache-2.0
// What a group's dialect adds to its verdict: by whose rules it was judged, what stands above it, its parts, and what
// its own scheduler wrote into its status. Each is empty where there is nothing to say.
#pragma once

#include "model/report/report.hpp"

#include <string>
#include <vector>

namespace report {

// Whether the rules simulated are only the nearest to its scheduler's own. Where none apply, pods are placed one by
// one.
bool is_approximated(const model::GroupReport& group);

// "Policy: coscheduling (approximates volcano)."
std::string policy_remark(const model::GroupReport& group);

// Who made the group and how it ends, where that is the scheduler's own affair.
std::string maker_remark(const model::GroupReport& group);
std::string mode_remark(const model::GroupReport& group);

// A sentence for each layer.
std::vector<std::string> layer_remarks(const model::GroupReport& group);

// A sentence for each part that has less than its quorum at the end.
std::vector<std::string> sub_group_remarks(const model::GroupReport& group);

// The condition that the group's scheduler left in its status.
std::string condition_remark(const model::GroupReport& group);

} // namespace report
