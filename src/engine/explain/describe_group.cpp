// SPDX-License-Identifier: Apache-2.0
#include "engine/explain/describe_group.hpp"

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

void describe_group(const Run& run, model::GroupIndex index, model::GroupReport& report) {
  const model::PodGroup& group = run.rules.cluster.groups[at(index)];
  report.namespace_name = group.namespace_name;
  report.name = group.name;
  report.dialect = group.dialect;
  report.implicit = group.implicit;
  report.mode = util::joined(said({group.mode, group.match_policy}), ", ");
  report.policy = run.rules.policies[at(index)]->name;
  report.min_member = group.min_member.value_or(0);
  for (const model::Layer& layer : group.layers) {
    report.layers.push_back({layer.dialect, std::string(layer.name), layer.role});
  }
  model::PodIndex first = model::k_none;
  for (const model::PodIndex pod : run.timeline.initial_order) {
    if (run.rules.cluster.pods[at(pod)].group == index) {
      first = pod;
      break;
    }
  }
  if (first == model::k_none && !group.members.empty()) { first = group.members.front(); }
  if (first == model::k_none) { return; }
  report.scheduler_name = run.rules.cluster.pods[at(first)].spec->scheduler_name;
  report.priority = run.rules.cluster.pods[at(first)].spec->priority;
}

void describe_parts(const Run& run, model::GroupIndex index, const GroupMembers& members, model::GroupReport& report) {
  const model::PodGroup& group = run.rules.cluster.groups[at(index)];
  const std::vector<std::int32_t> existing = members.part_counts(&GroupMembers::exists);
  const std::vector<std::int32_t> now = members.part_counts(&GroupMembers::is_placed);
  const std::vector<std::int32_t> at_end = members.part_counts(&GroupMembers::is_placed_at_end);
  for (std::size_t part = 0; part < group.sub_groups.size(); ++part) {
    const model::SubGroup& declared = group.sub_groups[part];
    report.sub_groups.push_back({std::string(declared.name), std::string(declared.parent), declared.min_member,
                                 declared.min_sub_groups, existing[part], now[part], at_end[part]});
  }
}

void describe_stored(const Run& run, model::GroupIndex index, const GroupMembers& members, model::GroupReport& report) {
  const model::PodGroup& group = run.rules.cluster.groups[at(index)];
  report.phase = pod_group_phase(run.rules.cluster, group);
  model::GroupReport::Stored stored;
  stored.phase = group.status.phase;
  const GroupCondition* const word = last_word(group);
  stored.message = word != nullptr ? word->message : word_of_pods(run.rules.cluster, members.pending);
  if (word != nullptr) { stored.reason = word->reason.empty() ? word->type : word->reason; }
  if (stored.phase.empty() && stored.message.empty() && word == nullptr) { return; }
  const bool fits = report.verdict == GroupVerdict::Fits;
  const bool does_not = report.verdict == GroupVerdict::DoesNotFit;
  const bool other_phase = report.phase && !stored.phase.empty() && stored.phase != report.phase->phase;
  const bool other_word = word != nullptr
                              ? (says_no(*word) ? fits || report.verdict == GroupVerdict::Satisfied : does_not)
                              : !stored.message.empty() && fits;
  stored.stale = other_phase || other_word || (stored.phase == "Running" && !report.phase && does_not);
  report.stored = std::move(stored);
}

// After more than one round, a race decides which text (the culprit's, a sibling's, a timeout's) a member ends with.
void describe_pods(const Run& run, model::GroupIndex index, model::GroupReport& report) {
  const model::PodGroup& group = run.rules.cluster.groups[at(index)];
  const GroupOutcome& outcome = run.timeline.groups[at(index)];
  const bool varies = outcome.spins || outcome.rejections > 1;
  for (const model::PodIndex pod : group.members) {
    if (!run.rules.cluster.pods[at(pod)].finished()) { report.pods.push_back(pod_report(run, pod, varies)); }
  }
}

// The condition never leaves True. (updatePodGroupCondition)
void describe_condition(const Run& run, model::GroupIndex index, model::GroupReport& report) {
  const model::PodGroup& group = run.rules.cluster.groups[at(index)];
  const GroupOutcome& outcome = run.timeline.groups[at(index)];
  if (run.rules.policies[at(index)]->native != Policy::Native::Cycle) { return; }
  const std::string_view type = run.rules.version.scheduled_condition();
  const auto stored = std::ranges::find(group.conditions, type, &model::GroupCondition::type);
  const bool is_stored = stored != group.conditions.end();
  if (outcome.condition_reason.empty() || (is_stored && stored->status == "True")) {
    if (!is_stored) { return; }
    report.condition = {std::string(type), std::string(stored->status), std::string(stored->reason),
                        std::string(stored->message)};
    return;
  }
  report.condition = {std::string(type), outcome.condition_reason == "Scheduled" ? "True" : "False",
                      std::string(outcome.condition_reason), outcome.condition_message};
}

} // namespace engine
