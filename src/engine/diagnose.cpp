// SPDX-License-Identifier: Apache-2.0
#include "engine/diagnose.hpp"

#include "engine/attempt_text.hpp"
#include "engine/evidence.hpp"
#include "engine/gang_rules.hpp"
#include "engine/pod_group_phase.hpp"
#include "util/concat.hpp"

#include <algorithm>

namespace engine {

namespace {

using model::Code;
using model::GroupVerdict;

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

class Diagnosis {
 public:
  Diagnosis(const Run& run, model::GroupIndex index)
      : m_run(run), m_cluster(run.rules.cluster), m_index(index), m_group(m_cluster.groups[at(index)]),
        m_outcome(run.timeline.groups[at(index)]) {}

  model::GroupReport report(Depth depth);

 private:
  const model::Pod& pod(model::PodIndex index) const { return m_cluster.pods[at(index)]; }
  std::string name_of(model::PodIndex index) const { return std::string(pod(index).name); }
  std::int32_t quorum() const { return std::max(1, m_group.min_member.value_or(0)); }
  std::int32_t min_member() const { return m_group.min_member.value_or(0); }
  const GroupOutcome& alone();
  bool anybody_else_pending() const;

  void count_members();
  void decide_verdict();
  Code decide_code();
  void apply_code(Code code);
  model::Stage culprit_stage() const;
  void explain_room(const GroupOutcome& outcome, const NodeUsage& usage);
  void explain_no_node();
  void explain_waiting();
  Demand demand_like(const model::Pod& shown, const std::vector<model::PodIndex>& unplaced) const;
  void explain_taken();
  void describe_pods();
  void describe_stored();
  NodeUsage usage_without_own_reservations() const;

  const Run& m_run;
  const model::ClusterSnapshot& m_cluster;
  model::GroupIndex m_index;
  const model::PodGroup& m_group;
  const GroupOutcome& m_outcome;
  model::GroupReport m_report;
  std::vector<model::PodIndex> m_pending; // live and not bound, gated ones included, not terminating
  std::vector<model::PodIndex> m_without_node;
  std::optional<Timeline> m_alone_run;
  std::optional<Feasibility> m_on_bound; // feasibility on what bound pods leave
};

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
    if (!member.bound() && !member.terminating) { m_pending.push_back(index); }
  }
}

bool Diagnosis::anybody_else_pending() const {
  return std::any_of(m_run.pending.begin(), m_run.pending.end(),
                     [&](model::PodIndex index) { return pod(index).group != m_index; });
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
  } else if (m_report.members.pending + m_report.members.gated == 0) {
    m_report.verdict = GroupVerdict::Idle;
  } else {
    m_report.verdict = m_outcome.bound >= quorum() ? GroupVerdict::Fits : GroupVerdict::DoesNotFit;
  }
}

// The first cause that holds, in the contract's order.
Code Diagnosis::decide_code() {
  const bool needs_object = m_group.dialect != model::Dialect::Lightweight;
  if (needs_object && !m_group.declared && !m_cluster.lists_pod_groups) { return Code::InputIncomplete; }
  if (!m_cluster.lists_nodes && m_cluster.nodes.empty()) { return Code::InputIncomplete; }
  if (m_report.verdict == GroupVerdict::Fits) {
    const bool unmodelled = std::any_of(m_pending.begin(), m_pending.end(),
                                        [&](auto index) { return !unmodelled_constraint(pod(index)).empty(); });
    return unmodelled ? Code::NotModelled : Code::None;
  }
  if (!m_group.declared) { return Code::GroupNotFound; }
  if (!m_pending.empty() && !m_run.rules.profile_of(pod(m_pending.front()))) { return Code::WrongScheduler; }
  const model::MemberCounts& members = m_report.members;
  if (members.total < min_member()) { return Code::NotEnoughMembers; }
  if (members.total - members.gated < quorum()) { return Code::MembersGated; }
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

model::Stage Diagnosis::culprit_stage() const {
  return m_outcome.culprit ? m_outcome.culprit->stage : model::Stage::Permit;
}

void Diagnosis::apply_code(Code code) {
  model::Evidence& evidence = m_report.evidence;
  m_report.code = code;
  evidence.needed = quorum();
  evidence.node_count = static_cast<std::int64_t>(m_cluster.nodes.size());
  if (m_outcome.culprit_pod != model::k_none) { evidence.pod = name_of(m_outcome.culprit_pod); }
  if (m_outcome.culprit) {
    evidence.reasons = reason_counts(*m_outcome.culprit, m_run.timeline.known, m_cluster.nodes.size());
  }
  switch (code) {
  case Code::InputIncomplete:
    m_report.verdict = GroupVerdict::Unknown;
    break;
  case Code::NotModelled:
    m_report.verdict = GroupVerdict::Unknown;
    for (const model::PodIndex index : m_pending) {
      if (const std::string_view what = unmodelled_constraint(pod(index)); !what.empty()) {
        evidence.pod = name_of(index);
        evidence.hints.emplace_back(what);
        break;
      }
    }
    break;
  case Code::GroupNotFound:
    m_report.stage = m_outcome.culprit ? culprit_stage() : model::Stage::Permit;
    evidence.hints.assign(m_group.near_misses.begin(), m_group.near_misses.end());
    break;
  case Code::WrongScheduler:
    for (const model::SchedulerProfile& profile : m_run.rules.options.configuration.profiles) {
      evidence.hints.push_back(profile.scheduler_name);
    }
    break;
  case Code::NotEnoughMembers:
    m_report.stage = model::Stage::PreFilter;
    evidence.have = m_report.members.total;
    evidence.needed = min_member();
    break;
  case Code::MembersGated:
    m_report.stage = m_report.members.pending > 0 ? model::Stage::PreFilter : model::Stage::PreEnqueue;
    evidence.have = m_report.members.total - m_report.members.gated;
    for (const model::PodIndex index : m_pending) {
      if (!pod(index).gated()) { continue; }
      evidence.pods.push_back(name_of(index));
      for (const std::string_view gate : pod(index).spec->scheduling_gates) {
        if (std::find(evidence.gates.begin(), evidence.gates.end(), gate) == evidence.gates.end()) {
          evidence.gates.emplace_back(gate);
        }
      }
    }
    break;
  case Code::MinResourcesShort: {
    m_report.stage = model::Stage::PreFilter;
    if (const auto gap = resource_gap(m_run.nodes, m_run.bound_usage, m_group, [&] {
          GangRules::Places own;
          for (const model::PodIndex index : m_group.members) {
            if (pod(index).bound() && pod(index).node != model::k_none) { own.emplace_back(index, pod(index).node); }
          }
          return own;
        }())) {
      evidence.gap = gap->missing;
      std::vector<std::string> names;
      for (const auto& [name, missing] : gap->missing) { names.push_back(name); }
      evidence.min_resources = min_resource_figures(m_cluster, m_run.nodes, m_run.bound_usage, m_group, names);
    }
    break;
  }
  case Code::GroupBackingOff:
    m_report.stage = model::Stage::PreFilter;
    break;
  case Code::WaitingForPreemption:
    m_report.stage = model::Stage::PostFilter;
    break;
  case Code::NoFeasibleNode:
    m_report.stage = culprit_stage();
    explain_no_node();
    break;
  case Code::TakenByOthersAhead:
    explain_taken();
    break;
  case Code::NotEnoughRoom:
    m_report.stage = culprit_stage();
    explain_room(alone(), m_run.bound_usage);
    if (!m_run.rules.policies[at(m_index)]->label_only) { explain_waiting(); }
    break;
  default:
    break;
  }
}

// The pending members that ask for the same as `shown`, and how many of them are among `unplaced`.
Demand Diagnosis::demand_like(const model::Pod& shown, const std::vector<model::PodIndex>& unplaced) const {
  const auto same = [&](model::PodIndex index) { return pod(index).spec == shown.spec; };
  return {std::count_if(m_pending.begin(), m_pending.end(), same),
          std::count_if(unplaced.begin(), unplaced.end(), same)};
}

// Where a missing share within podGroupRejectPercentage kept the others waiting: how many, for how long.
void Diagnosis::explain_waiting() {
  for (const model::PodIndex index : m_pending) {
    const std::int32_t refusal = m_run.timeline.pods[at(index)].refusal;
    if (refusal < 0) { continue; }
    const RefusalRecord& record = m_run.timeline.refusals[at(refusal)];
    if (record.gang != RefusalRecord::Gang::Timeout) { continue; }
    const model::SchedulerProfile* profile = m_run.rules.profile_of(pod(index));
    m_report.evidence.waited = m_outcome.peak - m_report.members.bound;
    m_report.evidence.permit_wait_seconds = record.waited_seconds;
    m_report.evidence.reject_percentage = m_run.rules.policies[at(m_index)]->reject_percentage_argument && profile
                                              ? profile->coscheduling.pod_group_reject_percentage
                                              : 10;
    return;
  }
}

void Diagnosis::explain_no_node() {
  model::Evidence& evidence = m_report.evidence;
  evidence.have = m_report.members.bound + static_cast<std::int64_t>(m_pending.size() - m_without_node.size());
  for (const model::PodIndex index : m_without_node) { evidence.pods.push_back(name_of(index)); }
  const model::Pod& first = pod(m_without_node.front());
  evidence.pod = first.name;
  evidence.reasons = reasons_now(m_run.rules, *m_on_bound, m_without_node.front());
  evidence.shortages =
      shortages(m_run.rules, m_run.nodes, m_run.bound_usage, first, demand_like(first, m_without_node));
}

// The members beyond the most that held a place at one moment, and what the first of them lacks.
void Diagnosis::explain_room(const GroupOutcome& outcome, const NodeUsage& usage) {
  model::Evidence& evidence = m_report.evidence;
  evidence.have = outcome.peak;
  std::vector<model::PodIndex> left;
  for (const model::PodIndex index : m_pending) {
    if (std::find(outcome.at_peak.begin(), outcome.at_peak.end(), index) == outcome.at_peak.end()) {
      left.push_back(index);
    }
  }
  for (const model::PodIndex index : left) { evidence.pods.push_back(name_of(index)); }
  const model::PodIndex culprit = outcome.culprit_pod;
  const bool named = culprit != model::k_none && std::find(left.begin(), left.end(), culprit) != left.end();
  if (left.empty() && culprit == model::k_none) { return; }
  const model::Pod& shown = pod(named || left.empty() ? culprit : left.front());
  evidence.pod = shown.name;
  evidence.shortages = shortages(m_run.rules, m_run.nodes, usage, shown, demand_like(shown, left));
}

NodeUsage Diagnosis::usage_without_own_reservations() const {
  NodeUsage usage = m_run.timeline.usage_at_end;
  for (const model::PodIndex index : m_pending) {
    const PodOutcome& outcome = m_run.timeline.pods[at(index)];
    if (outcome.holds != model::k_none) { usage.remove(index, outcome.holds); }
  }
  return usage;
}

void Diagnosis::explain_taken() {
  constexpr std::size_t k_most_takers = 16;
  model::Evidence& evidence = m_report.evidence;
  evidence.placeable_alone = alone().bound;
  explain_room(m_outcome, usage_without_own_reservations());
  std::vector<model::GroupIndex> seen;
  for (const model::PodIndex index : m_run.timeline.initial_order) {
    if (pod(index).group == m_index || evidence.takers.size() == k_most_takers) { break; }
    if (m_run.timeline.pods[at(index)].outcome != model::Outcome::Bound) { continue; }
    const model::GroupIndex group = m_run.rules.gang_of(pod(index));
    if (group == model::k_none) {
      evidence.takers.push_back({model::QueueKind::Pod,
                                 std::string(pod(index).namespace_name),
                                 std::string(pod(index).name),
                                 pod(index).spec->priority,
                                 {}});
    } else if (std::find(seen.begin(), seen.end(), group) == seen.end()) {
      seen.push_back(group);
      const model::PodGroup& taker = m_cluster.groups[at(group)];
      evidence.takers.push_back({model::QueueKind::PodGroup, std::string(taker.namespace_name), std::string(taker.name),
                                 pod(index).spec->priority, taker.dialect});
    }
  }
}

// After more than one round it is luck with which of the texts (the culprit's, a sibling's, a timeout's) a member ends.
void Diagnosis::describe_pods() {
  const bool varies = m_outcome.spins || m_outcome.rejections > 1;
  for (const model::PodIndex index : m_group.members) {
    if (!pod(index).finished()) { m_report.pods.push_back(pod_report(m_run, index, varies)); }
  }
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
  count_members();
  decide_verdict();
  const bool open = m_report.verdict == GroupVerdict::Fits || m_report.verdict == GroupVerdict::DoesNotFit;
  if (open) { apply_code(decide_code()); }
  if (depth == Depth::Verdict) { return std::move(m_report); }
  if (open && m_report.verdict != GroupVerdict::Unknown) {
    const GroupOutcome& by_itself = alone();
    m_report.alone = {by_itself.bound >= quorum() ? GroupVerdict::Fits : GroupVerdict::DoesNotFit, by_itself.bound};
  }
  describe_pods();
  describe_stored();
  return std::move(m_report);
}

} // namespace

model::GroupReport diagnose(const Run& run, model::GroupIndex group, Depth depth) {
  return Diagnosis(run, group).report(depth);
}

model::PodReport pod_report(const Run& run, model::PodIndex index, bool varies) {
  const model::ClusterSnapshot& cluster = run.rules.cluster;
  const model::Pod& pod = cluster.pods[at(index)];
  const PodOutcome& outcome = run.timeline.pods[at(index)];
  model::PodReport report;
  report.namespace_name = pod.namespace_name;
  report.name = pod.name;
  report.outcome = outcome.outcome;
  const auto node_name = [&](model::NodeIndex node) {
    return node == model::k_none ? std::string() : std::string(cluster.nodes[at(node)].name);
  };
  if (pod.bound()) {
    report.node = pod.node_name;
  } else {
    report.node = node_name(outcome.node);
    report.nominated_node = node_name(outcome.nominated);
  }
  for (const model::PodIndex victim : outcome.victims) { report.victims.push_back(pod_key(cluster.pods[at(victim)])); }
  report.gates.assign(pod.spec->scheduling_gates.begin(), pod.spec->scheduling_gates.end());
  switch (outcome.outcome) {
  case model::Outcome::Gated:
    report.message = "Scheduling is blocked due to non-empty scheduling gates";
    break;
  case model::Outcome::NotAttempted:
    if (pod.pending) { report.message = pod.pending->condition_message; }
    break;
  case model::Outcome::Unschedulable:
  case model::Outcome::Rejected:
    report.message_varies = varies;
    if (outcome.refusal >= 0) {
      const RefusalRecord& record = run.timeline.refusals[at(outcome.refusal)];
      report.message = attempt_text(record, run.timeline.known, cluster.nodes.size(), run.rules.version);
      report.reasons = reason_counts(record, run.timeline.known, cluster.nodes.size());
    }
    break;
  default:
    break;
  }
  return report;
}

} // namespace engine
