// SPDX-License-Identifier: Apache-2.0
#include "engine/feasibility/lifted_refusals.hpp"

#include "engine/filters/topology_spread.hpp"
#include "engine/index.hpp"
#include "engine/nodes/devices.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

namespace engine {

namespace {

using model::PodIndex;

// The required affinity and the spread constraints of members, each distinct one once.
struct Wanted {
  std::set<std::uint32_t> terms;
  std::vector<std::pair<PodIndex, SpreadRule>> spread; // with a member that has the rule
  bool empty() const { return terms.empty() && spread.empty(); }
};

Wanted wanted_by(const Rules& rules, const NodeTable& nodes, const std::vector<PodIndex>& members) {
  Wanted wanted;
  std::set<std::pair<const model::PodSpec*, const model::Labels*>> seen;
  for (const PodIndex member : members) {
    const model::Pod& pod = nodes.pod(member);
    const model::SchedulerProfile* const profile = rules.profile_of(pod);
    if (profile == nullptr || !seen.emplace(pod.spec, pod.labels).second) { continue; }
    if (profile->enabled(model::ExtensionPoint::Filter, "InterPodAffinity")) {
      if (const PodTerms::Numbers* const numbers = nodes.terms.of(*pod.spec)) {
        wanted.terms.insert(numbers->affinity.begin(), numbers->affinity.end());
      }
    }
    if (!profile->enabled(model::ExtensionPoint::Filter, "PodTopologySpread")) { continue; }
    for (SpreadRule& rule : spread_rules(nodes, *profile, pod, WhenUnsatisfiable::DoNotSchedule)) {
      wanted.spread.emplace_back(member, std::move(rule));
    }
  }
  return wanted;
}

} // namespace

bool may_free_devices(const Rules& rules, const std::vector<PodIndex>& members) {
  if (!rules.version.dynamic_resources_post_filter()) { return false; }
  return std::ranges::any_of(
      members, [&](PodIndex member) { return may_free_a_claim(rules.cluster, rules.cluster.pods[at(member)]); });
}

bool pending_pods_may_help(const Rules& rules, const NodeTable& nodes, const std::vector<PodIndex>& members) {
  const Wanted wanted = wanted_by(rules, nodes, members);
  if (wanted.empty()) { return false; }
  const std::set<PodIndex> own(members.begin(), members.end());
  const auto helps = [&](PodIndex index) {
    const model::Pod& pod = nodes.pod(index);
    if (pod.bound() || pod.finished() || own.contains(index)) { return false; }
    return std::ranges::any_of(wanted.terms,
                               [&](std::uint32_t term) {
                                 return nodes.terms.matched_by_own(nodes.terms.kind_of(index), term, rules.version);
                               }) ||
           std::ranges::any_of(wanted.spread, [&](const auto& one) {
             return pod.namespace_name == nodes.pod(one.first).namespace_name && matches(one.second, *pod.labels);
           });
  };
  for (std::size_t i = 0; i < rules.cluster.pods.size(); ++i) {
    if (helps(static_cast<PodIndex>(i))) { return true; }
  }
  return false;
}

} // namespace engine
