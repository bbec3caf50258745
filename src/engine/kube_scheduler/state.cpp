// SPDX-License-Identifier: Apache-2.0
#include "engine/kube_scheduler/state.hpp"

#include "engine/index.hpp"

#include <algorithm>
#include <utility>

namespace engine {

namespace {

// A group is one unit, each pending plain pod another. Plain pods that are not pending have none. Adds to `count`, the
// number of groups, that of the plain pods.
PagedColumn<std::int32_t> number_units(const Rules& rules, const std::vector<model::PodIndex>& pending,
                                       std::size_t& count) {
  PagedColumn<std::int32_t> units(rules.cluster.pods.size(), model::k_none);
  const auto number = [&](model::PodIndex index) {
    const model::Pod& pod = rules.cluster.pods[at(index)];
    const model::GroupIndex gang = std::max(rules.gang_of(pod), rules.native_group_of(pod));
    units.edit(at(index)) = gang != model::k_none ? gang : static_cast<std::int32_t>(count++);
  };
  for (const model::PodGroup& group : rules.cluster.groups) { std::ranges::for_each(group.members, number); }
  for (const model::PodIndex pod : pending) {
    if (units[at(pod)] == model::k_none) { number(pod); }
  }
  units.share(); // the queue keeps a copy
  return units;
}

} // namespace

SchedulerState::SchedulerState(SchedulerInput&& input, const QueuePolicy& policy)
    : rules(input.rules), nodes(input.nodes), setup(input.setup), world(input.world), timeline(input.timeline),
      pending(std::move(input.pending)), unit_count(rules.cluster.groups.size()),
      units(number_units(rules, pending, unit_count)),
      feasibility(nodes, input.bound_usage, rules.version, rules.options.remembers_classes),
      queue_sort(rules, setup.last_failed, pending), gang(rules, queue_sort),
      queue(units, unit_count, policy,
            {rules.options.configuration.pod_initial_backoff_seconds,
             rules.options.configuration.pod_max_backoff_seconds},
            rules.version),
      loop_detector(unit_count), nominator(rules.cluster, units, world, loop_detector),
      record(setup, rules.cluster.pods.size(), timeline), assumed(rules.cluster.pods.size(), model::k_none),
      waiting(rules.cluster) {
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
