// SPDX-License-Identifier: Apache-2.0
// The bindings that a run comes to, for bind: whole groups or nothing, and only what a Binding alone can do.
#pragma once

#include "engine/answer.hpp"
#include "engine/diagnose.hpp"

namespace engine {

// Whether the pod, or its group, is among those that the question is about.
bool is_asked(const Question& question, const model::Pod& pod, model::PodIndex index);

// Fills bindings and refusals for the groups and pods of the question. Of a group that reaches its quorum all members
// that the run places, WouldBind; all of them Skipped, with the reason, where one needs more than a Binding or may not
// go where the run puts it (objections()). The run must have recorded its attempts.
void list_bindings(const Run& run, const Question& question, model::Report& report);

} // namespace engine
