// SPDX-License-Identifier: Apache-2.0
#include "engine/rules/gates/kueue_entrance.hpp"

#include "util/concat.hpp"

#include <algorithm>
#include <utility>

namespace engine {

namespace {

template <typename T>
const T* find(const std::vector<T>& sorted, std::string_view name) {
  const auto found = std::ranges::lower_bound(sorted, name, {}, &T::name);
  return found == sorted.end() || found->name != name ? nullptr : &*found;
}

bool is_stopped(std::string_view policy) { return !policy.empty() && policy != "None"; }

const model::LocalQueue* local_queue_of(const model::ClusterSnapshot& cluster, const model::KueueWorkload& workload) {
  const std::pair wanted(workload.namespace_name, workload.local_queue);
  const auto key = [](const model::LocalQueue& queue) { return std::pair(queue.namespace_name, queue.name); };
  const auto found = std::ranges::lower_bound(cluster.local_queues, wanted, {}, key);
  return found == cluster.local_queues.end() || key(*found) != wanted ? nullptr : &*found;
}

constexpr std::string_view k_name_label = "kubernetes.io/metadata.name"; // every namespace has it

// Compares the labels of the namespace; absent: they decide, and the input does not hold them.
std::optional<bool> takes_namespace(const model::ClusterSnapshot& cluster, const model::ClusterQueue& queue,
                                    std::string_view name) {
  if (!queue.namespace_selector) { return false; }
  const auto found = std::ranges::find(cluster.namespaces, name, &model::Namespace::name);
  if (found != cluster.namespaces.end() && found->labels != nullptr && !found->labels->empty()) {
    return model::matches(*queue.namespace_selector, *found->labels);
  }
  // One requirement on the name suffices to leave the namespace out.
  bool is_open = false;
  for (const model::Requirement& requirement : *queue.namespace_selector) {
    if (requirement.key != k_name_label) {
      is_open = true;
    } else if (!model::matches(requirement, model::Labels{{k_name_label, name}})) {
      return false;
    }
  }
  return is_open ? std::nullopt : std::optional(true);
}

// True if the cohort is one of those above itself. Kueue leaves out the ClusterQueues below. (hierarchy.HasCycle)
bool is_above_itself(const model::ClusterSnapshot& cluster, std::string_view cohort) {
  for (std::size_t steps = 0; steps <= cluster.cohorts.size(); ++steps) {
    const auto found = std::ranges::find(cluster.cohorts, cohort, &model::Cohort::name);
    if (found == cluster.cohorts.end() || found->parent.empty()) { return false; }
    cohort = found->parent;
  }
  return true;
}

std::string reason_of_wait(const model::KueueWorkload& workload) {
  const auto refused = std::ranges::find_if(
      workload.checks, [](const auto& check) { return check.state == "Rejected" || check.state == "Retry"; });
  if (refused != workload.checks.end()) {
    return util::concat("admission check ", refused->name, " is ", refused->state, tail_of(refused->message));
  }
  return workload.active ? std::string() : "the Workload is not active (spec.active)";
}

// ": there is no ResourceFlavor spot"; empty: the input holds all, or none at all.
std::string missing_flavors(const model::ClusterSnapshot& cluster, const model::ClusterQueue& queue) {
  std::string reason;
  if (cluster.resource_flavors.empty()) { return reason; }
  for (const model::KueueResourceGroup& group : queue.groups) {
    for (const model::KueueFlavorQuotas& quotas : group.flavors) {
      if (find(cluster.resource_flavors, quotas.flavor) != nullptr) { continue; }
      reason += util::concat(reason.empty() ? ": there is no ResourceFlavor " : ", ", quotas.flavor);
    }
  }
  return reason;
}

std::string refusal_of(const model::ClusterSnapshot& cluster, const model::KueueWorkload& workload,
                       const model::LocalQueue& local, const model::ClusterQueue* queue, model::Time now) {
  if (local.terminating) { return util::concat("LocalQueue ", local.name, " is being deleted"); }
  if (is_stopped(local.stop_policy)) {
    return util::concat("LocalQueue ", local.name, " is stopped (stopPolicy ", local.stop_policy, ")");
  }
  if (queue == nullptr) { return util::concat("there is no ClusterQueue ", local.cluster_queue); }
  if (is_stopped(queue->stop_policy)) {
    return util::concat("ClusterQueue ", queue->name, " is stopped (stopPolicy ", queue->stop_policy, ")");
  }
  // Without one of its flavors a queue is inactive, also for Workloads of the others. (kueue, pkg/cache/scheduler/
  // clusterqueue.go: updateQueueStatus)
  const std::string missing = queue->active ? std::string() : missing_flavors(cluster, *queue);
  if (queue->inactive || !missing.empty()) {
    const std::string told = tail_of(queue->inactive_because);
    return util::concat("ClusterQueue ", queue->name, " is inactive", told.empty() ? missing : told);
  }
  if (is_above_itself(cluster, queue->cohort)) {
    return util::concat("cohort ", queue->cohort, " of ClusterQueue ", queue->name,
                        " is in a circle of parents, so Kueue leaves the queue out");
  }
  if (std::string why = reason_of_wait(workload); !why.empty()) { return why; }
  if (takes_namespace(cluster, *queue, workload.namespace_name) == false) {
    return util::concat("ClusterQueue ", queue->name, " does not admit namespace ", workload.namespace_name,
                        " (namespaceSelector)");
  }
  if (workload.requeue_at && *workload.requeue_at > now) {
    return util::concat("it was evicted and waits until ", model::time_text(*workload.requeue_at));
  }
  if (workload.not_requeued && !workload.requeue_at) { // backoffWaitingTimeExpired
    return util::concat("it was evicted and is not back in the queue (condition Requeued is False)",
                        tail_of(*workload.not_requeued));
  }
  return {};
}

bool drains(std::string_view stop_policy) { return stop_policy == "HoldAndDrain"; }

} // namespace

std::string joined_names(const std::vector<std::string_view>& names) {
  std::string text;
  for (const std::string_view name : names) { text += util::concat(text.empty() ? "" : " and ", name); }
  return text;
}

bool is_gated_by_kueue_alone(const model::Pod& pod) {
  constexpr std::string_view k_domain = "kueue.x-k8s.io/"; // of its gates: admission, topology
  return pod.gated() && std::ranges::all_of(pod.spec->scheduling_gates,
                                            [&](std::string_view gate) { return gate.starts_with(k_domain); });
}

std::string kueue_eviction(const model::ClusterSnapshot& cluster, const model::KueueWorkload& workload,
                           model::Time now) {
  if (workload.finished || workload.admitted_to.empty()) { return {}; }
  if (workload.terminating) { return "is being deleted"; }
  if (workload.evicted) { return "is evicted (condition Evicted)"; }
  if (!workload.active) { return "is not active (spec.active)"; }
  if (workload.ends && *workload.ends <= now) {
    return util::concat("reached its maximumExecutionTimeSeconds at ", model::time_text(*workload.ends));
  }
  for (const model::KueueCheckState& check : workload.checks) {
    if (check.state == "Retry" || check.state == "Rejected") {
      return util::concat("has the admission check ", check.name, " in state ", check.state);
    }
  }
  for (const model::LocalQueue& queue : cluster.local_queues) {
    const bool is_its = drains(queue.stop_policy) && queue.namespace_name == workload.namespace_name &&
                        queue.name == workload.local_queue;
    if (is_its) { return util::concat("is in LocalQueue ", queue.name, ", whose stopPolicy is HoldAndDrain"); }
  }
  const model::ClusterQueue* const queue = find(cluster.cluster_queues, workload.admitted_to);
  if (queue == nullptr || !drains(queue->stop_policy)) { return {}; }
  return util::concat("is in ClusterQueue ", queue->name, ", whose stopPolicy is HoldAndDrain");
}

std::string tail_of(std::string_view message) {
  while (message.ends_with('.') || message.ends_with(' ')) { message.remove_suffix(1); }
  return message.empty() ? std::string() : util::concat(": ", message);
}

bool chooses_nodes(const model::ResourceFlavor& flavor) {
  return !(flavor.node_labels.empty() && flavor.tolerations.empty());
}

ReservedFlavors reserved_flavors(const model::ClusterSnapshot& cluster, const model::KueueWorkload& workload) {
  ReservedFlavors reserved;
  std::vector<std::string_view> names;
  for (const model::KueueUsage& usage : workload.usage) {
    if (std::ranges::find(names, usage.flavor) == names.end()) { names.push_back(usage.flavor); }
  }
  const auto has_nodes = [&](std::string_view name) {
    const model::ResourceFlavor* const flavor = find(cluster.resource_flavors, name);
    return flavor != nullptr && chooses_nodes(*flavor);
  };
  if (workload.pod_sets.size() <= 1 || names.size() <= 1) {
    reserved.flavors.assign(workload.pod_sets.size(), names);
  } else if (std::ranges::any_of(names, has_nodes)) {
    reserved.undecided = "its pods get the nodes of different flavors, which is not simulated";
  }
  const auto placing = std::ranges::find_if(workload.checks, &model::KueueCheckState::places_pods);
  if (placing != workload.checks.end()) { // podset.FromUpdate
    reserved.undecided = util::concat("admission check ", placing->name,
                                      " chooses nodes for its pods (podSetUpdates), which is not simulated");
  }
  if (workload.topology != model::TopologyChoice::None) { // topology_ungater.go
    const bool is_made = workload.topology == model::TopologyChoice::Made;
    reserved.undecided = util::concat("Kueue has ", is_made ? "chosen" : "yet to choose",
                                      " the nodes of its pods by a Topology, which is not simulated");
  }
  return reserved;
}

const model::ClusterQueue* cluster_queue_of(const model::ClusterSnapshot& cluster,
                                            const model::KueueWorkload& workload) {
  const model::LocalQueue* const local = local_queue_of(cluster, workload);
  return local == nullptr ? nullptr : find(cluster.cluster_queues, local->cluster_queue);
}

KueueEntrance kueue_entrance(const model::ClusterSnapshot& cluster, const model::KueueWorkload& workload,
                             model::Time now) {
  const model::LocalQueue* const local = local_queue_of(cluster, workload);
  if (local == nullptr && workload.local_queue.empty()) {
    // Kueue names the queue only when the job is created. (LocalQueueDefaulting)
    model::KueueWorkload with_default;
    with_default.namespace_name = workload.namespace_name;
    with_default.local_queue = "default";
    const std::string lacks =
        local_queue_of(cluster, with_default) != nullptr
            ? std::string()
            : util::concat(", and namespace ", workload.namespace_name, " has no LocalQueue named default");
    return {std::nullopt, "Workload", workload.namespace_name, workload.name,
            util::concat("its Workload names no queue", lacks, "; set label kueue.x-k8s.io/queue-name")};
  }
  if (local == nullptr) {
    return {std::nullopt, "LocalQueue", workload.namespace_name, workload.local_queue,
            util::concat("there is no LocalQueue ", workload.local_queue, " in namespace ", workload.namespace_name)};
  }
  const model::ClusterQueue* const queue = find(cluster.cluster_queues, local->cluster_queue);
  std::string refusal = refusal_of(cluster, workload, *local, queue, now);
  if (!refusal.empty()) { return {std::nullopt, "ClusterQueue", {}, local->cluster_queue, std::move(refusal)}; }
  KueueEntrance entrance{static_cast<std::size_t>(queue - cluster.cluster_queues.data()), {}, {}, {}, {}};
  if (!takes_namespace(cluster, *queue, workload.namespace_name)) {
    entrance.undecided = util::concat("ClusterQueue ", queue->name, " selects namespaces by labels, and those of ",
                                      workload.namespace_name, " are not in the input");
  } else if (!queue->active && !queue->checks_of_flavors.empty()) { // updateQueueStatus, also for other flavors
    entrance.undecided =
        util::concat("AdmissionCheck ", queue->checks_of_flavors.front().first, " of ClusterQueue ", queue->name,
                     " is not read, and the queue admits nothing until that check is active");
  }
  return entrance;
}

} // namespace engine
