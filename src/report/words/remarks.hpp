// SPDX-License-Identifier: Apache-2.0
// Further facts about a group beyond its verdict and cause. Returns sentences, empty if they do not apply.
#pragma once

#include "model/report/report.hpp"

#include <string>

namespace report {

std::string surplus_remark(const model::GroupReport& group);    // members beyond the quorum that stay pending
std::string permit_remark(const model::GroupReport& group);     // wasted reservations, kept until a timeout
std::string victims_remark(const model::GroupReport& group);    // preemption for nothing
std::string queue_remark(const model::GroupReport& group);      // groups earlier in the queue, and whether they matter
std::string stored_remark(const model::GroupReport& group);     // a status that this run contradicts
std::string robustness_remark(const model::GroupReport& group); // --robust
std::string spins_remark(const model::GroupReport& group);      // retry loops, and how to stop them

// The inputs of the answer: what-ifs, assumptions, unusable objects.
std::string what_if_remark(const model::Report& report);
std::string assumptions_remark(const model::Report& report);
std::string problems_remark(const model::Report& report);

} // namespace report
