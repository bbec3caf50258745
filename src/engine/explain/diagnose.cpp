// SPDX-License-Identifier: Apache-2.0
#include "engine/explain/diagnosis.hpp"
#include "engine/kube_scheduler/gang_rules.hpp"
#include "engine/rules/counted_members.hpp"
#include "engine/rules/sub_groups.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <ranges>

namespace engine {

using model::Code;
using model::GroupVerdict;

void Diagnosis::count_members() {
  model::MemberCounts& members = m_report.members;
  for (const model::PodIndex index : m_group.members) {
    const model::Pod& member = pod(index);
    const bool can_be_placed = member.live() && !member.bound() && !member.terminating;
    m_existing += exists(index) ? 1 : 0;
    m_past_counting += exists(index) && !is_placed(index) && !can_be_placed ? 1 : 0;
    const bool comes_to_be_bound = m_run.timeline.pods[at(index)].outcome == model::Outcome::Bound;
    if (!member.bound() && !comes_to_be_bound && is_placed(index)) { ++m_placed_unbound; }
    if (member.bound() && !is_placed(index)) { --m_placed_unbound; }
    if (member.phase == model::PodPhase::Succeeded) { ++members.succeeded; }
    if (member.phase == model::PodPhase::Failed) { ++members.failed; }
    if (member.finished()) { continue; }
    ++members.total;
    members.terminating += member.terminating ? 1 : 0;
    ++(member.bound() ? members.bound : member.gated() ? members.gated : members.pending);
    if (member.bound() || member.terminating) { continue; }
    (m_run.rules.gates.keeps_out(index) ? m_kept_out : m_pending).push_back(index);
  }
}

bool Diagnosis::exists(model::PodIndex index) const { return counts_of(m_cluster, pod(index)).exists; }

// Counts as placed now: some schedulers also count a member that requests nothing and is not bound.
bool Diagnosis::is_placed(model::PodIndex index) const { return counts_of(m_cluster, pod(index)).placed; }

bool Diagnosis::is_placed_at_end(model::PodIndex index) const {
  return is_placed(index) || m_run.timeline.pods[at(index)].outcome == model::Outcome::Bound;
}

std::vector<std::int32_t> Diagnosis::part_counts(MemberTest holds) const {
  std::vector<std::int32_t> counts;
  for (const model::SubGroup& part : m_group.sub_groups) {
    counts.push_back(static_cast<std::int32_t>(
        std::ranges::count_if(part.members, [&](model::PodIndex index) { return (this->*holds)(index); })));
  }
  return counts;
}

std::optional<std::size_t> Diagnosis::part_short_of(MemberTest holds) const {
  if (missing_members(m_group) == MissingMembers::Ignored) { return std::nullopt; }
  return part_that_falls_short(m_group, part_counts(holds));
}

std::vector<model::PodIndex> Diagnosis::refused_as_different() const {
  std::vector<model::PodIndex> different;
  std::ranges::copy_if(m_pending, std::back_inserter(different), [&](model::PodIndex index) {
    const std::int32_t refusal = m_run.timeline.pods[at(index)].refusal;
    return refusal >= 0 && m_run.timeline.refusals[at(refusal)].gang == RefusalRecord::Gang::Mismatch;
  });
  return different;
}

// Siblings of another profile count for PreFilter but never for Permit, until they are bound. (scheduler-plugins
// pkg/coscheduling/core)
bool Diagnosis::is_spread_over_profiles() const {
  if (!counts_by_profile(m_group.dialect)) { return false; }
  std::map<std::string_view, std::int32_t> counts; // pending members by schedulerName
  for (const model::PodIndex index : m_pending) { ++counts[pod(index).spec->scheduler_name]; }
  std::int32_t most = 0;
  for (const auto& [name, count] : counts) { most = std::max(most, count); }
  return counts.size() > 1 && placed(m_report.members.bound) + most < quorum();
}

// Koordinator tries a gang only when each gang of its gang group exists and has its quorum of members. (plugins
// coscheduling, PreEnqueue since v1.7, Permit before)
std::optional<Diagnosis::Partner> Diagnosis::partner_short_of_members() const {
  if (m_group.dialect != model::Dialect::Koordinator) { return std::nullopt; }
  for (const model::Layer& layer : m_group.layers) {
    if (layer.role != model::LayerRole::Parent) { continue; }
    for (const auto word : std::views::split(layer.name, ',')) {
      const std::string_view key(word.begin(), word.end());
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

// Its scheduler leaves out pods whose PodGroup does not exist, and no controller creates one for them. (Volcano: cache
// Snapshot, a job without a PodGroup) The run places them if their scheduler does not read the mark.
bool Diagnosis::lacks_object() const {
  return model::facts_of(m_group.dialect).needs_object && !m_group.declared && !m_group.implicit &&
         m_cluster.lists_pod_groups && m_outcome.bound == 0;
}

// If no member is pending, the bound members decide, whatever counts toward a new start.
bool Diagnosis::is_satisfied() const {
  const model::MemberCounts& members = m_report.members;
  if (is_satisfied_for_good(m_group) && members.bound > 0) { return true; }
  // A member that counts as placed without a node is no start if no node takes it.
  const bool left_out = std::ranges::any_of(m_pending, [&](model::PodIndex index) {
    return is_placed(index) && m_run.timeline.pods[at(index)].outcome != model::Outcome::Bound;
  });
  if (left_out && members.bound < quorum()) { return false; }
  const bool is_quiet = m_pending.empty() && m_kept_out.empty() && members.bound >= quorum();
  return is_quiet || (placed(members.bound) >= quorum() && !part_short_of(&Diagnosis::is_placed));
}

bool Diagnosis::anybody_else_pending() const {
  return std::any_of(m_run.pending.begin(), m_run.pending.end(),
                     [&](model::PodIndex index) { return pod(index).group != m_index; });
}

// True if the member is created only after a pod that is never bound.
bool Diagnosis::never_comes(model::PodIndex index) const {
  const std::int32_t set = pod(index).waits_for;
  if (set == model::k_none) { return false; }
  return std::ranges::any_of(m_cluster.wait_sets[at(set)], [&](model::PodIndex awaited) {
    const model::Outcome outcome = m_run.timeline.pods[at(awaited)].outcome;
    return outcome != model::Outcome::Bound && outcome != model::Outcome::AlreadyBound;
  });
}

// True if a controller creates the group's pods only after a gate has opened. (Volcano's jobs, suspended jobs under
// Kueue)
bool Diagnosis::comes_after_gate() const { return m_report.members.total == 0 && !m_report.gates.empty(); }

// Members with scheduling gates, without those that a gate above the scheduler keeps out.
std::int32_t Diagnosis::gated_members() const {
  return static_cast<std::int32_t>(std::ranges::count_if(m_group.members, [&](model::PodIndex index) {
    return m_run.rules.gated(index) && !m_run.rules.gates.keeps_out(index);
  }));
}

// Outcome of the same simulation without any other pending pod.
const GroupOutcome& Diagnosis::alone() {
  if (!anybody_else_pending()) { return m_outcome; }
  if (!m_alone_run) { m_alone_run = m_run.experiment.run({m_pending}); }
  return m_alone_run->groups[at(m_index)];
}

// The most members that the nodes can hold, in any order and without other pending pods.
const Solution& Diagnosis::possible() {
  if (!m_solution) {
    std::vector<model::PodIndex> members = m_pending;
    members.insert(members.end(), m_kept_out.begin(), m_kept_out.end());
    std::ranges::sort(members);
    m_solution =
        solve({m_run.rules, m_run.experiment.on_bound(), std::move(members), m_report.members.bound, quorum()});
  }
  return *m_solution;
}

// True if a placement exists that the scheduler's method misses and that also fills each part with its own quorum.
bool Diagnosis::is_greedy_miss() {
  const Solution& solution = possible();
  if (solution.report.answer != model::FeasibilityAnswer::Feasible) { return false; }
  std::vector<std::int32_t> counts = part_counts(&Diagnosis::is_placed);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const std::vector<model::PodIndex>& members = m_group.sub_groups[i].members;
    counts[i] += static_cast<std::int32_t>(std::ranges::count_if(solution.placement, [&](const Placement& one) {
      return std::ranges::find(members, one.pod) != members.end();
    }));
  }
  return !part_that_falls_short(m_group, counts);
}

void Diagnosis::decide_verdict() {
  m_report.bound_at_end = m_outcome.bound;
  m_report.spins = m_outcome.spins;
  if (is_satisfied()) {
    m_report.verdict = GroupVerdict::Satisfied;
  } else if (comes_after_gate()) {
    const bool open = std::ranges::all_of(m_report.gates, &model::GateReport::open);
    m_report.verdict = open ? GroupVerdict::Unknown : GroupVerdict::DoesNotFit;
  } else if (m_report.members.pending + m_report.members.gated == 0) {
    m_report.verdict = GroupVerdict::Idle;
  } else {
    const bool whole = placed(m_outcome.bound) >= quorum() && !part_short_of(&Diagnosis::is_placed_at_end) &&
                       !partner_short_of_members() && !lacks_object();
    m_report.verdict = whole ? GroupVerdict::Fits : GroupVerdict::DoesNotFit;
  }
}

// The first cause that applies, in the contract's order.
Code Diagnosis::decide_code() {
  const bool needs_object = model::has_object(m_group.dialect);
  if (needs_object && !m_group.declared && !m_cluster.lists_pod_groups) { return Code::InputIncomplete; }
  if (!m_cluster.lists_nodes && m_cluster.nodes.empty()) { return Code::InputIncomplete; }
  if (m_report.verdict == GroupVerdict::Fits) {
    const bool unmodelled = std::any_of(m_pending.begin(), m_pending.end(), [&](auto index) {
      return !unmodelled_constraint(m_cluster, pod(index)).empty();
    });
    return unmodelled ? Code::NotModelled : Code::None;
  }
  if (!m_group.declared) { return Code::GroupNotFound; }
  if (comes_after_gate()) {
    return m_report.verdict == GroupVerdict::Unknown ? Code::InputIncomplete : Code::QueueGate;
  }
  const model::MemberCounts& members = m_report.members;
  const auto foreign =
      std::ranges::count_if(m_pending, [&](auto index) { return !m_run.rules.profile_of(pod(index)); });
  if (foreign > 0 && members.total - foreign < quorum()) { return Code::WrongScheduler; }
  const auto missing = std::ranges::count_if(m_pending, [&](auto index) { return never_comes(index); });
  const bool too_few = m_existing - m_past_counting - missing < min_member() || part_short_of(&Diagnosis::exists);
  const MissingMembers absent = missing_members(m_group);
  if (too_few && absent == MissingMembers::Placeholders) { return Code::NotModelled; }
  if (too_few && absent == MissingMembers::BlockAll) { return Code::NotEnoughMembers; }
  if (partner_short_of_members()) { return Code::NotEnoughMembers; }
  const std::int32_t ungated = m_existing - gated_members();
  if (ungated < quorum()) { return Code::MembersGated; }
  // A member that is being deleted may fill the quorum, and still only the gate holds the others back.
  const bool only_kept_out = m_pending.empty() && !m_kept_out.empty();
  if (only_kept_out || ungated - std::ssize(m_kept_out) < quorum()) { return Code::QueueGate; }
  const auto different = static_cast<std::int32_t>(std::ssize(refused_as_different()));
  if (different > 0 && ungated - different < quorum()) { return Code::MembersDisagree; }
  if (is_spread_over_profiles()) { return Code::MembersDisagree; }
  if (m_outcome.culprit && m_outcome.culprit->gang == RefusalRecord::Gang::ResourceGap) {
    return Code::MinResourcesShort;
  }
  const bool only_backed_off = !m_outcome.culprit && std::any_of(m_pending.begin(), m_pending.end(), [&](auto index) {
    const std::int32_t refusal = m_run.timeline.pods[at(index)].refusal;
    return refusal >= 0 && m_run.timeline.refusals[at(refusal)].gang == RefusalRecord::Gang::BackedOff;
  });
  if (only_backed_off) { return Code::GroupBackingOff; }
  if (m_cluster.nodes.empty()) { return Code::NoNodes; }
  const bool preempting = std::any_of(m_pending.begin(), m_pending.end(), [&](auto index) {
    const PodOutcome& outcome = m_run.timeline.pods[at(index)];
    return outcome.outcome != model::Outcome::Bound && outcome.nominated != model::k_none && !outcome.victims.empty();
  });
  if (preempting && m_run.rules.options.victims == Victims::Stay) { return Code::WaitingForPreemption; }
  m_without_node = members_without_node(m_run.rules, m_run.experiment.on_bound(), m_pending);
  const auto with_node = static_cast<std::int32_t>(m_pending.size() - m_without_node.size());
  if (placed(with_node + members.bound) < quorum()) { return Code::NoFeasibleNode; }
  if (anybody_else_pending() && placed(alone().bound) >= quorum()) { return Code::TakenByOthersAhead; }
  if (is_greedy_miss()) { return Code::GreedyMiss; }
  return possible().is_fragmented ? Code::Fragmented : Code::NotEnoughRoom;
}

// After more than one round, a race decides which text (the culprit's, a sibling's, a timeout's) a member ends with.
void Diagnosis::describe_pods() {
  const bool varies = m_outcome.spins || m_outcome.rejections > 1;
  for (const model::PodIndex index : m_group.members) {
    if (!pod(index).finished()) { m_report.pods.push_back(pod_report(m_run, index, varies)); }
  }
}

// The condition never leaves True. (updatePodGroupCondition)
void Diagnosis::describe_condition() {
  if (m_run.rules.policies[at(m_index)]->native != Policy::Native::Cycle) { return; }
  const std::string_view type = m_run.rules.version.scheduled_condition();
  const auto stored = std::ranges::find(m_group.conditions, type, &model::GroupCondition::type);
  const bool is_stored = stored != m_group.conditions.end();
  if (m_outcome.condition_reason.empty() || (is_stored && stored->status == "True")) {
    if (!is_stored) { return; }
    m_report.condition = {std::string(type), std::string(stored->status), std::string(stored->reason),
                          std::string(stored->message)};
    return;
  }
  m_report.condition = {std::string(type), m_outcome.condition_reason == "Scheduled" ? "True" : "False",
                        std::string(m_outcome.condition_reason), m_outcome.condition_message};
}

model::GroupReport Diagnosis::report(Depth depth) {
  m_depth = depth;
  describe_group();
  m_report.gates = m_run.rules.gates.groups[at(m_index)];
  count_members();
  decide_verdict();
  const bool open = m_report.verdict == GroupVerdict::Fits || m_report.verdict == GroupVerdict::DoesNotFit;
  if (open || m_report.verdict == GroupVerdict::Unknown) { apply_code(decide_code()); }
  if (m_report.verdict == GroupVerdict::Idle) {
    if (std::string failure = creation_failure(); !failure.empty()) { m_report.evidence.hints.push_back(failure); }
  }
  if (depth == Depth::Verdict) { return std::move(m_report); }
  if (open && m_report.verdict != GroupVerdict::Unknown) {
    const GroupOutcome& by_itself = alone();
    m_report.alone = {placed(by_itself.bound) >= quorum() ? GroupVerdict::Fits : GroupVerdict::DoesNotFit,
                      by_itself.bound};
    if (depth == Depth::Full) { m_report.feasibility = possible().report; }
  }
  describe_pods();
  describe_condition();
  describe_parts();
  describe_stored();
  if (m_report.verdict == GroupVerdict::DoesNotFit && partner_short_of_members()) { take_back_places(m_report); }
  return std::move(m_report);
}

bool Diagnosis::reaches_quorum() {
  count_members();
  decide_verdict();
  return m_report.verdict == GroupVerdict::Fits || m_report.verdict == GroupVerdict::Satisfied;
}

bool reaches_quorum(const Run& run, model::GroupIndex group) { return Diagnosis(run, group).reaches_quorum(); }

model::GroupReport diagnose(const Run& run, model::GroupIndex group, Depth depth) {
  return Diagnosis(run, group).report(depth);
}

} // namespace engine
