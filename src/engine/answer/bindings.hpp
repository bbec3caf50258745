// SPDX-License-Identifier: Apache-2.0
// The bindings that a run comes to, for bind: whole groups or nothing, and only what a Binding alone can do.
#pragma once

#include "engine/explain/diagnose.hpp"
#include "engine/question.hpp"

namespace engine {

// Fills bindings and refusals for the groups and pods of the question. Of a group that reaches its quorum all members
// that the run places, WouldBind; all of them Skipped, with the reason, where one needs more than a Binding or may not
// go where the run puts it (objections()). The run must have recorded its attempts.
void list_bindings(const Run& run, const Question& question, model::Report& report);

} // namespace engine
