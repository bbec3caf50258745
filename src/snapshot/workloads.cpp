// SPDX-License-Identifier: Apache-2.0
// The table of workload kinds.
#include "snapshot/workloads.hpp"

#include <algorithm>
#include <array>

namespace snapshot {

namespace {

// clang-format off
constexpr std::array<WorkloadKind, 8> k_kinds = {{
    {"batch", "CronJob",               expand_cron_job},
    {"apps",  "DaemonSet",             expand_daemon_set},
    {"apps",  "Deployment",            expand_replicas},
    {"batch", "Job",                   expand_job},
    {"",      "Pod",                   expand_pod},
    {"apps",  "ReplicaSet",            expand_replicas},
    {"",      "ReplicationController", expand_replicas},
    {"apps",  "StatefulSet",           expand_stateful_set},
}};
// clang-format on

} // namespace

std::span<const WorkloadKind> workload_kinds() { return k_kinds; }

const WorkloadKind* find_workload_kind(std::string_view api_group, std::string_view kind) {
  const auto row = std::ranges::find_if(k_kinds, [&](const WorkloadKind& candidate) {
    return candidate.kind == kind && candidate.api_group == api_group;
  });
  return row == k_kinds.end() ? nullptr : &*row;
}

std::string known_workload_kinds() {
  std::string text;
  for (const WorkloadKind& row : k_kinds) {
    if (&row != &k_kinds.front()) { text += &row == &k_kinds.back() ? " and " : ", "; }
    text += row.kind;
  }
  return text;
}

} // namespace snapshot
