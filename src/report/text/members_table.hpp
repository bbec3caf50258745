// SPDX-License-Identifier: Apache-2.0
// A table of pods, with equal ones in one row, so that 64 members are never 64 blocks.
#pragma once

#include "model/report/report.hpp"
#include "report/layout/table.hpp"

#include <string>
#include <vector>

namespace report {

// NAME STATUS NODE REASON. Pods with the same status, node and reason share a row. If many rows remain, pods on
// different nodes share one too ("96 nodes"). `group` gives the reasons their context; null for pods of no group.
// Leaves out empty columns.
Table members_table(const std::vector<model::PodReport>& pods, const model::GroupReport* group);

// The same with one row per pod, the scheduler's own text and nominations (-o wide).
Table wide_members_table(const std::vector<model::PodReport>& pods);

// NODE COUNT PODS, for pods with a node; if there are many nodes, those with equal counts share a row.
Table placements_table(const std::vector<model::PodReport>& pods);

// The reason why a pod is not placed, in a few words. Empty for placed pods.
std::string pod_reason(const model::PodReport& pod, const model::GroupReport* group);

} // namespace report
