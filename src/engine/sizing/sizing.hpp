// SPDX-License-Identifier: Apache-2.0
// How many and how large: what dry-run is asked beyond whether the job starts.
#pragma once

#include "engine/explain/diagnose.hpp"
#include "engine/question.hpp"

namespace engine {

// Adds to the report, which has its groups, pods and verdict, what `question.sizing` asks for: copies, largest sizes,
// and with any of them fragmentation without and with the job.
void answer_sizing(const Run& run, const Question& question, model::Report& report);

} // namespace engine
