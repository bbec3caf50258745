// SPDX-License-Identifier: Apache-2.0
#include "engine/world/pods_at_start.hpp"

#include "engine/index.hpp"

#include <algorithm>
#include <functional>

namespace engine {

PodsAtStart::PodsAtStart(const Rules& rules)
    : nodes(rules.cluster.pods.size(), model::k_none), bound_members(rules.cluster.groups.size()),
      outcomes(rules.cluster.pods.size(), PodOutcome()) {
  for (std::size_t i = 0; i < rules.cluster.pods.size(); ++i) {
    const model::Pod& pod = rules.cluster.pods[i];
    if (!pod.bound() || rules.gates.refuses(static_cast<model::PodIndex>(i))) { continue; }
    nodes.edit(i) = pod.node;
    PodOutcome& outcome = outcomes.edit(i);
    outcome.outcome = model::Outcome::AlreadyBound;
    outcome.node = pod.node;
    if (pod.group != model::k_none) { ++bound_members[at(pod.group)]; }
    if (pod.ends && pod.node != model::k_none) {
      ends.emplace_back(pod.ends->when(rules.options.now), static_cast<model::PodIndex>(i));
    }
  }
  std::ranges::sort(ends, std::greater());
  nodes.share();
  outcomes.share();
}

} // namespace engine
