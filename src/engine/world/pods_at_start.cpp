// SPDX-License-Identifier: Apache-2.0
#include "engine/world/pods_at_start.hpp"

#include "engine/index.hpp"

#include <algorithm>
#include <functional>

namespace engine {

namespace {

// Most pods of a large cluster are bound, so they share one page.
PagedColumn<PodOutcome> all_bound(std::size_t pods) {
  PodOutcome bound;
  bound.outcome = model::Outcome::AlreadyBound;
  return {pods, bound};
}

} // namespace

PodsAtStart::PodsAtStart(const Rules& rules)
    : nodes(rules.cluster.pods.size(), model::k_none), outcomes(all_bound(rules.cluster.pods.size())),
      by_name(rules.pods_by_name) {
  read(rules);
}

PodsAtStart::PodsAtStart(const Rules& rules, const PodsAtStart& like) : by_name(rules.pods_by_name) {
  const bool fits = like.nodes.size() == rules.cluster.pods.size();
  nodes = fits ? like.nodes : PagedColumn<model::NodeIndex>(rules.cluster.pods.size(), model::k_none);
  outcomes = fits ? like.outcomes : all_bound(rules.cluster.pods.size());
  read(rules);
}

// Changes only what the columns do not say yet.
void PodsAtStart::read(const Rules& rules) {
  bound_members.resize(rules.cluster.groups.size());
  for (std::size_t i = 0; i < rules.cluster.pods.size(); ++i) {
    const model::Pod& pod = rules.cluster.pods[i];
    const auto index = static_cast<model::PodIndex>(i);
    const bool is_bound = pod.bound() && !rules.gates.refuses(index);
    const model::Outcome outcome = is_bound ? model::Outcome::AlreadyBound : model::Outcome::NotAttempted;
    const model::NodeIndex node = is_bound ? rules.cluster.node_of(index) : model::k_none;
    if (nodes[i] != node) { nodes.edit(i) = node; }
    if (outcomes[i].outcome != outcome) {
      PodOutcome& changed = outcomes.edit(i);
      changed = PodOutcome();
      changed.outcome = outcome;
    }
    if (!is_bound) { continue; }
    if (pod.group != model::k_none) { ++bound_members[at(pod.group)]; }
    if (pod.ends && node != model::k_none) { ends.emplace_back(pod.ends->when(rules.options.now), index); }
  }
  std::ranges::sort(ends, std::greater());
  nodes.share();
  outcomes.share();
}

} // namespace engine
