// SPDX-License-Identifier: Apache-2.0
#include "engine/rules/gates/quorum_left.hpp"

#include "engine/index.hpp"
#include "engine/rules/counted_members.hpp"

#include <algorithm>
#include <set>
#include <string_view>

namespace engine {

QuorumLeft quorum_left(const model::ClusterSnapshot& cluster, const model::PodGroup& group) {
  QuorumLeft quorum;
  quorum.missing = quorum_of(cluster, group);
  std::vector<NamedAmounts> requests; // parallel to quorum.pending
  std::set<std::string_view> resources;
  for (const model::PodIndex index : group.members) {
    const model::Pod& pod = cluster.pods[at(index)];
    if (counts_of(cluster, pod).placed) {
      --quorum.missing;
      continue;
    }
    const bool is_its = model::is_scheduler_of(pod.spec->scheduler_name, group.dialect);
    if (!is_its || !pod.live() || pod.bound() || pod.terminating || pod.gated()) { continue; }
    quorum.pending.push_back(index);
    requests.push_back(named(cluster, pod.spec->requests));
    for (const auto& [resource, amount] : requests.back()) { resources.insert(resource); }
  }
  quorum.missing = std::clamp<std::int64_t>(quorum.missing, 0, std::ssize(quorum.pending));
  for (const std::string_view resource : resources) {
    std::vector<model::Quantity> amounts;
    for (const NamedAmounts& request : requests) { amounts.push_back(amount_of(request, resource)); }
    std::ranges::sort(amounts);
    for (std::int64_t i = 0; i < quorum.missing; ++i) {
      quorum.least[resource] += amounts[static_cast<std::size_t>(i)];
    }
  }
  return quorum;
}

} // namespace engine
