// SPDX-License-Identifier: Apache-2.0
// Describes a resource that is short: "worker-1 needs 4 nvidia.com/gpu on one node; 12 are free, but on 4 nodes: ...".
#pragma once

#include "model/report/report.hpp"
#include "report/layout/clause.hpp"

#include <vector>

namespace report {

// The request of the unplaced members, and the free capacity by node.
std::vector<Clause> shortage_words(const model::Evidence& evidence, const model::ResourceShortage& shortage);

// The shortages to report: the first, and others that no eligible node can meet either.
std::vector<const model::ResourceShortage*> telling_shortages(const model::Evidence& evidence);

} // namespace report
