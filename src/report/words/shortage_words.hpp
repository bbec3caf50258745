// SPDX-License-Identifier: Apache-2.0
// A resource that is short, in words: "worker-1 needs 4 nvidia.com/gpu on one node; 12 are free, but on 4 nodes: ...".
#pragma once

#include "model/report/report.hpp"
#include "report/layout/clause.hpp"

#include <vector>

namespace report {

// What the members without a place need of it, and what is free where.
std::vector<Clause> shortage_words(const model::Evidence& evidence, const model::ResourceShortage& shortage);

// The shortages worth saying: the first, and others that no admissible node can meet either.
std::vector<const model::ResourceShortage*> telling_shortages(const model::Evidence& evidence);

} // namespace report
