// SPDX-License-Identifier: Apache-2.0
// The drawn members by kind, and the answer of each node to one more member of that kind.
//
// The answers assume the usage of all other pods at the end of the run, without the group's own pods. So a node that
// refuses a member of a blocked group refuses it whichever member of the group comes first.
#include "engine/explain/usage_of_others.hpp"
#include "engine/feasibility/admitted_nodes.hpp"
#include "engine/index.hpp"
#include "engine/picture/parts.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace engine {

namespace {

constexpr std::size_t k_most_kinds = 64, k_most_kinds_of_group = 8;

// Pods with a common usage of others: one group of the report, or all plain pods.
struct Askers {
  std::string_view namespace_name, group; // group empty: plain pods
  std::vector<model::PodIndex> pods;
};

std::vector<Askers> askers_of(const Run& run, const Question& question, const model::Report& report) {
  const model::ClusterSnapshot& cluster = run.rules.cluster;
  std::map<model::GroupIndex, Askers> by_group; // k_none comes last
  for (const model::PodIndex index : run.pending) {
    const model::Pod& pod = cluster.pods[at(index)];
    if (!is_drawn(question, pod, index) || run.rules.profile_of(pod) == nullptr) { continue; }
    const bool is_loose = pod.group == model::k_none;
    Askers& askers = by_group[is_loose ? model::GroupIndex(std::numeric_limits<std::int32_t>::max()) : pod.group];
    if (!is_loose) {
      askers.namespace_name = cluster.groups[at(pod.group)].namespace_name;
      askers.group = cluster.groups[at(pod.group)].name;
    }
    askers.pods.push_back(index);
  }
  const auto is_blocked = [&](const Askers& askers) {
    return std::ranges::any_of(report.groups, [&](const model::GroupReport& group) {
      return group.verdict == model::GroupVerdict::DoesNotFit && group.namespace_name == askers.namespace_name &&
             group.name == askers.group;
    });
  };
  std::vector<Askers> all;
  for (auto& [group, askers] : by_group) { all.push_back(std::move(askers)); }
  std::stable_partition(all.begin(), all.end(), is_blocked);
  return all;
}

// Answers of all nodes to one more pod of the same class.
std::vector<model::AnswerId> answers_to(const Run& run, Feasibility& feasibility, model::PodIndex pod,
                                        Answers& answers) {
  const model::SchedulerProfile& profile = *run.rules.profile_of(run.nodes.pod(pod));
  const std::vector<RefusalId> refusals = feasibility.refusals(feasibility.class_of(pod, profile));
  const NodeSet admitted = admitted_nodes(run.rules, feasibility, pod);
  std::map<RefusalId, model::AnswerId> numbers;
  std::vector<model::AnswerId> by_node(refusals.size(), 0);
  for (std::size_t node = 0; node < refusals.size(); ++node) {
    const RefusalId refusal = refusals[node];
    if (refusal == 0 && admitted.has(static_cast<model::NodeIndex>(node))) { continue; }
    const auto [known, is_new] = numbers.emplace(refusal, 0);
    if (is_new) {
      const std::vector<std::string_view>& reasons = feasibility.known()[refusal].refusal.reasons;
      known->second = answers.number_of(refusal == 0 ? Answers::Reasons{"left out by a PreFilter plugin"}
                                                     : Answers::Reasons(reasons.begin(), reasons.end()));
    }
    by_node[node] = known->second;
  }
  return by_node;
}

// Appends the kinds of the askers; returns the number of omitted kinds.
std::size_t add_kinds(const Run& run, const Askers& askers, const std::vector<model::ResourceId>& resources,
                      std::size_t most, Answers& answers, std::vector<DrawnKind>& kinds) {
  const model::ClusterSnapshot& cluster = run.rules.cluster;
  Feasibility feasibility(run.nodes, usage_of_others(run, askers.pods), run.rules.version);
  std::map<int, std::vector<model::PodIndex>> by_class;
  for (const model::PodIndex pod : askers.pods) {
    by_class[feasibility.class_of(pod, *run.rules.profile_of(cluster.pods[at(pod)]))].push_back(pod);
  }
  std::size_t taken = 0;
  for (const auto& [pod_class, pods] : by_class) {
    if (taken == most) { break; }
    ++taken;
    DrawnKind drawn;
    drawn.kind.namespace_name =
        askers.group.empty() ? cluster.pods[at(pods.front())].namespace_name : askers.namespace_name;
    drawn.kind.group = askers.group;
    for (const model::ResourceId resource : resources) {
      drawn.kind.requests.push_back(drawn_amount(*cluster.pods[at(pods.front())].spec, resource));
    }
    for (const model::PodIndex pod : pods) {
      drawn.kind.pods.emplace_back(cluster.pods[at(pod)].name);
      drawn.kind.placed += run.timeline.pods[at(pod)].outcome == model::Outcome::Bound ? 1 : 0;
    }
    drawn.by_node = answers_to(run, feasibility, pods.front(), answers);
    drawn.kind.open_nodes = std::ranges::count(drawn.by_node, model::AnswerId{0});
    kinds.push_back(std::move(drawn));
  }
  return by_class.size() - taken;
}

} // namespace

model::AnswerId Answers::number_of(Reasons reasons) {
  constexpr std::size_t k_most = std::numeric_limits<model::AnswerId>::max();
  if (reasons.empty()) { return 0; }
  if (m_all.size() >= k_most) { reasons = {"refused"}; } // it gets the last number
  const auto [known, is_new] = m_numbers.emplace(reasons, static_cast<model::AnswerId>(m_all.size()));
  if (is_new) { m_all.push_back(std::move(reasons)); }
  return known->second;
}

std::vector<DrawnKind> drawn_kinds(const Run& run, const Question& question, const model::Report& report,
                                   const std::vector<model::ResourceId>& resources, Answers& answers,
                                   std::size_t& left_out) {
  std::vector<DrawnKind> kinds;
  if (question.kind == model::ReportKind::QueueReport || run.nodes.size() == 0) { return kinds; }
  for (const Askers& askers : askers_of(run, question, report)) {
    if (kinds.size() >= k_most_kinds) {
      ++left_out; // at least one
      continue;
    }
    const std::size_t most = std::min(k_most_kinds_of_group, k_most_kinds - kinds.size());
    left_out += add_kinds(run, askers, resources, most, answers, kinds);
  }
  std::ranges::stable_sort(kinds, {}, [](const DrawnKind& drawn) {
    const bool is_settled = drawn.kind.placed == std::ssize(drawn.kind.pods);
    return std::pair(is_settled, is_settled ? 0 : drawn.kind.open_nodes);
  });
  return kinds;
}

} // namespace engine
