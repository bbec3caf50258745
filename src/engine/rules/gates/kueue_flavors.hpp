// SPDX-License-Identifier: Apache-2.0
// Which flavors of a ClusterQueue the pod sets of a workload would be given. (kueue, flavorassigner.go)
#pragma once

#include "engine/rules/gates/kueue_quota.hpp"
#include "model/cluster/gate.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace engine {

struct FlavorAssignment {
  bool fits = false;
  bool borrows = false;                            // some of it is beyond the nominal quota
  std::map<FlavorResource, model::Quantity> usage; // what it would take
  std::vector<model::GateAmount> amounts;          // of the flavors that were given, or of all that were tried
  std::vector<std::string> refusals;               // why flavors were not even tried, each once
};

// `counts`: how many pods of each pod set.
FlavorAssignment assign_flavors(const model::ClusterSnapshot& cluster, const QuotaTree& quota, std::size_t queue,
                                const model::KueueWorkload& workload, const std::vector<std::int32_t>& counts);

} // namespace engine
