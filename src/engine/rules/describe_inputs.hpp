// SPDX-License-Identifier: Apache-2.0
// What was asked and what was assumed, for `spec` of a report.
#pragma once

#include "engine/rules/rules.hpp"
#include "model/report/report.hpp"

namespace engine {

// Whether it matters that somebody else schedules the same pods.
enum class Others { Schedule, None };

// Fills captured_at, order, policy, scheduler_version, victims, waiting; adds to assumptions.
void describe_inputs(const Rules& rules, Others others, model::Report& report);

} // namespace engine
