// SPDX-License-Identifier: Apache-2.0
// The bindings that follow from a run, for bind: whole groups or nothing, and only pods that need no more than a
// Binding.
#pragma once

#include "engine/explain/diagnose.hpp"
#include "engine/ledger/ledger.hpp"
#include "engine/question.hpp"

namespace engine {

// Fills bindings and refusals for the groups and pods of the question. For a group that reaches its quorum, lists all
// members that the run places as WouldBind. Lists all of them as Skipped, with the reason, if one needs more than a
// Binding, does not fit on its node (objections()), or may not run there (Ledgers::doubt_about_binding). The run must
// have recorded its attempts.
void list_bindings(const Run& run, const Question& question, const Ledgers& ledgers, model::Report& report);

} // namespace engine
