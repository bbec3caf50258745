// SPDX-License-Identifier: Apache-2.0
#include "engine/explain/group_members.hpp"

#include "engine/kube_scheduler/gang_rules.hpp"
#include "engine/rules/counted_members.hpp"
#include "engine/rules/sub_groups.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <iterator>
#include <map>

namespace engine {

GroupMembers::GroupMembers(const Run& run, model::GroupIndex group)
    : m_run(run), m_cluster(run.rules.cluster), m_index(group), m_group(m_cluster.groups[at(group)]) {
  for (const model::PodIndex index : m_group.members) {
    const model::Pod& member = pod(index);
    const bool can_be_placed = member.live() && !member.bound() && !member.terminating;
    existing += exists(index) ? 1 : 0;
    past_counting += exists(index) && !is_placed(index) && !can_be_placed ? 1 : 0;
    const bool comes_to_be_bound = m_run.timeline.pods[at(index)].outcome == model::Outcome::Bound;
    if (!member.bound() && !comes_to_be_bound && is_placed(index)) { ++m_placed_unbound; }
    if (member.bound() && !is_placed(index)) { --m_placed_unbound; }
    if (member.phase == model::PodPhase::Succeeded) { ++counts.succeeded; }
    if (member.phase == model::PodPhase::Failed) { ++counts.failed; }
    if (member.finished()) { continue; }
    ++counts.total;
    counts.terminating += member.terminating ? 1 : 0;
    ++(member.bound() ? counts.bound : member.gated() ? counts.gated : counts.pending);
    if (member.bound() || member.terminating) { continue; }
    (m_run.rules.gates.keeps_out(index) ? kept_out : pending).push_back(index);
  }
}

bool GroupMembers::exists(model::PodIndex index) const { return counts_of(m_cluster, pod(index)).exists; }

// Counts as placed now: some schedulers also count a member that requests nothing and is not bound.
bool GroupMembers::is_placed(model::PodIndex index) const { return counts_of(m_cluster, pod(index)).placed; }

bool GroupMembers::is_placed_at_end(model::PodIndex index) const {
  return is_placed(index) || m_run.timeline.pods[at(index)].outcome == model::Outcome::Bound;
}

bool GroupMembers::is_bound_or_placed(model::PodIndex index) const { return pod(index).bound() || is_placed(index); }

std::vector<std::int32_t> GroupMembers::part_counts(MemberTest holds) const {
  std::vector<std::int32_t> passing;
  for (const model::SubGroup& part : m_group.sub_groups) {
    passing.push_back(static_cast<std::int32_t>(
        std::ranges::count_if(part.members, [&](model::PodIndex index) { return (this->*holds)(index); })));
  }
  return passing;
}

std::optional<std::size_t> GroupMembers::part_short_of(MemberTest holds) const {
  if (missing_members(m_group) == MissingMembers::Ignored) { return std::nullopt; }
  return part_that_falls_short(m_group, part_counts(holds));
}

std::vector<model::PodIndex> GroupMembers::refused_as_different() const {
  std::vector<model::PodIndex> different;
  std::ranges::copy_if(pending, std::back_inserter(different), [&](model::PodIndex index) {
    const std::int32_t refusal = m_run.timeline.pods[at(index)].refusal;
    return refusal >= 0 && m_run.timeline.refusals[at(refusal)].gang == RefusalRecord::Gang::Mismatch;
  });
  return different;
}

// Siblings of another profile count for PreFilter but never for Permit, until they are bound. (scheduler-plugins
// pkg/coscheduling/core)
bool GroupMembers::is_spread_over_profiles() const {
  if (!counts_by_profile(m_group.dialect)) { return false; }
  std::map<std::string_view, std::int32_t> by_profile; // pending members by schedulerName
  for (const model::PodIndex index : pending) { ++by_profile[pod(index).spec->scheduler_name]; }
  std::int32_t most = 0;
  for (const auto& [name, count] : by_profile) { most = std::max(most, count); }
  return by_profile.size() > 1 && placed(counts.bound) + most < quorum();
}

// Koordinator tries a gang only when each gang of its gang group exists and has its quorum of members. (plugins
// coscheduling, PreEnqueue since v1.7, Permit before)
std::optional<GroupMembers::Partner> GroupMembers::partner_short_of_members() const {
  if (m_group.dialect != model::Dialect::Koordinator) { return std::nullopt; }
  for (const model::Layer& layer : m_group.layers) {
    if (layer.role != model::LayerRole::Parent) { continue; }
    for (std::string_view rest = layer.name; !rest.empty();) {
      const std::string_view key = rest.substr(0, rest.find(','));
      rest.remove_prefix(std::min(rest.size(), key.size() + 1));
      const auto partner = std::ranges::find_if(m_cluster.groups, [&](const model::PodGroup& group) {
        return group.dialect == m_group.dialect && util::concat(group.namespace_name, '/', group.name) == key;
      });
      if (partner == m_cluster.groups.end()) { return Partner{key, 0, 0}; }
      const auto have = static_cast<std::int32_t>(std::ranges::count_if(
          partner->members, [&](model::PodIndex index) { return counts_of(m_cluster, pod(index)).exists; }));
      const std::int32_t needed = partner->min_member.value_or(0);
      if (&*partner != &m_group && have < needed) { return Partner{key, have, needed}; }
    }
  }
  return std::nullopt;
}

bool GroupMembers::anybody_else_pending() const {
  return std::any_of(m_run.pending.begin(), m_run.pending.end(),
                     [&](model::PodIndex index) { return pod(index).group != m_index; });
}

// True if the member is created only after a pod that is never bound.
bool GroupMembers::never_comes(model::PodIndex index) const {
  const std::int32_t set = pod(index).waits_for;
  if (set == model::k_none) { return false; }
  return std::ranges::any_of(m_cluster.wait_sets[at(set)], [&](model::PodIndex awaited) {
    const model::Outcome outcome = m_run.timeline.pods[at(awaited)].outcome;
    return outcome != model::Outcome::Bound && outcome != model::Outcome::AlreadyBound;
  });
}

// Members with scheduling gates, without those that a gate above the scheduler keeps out.
std::int32_t GroupMembers::gated_members() const {
  return static_cast<std::int32_t>(std::ranges::count_if(m_group.members, [&](model::PodIndex index) {
    return m_run.rules.gated(index) && !m_run.rules.gates.keeps_out(index);
  }));
}

} // namespace engine
