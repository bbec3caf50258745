// SPDX-License-Identifier: Apache-2.0
// bind with writing: Lease, journal, the run, and what is said at its end.
#pragma once

#include "commands/bind/plan.hpp"

#include <string>
#include <vector>

namespace commands {

// Binds what was asked for, and returns the exit status. `confirmed`: what a person has agreed to, nothing else is
// bound then; null: whatever the plan is once the Lease is held. Throws util::Error where nothing could be done, or
// where it is not known how it ended.
int act(const BindInput& input, const BindTargets& targets, const std::vector<Batch>* confirmed, Session& session);

// Brings runs to their end that left a journal.
int resume(const BindInput& input, Session& session);

// Warns of journals of runs that did not come to their end.
void warn_of_unfinished(const BindInput& input, Session& session);

} // namespace commands
