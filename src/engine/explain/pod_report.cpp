// SPDX-License-Identifier: Apache-2.0
// Reports the outcome of one pod.
#include "engine/explain/attempt_text.hpp"
#include "engine/explain/diagnose.hpp"
#include "engine/explain/evidence.hpp"
#include "engine/explain/obstacles.hpp"
#include "engine/index.hpp"
#include "model/report/report_words.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace engine {

model::PodReport pod_report(const Run& run, model::PodIndex index, bool varies) {
  const model::ClusterSnapshot& cluster = run.rules.cluster;
  const model::Pod& pod = cluster.pods[at(index)];
  const PodOutcome& outcome = run.timeline.pods[at(index)];
  model::PodReport report;
  report.namespace_name = pod.namespace_name;
  report.name = pod.name;
  report.terminating = pod.terminating;
  report.outcome = outcome.outcome;
  const auto node_name = [&](model::NodeIndex node) {
    return node == model::k_none ? std::string() : std::string(cluster.nodes[at(node)].name);
  };
  if (pod.bound()) {
    report.node = pod.node_name;
  } else {
    report.node = node_name(outcome.node);
    report.nominated_node = node_name(outcome.nominated);
    if (pod.pending) { report.stored_message = pod.pending->condition_message; }
  }
  for (const model::PodIndex victim : outcome.victims) { report.victims.push_back(pod_key(cluster.pods[at(victim)])); }
  if (pod.bound() && outcome.preemptor != model::k_none) {
    report.preemptor = pod_key(cluster.pods[at(outcome.preemptor)]);
  }
  report.gates.assign(pod.spec->scheduling_gates.begin(), pod.spec->scheduling_gates.end());
  if (const auto kept = run.rules.gates.kept_out.find(index); kept != run.rules.gates.kept_out.end()) {
    report.outcome = pod.gated() ? model::Outcome::Gated : model::Outcome::NotAttempted;
    report.reasons.push_back({std::string(model::word(kept->second.gate)), kept->second.reason, 0, false});
  }
  switch (report.outcome) {
  case model::Outcome::Gated:
    report.message = "Scheduling is blocked due to non-empty scheduling gates";
    break;
  case model::Outcome::NotAttempted:
    if (outcome.refusal >= 0) { // PreEnqueue kept the pod out of the queue, which the scheduler records nowhere
      const RefusalRecord& record = run.timeline.refusals[at(outcome.refusal)];
      report.reasons = reason_counts(record, run.timeline.known, cluster.nodes.size());
    } else if (pod.pending) {
      report.message = pod.pending->condition_message;
    }
    break;
  case model::Outcome::Unschedulable:
  case model::Outcome::Rejected:
    report.message_varies = varies;
    if (outcome.refusal >= 0) {
      const RefusalRecord& record = run.timeline.refusals[at(outcome.refusal)];
      report.message_varies = varies || record.races;
      report.message = attempt_text(record, run.timeline.known, cluster.nodes.size(), run.rules.version);
      report.reasons = reason_counts(record, run.timeline.known, cluster.nodes.size());
    }
    break;
  case model::Outcome::Bound:
    report.untold = untold_about(cluster, pod);
    break;
  case model::Outcome::AlreadyBound:
    break;
  }
  return report;
}

namespace {

// Names the taints behind the reasons, unless a spread constraint's obstacle names them already.
void add_taints(const model::ClusterSnapshot& cluster, const model::Pod& pod,
                const std::vector<model::ReasonCount>& reasons, model::Evidence& evidence) {
  const auto is_of_taints = [](const model::ReasonCount& reason) { return reason.plugin == "TaintToleration"; };
  if (std::ranges::none_of(reasons, is_of_taints)) { return; }
  for (model::Obstacle& taint : untolerated_taints(cluster, pod)) {
    evidence.taints.push_back(taint.subject);
    const bool is_named = std::ranges::any_of(evidence.obstacles, [&](const model::Obstacle& obstacle) {
      return std::ranges::find(obstacle.taints, taint.subject) != obstacle.taints.end();
    });
    if (!is_named) { evidence.obstacles.push_back(std::move(taint)); }
  }
}

// Names the pods that are being deleted on the node for which the pod is nominated.
void add_terminating(const Run& run, const NodeUsage& usage, const std::string& nominated, model::Evidence& evidence) {
  const model::NodeIndex node = nominated.empty() ? model::k_none : run.rules.cluster.find_node(nominated);
  if (node == model::k_none) { return; }
  constexpr std::size_t k_most_terminating = 3;
  model::Obstacle made;
  made.kind = model::Obstacle::Kind::Terminating;
  made.subject = nominated;
  for (const model::PodIndex index : usage.on(node)) {
    const model::Pod& pod = run.rules.cluster.pods[at(index)];
    if (!pod.terminating) { continue; }
    if (made.names.size() < k_most_terminating) { made.names.push_back(pod_key(pod)); }
    ++made.count;
  }
  if (made.count > 0) { evidence.obstacles.push_back(std::move(made)); }
}

// Names the running pods that use the most of an extended resource of which too little is free in all. CPU and memory
// have too many users.
void add_users(const Run& run, const NodeUsage& usage, const model::Pod& pod, model::Evidence& evidence) {
  if (evidence.shortages.empty()) { return; }
  const model::ResourceShortage& shortage = evidence.shortages.front();
  const std::optional<model::ResourceId> resource = run.nodes.resources->find(shortage.resource);
  const bool is_in_use = shortage.free_total < shortage.per_member && shortage.per_member <= shortage.per_node_limit;
  if (!resource || !is_in_use || shortage.resource.find('/') == std::string::npos) { return; }
  std::vector<std::pair<std::int64_t, std::string>> users; // by falling amount, then by name
  admissible(run.rules, run.nodes, usage, pod).for_each([&](model::NodeIndex node) {
    for (const model::PodIndex index : usage.on(node)) {
      const model::Pod& user = run.rules.cluster.pods[at(index)];
      const std::int64_t amount = model::amount_of(user.spec->requests, *resource);
      if (user.bound() && amount > 0) { users.emplace_back(-amount, pod_key(user)); }
    }
  });
  if (users.empty()) { return; }
  constexpr std::size_t k_most_users = 3;
  model::Obstacle made;
  made.kind = model::Obstacle::Kind::Users;
  made.subject = shortage.resource;
  made.count = std::ssize(users);
  std::ranges::sort(users);
  users.resize(std::min(users.size(), k_most_users));
  for (auto& [amount, name] : users) { made.names.push_back(std::move(name)); }
  evidence.obstacles.push_back(std::move(made));
}

} // namespace

void explain_pods(const Run& run, const std::vector<model::PodIndex>& pods, std::vector<model::PodReport>& reports) {
  constexpr std::size_t k_most_specs = 4;
  std::set<const model::PodSpec*> seen;
  std::optional<Feasibility> at_end;
  for (std::size_t i = 0; i < pods.size() && seen.size() < k_most_specs; ++i) {
    const model::Pod& pod = run.rules.cluster.pods[at(pods[i])];
    if (reports[i].outcome != model::Outcome::Unschedulable || !seen.insert(pod.spec).second) { continue; }
    if (!at_end) { at_end.emplace(run.nodes, run.timeline.usage_at_end, run.rules.version); }
    auto evidence = std::make_shared<model::Evidence>();
    evidence->pod = pod.name;
    evidence->pods = {evidence->pod};
    evidence->needed = 1;
    evidence->node_count = static_cast<std::int64_t>(run.nodes.size());
    evidence->shortages = shortages(run.rules, run.nodes, at_end->usage(), pod, {1, 1});
    evidence->obstacles = obstacles(run.rules, *at_end, pods[i]);
    add_taints(run.rules.cluster, pod, reports[i].reasons, *evidence);
    if (auto spared = spared_by_policy(run.rules, run.nodes, at_end->usage(), pod);
        spared && !evidence->shortages.empty()) {
      evidence->obstacles.push_back(std::move(*spared));
    }
    add_users(run, at_end->usage(), pod, *evidence);
    add_terminating(run, at_end->usage(), reports[i].nominated_node, *evidence);
    reports[i].evidence = std::move(evidence);
  }
}

void take_back_places(model::GroupReport& report) {
  for (model::PodReport& pod : report.pods) {
    if (pod.outcome != model::Outcome::Bound) { continue; }
    model::PodReport untried;
    untried.namespace_name = std::move(pod.namespace_name);
    untried.name = std::move(pod.name);
    pod = std::move(untried);
  }
  report.bound_at_end = report.members.bound;
}

} // namespace engine
