// SPDX-License-Identifier: Apache-2.0
// Groups that hold nodes without reaching their quorum: at Permit until the wait times out, or bound permanently.
//
// Removes groups to find the holders of what a group lacks: the smallest set without which the group starts. Doing the
// same for each of those groups reveals a cycle.
#include "engine/foresight/foresight.hpp"
#include "engine/index.hpp"
#include "engine/remedies/blocked_group.hpp"
#include "engine/remedies/fewest.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace engine {

namespace {

using model::GroupIndex;
using model::PodIndex;

// Removes all members of the group.
void end_group(GroupIndex group, Scenario& scenario) {
  const std::vector<PodIndex> members = scenario.cluster().groups[at(group)].members; // a copy: end() removes members
  for (const PodIndex member : members) { scenario.end(member); }
}

class Holders {
 public:
  explicit Holders(BlockedGroup& group) : m_group(group), m_run(group.run) {
    const auto groups = static_cast<GroupIndex>(group.cluster().groups.size());
    for (GroupIndex index(0); index < groups; ++index) {
      if (has_places(index) && !reaches_quorum(m_run, index)) { m_all.push_back(index); }
    }
    std::ranges::stable_sort(m_all, {}, [&](GroupIndex index) { return -places_of(index); });
  }
  ~Holders() { m_group.scenario.ask_about(m_group.index); }
  Holders(const Holders&) = delete;
  Holders& operator=(const Holders&) = delete;

  // The fewest holders without which `group` starts; empty if it does not start even without all of them.
  const std::vector<GroupIndex>& in_the_way_of(GroupIndex group) {
    const auto [known, is_new] = m_in_the_way.try_emplace(group);
    if (is_new) { known->second = found_in_the_way_of(group); }
    return known->second;
  }

  // A path from the group through holders in its way and back to the group; empty if there is none.
  std::vector<GroupIndex> cycle_from(GroupIndex group) {
    m_path = {group};
    return std::ranges::find(m_all, group) != m_all.end() && comes_back() ? m_path : std::vector<GroupIndex>();
  }

 private:
  std::int64_t places_of(GroupIndex index) const {
    return std::ranges::count_if(m_group.cluster().groups[at(index)].members, [&](PodIndex member) {
      return is_running(member) || m_run.timeline.first_holds.contains(member);
    });
  }
  bool has_places(GroupIndex index) const { return places_of(index) > 0; }
  bool is_running(PodIndex member) const { return m_group.node_of(member) != model::k_none; }

  std::vector<GroupIndex> found_in_the_way_of(GroupIndex group) {
    std::vector<GroupIndex> others = m_all;
    std::erase(others, group);
    m_group.scenario.ask_about(group);
    Choice choice;
    choice.weights.assign(others.size(), 1);
    choice.apply = [&](Scenario& scenario, const Subset& set) {
      for (const std::size_t i : set) { end_group(others[i], scenario); }
    };
    Subset all;
    for (std::size_t i = 0; i < others.size(); ++i) { all.push_back(i); }
    m_group.trials.begin();
    const auto without_all = [&](Scenario& scenario) { choice.apply(scenario, all); };
    if (others.empty() || !m_group.trials.starts_in_any_case(without_all)) { return {}; }
    std::vector<GroupIndex> found;
    for (const std::size_t i : fewest(m_group.trials, choice, all).set) { found.push_back(others[i]); }
    return found;
  }

  bool comes_back() {
    for (const GroupIndex next : std::vector<GroupIndex>(in_the_way_of(m_path.back()))) {
      if (next == m_path.front()) { return true; }
      if (std::ranges::find(m_path, next) != m_path.end()) { continue; }
      m_path.push_back(next);
      if (comes_back()) { return true; }
      m_path.pop_back();
    }
    return false;
  }

  BlockedGroup& m_group;
  const Run& m_run;
  std::vector<GroupIndex> m_all; // by number of held nodes, descending
  std::map<GroupIndex, std::vector<GroupIndex>> m_in_the_way;
  std::vector<GroupIndex> m_path;
};

} // namespace

model::QueueRef reference_to(const model::ClusterSnapshot& cluster, GroupIndex index) {
  const model::PodGroup& group = cluster.groups[at(index)];
  model::QueueRef reference;
  reference.namespace_name = group.namespace_name;
  reference.name = group.name;
  reference.dialect = group.dialect;
  if (!group.members.empty()) { reference.priority = cluster.pods[at(group.members.front())].spec->priority; }
  return reference;
}

model::Holder holder_of(const Run& run, GroupIndex index, std::string_view resource) {
  const model::ClusterSnapshot& cluster = run.rules.cluster;
  model::Holder holder;
  holder.group = reference_to(cluster, index);
  const auto id = cluster.resources.find(resource);
  const std::vector<PodIndex>& at_peak = run.timeline.groups[at(index)].at_peak; // the members with a node at the peak
  for (const PodIndex member : cluster.groups[at(index)].members) {
    const model::Pod& pod = cluster.pods[at(member)];
    const bool runs = cluster.node_of(member) != model::k_none;
    const bool waits = !runs && std::ranges::find(at_peak, member) != at_peak.end();
    if (!runs && !waits) { continue; }
    ++(runs ? holder.running : holder.waiting);
    if (const auto hold = run.timeline.first_holds.find(member); hold != run.timeline.first_holds.end()) {
      holder.until = std::min(holder.until.value_or(hold->second.until), hold->second.until);
    }
    if (id) { holder.amount += countable(model::amount_of(pod.spec->requests, *id)); }
  }
  return holder;
}

void find_holders(BlockedGroup& group, model::Foresight& foresight) {
  Holders holders(group);
  for (const GroupIndex index : holders.in_the_way_of(group.index)) {
    foresight.holders.push_back(holder_of(group.run, index, foresight.resource));
  }
  for (const GroupIndex index : holders.cycle_from(group.index)) {
    foresight.cycle.push_back(reference_to(group.cluster(), index));
  }
}

} // namespace engine
