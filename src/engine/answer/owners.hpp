// SPDX-License-Identifier: Apache-2.0
// Remedies for the pods of one owner that are in no group.
#pragma once

#include "engine/explain/diagnose.hpp"
#include "engine/question.hpp"
#include "model/report/report.hpp"

#include <vector>

namespace engine {

// For the first owners of the question's pods that do not fit: their remedies, if the question asks for any. An owner
// counts as a group that no scheduler knows and that needs all of its pods. Leaves out owners without a remedy, and
// owners that make one pod for each node. None in a cluster whose simulation takes more than a tenth of a second.
std::vector<model::OwnerReport> owners_with_fixes(const Run& run, const Question& question);

} // namespace engine
