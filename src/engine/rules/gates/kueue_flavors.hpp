// SPDX-License-Identifier: Apache-2.0
// Assigns flavors of a ClusterQueue to the pod sets of a Workload. (kueue, flavorassigner.go)
#pragma once

#include "engine/rules/gates/kueue_quota.hpp"
#include "model/cluster/gate.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

struct FlavorAssignment {
  bool fits = false;
  bool borrows = false;                               // some usage exceeds the nominal quota
  bool hopeless = false;                              // some pod set fits no flavor, whatever others use
  std::map<FlavorResource, model::Quantity> usage;    // usage by the Workload
  std::vector<model::GateAmount> amounts;             // of the assigned flavors, or of all flavors tried
  std::vector<std::string> refusals;                  // reasons to skip flavors, each once
  std::vector<std::vector<std::string_view>> flavors; // of each pod set
  std::vector<std::string> topologies;                // what Kueue decides by the Topologies of the flavors, each once
  std::string transformed; // a resource that Kueue's configuration counts as others; empty: none
};

// A Workload that does not fit but would within its queue's nominal quota: the quota that its queue keeps from others
// while it is tried. Empty if it would not. (fitsResourceQuota: mode Preempt; quotaResourcesToReserve)
std::map<FlavorResource, model::Quantity> kept_quota(const model::ClusterSnapshot& cluster, const QuotaTree& quota,
                                                     std::size_t queue, const model::KueueWorkload& workload);

// `counts`: number of pods in each pod set.
FlavorAssignment assign_flavors(const model::ClusterSnapshot& cluster, const QuotaTree& quota, std::size_t queue,
                                const model::KueueWorkload& workload, const std::vector<std::int32_t>& counts);

// The checks of the queue that are for all flavors, or for one that the Workload gets. (AdmissionChecksForWorkload)
std::vector<std::string_view> admission_checks_of(const model::ClusterQueue& queue, const FlavorAssignment& assignment);

} // namespace engine
