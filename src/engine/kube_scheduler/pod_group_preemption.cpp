// SPDX-License-Identifier: Apache-2.0
#include "engine/kube_scheduler/pod_group_preemption.hpp"

#include "engine/index.hpp"
#include "engine/nodes/disruption.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace engine {

namespace {

// A unit of eviction: a pod, or all members of a group whose disruptionMode covers the whole group.
struct Victim {
  std::vector<std::pair<model::PodIndex, model::NodeIndex>> pods;
  std::int32_t priority = 0;
  bool of_group = false;
  std::int64_t earliest_start = 0;
};

class PodGroupEvaluator {
 public:
  explicit PodGroupEvaluator(const PodGroupPreemptionInput& input) : m_in(input) {}
  PodGroupPreemption run();

 private:
  const model::Pod& pod(model::PodIndex index) const { return m_in.rules.cluster.pods[at(index)]; }
  std::int64_t start(model::PodIndex index) const { // for a pod that has not started: now
    return pod(index).started.value_or(m_in.rules.options.now).micros;
  }
  bool never_preempts() const;
  std::vector<Victim> lower_victims() const;
  void lift(const Victim& victim);
  void drop(const Victim& victim);
  std::vector<bool> broken_budgets(const std::vector<Victim>& victims) const;
  std::vector<std::size_t> unspared(const std::vector<Victim>& victims);
  PodGroupPreemption evicting(const std::vector<Victim>& victims, const std::vector<std::size_t>& chosen) const;

  const PodGroupPreemptionInput& m_in;
};

// If one member may not preempt, the group may not. (newPodGroupPreemptor)
bool PodGroupEvaluator::never_preempts() const {
  return std::ranges::any_of(m_in.members, [&](model::PodIndex member) { return pod(member).spec->never_preempts; });
}

// Victims of lower priority, in the order of moreImportantVictim; ties keep the order of the nodes.
// (newDomainForWorkloadPreemption; isPreemptionAllowed)
std::vector<Victim> PodGroupEvaluator::lower_victims() const {
  std::vector<Victim> victims;
  std::map<model::GroupIndex, std::size_t> whole; // groups that are one victim, by index in `victims`
  const auto& cluster = m_in.rules.cluster;
  for (std::size_t node = 0; node < cluster.nodes.size(); ++node) {
    const auto on = static_cast<model::NodeIndex>(node);
    for (const model::PodIndex resident : m_in.feasibility.usage().on(on)) {
      const model::GroupIndex native = m_in.rules.native_group_of(pod(resident));
      const bool is_whole =
          native != model::k_none && cluster.groups[at(native)].declared && cluster.groups[at(native)].disrupted_whole;
      if (is_whole) {
        const auto [known, is_new] = whole.emplace(native, victims.size());
        if (!is_new) {
          Victim& victim = victims[known->second];
          victim.pods.emplace_back(resident, on);
          victim.earliest_start = std::min(victim.earliest_start, start(resident));
          continue;
        }
      }
      const std::int32_t priority =
          is_whole ? cluster.groups[at(native)].priority.value_or(0) : pod(resident).spec->priority;
      victims.push_back({{{resident, on}}, priority, native != model::k_none, start(resident)});
    }
  }
  std::erase_if(victims, [&](const Victim& victim) { return victim.priority >= m_in.group.priority.value_or(0); });
  std::ranges::stable_sort(victims, {}, [](const Victim& victim) {
    const auto size = victim.of_group ? static_cast<std::int64_t>(victim.pods.size()) : 0;
    return std::tuple(-std::int64_t{victim.priority}, !victim.of_group, -size, victim.earliest_start);
  });
  return victims;
}

void PodGroupEvaluator::lift(const Victim& victim) {
  for (const auto& [resident, node] : victim.pods) { m_in.feasibility.remove(resident, node); }
}

void PodGroupEvaluator::drop(const Victim& victim) {
  for (const auto& [resident, node] : victim.pods) { m_in.feasibility.add(resident, node); }
}

std::vector<bool> PodGroupEvaluator::broken_budgets(const std::vector<Victim>& victims) const {
  DisruptionAllowance allowance(m_in.rules.cluster, m_in.rules.version);
  std::vector<bool> broken;
  for (const Victim& victim : victims) {
    broken.push_back(std::ranges::any_of(
        victim.pods, [&](const auto& resident) { return allowance.is_broken_by(pod(resident.first)); }));
  }
  return broken;
}

// All victims are off their nodes. Puts them back one by one, those that a budget protects first, as long as the group
// still fits. Returns the victims that cannot stay, ascending.
std::vector<std::size_t> PodGroupEvaluator::unspared(const std::vector<Victim>& victims) {
  const std::vector<bool> broken = broken_budgets(victims);
  std::vector<std::size_t> chosen;
  for (const bool protected_ones : {true, false}) {
    for (std::size_t i = 0; i < victims.size(); ++i) {
      if (broken[i] != protected_ones) { continue; }
      drop(victims[i]);
      if (m_in.fits()) { continue; }
      lift(victims[i]);
      chosen.push_back(i);
    }
  }
  std::ranges::sort(chosen);
  return chosen;
}

PodGroupPreemption PodGroupEvaluator::evicting(const std::vector<Victim>& victims,
                                               const std::vector<std::size_t>& chosen) const {
  PodGroupPreemption found{true, {}, {}};
  for (const std::size_t i : chosen) {
    for (const auto& [resident, node] : victims[i].pods) { found.victims.push_back(resident); }
  }
  return found;
}

PodGroupPreemption PodGroupEvaluator::run() {
  if (!m_in.group.topology_keys.empty()) {
    return {false, {}, "workload aware preemption is not supported for pod groups with scheduling constraints"};
  }
  if (never_preempts()) { return {false, {}, "not eligible due to preemptionPolicy=Never."}; }
  const std::vector<Victim> victims = lower_victims();
  if (victims.empty()) { return {false, {}, "No preemption victims found for incoming preemptor"}; }
  for (const Victim& victim : victims) { lift(victim); }
  if (!m_in.fits()) {
    for (const Victim& victim : victims) { drop(victim); }
    return {false, {}, "pod group is unschedulable"};
  }
  const std::vector<std::size_t> chosen = unspared(victims);
  for (const std::size_t i : chosen) { drop(victims[i]); }
  return evicting(victims, chosen);
}

} // namespace

PodGroupPreemption preempt_for_group(const PodGroupPreemptionInput& input) { return PodGroupEvaluator(input).run(); }

} // namespace engine
