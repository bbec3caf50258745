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

// Compares the labels of the namespace. Without known labels, it has only the label that every namespace has.
bool takes_namespace(const model::ClusterSnapshot& cluster, const model::ClusterQueue& queue, std::string_view name) {
  if (!queue.namespace_selector) { return false; }
  const auto found = std::ranges::find(cluster.namespaces, name, &model::Namespace::name);
  const model::Labels own = {{"kubernetes.io/metadata.name", name}};
  const bool known = found != cluster.namespaces.end() && found->labels != nullptr && !found->labels->empty();
  return model::matches(*queue.namespace_selector, known ? *found->labels : own);
}

std::string reason_of_wait(const model::KueueWorkload& workload) {
  const auto refused = std::ranges::find_if(
      workload.checks, [](const auto& check) { return check.state == "Rejected" || check.state == "Retry"; });
  if (refused != workload.checks.end()) {
    return util::concat("admission check ", refused->name, " is ", refused->state, tail_of(refused->message));
  }
  return workload.active ? std::string() : "the Workload is not active (spec.active)";
}

// What its controller says, else the flavors that do not exist.
std::string reason_of_inactive(const model::ClusterSnapshot& cluster, const model::ClusterQueue& queue) {
  std::string reason = tail_of(queue.inactive_because);
  if (!reason.empty() || cluster.resource_flavors.empty()) { return reason; }
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
  if (is_stopped(local.stop_policy)) {
    return util::concat("LocalQueue ", local.name, " is stopped (stopPolicy ", local.stop_policy, ")");
  }
  if (queue == nullptr) { return util::concat("there is no ClusterQueue ", local.cluster_queue); }
  if (is_stopped(queue->stop_policy)) {
    return util::concat("ClusterQueue ", queue->name, " is stopped (stopPolicy ", queue->stop_policy, ")");
  }
  if (queue->inactive) {
    return util::concat("ClusterQueue ", queue->name, " is inactive", reason_of_inactive(cluster, *queue));
  }
  if (std::string why = reason_of_wait(workload); !why.empty()) { return why; }
  if (!takes_namespace(cluster, *queue, workload.namespace_name)) {
    return util::concat("ClusterQueue ", queue->name, " takes nothing from namespace ", workload.namespace_name,
                        " (namespaceSelector)");
  }
  if (workload.requeue_at && *workload.requeue_at > now) {
    return util::concat("it was evicted and waits until ", model::time_text(*workload.requeue_at));
  }
  return {};
}

} // namespace

std::string tail_of(std::string_view message) {
  while (message.ends_with('.') || message.ends_with(' ')) { message.remove_suffix(1); }
  return message.empty() ? std::string() : util::concat(": ", message);
}

bool chooses_nodes(const model::ResourceFlavor& flavor) {
  return !(flavor.node_labels.empty() && flavor.tolerations.empty());
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
  return {static_cast<std::size_t>(queue - cluster.cluster_queues.data()), {}, {}, {}, {}};
}

} // namespace engine
