// SPDX-License-Identifier: Apache-2.0
// Remarks from a group's dialect: the rules used for its verdict, the layer above it, its parts, and the status that
// its own scheduler wrote. Each is empty if there is nothing to report.
#pragma once

#include "model/report/report.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace report {

// True if the simulated rules only approximate those of the group's scheduler. If no rules apply, pods are placed one
// by one.
bool is_approximated(const model::GroupReport& group);

// "Policy: coscheduling (approximates volcano)."
std::string policy_remark(const model::GroupReport& group);

// What groups earlier in the queue may mean for it at its own scheduler; begins with a space.
std::string earlier_remark(const model::GroupReport& group);

// The controller that created the group and how the group ends, if that is up to its own scheduler.
std::string maker_remark(const model::GroupReport& group);
std::string mode_remark(const model::GroupReport& group);

// One sentence for each layer.
std::vector<std::string> layer_remarks(const model::GroupReport& group);

// One sentence for each part that is below its quorum at the end.
std::vector<std::string> sub_group_remarks(const model::GroupReport& group);

// "Its scheduler's last message: …"; empty if there is none.
std::string last_message_remark(std::string_view message);

// The condition that the group's scheduler wrote to its status, or its last message about the group's pods.
std::string condition_remark(const model::GroupReport& group);

} // namespace report
