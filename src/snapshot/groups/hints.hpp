// SPDX-License-Identifier: Apache-2.0
// Hints for a query that found nothing: workloads whose pods are not in the input, and replaced names.
#pragma once

#include "snapshot/collected/collected.hpp"

#include <string>

namespace snapshot {

// Fills ClusterSnapshot::hints. A saved workload object creates no pods: if it should have pods and has none, the hint
// says so and suggests dry-run. After --anonymize, a search for the original names finds nothing, and a hint says that
// too.
void add_hints(Collected& collected);

// "ResourceQuota ml/q has no requests.cpu left (10 of 10 used), so pods that …": a reason why the namespace's
// controllers may have no pods; empty: none. Only of quotas that count all pods: the templates of workloads are not
// read.
std::string quota_without_rest(const model::ClusterSnapshot& cluster, std::string_view namespace_name);

// "the names in PLACE were replaced …". Requires a snapshot with renamed_in.
std::string renaming_hint(const model::ClusterSnapshot& cluster);

} // namespace snapshot
