// SPDX-License-Identifier: Apache-2.0
// Foresight, one sentence for each known fact.
#pragma once

#include "model/report/report.hpp"

#include <string>
#include <vector>

namespace report {

std::vector<std::string> foresight_remarks(const model::GroupReport& group);
// When a pod without a group starts, and what keeps it out until then; empty: at once, or not at all.
std::string start_remark(const model::PodReport& pod);

} // namespace report
