// SPDX-License-Identifier: Apache-2.0
// Pods as a table, equal ones folded into one row, so that 64 members are never 64 blocks.
#pragma once

#include "model/report/report.hpp"
#include "report/layout/table.hpp"

#include <string>
#include <vector>

namespace report {

// NAME STATUS NODE REASON. Pods with the same status, node and reason share a row; where that still leaves many rows,
// those on different nodes share one too ("96 nodes"). `group` gives the reasons their context; null for pods of no
// group. Columns in which nothing stands are left out.
Table members_table(const std::vector<model::PodReport>& pods, const model::GroupReport* group);

// The same with a row per pod, the scheduler's own text and nominations (-o wide).
Table wide_members_table(const std::vector<model::PodReport>& pods);

// NODE COUNT PODS, of those that have a node; nodes with equally many share a row where there are many.
Table placements_table(const std::vector<model::PodReport>& pods);

// Why a pod has no place, in a few words. Empty for those that have one.
std::string pod_reason(const model::PodReport& pod, const model::GroupReport* group);

} // namespace report
