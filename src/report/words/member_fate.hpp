// SPDX-License-Identifier: Apache-2.0
// The fate of each member of a group: one answer for text, tables, structured output and HTML.
#pragma once

#include "model/report/report.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace report {

// True if the verdict rests on the largest placement, whose left-over members are Evidence::pods.
bool has_left_over(const model::GroupReport& group);

// The outcome to show. Which member of a gang fails differs from one retry to the next, so where the verdict rests on
// the largest placement, its left-over members are Unschedulable and the others Rejected with the group. `group` is
// null for pods of no group.
model::Outcome shown_outcome(const model::PodReport& pod, const model::GroupReport* group);

// STATUS of a table. A pod that the run binds is still Pending in the cluster: WouldBind.
// True if the scheduler has taken its node for another pod by the end of the run.
bool is_preempted(const model::PodReport& pod);
std::string_view status_word(model::Outcome outcome);

// Members that have a node, bound ones included, in the placement that the verdict counts.
std::int64_t placed_members(const model::GroupReport& group);

// The API server's refusal to create the pod: "exceeded quota: gpus, requested: …"; empty: it did not refuse.
std::string refused_creation(const model::PodReport& pod);

} // namespace report
