// SPDX-License-Identifier: Apache-2.0
// bind in write mode: Lease, journal, the run, and the final report.
#pragma once

#include "commands/bind/plan.hpp"

#include <string>
#include <vector>

namespace commands {

// Binds the targets and returns the exit status. `confirmed`: the plan that the user confirmed; binds nothing else.
// Null: binds the plan made under the Lease. Throws util::Error if nothing could be done, or if the result is unknown.
int act(const BindInput& input, const BindTargets& targets, const std::vector<Batch>* confirmed, Session& session);

// Completes runs that left a journal.
int resume(const BindInput& input, Session& session);

// Warns of journals of unfinished runs.
void warn_of_unfinished(const BindInput& input, Session& session);

} // namespace commands
