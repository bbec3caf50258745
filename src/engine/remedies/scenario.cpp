// SPDX-License-Identifier: Apache-2.0
#include "engine/remedies/scenario.hpp"

#include "engine/index.hpp"
#include "engine/remedies/losers.hpp"
#include "engine/rules/min_resources.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <set>

namespace engine {

using model::GroupIndex;
using model::NodeIndex;
using model::PodIndex;

void Scenario::take_back() {
  m_timeline.reset();
  m_experiment.reset();
  ChangedCluster::take_back();
}

void Scenario::play(const Options& options, SimulationSetup setup, Without without, SharedPorts ports) {
  m_timeline.reset();
  const Tables& here = tables();
  m_experiment = std::make_unique<Experiment>(cluster(), options, here.nodes, bound_usage(here, ports),
                                              original().experiment.at_start);
  setup.pending = m_experiment->pending;
  setup.record_reasons = false;
  std::erase_if(setup.pending, [&](PodIndex index) {
    const model::Pod& pod = cluster().pods[at(index)];
    return without == Without::Manifest ? pod.from_manifest : without == Without::Group && pod.group == group();
  });
  m_timeline = m_experiment->run(setup);
}

void Scenario::play() { play(original().rules.options, {}); }

bool Scenario::starts() {
  play();
  return reaches_quorum(run(), group());
}

bool Scenario::starts_surely() {
  const auto starts_with = [&](const Options& options, SimulationSetup setup) {
    setup.until_start = group();
    play(options, std::move(setup));
    return reaches_quorum(run(), group());
  };
  const Options& options = original().rules.options;
  const auto starts_otherwise = [&](auto change) {
    m_experiment.reset(); // refers to the options
    change(m_other_options.emplace(options));
    return starts_with(*m_other_options, {});
  };
  if (is_gang() && !starts_with(options, {.last = group()})) { return false; } // first, because it refutes the most
  constexpr std::uint32_t k_draws = 4;
  for (std::uint32_t draw = 1; is_gang() && !are_siblings_alike() && draw <= k_draws; ++draw) {
    if (!starts_with(options, {.last = group(), .sibling_order = draw})) { return false; }
  }
  const bool is_restarted = original().rules.order == Order::Restart;
  if (!is_restarted && !starts_otherwise([](Options& other) { other.order = Order::Restart; })) { return false; }
  if (is_sum_by_order() && !starts_otherwise([](Options& other) { other.over_committed_nodes_first = true; })) {
    return false;
  }
  if (!starts()) { return false; }
  const bool evicts = !victims_of(*m_timeline).empty() && options.victims == Victims::Gone;
  return !evicts || starts_otherwise([](Options& other) { other.victims = Victims::Slow; });
}

bool Scenario::is_sum_by_order() {
  return has_min_resources(cluster()) && is_over_committed(*tables().nodes, bound_usage(tables()));
}

bool Scenario::are_siblings_alike() const {
  return std::ranges::all_of(cluster().groups, [&](const model::PodGroup& group) {
    const model::PodSpec* spec = nullptr;
    return std::ranges::all_of(group.members, [&](PodIndex member) {
      const model::Pod& pod = cluster().pods[at(member)];
      if (pod.bound() || pod.finished()) { return true; }
      if (spec == nullptr) { spec = pod.spec; }
      return pod.spec == spec;
    });
  });
}

// ---- a scheduler that keeps running --------------------------------------------------------------------------------

void Scenario::play_on(const Running& how) {
  SimulationSetup setup;
  setup.last = last_turn();
  setup.reversed = how.reversed;
  for (const GroupOutcome& group : how.before.groups) { setup.last_failed.push_back(group.last_failed); }
  setup.events = events();
  if (how.group_changes) { setup.events.push_back(ClusterEvent{ClusterEvent::Kind::GroupChanged}); }
  for (std::size_t i = 0; i < cluster().pods.size(); ++i) {
    const model::Pod& pod = cluster().pods[i];
    const PodOutcome& outcome = how.before.pods[i];
    const auto index = static_cast<PodIndex>(i);
    const bool is_refused = outcome.is_refused || (how.rested && outcome.rejectors != 0);
    // A gang's back-off does not end when its members are created again.
    if (how.failed_recently && outcome.is_refused && !pod.finished()) { setup.failed_recently.push_back(index); }
    if (!is_refused || is_new(index) || index == how.recreated || pod.bound() || pod.finished()) { continue; }
    if (how.without == Without::Group && pod.group == group()) { continue; }
    // If a race ends the retries of a gang, Coscheduling was the last plugin to reject all members, not a filter.
    const bool is_of_gang = !outcome.is_refused && original().rules.gang_of(pod) != model::k_none;
    setup.refused.push_back({index, is_of_gang ? unschedulable_plugin("Coscheduling") : outcome.rejectors});
  }
  if (how.one_by_one) {
    for (const PodIndex pod : tried_too_early()) {
      setup.refused.push_back({pod, unschedulable_plugin("Coscheduling")});
    }
  }
  if (!is_sum_by_order()) {
    play(original().rules.options, setup, how.without, SharedPorts::Forgotten);
    return;
  }
  m_experiment.reset(); // refers to the options
  m_other_options.emplace(original().rules.options).over_committed_nodes_first = true;
  play(*m_other_options, setup, how.without, SharedPorts::Forgotten);
}

bool Scenario::creates_members_again() const {
  const std::vector<PodIndex>& members = cluster().groups[at(group())].members;
  return is_gang() && std::ranges::count_if(members, [&](PodIndex member) { return is_new(member); }) > 1;
}

// Members that are created again one by one, in list order. Returns those that Coscheduling rejects because too few
// members exist at that time.
std::vector<PodIndex> Scenario::tried_too_early() const {
  const model::PodGroup& group = cluster().groups[at(this->group())];
  std::vector<PodIndex> early;
  std::int64_t live = 0;
  for (const PodIndex member : group.members) {
    const model::Pod& pod = cluster().pods[at(member)];
    if (!pod.finished() && !is_new(member)) { ++live; }
  }
  for (const PodIndex member : group.members) {
    if (!is_new(member)) { continue; }
    if (++live < group.min_member.value_or(0)) { early.push_back(member); }
  }
  return early;
}

NodeIndex Scenario::place_of(PodIndex pod) const {
  const PodOutcome& outcome = m_timeline->pods[at(pod)];
  return outcome.outcome == model::Outcome::Bound ? outcome.node : model::k_none;
}

std::vector<std::string> Scenario::losers() const {
  std::set<GroupIndex> changed(touched_groups().begin(), touched_groups().end());
  changed.insert(group());
  return engine::losers(original(), run(), changed);
}

std::vector<model::ShrunkGroup> Scenario::shrunk_groups() const {
  const model::ClusterSnapshot& before = original().rules.cluster;
  std::vector<model::ShrunkGroup> shrunk;
  for (std::size_t i = 0; i < before.groups.size(); ++i) {
    if (static_cast<GroupIndex>(i) == group()) { continue; }
    const model::PodGroup& group = before.groups[i];
    const auto ran = std::ranges::count_if(group.members, [&](PodIndex pod) { return before.pods[at(pod)].bound(); });
    const auto runs = std::ranges::count_if(group.members, [&](PodIndex pod) {
      return before.pods[at(pod)].bound() && cluster().pods[at(pod)].bound() &&
             m_timeline->pods[at(pod)].outcome == model::Outcome::AlreadyBound;
    });
    if (runs == ran) { continue; }
    shrunk.push_back({util::concat(group.namespace_name, '/', group.name), static_cast<std::int32_t>(runs),
                      std::max(1, group.min_member.value_or(0)), static_cast<std::int32_t>(ran)});
  }
  return shrunk;
}

} // namespace engine
