// SPDX-License-Identifier: Apache-2.0
#include "engine/diagnosis.hpp"
#include "engine/pod_group_phase.hpp"

#include <algorithm>

namespace engine {

using model::Code;
using model::GroupVerdict;

void Diagnosis::count_members() {
  model::MemberCounts& members = m_report.members;
  for (const model::PodIndex index : m_group.members) {
    const model::Pod& member = pod(index);
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

bool Diagnosis::anybody_else_pending() const {
  return std::any_of(m_run.pending.begin(), m_run.pending.end(),
                     [&](model::PodIndex index) { return pod(index).group != m_index; });
}

// Whether a member of a manifest waits to be created for a pod that is bound at no time.
bool Diagnosis::never_comes(model::PodIndex index) const {
  const std::int32_t set = pod(index).waits_for;
  if (set == model::k_none) { return false; }
  return std::ranges::any_of(m_cluster.wait_sets[at(set)], [&](model::PodIndex awaited) {
    const model::Outcome outcome = m_run.timeline.pods[at(awaited)].outcome;
    return outcome != model::Outcome::Bound && outcome != model::Outcome::AlreadyBound;
  });
}

// Whether its pods are made only once a gate has opened. (Volcano's jobs, suspended jobs under Kueue)
bool Diagnosis::comes_after_gate() const { return m_report.members.total == 0 && !m_report.gates.empty(); }

// Members behind scheduling gates that none of the gates above knows.
std::int32_t Diagnosis::gated_members() const {
  return static_cast<std::int32_t>(std::ranges::count_if(m_group.members, [&](model::PodIndex index) {
    return m_run.rules.gated(index) && !m_run.rules.gates.keeps_out(index);
  }));
}

// The same simulation without any other pending pod.
const GroupOutcome& Diagnosis::alone() {
  if (!anybody_else_pending()) { return m_outcome; }
  if (!m_alone_run) { m_alone_run = simulate(m_run.rules, m_run.nodes, m_run.bound_usage, {m_pending, false}); }
  return m_alone_run->groups[at(m_index)];
}

void Diagnosis::decide_verdict() {
  m_report.bound_at_end = m_outcome.bound;
  m_report.spins = m_outcome.spins;
  if (m_report.members.bound >= quorum()) {
    m_report.verdict = GroupVerdict::Satisfied;
  } else if (comes_after_gate()) {
    const bool open = std::ranges::all_of(m_report.gates, &model::GateReport::open);
    m_report.verdict = open ? GroupVerdict::Unknown : GroupVerdict::DoesNotFit;
  } else if (m_report.members.pending + m_report.members.gated == 0) {
    m_report.verdict = GroupVerdict::Idle;
  } else {
    m_report.verdict = m_outcome.bound >= quorum() ? GroupVerdict::Fits : GroupVerdict::DoesNotFit;
  }
}

// The first cause that holds, in the contract's order.
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
  if (members.total - missing - leaving() < min_member()) { return Code::NotEnoughMembers; }
  const std::int32_t ungated = members.total - gated_members();
  if (ungated < quorum()) { return Code::MembersGated; }
  if (ungated - std::ssize(m_kept_out) < quorum()) { return Code::QueueGate; }
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
  m_on_bound.emplace(m_run.nodes, m_run.bound_usage, m_run.rules.version);
  m_without_node = members_without_node(m_run.rules, *m_on_bound, m_pending);
  const auto with_node = static_cast<std::int32_t>(m_pending.size() - m_without_node.size()) + members.bound;
  if (with_node < quorum()) { return Code::NoFeasibleNode; }
  if (anybody_else_pending() && alone().bound >= quorum()) { return Code::TakenByOthersAhead; }
  return Code::NotEnoughRoom;
}

// After more than one round it is luck with which of the texts (the culprit's, a sibling's, a timeout's) a member ends.
void Diagnosis::describe_pods() {
  const bool varies = m_outcome.spins || m_outcome.rejections > 1;
  for (const model::PodIndex index : m_group.members) {
    if (!pod(index).finished()) { m_report.pods.push_back(pod_report(m_run, index, varies)); }
  }
}

// Once True it stays so. (updatePodGroupCondition)
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

void Diagnosis::describe_stored() {
  m_report.phase = pod_group_phase(m_cluster, m_group);
  model::GroupReport::Stored stored;
  stored.phase = m_group.status.phase;
  for (const model::PodIndex index : m_pending) {
    if (!pod(index).pending || pod(index).pending->condition_message.empty()) { continue; }
    const std::string_view message = pod(index).pending->condition_message;
    // The culprit's text names itself; until one is found the first pod's text stands.
    const bool culprit = message.find("gets rejected due to Pod") != std::string_view::npos;
    if (stored.message.empty() || culprit) { stored.message = message; }
    if (culprit) { break; }
  }
  if (stored.phase.empty() && stored.message.empty()) { return; }
  const bool other_phase = m_report.phase && !stored.phase.empty() && stored.phase != m_report.phase->phase;
  stored.stale = other_phase || (!stored.message.empty() && m_report.verdict == GroupVerdict::Fits);
  m_report.stored = std::move(stored);
}

model::GroupReport Diagnosis::report(Depth depth) {
  m_report.namespace_name = m_group.namespace_name;
  m_report.name = m_group.name;
  m_report.dialect = m_group.dialect;
  m_report.policy = m_run.rules.policies[at(m_index)]->name;
  m_report.min_member = min_member();
  model::PodIndex first = model::k_none;
  for (const model::PodIndex index : m_run.timeline.initial_order) {
    if (pod(index).group == m_index) {
      first = index;
      break;
    }
  }
  if (first == model::k_none && !m_group.members.empty()) { first = m_group.members.front(); }
  if (first != model::k_none) {
    m_report.scheduler_name = pod(first).spec->scheduler_name;
    m_report.priority = pod(first).spec->priority;
  }
  m_report.gates = m_run.rules.gates.groups[at(m_index)];
  count_members();
  decide_verdict();
  const bool open = m_report.verdict == GroupVerdict::Fits || m_report.verdict == GroupVerdict::DoesNotFit;
  if (open || m_report.verdict == GroupVerdict::Unknown) { apply_code(decide_code()); }
  if (depth == Depth::Verdict) { return std::move(m_report); }
  if (open && m_report.verdict != GroupVerdict::Unknown) {
    const GroupOutcome& by_itself = alone();
    m_report.alone = {by_itself.bound >= quorum() ? GroupVerdict::Fits : GroupVerdict::DoesNotFit, by_itself.bound};
  }
  describe_pods();
  describe_condition();
  describe_stored();
  return std::move(m_report);
}

model::GroupReport diagnose(const Run& run, model::GroupIndex group, Depth depth) {
  return Diagnosis(run, group).report(depth);
}

} // namespace engine
