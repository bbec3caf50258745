// SPDX-License-Identifier: Apache-2.0
// Describes a group apart from verdict and cause: its identity, the layers above it, its parts, its stored status.
#include "engine/explain/diagnosis.hpp"
#include "engine/rules/pod_group_phase.hpp"
#include "util/concat.hpp"

#include <initializer_list>
#include <string_view>
#include <vector>

namespace engine {

namespace {

using model::GroupCondition;
using model::GroupVerdict;

// Volcano and kube-batch: Unschedulable, Scheduled. KAI: UnschedulableOnNodePool. Kubernetes: PodGroupScheduled (1.36),
// PodGroupInitiallyScheduled (1.37), which never leaves True. Kueue's Workload: QuotaReserved.
bool says_no(const GroupCondition& condition) {
  const bool holds = condition.status != "False";
  if (condition.type.starts_with("Unschedulable")) { return holds; }
  if (condition.type == "QuotaReserved") { return !holds; }
  return condition.type.ends_with("Scheduled") && !holds;
}

bool says_yes(const GroupCondition& condition) {
  return condition.type.ends_with("Scheduled") && condition.status == "True";
}

// The latest condition from the group's scheduler; null if there is none.
const GroupCondition* last_word(const model::PodGroup& group) {
  const GroupCondition* last = nullptr;
  for (const GroupCondition& condition : group.conditions) {
    const bool speaks = says_no(condition) || says_yes(condition);
    if (speaks && (last == nullptr || last->since <= condition.since)) { last = &condition; }
  }
  return last;
}

// The culprit's message, which names the culprit itself; without a culprit, the first pod's message.
std::string_view word_of_pods(const model::ClusterSnapshot& cluster, const std::vector<model::PodIndex>& pods) {
  std::string_view word;
  for (const model::PodIndex index : pods) {
    const model::Pod& pod = cluster.pods[at(index)];
    if (!pod.pending || pod.pending->condition_message.empty()) { continue; }
    const std::string_view message = pod.pending->condition_message;
    const bool culprit = message.find("gets rejected due to Pod") != std::string_view::npos;
    if (word.empty() || culprit) { word = message; }
    if (culprit) { break; }
  }
  return word;
}

std::vector<std::string_view> said(std::initializer_list<std::string_view> words) {
  std::vector<std::string_view> all(words);
  std::erase(all, std::string_view());
  return all;
}

} // namespace

void Diagnosis::describe_group() {
  m_report.namespace_name = m_group.namespace_name;
  m_report.name = m_group.name;
  m_report.dialect = m_group.dialect;
  m_report.implicit = m_group.implicit;
  m_report.mode = util::joined(said({m_group.mode, m_group.match_policy}), ", ");
  m_report.policy = m_run.rules.policies[at(m_index)]->name;
  m_report.min_member = min_member();
  for (const model::Layer& layer : m_group.layers) {
    m_report.layers.push_back({layer.dialect, std::string(layer.name), layer.role});
  }
  model::PodIndex first = model::k_none;
  for (const model::PodIndex index : m_run.timeline.initial_order) {
    if (pod(index).group == m_index) {
      first = index;
      break;
    }
  }
  if (first == model::k_none && !m_group.members.empty()) { first = m_group.members.front(); }
  if (first == model::k_none) { return; }
  m_report.scheduler_name = pod(first).spec->scheduler_name;
  m_report.priority = pod(first).spec->priority;
}

void Diagnosis::describe_parts() {
  const std::vector<std::int32_t> existing = part_counts(&Diagnosis::exists);
  const std::vector<std::int32_t> now = part_counts(&Diagnosis::is_placed);
  const std::vector<std::int32_t> at_end = part_counts(&Diagnosis::is_placed_at_end);
  for (std::size_t part = 0; part < m_group.sub_groups.size(); ++part) {
    const model::SubGroup& declared = m_group.sub_groups[part];
    m_report.sub_groups.push_back({std::string(declared.name), std::string(declared.parent), declared.min_member,
                                   declared.min_sub_groups, existing[part], now[part], at_end[part]});
  }
}

void Diagnosis::describe_stored() {
  m_report.phase = pod_group_phase(m_cluster, m_group);
  model::GroupReport::Stored stored;
  stored.phase = m_group.status.phase;
  const GroupCondition* const word = last_word(m_group);
  stored.message = word != nullptr ? word->message : word_of_pods(m_cluster, m_pending);
  if (word != nullptr) { stored.reason = word->reason.empty() ? word->type : word->reason; }
  if (stored.phase.empty() && stored.message.empty() && word == nullptr) { return; }
  const bool fits = m_report.verdict == GroupVerdict::Fits;
  const bool does_not = m_report.verdict == GroupVerdict::DoesNotFit;
  const bool other_phase = m_report.phase && !stored.phase.empty() && stored.phase != m_report.phase->phase;
  const bool other_word = word != nullptr
                              ? (says_no(*word) ? fits || m_report.verdict == GroupVerdict::Satisfied : does_not)
                              : !stored.message.empty() && fits;
  stored.stale = other_phase || other_word || (stored.phase == "Running" && !m_report.phase && does_not);
  m_report.stored = std::move(stored);
}

} // namespace engine
