// SPDX-License-Identifier: Apache-2.0
#include "engine/explain/cause_evidence.hpp"

#include "engine/explain/attempt_text.hpp"
#include "engine/explain/obstacles.hpp"
#include "engine/kube_scheduler/gang_rules.hpp"
#include "engine/rules/counted_members.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

namespace engine {

using model::Code;
using model::GroupVerdict;

model::Stage CauseEvidence::culprit_stage() const {
  return m_outcome.culprit ? m_outcome.culprit->stage : model::Stage::Permit;
}

// Of an object that owns a member or that has the group's name.
void CauseEvidence::note_creation_failure() {
  for (const model::WorkloadObject& object : m_cluster.workloads) {
    if (object.creation_failure.empty() || object.namespace_name != m_group.namespace_name) { continue; }
    const bool owns_a_member =
        object.name == m_group.name || std::ranges::any_of(m_group.members, [&](model::PodIndex index) {
          const model::Owner* const owner = pod(index).owner;
          return owner != nullptr && owner->kind == object.kind && owner->name == object.name;
        });
    if (!owns_a_member) { continue; }
    m_report.evidence.hints.push_back(util::concat(object.kind, ' ', object.namespace_name, '/', object.name,
                                                   " could not create pods: ", object.creation_failure));
    return;
  }
}

void CauseEvidence::apply_code(Code code) {
  model::Evidence& evidence = m_report.evidence;
  m_report.code = code;
  evidence.needed = m_members.quorum();
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
    if (missing_members(m_group) == MissingMembers::Placeholders && m_members.existing < m_members.min_member()) {
      evidence.hints.emplace_back("fewer pods than its quorum: its scheduler makes placeholders for the others");
      break;
    }
    for (const model::PodIndex index : m_members.pending) {
      if (const std::string_view what = unmodelled_constraint(m_cluster, pod(index)); !what.empty()) {
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
    for (const model::PodIndex index : m_members.pending) {
      if (m_run.rules.profile_of(pod(index)) != nullptr) { continue; }
      evidence.scheduler = pod(index).spec->scheduler_name;
      evidence.pods.push_back(name_of(index));
    }
    for (const model::SchedulerProfile& profile : m_run.rules.options.configuration.profiles) {
      evidence.hints.push_back(profile.scheduler_name);
    }
    break;
  case Code::NotEnoughMembers:
    m_report.stage = m_members.gate_stage();
    for (const model::PodIndex index : m_members.pending) {
      if (m_members.never_comes(index)) { evidence.pods.push_back(name_of(index)); }
    }
    evidence.have = m_members.existing - m_members.past_counting - std::ssize(evidence.pods);
    evidence.needed = m_members.min_member();
    if (const auto part = m_members.part_short_of(&GroupMembers::exists); part && evidence.have >= evidence.needed) {
      evidence.sub_group = m_group.sub_groups[*part].name;
      evidence.have = m_members.part_counts(&GroupMembers::exists)[*part];
      evidence.needed = m_group.sub_groups[*part].min_member;
    } else if (const auto partner = m_members.partner_short_of_members(); partner && evidence.have >= evidence.needed) {
      evidence.partner = partner->key;
      evidence.have = partner->have;
      evidence.needed = partner->needed;
    }
    note_creation_failure();
    break;
  case Code::MembersGated:
    m_report.stage = m_report.members.pending > 0 ? model::Stage::PreFilter : model::Stage::PreEnqueue;
    evidence.have = m_members.existing - m_members.gated_members();
    for (const model::PodIndex index : m_members.pending) {
      if (!m_run.rules.gated(index)) { continue; }
      evidence.pods.push_back(name_of(index));
      for (const std::string_view gate : pod(index).spec->scheduling_gates) {
        if (std::find(evidence.gates.begin(), evidence.gates.end(), gate) == evidence.gates.end()) {
          evidence.gates.emplace_back(gate);
        }
      }
    }
    break;
  case Code::QueueGate:
    evidence.have = m_report.members.total - std::ssize(m_members.kept_out);
    for (const model::PodIndex index : m_members.kept_out) {
      evidence.pods.push_back(name_of(index));
      if (pod(index).gated()) { m_report.stage = model::Stage::PreEnqueue; }
    }
    break;
  case Code::MembersDisagree:
    m_report.stage = culprit_stage();
    explain_difference();
    break;
  case Code::MinResourcesShort: {
    m_report.stage = model::Stage::PreFilter;
    if (const auto gap = resource_gap(m_run.nodes, m_run.bound_usage, m_group, [&] {
          GangRules::Places own;
          for (const model::PodIndex index : m_group.members) {
            if (const auto node = m_cluster.node_of(index); node != model::k_none) { own.emplace_back(index, node); }
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
  case Code::GreedyMiss:
    m_report.stage = culprit_stage();
    explain_room(m_others.alone(), m_run.bound_usage);
    break;
  case Code::Fragmented:
  case Code::NotEnoughRoom:
    m_report.stage = culprit_stage();
    explain_limit();
    if (!m_run.rules.policies[at(m_index)]->label_only) { explain_waiting(); }
    break;
  default:
    break;
  }
  name_taints();
  if (m_depth == Depth::Full && !evidence.shortages.empty()) { name_spared(); }
}

// Names the field in which members differ, with the values of the first member and of another. Native gangs must name
// one scheduler, and so must gangs of Coscheduling that need members of both; those of labels one minimum and one
// priority. (frameworkForPodGroup; Coscheduling.PreFilter up to v0.19)
void CauseEvidence::explain_difference() {
  model::Evidence& evidence = m_report.evidence;
  const bool is_spread = m_members.is_spread_over_profiles();
  const std::vector<model::PodIndex> different = is_spread ? m_members.pending : m_members.refused_as_different();
  const model::Pod& first = pod(m_group.members.front());
  const auto differs = [&](std::string_view field, auto value_of) {
    const auto other =
        std::ranges::find_if(different, [&](model::PodIndex index) { return value_of(pod(index)) != value_of(first); });
    if (other == different.end()) { return false; }
    evidence.hints = {std::string(field), util::concat(value_of(first)), util::concat(value_of(pod(*other)))};
    return true;
  };
  if (is_spread || !m_run.rules.policies[at(m_index)]->label_only) { // refuses all members
    differs("schedulerName", [](const model::Pod& one) { return one.spec->scheduler_name; });
    return;
  }
  for (const model::PodIndex index : different) { evidence.pods.push_back(name_of(index)); }
  const auto minimum_of = [&](const model::Pod& one) {
    return one.group_min_available != 0 ? one.group_min_available : first.group_min_available; // not every pod has one
  };
  if (differs("min-available", minimum_of)) { return; }
  differs("priority", [](const model::Pod& one) { return one.spec->priority; });
}

// Names the taints behind the culprit's reasons, and the nodes that have one because of their state.
void CauseEvidence::name_taints() {
  model::Evidence& evidence = m_report.evidence;
  const auto is_of_taints = [](const model::ReasonCount& reason) { return reason.plugin == "TaintToleration"; };
  const auto culprit =
      std::ranges::find_if(m_members.pending, [&](auto index) { return name_of(index) == evidence.pod; });
  if (culprit == m_members.pending.end() || std::ranges::none_of(evidence.reasons, is_of_taints)) { return; }
  for (model::Obstacle& taint : untolerated_taints(m_cluster, pod(*culprit))) {
    evidence.taints.push_back(taint.subject);
    if (taint.subject.starts_with("node.kubernetes.io/")) { evidence.obstacles.push_back(std::move(taint)); }
  }
}

// Names pods of lower priority that preemption spares only because of the culprit's preemptionPolicy.
void CauseEvidence::name_spared() {
  model::Evidence& evidence = m_report.evidence;
  const auto culprit =
      std::ranges::find_if(m_members.pending, [&](auto index) { return name_of(index) == evidence.pod; });
  if (culprit == m_members.pending.end()) { return; }
  if (auto spared = spared_by_policy(m_run.rules, m_run.nodes, m_run.bound_usage, pod(*culprit))) {
    evidence.obstacles.push_back(std::move(*spared));
  }
}

// Number of pending members with the requests of `shown`, and how many of those are in `unplaced`.
Demand CauseEvidence::demand_like(const model::Pod& shown, const std::vector<model::PodIndex>& unplaced) const {
  const auto same = [&](model::PodIndex index) { return pod(index).spec == shown.spec; };
  return {std::count_if(m_members.pending.begin(), m_members.pending.end(), same),
          std::count_if(unplaced.begin(), unplaced.end(), same)};
}

// If the other members waited at Permit until the timeout: how many, and for how long. Coscheduling lets them wait if
// the missing share is within podGroupRejectPercentage.
void CauseEvidence::explain_waiting() {
  for (const model::PodIndex index : m_members.pending) {
    const std::int32_t refusal = m_run.timeline.pods[at(index)].refusal;
    if (refusal < 0) { continue; }
    const RefusalRecord& record = m_run.timeline.refusals[at(refusal)];
    if (record.gang != RefusalRecord::Gang::Timeout) { continue; }
    const model::SchedulerProfile* profile = m_run.rules.profile_of(pod(index));
    const Policy& policy = *m_run.rules.policies[at(m_index)];
    m_report.evidence.waited = m_outcome.peak - m_report.members.bound;
    m_report.evidence.permit_wait_seconds = record.waited_seconds;
    if (policy.post_filter == PostFilterRule::None) { return; } // the share plays no role there
    m_report.evidence.reject_percentage =
        policy.reject_percentage_argument && profile ? profile->coscheduling.pod_group_reject_percentage : 10;
    return;
  }
}

void CauseEvidence::explain_no_node() {
  model::Evidence& evidence = m_report.evidence;
  const std::vector<model::PodIndex>& left = m_others.without_node();
  const auto with_node = static_cast<std::int64_t>(m_members.pending.size() - left.size());
  evidence.have = m_members.placed(m_report.members.bound) + with_node;
  for (const model::PodIndex index : left) { evidence.pods.push_back(name_of(index)); }
  const model::Pod& first = pod(left.front());
  evidence.pod = first.name;
  evidence.reasons = reasons_now(m_run.rules, m_run.experiment.on_bound(), left.front());
  evidence.obstacles = obstacles(m_run.rules, m_run.experiment.on_bound(), left.front());
  evidence.shortages = shortages(m_run.rules, m_run.nodes, m_run.bound_usage, first, demand_like(first, left));
}

// Reports the members in `left`, which do not fit with the `have` others, and the shortages of one of them: of the
// culprit if it is in `left`, otherwise of the first. Returns that member; k_none: there is none.
model::PodIndex CauseEvidence::explain_left(std::int64_t have, const std::vector<model::PodIndex>& left,
                                            model::PodIndex culprit, const NodeUsage& usage) {
  model::Evidence& evidence = m_report.evidence;
  evidence.have = have;
  for (const model::PodIndex index : left) { evidence.pods.push_back(name_of(index)); }
  const bool is_left = std::ranges::find(left, culprit) != left.end();
  const model::PodIndex shown = is_left || left.empty() ? culprit : left.front();
  if (shown == model::k_none) { return shown; }
  evidence.pod = name_of(shown);
  const model::PodIndex failed = m_outcome.culprit_pod;
  if (failed == model::k_none || pod(failed).spec != pod(shown).spec) {
    evidence.reasons = reasons_now(m_run.rules, m_run.experiment.on_bound(), shown);
  }
  evidence.shortages = shortages(m_run.rules, m_run.nodes, usage, pod(shown), demand_like(pod(shown), left));
  return shown;
}

// Names what keeps a member off nodes besides capacity, once the members of the largest placement are on theirs.
void CauseEvidence::find_obstacles(const std::vector<Placement>& placement, model::PodIndex shown) {
  constexpr std::array<std::string_view, 3> k_depend_on_pods = {"InterPodAffinity", "NodePorts", "PodTopologySpread"};
  const bool may_have_some = std::ranges::any_of(m_report.evidence.reasons, [&](const model::ReasonCount& reason) {
    return std::ranges::find(k_depend_on_pods, reason.plugin) != k_depend_on_pods.end();
  });
  if (m_depth != Depth::Full || shown == model::k_none || !may_have_some) { return; }
  NodeUsage usage = m_run.bound_usage;
  for (const Placement& one : placement) { usage.add(one.pod, one.node); }
  Feasibility after(m_run.nodes, std::move(usage), m_run.rules.version);
  m_report.evidence.obstacles = obstacles(m_run.rules, after, shown);
}

// Explains the members beyond the most that held a node at one moment.
void CauseEvidence::explain_room(const GroupOutcome& outcome, const NodeUsage& usage) {
  std::vector<model::PodIndex> left = m_members.pending;
  std::erase_if(
      left, [&](model::PodIndex index) { return std::ranges::find(outcome.at_peak, index) != outcome.at_peak.end(); });
  explain_left(outcome.peak, left, outcome.culprit_pod, usage);
}

// Explains the members beyond the most that the nodes can hold at all.
void CauseEvidence::explain_limit() {
  const Solution& solution = m_others.possible();
  if (!solution.report.largest_placeable) {
    explain_room(m_others.alone(), m_run.bound_usage);
    return;
  }
  std::vector<model::PodIndex> left = m_members.pending;
  std::erase_if(left, [&](model::PodIndex index) {
    return std::ranges::find(solution.placement, index, &Placement::pod) != solution.placement.end();
  });
  const model::PodIndex culprit = left.empty() ? model::k_none : m_others.alone().culprit_pod;
  find_obstacles(solution.placement,
                 explain_left(*solution.report.largest_placeable, left, culprit, m_run.bound_usage));
}

NodeUsage CauseEvidence::usage_without_own_reservations() const {
  NodeUsage usage = m_run.timeline.usage_at_end;
  for (const model::PodIndex index : m_members.pending) {
    const PodOutcome& outcome = m_run.timeline.pods[at(index)];
    if (outcome.holds != model::k_none) { usage.remove(index, outcome.holds); }
  }
  return usage;
}

// Returns each group of `pods` once, and each plain pod; at most k_most.
std::vector<model::QueueRef> CauseEvidence::queue_refs(const std::vector<model::PodIndex>& pods) const {
  constexpr std::size_t k_most = 16;
  std::vector<model::QueueRef> refs;
  std::vector<model::GroupIndex> seen;
  for (const model::PodIndex index : pods) {
    if (refs.size() == k_most) { break; }
    const model::Pod& one = pod(index);
    const model::GroupIndex group = m_run.rules.gang_of(one);
    if (group == model::k_none) {
      refs.push_back(
          {model::QueueKind::Pod, std::string(one.namespace_name), std::string(one.name), one.spec->priority, {}});
    } else if (std::ranges::find(seen, group) == seen.end()) {
      seen.push_back(group);
      const model::PodGroup& taker = m_cluster.groups[at(group)];
      refs.push_back({model::QueueKind::PodGroup, std::string(taker.namespace_name), std::string(taker.name),
                      one.spec->priority, taker.dialect});
    }
  }
  return refs;
}

// True if the group starts when only it and `others` are pending.
bool CauseEvidence::starts_beside(const std::vector<model::PodIndex>& others) const {
  SimulationSetup setup{m_members.pending};
  setup.pending.insert(setup.pending.end(), others.begin(), others.end());
  std::ranges::sort(setup.pending);
  setup.record_reasons = false;
  setup.until_start = m_index;
  const Timeline timeline = m_run.experiment.run(setup);
  return m_members.placed(timeline.groups[at(m_index)].bound) >= m_members.quorum();
}

void CauseEvidence::explain_taken() {
  model::Evidence& evidence = m_report.evidence;
  evidence.placeable_alone = m_others.alone().bound;
  explain_room(m_outcome, usage_without_own_reservations());
  if (m_depth == Depth::Verdict) { return; }
  std::vector<model::PodIndex> ahead, behind, holding;
  bool is_ahead = true;
  for (const model::PodIndex index : m_run.timeline.initial_order) {
    const PodOutcome& outcome = m_run.timeline.pods[at(index)];
    if (pod(index).group == m_index) {
      is_ahead = false;
    } else if (outcome.outcome == model::Outcome::Bound) {
      (is_ahead ? ahead : behind).push_back(index);
    } else if (outcome.holds != model::k_none) {
      holding.push_back(index);
    }
  }
  // If pods later in the queue or waiting pods hold capacity too, check if the earlier pods alone keep the group out.
  const bool others_have_room = !behind.empty() || !holding.empty();
  if (!others_have_room || (!ahead.empty() && !starts_beside(ahead))) {
    evidence.takers = queue_refs(ahead);
  } else {
    evidence.takers_behind = queue_refs(behind);
    evidence.holders = queue_refs(holding);
  }
}

} // namespace engine
