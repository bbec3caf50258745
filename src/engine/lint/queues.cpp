// SPDX-License-Identifier: Apache-2.0
// Rules about queues and quotas above the scheduler: whether the group's queue exists and is open, and whether it
// could ever admit what the group needs.
#include "engine/index.hpp"
#include "engine/lint/rules.hpp"
#include "engine/rules/gates/volcano_session.hpp"

#include <algorithm>
#include <set>

namespace engine::lint {

namespace {

using Reports = std::vector<model::GateReport>;

const Reports& gates_of(const Input& input, const GroupFacts& group) {
  return input.run.rules.gates.groups[at(group.index)];
}

// A group whose controller creates pods only behind the gate has no pods yet.
bool waits(const Input& input, const GroupFacts& group) {
  return group.has_to_start() || (group.live.empty() && group.min_member > 0 && !gates_of(input, group).empty());
}

template <typename T>
const T* find(const std::vector<T>& list, std::string_view name) {
  const auto found = std::ranges::find(list, name, &T::name);
  return found == list.end() ? nullptr : &*found;
}

bool is_stopped(std::string_view policy) { return !policy.empty() && policy != "None"; }

// An obstacle at one queue. Empty `words`: none.
struct Obstacle {
  std::string_view words = {}, kind = {}, name = {}, state = {};
};

Obstacle at_volcano(const Input& input, const model::PodGroup& group) {
  const std::vector<model::VolcanoQueue>& queues = input.cluster.volcano_queues;
  if (queues.empty()) { return {}; }
  const std::string_view name = queue_of(group);
  const model::VolcanoQueue* const queue = find(queues, name);
  if (queue == nullptr && is_default_queue(name)) { return {}; }
  if (queue == nullptr) { return {"missing", "Queue", name, {}}; }
  if (queue->unopened) { return {"closed", "Queue", name, "not opened by Volcano's controller"}; }
  const bool open = queue->state.empty() || queue->state == "Open" || queue->state == "Unknown";
  return open ? Obstacle() : Obstacle{"closed", "Queue", name, queue->state};
}

Obstacle at_kai(const Input& input, const model::PodGroup& group) {
  const std::vector<model::KaiQueue>& queues = input.cluster.kai_queues;
  if (queues.empty() || group.queue.empty()) { return {}; }
  const model::KaiQueue* const queue = find(queues, group.queue);
  if (queue == nullptr) { return {"missing", "Queue", group.queue, {}}; }
  const bool is_orphan = !queue->parent.empty() && find(queues, queue->parent) == nullptr;
  return is_orphan ? Obstacle{"missing", "Queue", queue->parent, {}} : Obstacle();
}

Obstacle at_kueue(const Input& input, const model::KueueWorkload& workload) {
  const model::ClusterSnapshot& cluster = input.cluster;
  if (workload.finished || workload.admitted || cluster.local_queues.empty()) { return {}; }
  const auto local = std::ranges::find_if(cluster.local_queues, [&](const model::LocalQueue& queue) {
    return queue.namespace_name == workload.namespace_name && queue.name == workload.local_queue;
  });
  if (local == cluster.local_queues.end()) { return {"missing", "LocalQueue", workload.local_queue, {}}; }
  if (is_stopped(local->stop_policy)) { return {"closed", "LocalQueue", local->name, local->stop_policy}; }
  if (cluster.cluster_queues.empty()) { return {}; }
  const model::ClusterQueue* const queue = find(cluster.cluster_queues, local->cluster_queue);
  if (queue == nullptr) { return {"missing", "ClusterQueue", local->cluster_queue, {}}; }
  if (is_stopped(queue->stop_policy)) { return {"closed", "ClusterQueue", queue->name, queue->stop_policy}; }
  return queue->inactive ? Obstacle{"closed", "ClusterQueue", queue->name, "inactive"} : Obstacle();
}

void report(const GroupFacts& group, const Obstacle& obstacle, Findings& out) {
  if (obstacle.words.empty()) { return; }
  out.on(group, obstacle.words)
      .at("spec.queue")
      .with("kind", obstacle.kind)
      .with("queue", obstacle.name)
      .with("state", obstacle.state);
}

// True if the gate can never admit the amount. For Kueue, the rows of one resource are flavors, and one of them
// suffices. The rows of other gates are limits that apply together.
bool is_never(const model::GateReport& gate, const model::GateAmount& amount) {
  if (gate.gate != model::GateKind::Kueue) { return amount.never(); }
  return std::ranges::all_of(
      gate.amounts, [&](const model::GateAmount& other) { return other.resource != amount.resource || other.never(); });
}

// A quota counts all pods that do not exist yet, including those beyond the quorum. If they differ, the quorum may have
// the smaller ones.
bool exceeds_for_quorum(const Input& input, const GroupFacts& group, const model::GateReport& gate,
                        const model::GateAmount& amount) {
  if (gate.gate != model::GateKind::ResourceQuota) { return true; }
  if (gate.pods <= group.missing()) { return true; }
  const auto differs = [&](model::PodIndex index) {
    return input.pod(index).spec != input.pod(group.pending.front()).spec;
  };
  if (std::ranges::any_of(group.pending, differs)) { return false; }
  const auto of_quorum =
      model::Quantity::from_nano(amount.asked.nano() / gate.pods * group.missing(), amount.asked.format());
  return amount.limit < of_quorum;
}

} // namespace

void queue_missing_or_closed(const Input& input, const GroupFacts& group, Findings& out) {
  if (!waits(input, group)) { return; }
  if (group.group->dialect == model::Dialect::Volcano) { report(group, at_volcano(input, *group.group), out); }
  if (group.group->dialect == model::Dialect::Kai) { report(group, at_kai(input, *group.group), out); }
  for (const model::KueueWorkload* const workload : input.kueue_workloads(group.index)) {
    report(group, at_kueue(input, *workload), out);
  }
}

// KAI before v0.13 walks from the queues without a parent to their children, and never takes a group of the former.
// (KAI-Scheduler pkg/scheduler/actions/utils, JobsOrderByQueues; n levels since #858)
void queue_without_parent(const Input& input, const GroupFacts& group, Findings& out) {
  if (!group.has_to_start()) { return; }
  const model::KaiQueue* const queue = find(input.cluster.kai_queues, group.group->queue);
  if (queue == nullptr || !queue->parent.empty()) { return; }
  out.on(group).at("spec.queue").with("queue", queue->name);
}

void need_above_quota(const Input& input, const GroupFacts& group, Findings& out) {
  if (!waits(input, group)) { return; }
  for (const model::GateReport& gate : gates_of(input, group)) {
    std::set<std::string_view> said;
    for (const model::GateAmount& amount : gate.amounts) {
      if (gate.open || !is_never(gate, amount) || !exceeds_for_quorum(input, group, gate, amount)) { continue; }
      if (!said.insert(amount.resource).second) { continue; }
      // The plugin's limit is 1.2 times the cluster, and no limit of the queue. A queue's own may be the nodes' sum.
      out.on(group, amount.rule == "overcommit" ? "overcommit"
                    : amount.is_of_nodes        ? "nodes"
                                                : "")
          .with("kind", gate.kind)
          .with("queue", gate.name)
          .with("resource", amount.resource)
          .with("asked", amount.asked.text())
          .with("limit", amount.limit.text());
    }
  }
}

} // namespace engine::lint
