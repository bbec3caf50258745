// SPDX-License-Identifier: Apache-2.0
// The rules of operators for their kinds, one function for each kind. (operator_rules.cpp calls them)
#pragma once

#include "snapshot/validation/rules.hpp"

namespace snapshot {

void check_volcano_job(const Place& job);

} // namespace snapshot
