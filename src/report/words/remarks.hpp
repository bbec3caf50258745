// SPDX-License-Identifier: Apache-2.0
// Further facts about a group beyond its verdict and cause. Returns sentences, empty if they do not apply.
#pragma once

#include "model/report/report.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace report {

std::string leaving_remark(const model::GroupReport& group);   // members that are being deleted and still count
std::string preempted_remark(const model::GroupReport& group); // running members that the scheduler preempts
std::string surplus_remark(const model::GroupReport& group);   // members beyond the quorum that stay pending
std::string permit_remark(const model::GroupReport& group);    // wasted reservations, kept until a timeout
std::string victims_remark(const model::GroupReport& group);   // preemption for nothing
// The groups and pods earlier in the queue, without `losers`, which this group displaces.
std::string queue_remark(const model::GroupReport& group, const std::vector<std::string>& losers = {});
std::string stored_remark(const model::GroupReport& group);     // a status that this run contradicts
std::string robustness_remark(const model::GroupReport& group); // --robust
std::string spins_remark(const model::GroupReport& group);      // retry loops, and how to stop them

// The inputs of the answer: what-ifs, assumptions, unusable objects.
std::string what_if_remark(const model::Report& report);
enum class Detail : std::uint8_t { Short, Full };
// Short: the clauses about this input, and as many general ones as fit in a line of `columns`, all without their
// parentheses, which name flags.
std::string assumptions_remark(const model::Report& report, Detail detail, int columns);
std::string problems_remark(const model::Report& report);

} // namespace report
