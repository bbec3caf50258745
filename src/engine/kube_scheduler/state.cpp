// SPDX-License-Identifier: Apache-2.0
#include "engine/kube_scheduler/state.hpp"

#include "engine/index.hpp"

#include <algorithm>
#include <utility>

namespace engine {

namespace {

// A group is one unit, each plain pod another.
std::vector<std::int32_t> number_units(const Rules& rules) {
  std::vector<std::int32_t> units;
  const auto groups = static_cast<std::int32_t>(rules.cluster.groups.size());
  for (std::size_t i = 0; i < rules.cluster.pods.size(); ++i) {
    const model::Pod& pod = rules.cluster.pods[i];
    const model::GroupIndex gang = std::max(rules.gang_of(pod), rules.native_group_of(pod));
    units.push_back(gang != model::k_none ? gang : groups + static_cast<std::int32_t>(i));
  }
  return units;
}

} // namespace

SchedulerState::SchedulerState(SchedulerInput&& input, const QueuePolicy& policy)
    : rules(input.rules), nodes(input.nodes), setup(input.setup), world(input.world), timeline(input.timeline),
      pending(std::move(input.pending)), units(number_units(rules)),
      feasibility(nodes, input.bound_usage, rules.version, rules.options.remembers_classes),
      queue_sort(rules, setup.last_failed), gang(rules, queue_sort),
      queue(units, rules.cluster.groups.size() + rules.cluster.pods.size(), policy,
            {rules.options.configuration.pod_initial_backoff_seconds,
             rules.options.configuration.pod_max_backoff_seconds},
            rules.version),
      loop_detector(rules.cluster.groups.size() + rules.cluster.pods.size()),
      nominator(rules.cluster, units, world, loop_detector), record(setup, rules.cluster.pods.size(), timeline),
      assumed(rules.cluster.pods.size(), model::k_none) {
  feasibility.break_ties(setup.ties, setup.record_ties ? &timeline.ties : nullptr);
}

GangRules::Places SchedulerState::own_places(model::GroupIndex group) const {
  GangRules::Places places;
  for (const model::PodIndex member : rules.cluster.groups[at(group)].members) {
    if (const model::NodeIndex node = place_of(member); node != model::k_none) { places.emplace_back(member, node); }
  }
  return places;
}

} // namespace engine
