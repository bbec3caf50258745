// SPDX-License-Identifier: Apache-2.0
// Foresight about a group, one sentence for each known fact.
#pragma once

#include "model/report/report.hpp"

#include <string>
#include <vector>

namespace report {

std::vector<std::string> foresight_remarks(const model::GroupReport& group);

} // namespace report
