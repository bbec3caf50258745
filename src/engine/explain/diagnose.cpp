// SPDX-License-Identifier: Apache-2.0
#include "engine/explain/diagnose.hpp"

#include "engine/explain/cause_evidence.hpp"
#include "engine/explain/describe_group.hpp"
#include "engine/explain/evidence.hpp"
#include "engine/explain/group_members.hpp"
#include "engine/explain/other_runs.hpp"
#include "engine/rules/sub_groups.hpp"

#include <algorithm>
#include <ranges>

namespace engine {

using model::Code;
using model::GroupVerdict;

namespace {

// Decides verdict and cause of one group.
class Diagnosis {
 public:
  Diagnosis(const Run& run, model::GroupIndex index)
      : m_run(run), m_cluster(run.rules.cluster), m_index(index), m_group(m_cluster.groups[at(index)]),
        m_outcome(run.timeline.groups[at(index)]), m_members(run, index), m_others(run, index, m_members) {}

  model::GroupReport report(Depth depth);
  bool reaches_quorum();

 private:
  const model::Pod& pod(model::PodIndex index) const { return m_cluster.pods[at(index)]; }
  bool is_satisfied() const;
  bool comes_after_gate() const;
  bool lacks_object() const;
  bool is_greedy_miss();
  void decide_verdict();
  model::Code decide_code();

  const Run& m_run;
  const model::ClusterSnapshot& m_cluster;
  model::GroupIndex m_index;
  const model::PodGroup& m_group;
  const GroupOutcome& m_outcome;
  GroupMembers m_members;
  OtherRuns m_others;
  model::GroupReport m_report;
};

// If no member is pending, the bound members decide, whatever counts toward a new start. Each part needs its own.
// (volcano job_info.go, CheckTaskReady)
bool Diagnosis::is_satisfied() const {
  const model::MemberCounts& members = m_report.members;
  if (is_satisfied_for_good(m_group) && members.bound > 0) { return true; }
  // A member that counts as placed without a node is no start if no node takes it.
  const bool left_out = std::ranges::any_of(m_members.pending, [&](model::PodIndex index) {
    return m_members.is_placed(index) && m_run.timeline.pods[at(index)].outcome != model::Outcome::Bound;
  });
  if (left_out && members.bound < m_members.quorum()) { return false; }
  const bool is_quiet = m_members.pending.empty() && m_members.kept_out.empty() &&
                        members.bound >= m_members.quorum() &&
                        !m_members.part_short_of(&GroupMembers::is_bound_or_placed);
  return is_quiet ||
         (m_members.placed(members.bound) >= m_members.quorum() && !m_members.part_short_of(&GroupMembers::is_placed));
}

// True if a controller creates the group's pods only after a gate has opened. (Volcano's jobs, suspended jobs under
// Kueue)
bool Diagnosis::comes_after_gate() const { return m_report.members.total == 0 && !m_report.gates.empty(); }

// Its scheduler leaves out pods whose PodGroup does not exist, and no controller creates one for them. (Volcano: cache
// Snapshot, a job without a PodGroup) The run places them if their scheduler does not read the mark.
bool Diagnosis::lacks_object() const {
  return model::facts_of(m_group.dialect).needs_object && !m_group.declared && !m_group.implicit &&
         m_cluster.lists_pod_groups && !m_group.unread && m_outcome.bound == 0;
}

// True if a placement exists that the scheduler's method misses and that also fills each part with its own quorum.
bool Diagnosis::is_greedy_miss() {
  const Solution& solution = m_others.possible();
  if (solution.report.answer != model::FeasibilityAnswer::Feasible) { return false; }
  std::vector<std::int32_t> counts = m_members.part_counts(&GroupMembers::is_placed);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const std::vector<model::PodIndex>& members = m_group.sub_groups[i].members;
    counts[i] += static_cast<std::int32_t>(std::ranges::count_if(solution.placement, [&](const Placement& one) {
      return std::ranges::find(members, one.pod) != members.end();
    }));
  }
  return !part_that_falls_short(m_group, counts);
}

void Diagnosis::decide_verdict() {
  m_report.members = m_members.counts;
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
    const bool whole = m_members.placed(m_outcome.bound) >= m_members.quorum() &&
                       !m_members.part_short_of(&GroupMembers::is_placed_at_end) &&
                       !m_members.partner_short_of_members() && !lacks_object();
    m_report.verdict = whole ? GroupVerdict::Fits : GroupVerdict::DoesNotFit;
  }
}

// The first cause that applies, in the contract's order.
Code Diagnosis::decide_code() {
  const bool needs_object = model::has_object(m_group.dialect);
  const bool may_have_object = !m_cluster.lists_pod_groups || m_group.unread;
  if (needs_object && !m_group.declared && may_have_object) { return Code::InputIncomplete; }
  if (knows_no_nodes(m_cluster)) { return Code::InputIncomplete; }
  if (m_report.verdict == GroupVerdict::Fits) {
    const bool unmodelled = std::any_of(m_members.pending.begin(), m_members.pending.end(), [&](auto index) {
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
      std::ranges::count_if(m_members.pending, [&](auto index) { return !m_run.rules.profile_of(pod(index)); });
  if (foreign > 0 && members.total - foreign < m_members.quorum()) { return Code::WrongScheduler; }
  const auto missing =
      std::ranges::count_if(m_members.pending, [&](auto index) { return m_members.never_comes(index); });
  const bool too_few = m_members.existing - m_members.past_counting - missing < m_members.min_member() ||
                       m_members.part_short_of(&GroupMembers::exists);
  const MissingMembers absent = missing_members(m_group);
  if (too_few && absent == MissingMembers::Placeholders) { return Code::NotModelled; }
  if (too_few && absent == MissingMembers::BlockAll) { return Code::NotEnoughMembers; }
  if (m_members.partner_short_of_members()) { return Code::NotEnoughMembers; }
  const std::int32_t ungated = m_members.existing - m_members.gated_members();
  if (ungated < m_members.quorum()) { return Code::MembersGated; }
  // A member that is being deleted may fill the quorum, and still only the gate holds the others back.
  const bool only_kept_out = m_members.pending.empty() && !m_members.kept_out.empty();
  if (only_kept_out || ungated - std::ssize(m_members.kept_out) < m_members.quorum()) { return Code::QueueGate; }
  const auto different = static_cast<std::int32_t>(std::ssize(m_members.refused_as_different()));
  if (different > 0 && ungated - different < m_members.quorum()) { return Code::MembersDisagree; }
  if (m_members.is_spread_over_profiles()) { return Code::MembersDisagree; }
  if (m_outcome.culprit && m_outcome.culprit->gang == RefusalRecord::Gang::ResourceGap) {
    return Code::MinResourcesShort;
  }
  const bool only_backed_off =
      !m_outcome.culprit && std::any_of(m_members.pending.begin(), m_members.pending.end(), [&](auto index) {
        const std::int32_t refusal = m_run.timeline.pods[at(index)].refusal;
        return refusal >= 0 && m_run.timeline.refusals[at(refusal)].gang == RefusalRecord::Gang::BackedOff;
      });
  if (only_backed_off) { return Code::GroupBackingOff; }
  if (m_cluster.nodes.empty()) { return Code::NoNodes; }
  const bool preempting = std::any_of(m_members.pending.begin(), m_members.pending.end(), [&](auto index) {
    const PodOutcome& outcome = m_run.timeline.pods[at(index)];
    return outcome.outcome != model::Outcome::Bound && outcome.nominated != model::k_none && !outcome.victims.empty();
  });
  if (preempting && m_run.rules.options.victims == Victims::Stay) { return Code::WaitingForPreemption; }
  const auto with_node = static_cast<std::int32_t>(m_members.pending.size() - m_others.without_node().size());
  if (m_members.placed(with_node + members.bound) < m_members.quorum()) { return Code::NoFeasibleNode; }
  if (m_members.anybody_else_pending() && m_members.placed(m_others.alone().bound) >= m_members.quorum()) {
    return Code::TakenByOthersAhead;
  }
  if (is_greedy_miss()) { return Code::GreedyMiss; }
  return m_others.possible().is_fragmented ? Code::Fragmented : Code::NotEnoughRoom;
}

model::GroupReport Diagnosis::report(Depth depth) {
  describe_group(m_run, m_index, m_report);
  m_report.gates = m_run.rules.gates.groups[at(m_index)];
  decide_verdict();
  const bool open = m_report.verdict == GroupVerdict::Fits || m_report.verdict == GroupVerdict::DoesNotFit;
  CauseEvidence evidence(m_run, m_index, m_members, m_others, depth, m_report);
  if (open || m_report.verdict == GroupVerdict::Unknown) { evidence.apply_code(decide_code()); }
  if (m_report.verdict == GroupVerdict::Idle) { evidence.note_creation_failure(); }
  if (depth == Depth::Verdict) { return std::move(m_report); }
  if (open && m_report.verdict != GroupVerdict::Unknown) {
    const GroupOutcome& by_itself = m_others.alone();
    m_report.alone = {m_members.placed(by_itself.bound) >= m_members.quorum() ? GroupVerdict::Fits
                                                                              : GroupVerdict::DoesNotFit,
                      by_itself.bound};
    if (depth == Depth::Full) { m_report.feasibility = m_others.possible().report; }
  }
  describe_pods(m_run, m_index, m_report);
  describe_condition(m_run, m_index, m_report);
  describe_parts(m_run, m_index, m_members, m_report);
  describe_stored(m_run, m_index, m_members, m_report);
  if (m_report.verdict == GroupVerdict::DoesNotFit && m_members.partner_short_of_members()) {
    take_back_places(m_report);
  }
  return std::move(m_report);
}

bool Diagnosis::reaches_quorum() {
  decide_verdict();
  return m_report.verdict == GroupVerdict::Fits || m_report.verdict == GroupVerdict::Satisfied;
}

} // namespace

bool reaches_quorum(const Run& run, model::GroupIndex group) { return Diagnosis(run, group).reaches_quorum(); }

model::GroupReport diagnose(const Run& run, model::GroupIndex group, Depth depth) {
  return Diagnosis(run, group).report(depth);
}

} // namespace engine
