// SPDX-License-Identifier: Apache-2.0
// Describes the options and assumptions of a run, for `spec` of a report.
#pragma once

#include "engine/rules/rules.hpp"
#include "model/report/report.hpp"

namespace engine {

// Whether another scheduler also serves these pods and could change the answer.
enum class Others { Schedule, None };

// Fills captured_at, order, policy, scheduler_version, victims, waiting; adds to assumptions.
void describe_inputs(const Rules& rules, Others others, model::Report& report);

} // namespace engine
