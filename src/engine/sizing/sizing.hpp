// SPDX-License-Identifier: Apache-2.0
// Answers dry-run's questions about number and size: how many jobs fit, and how large one may be.
#pragma once

#include "engine/explain/diagnose.hpp"
#include "engine/question.hpp"

namespace engine {

// Adds what `question.sizing` requests: copies, largest sizes, and with either of them the fragmentation without and
// with the job. The report must already hold groups, pods and verdict.
void answer_sizing(const Run& run, const Question& question, model::Report& report);

} // namespace engine
