// SPDX-License-Identifier: Apache-2.0
// Sorts the collected objects and drops duplicates.
#include "snapshot/link/settle.hpp"
#include "snapshot/link/undecided_claims.hpp"

#include "util/concat.hpp"
#include "util/error.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <tuple>

namespace snapshot {

namespace {

// Sort order, equality and name of one kind of object, for settle_list.
template <typename T>
struct Rules {
  bool (*less)(const T& a, const T& b);
  bool (*same)(const Collected& collected, const T& a, const Origin& at, const T& b, const Origin& bt);
  std::string (*name)(const T& item);
};

[[noreturn]] void refuse(const Collected& collected, const std::string& name, const Origin& first,
                         const Origin& second) {
  throw util::Error(util::concat(name, " is defined twice with different content, in ", collected.place_text(first),
                                 " and in ", collected.place_text(second), "; leave one of them out"));
}

// Returns the indices below `size`, sorted by `less`; equal ones keep their order. One function sorts all kinds of
// objects, because std::stable_sort compiled for each kind took most of the compile time of this file.
std::vector<std::uint32_t> stable_order(std::size_t size, const std::function<bool(std::size_t, std::size_t)>& less) {
  std::vector<std::uint32_t> order(size);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), less);
  return order;
}

template <typename List>
List permuted(List& items, const std::vector<std::uint32_t>& order) {
  List sorted;
  for (const std::uint32_t at : order) { sorted.push_back(std::move(items[at])); }
  return sorted;
}

// API servers send sorted lists, so one pass is usually enough.
template <typename List, typename T>
void sort_both(List& items, std::vector<Origin>& origins, bool (*less)(const T&, const T&)) {
  std::size_t sorted = 1;
  while (sorted < items.size() && !less(items[sorted], items[sorted - 1])) { ++sorted; }
  if (sorted >= items.size()) { return; }
  const auto order = stable_order(items.size(), [&](std::size_t a, std::size_t b) { return less(items[a], items[b]); });
  items = permuted(items, order);
  origins = permuted(origins, order);
}

template <typename List, typename T>
void settle_list(const Collected& collected, List& items, std::vector<Origin>& origins, const Rules<T>& rules) {
  sort_both(items, origins, rules.less);
  std::size_t kept = 0;
  for (std::size_t at = 0; at < items.size(); ++at) {
    if (kept > 0 && !rules.less(items[kept - 1], items[at])) {
      if (!rules.same(collected, items[kept - 1], origins[kept - 1], items[at], origins[at])) {
        refuse(collected, rules.name(items[at]), origins[kept - 1], origins[at]);
      }
      continue;
    }
    if (kept != at) {
      items[kept] = std::move(items[at]);
      origins[kept] = origins[at];
    }
    ++kept;
  }
  items.resize(kept);
  origins.resize(kept);
}

auto content(const model::PendingStatus& status) {
  return std::tie(status.nominated_node, status.condition_reason, status.condition_message, status.condition_since,
                  status.status_writers, status.ungated, status.made_claims);
}

bool same_pending(const Collected& collected, const Origin& a, const Origin& b) {
  if (a.pending == model::k_none || b.pending == model::k_none) { return a.pending == b.pending; }
  const auto& statuses = collected.cluster.pending_statuses;
  return content(statuses[static_cast<std::size_t>(a.pending)]) ==
         content(statuses[static_cast<std::size_t>(b.pending)]);
}

auto content(const model::Pod& pod) {
  return std::tie(pod.uid, pod.labels, pod.marks, pod.spec, pod.owner, pod.node_name, pod.phase, pod.terminating,
                  pod.preempted, pod.start_failure, pod.created, pod.started, pod.ends);
}

auto content(const model::Node& node) {
  return std::tie(node.uid, node.labels, node.taints, node.unschedulable, node.ready, node.memory_pressure,
                  node.disk_pressure, node.pid_pressure, node.has_no_network, node.leaving, node.allocatable,
                  node.images, node.declared_features, node.runtime_handlers, node.strict_groups, node.kubelet_release);
}

auto content(const model::PodGroupStatus& status) {
  return std::tie(status.phase, status.occupied_by, status.running, status.succeeded, status.failed, status.scheduled,
                  status.schedule_start);
}

auto content(const model::SubGroup& part) {
  return std::tie(part.name, part.parent, part.min_member, part.min_sub_groups, part.labelled);
}

bool same_parts(const std::vector<model::SubGroup>& a, const std::vector<model::SubGroup>& b) {
  return std::ranges::equal(a, b, [](const auto& x, const auto& y) { return content(x) == content(y); });
}

auto content(const model::PodGroup& group) {
  return std::tuple_cat(std::tie(group.uid, group.leaving, group.min_member, group.min_resources,
                                 group.schedule_timeout_seconds, group.created, group.conditions, group.queue,
                                 group.priority_class, group.mode, group.match_policy, group.preemptibility,
                                 group.workload, group.parent, group.priority, group.gang, group.disrupted_whole,
                                 group.has_claims, group.topology_keys, group.min_sub_groups, group.network_topology),
                        content(group.status));
}

auto key(const model::PodGroup& group) { return std::tie(group.namespace_name, group.name, group.dialect); }

auto key(const Workload& workload) {
  return std::tie(workload.object.kind, workload.object.namespace_name, workload.object.name, workload.api_version);
}

auto key(const model::DisruptionBudget& budget) { return std::tie(budget.namespace_name, budget.name); }

auto content(const model::DisruptionBudget& budget) {
  return std::tie(budget.selector, budget.disruptions_allowed, budget.disrupted_pods);
}

template <typename T>
bool same_content(const Collected&, const T& a, const Origin&, const T& b, const Origin&) {
  return content(a) == content(b);
}

constexpr Rules<model::Pod> k_pods = {
    .less = model::key_less,
    .same = [](const Collected& collected, const model::Pod& a, const Origin& at, const model::Pod& b,
               const Origin& bt) { return content(a) == content(b) && same_pending(collected, at, bt); },
    .name = [](const model::Pod& pod) { return util::concat("Pod ", model::pod_key(pod)); },
};

constexpr Rules<model::Node> k_nodes = {
    .less = [](const model::Node& a, const model::Node& b) { return a.name < b.name; },
    .same = same_content<model::Node>,
    .name = [](const model::Node& node) { return util::concat("Node ", node.name); },
};

constexpr Rules<model::PodGroup> k_group_rules = {
    .less = [](const model::PodGroup& a, const model::PodGroup& b) { return key(a) < key(b); },
    .same = [](const Collected&, const model::PodGroup& a, const Origin&, const model::PodGroup& b,
               const Origin&) { return content(a) == content(b) && same_parts(a.sub_groups, b.sub_groups); },
    .name =
        [](const model::PodGroup& group) { return util::concat("PodGroup ", group.namespace_name, '/', group.name); },
};

constexpr Rules<model::Namespace> k_namespaces = {
    .less = [](const model::Namespace& a, const model::Namespace& b) { return a.name < b.name; },
    .same = [](const Collected&, const model::Namespace& a, const Origin&, const model::Namespace& b,
               const Origin&) { return a == b; },
    .name = [](const model::Namespace& item) { return util::concat("Namespace ", item.name); },
};

constexpr Rules<model::PriorityClass> k_priority_classes = {
    .less = [](const model::PriorityClass& a, const model::PriorityClass& b) { return a.name < b.name; },
    .same =
        [](const Collected&, const model::PriorityClass& a, const Origin&, const model::PriorityClass& b,
           const Origin&) {
          return std::tie(a.value, a.global_default, a.never_preempts) ==
                 std::tie(b.value, b.global_default, b.never_preempts);
        },
    .name = [](const model::PriorityClass& item) { return util::concat("PriorityClass ", item.name); },
};

constexpr Rules<model::DisruptionBudget> k_disruption_budgets = {
    .less = [](const model::DisruptionBudget& a, const model::DisruptionBudget& b) { return key(a) < key(b); },
    .same = same_content<model::DisruptionBudget>,
    .name =
        [](const model::DisruptionBudget& item) {
          return util::concat("PodDisruptionBudget ", item.namespace_name, '/', item.name);
        },
};

std::string_view kind_name(const model::PersistentVolumeClaim&) { return "PersistentVolumeClaim"; }
std::string_view kind_name(const model::PersistentVolume&) { return "PersistentVolume"; }
std::string_view kind_name(const model::StorageClass&) { return "StorageClass"; }
std::string_view kind_name(const model::CsiNode&) { return "CSINode"; }
std::string_view kind_name(const model::CsiDriver&) { return "CSIDriver"; }
std::string_view kind_name(const model::CsiStorageCapacity&) { return "CSIStorageCapacity"; }
std::string_view kind_name(const model::VolumeAttachment&) { return "VolumeAttachment"; }

std::string_view kind_name(const model::Service&) { return "Service"; }
std::string_view kind_name(const model::ResourceQuota&) { return "ResourceQuota"; }
std::string_view kind_name(const model::Lease&) { return "Lease"; }
std::string_view kind_name(const NodeTopology&) { return "NodeResourceTopology"; }
std::string_view kind_name(const model::ResourceClaim&) { return "ResourceClaim"; }
std::string_view kind_name(const model::ResourceSlice&) { return "ResourceSlice"; }
std::string_view kind_name(const model::DeviceClass&) { return "DeviceClass"; }
std::string_view kind_name(const model::DeviceTaintRule&) { return "DeviceTaintRule"; }
std::string_view kind_name(const model::VolcanoQueue&) { return "Queue"; }
std::string_view kind_name(const model::VolcanoConfiguration&) { return "ConfigMap"; }
std::string_view kind_name(const model::KaiQueue&) { return "Queue"; }
std::string_view kind_name(const model::ClusterQueue&) { return "ClusterQueue"; }
std::string_view kind_name(const model::LocalQueue&) { return "LocalQueue"; }
std::string_view kind_name(const model::Cohort&) { return "Cohort"; }
std::string_view kind_name(const model::ResourceFlavor&) { return "ResourceFlavor"; }
std::string_view kind_name(const model::KueueTopology&) { return "Topology"; }
std::string_view kind_name(const model::KueueConfiguration&) { return "ConfigMap"; }
std::string_view kind_name(const model::KueueWorkload&) { return "Workload"; }

template <typename T>
std::string_view namespace_of(const T& item) {
  if constexpr (requires { item.namespace_name; }) { return item.namespace_name; }
  return {};
}

// For kinds that compare by their whole content: sorts by namespace and name, and requires duplicates to be equal.
template <typename T>
void settle_plain(const Collected& collected, std::vector<T>& items, std::vector<Origin>& origins) {
  const auto less = [](const T& a, const T& b) {
    return std::pair(namespace_of(a), a.name) < std::pair(namespace_of(b), b.name);
  };
  const auto same = [](const Collected&, const T& a, const Origin&, const T& b, const Origin&) { return a == b; };
  const auto name = [](const T& item) {
    const std::string_view in = namespace_of(item);
    return util::concat(kind_name(item), ' ', in, in.empty() ? "" : "/", item.name);
  };
  settle_list(collected, items, origins, Rules<T>{less, same, name});
}

// A copy of a node (--add-nodes) has no topology of its own: it keeps its original's policy.
void settle_nodes(Collected& c) {
  settle_list(c, c.cluster.nodes, c.node_origins, k_nodes);
  settle_plain(c, c.node_topologies, c.node_topology_origins);
  for (const NodeTopology& topology : c.node_topologies) {
    const model::NodeIndex node = c.cluster.find_node(topology.name);
    if (node != model::k_none) { c.cluster.nodes[static_cast<std::size_t>(node)].topology_policy = topology.policy; }
  }
}

void settle_claimed(Collected& c) {
  model::ClusterSnapshot& cluster = c.cluster;
  settle_plain(c, cluster.persistent_volume_claims, c.claim_origins);
  settle_plain(c, cluster.persistent_volumes, c.volume_origins);
  settle_plain(c, cluster.storage_classes, c.storage_class_origins);
  settle_plain(c, cluster.csi_nodes, c.csi_node_origins);
  settle_plain(c, cluster.csi_drivers, c.csi_driver_origins);
  settle_plain(c, cluster.csi_storage_capacities, c.csi_storage_capacity_origins);
  settle_plain(c, cluster.volume_attachments, c.volume_attachment_origins);
  settle_plain(c, cluster.resource_claims, c.resource_claim_origins);
  settle_plain(c, cluster.resource_slices, c.resource_slice_origins);
  settle_plain(c, cluster.device_classes, c.device_class_origins);
  settle_plain(c, cluster.device_taint_rules, c.device_taint_rule_origins);
  mark_undecided(cluster);
}

void settle_queues(Collected& c) {
  model::ClusterSnapshot& cluster = c.cluster;
  settle_plain(c, cluster.volcano_queues, c.volcano_queue_origins);
  settle_plain(c, cluster.volcano_configurations, c.volcano_configuration_origins);
  settle_plain(c, cluster.kai_queues, c.kai_queue_origins);
  settle_plain(c, cluster.cluster_queues, c.cluster_queue_origins);
  settle_plain(c, cluster.local_queues, c.local_queue_origins);
  settle_plain(c, cluster.cohorts, c.cohort_origins);
  settle_plain(c, cluster.resource_flavors, c.resource_flavor_origins);
  settle_plain(c, cluster.kueue_topologies, c.kueue_topology_origins);
  settle_plain(c, cluster.kueue_configurations, c.kueue_configuration_origins);
  settle_plain(c, cluster.kueue_workloads, c.kueue_workload_origins);
}

void settle_workloads(Collected& collected) {
  std::vector<Workload>& workloads = collected.workloads;
  workloads = permuted(workloads, stable_order(workloads.size(), [&](std::size_t a, std::size_t b) {
                         return key(workloads[a]) < key(workloads[b]);
                       }));
  for (std::size_t at = 1; at < workloads.size(); ++at) {
    const Workload& a = workloads[at - 1];
    const Workload& b = workloads[at];
    const bool differ = a.object.wants != b.object.wants || a.group_min_member != b.group_min_member ||
                        a.object.owner != b.object.owner || a.object.uid != b.object.uid ||
                        a.object.first_ordinal != b.object.first_ordinal || a.object.selector != b.object.selector ||
                        a.object.pods_at_once != b.object.pods_at_once || a.object.in_order != b.object.in_order ||
                        a.object.suspended != b.object.suspended || a.object.ending != b.object.ending ||
                        a.object.leaving != b.object.leaving || a.unready != b.unready;
    if (key(a) == key(b) && a.is_known_kind && differ) {
      refuse(collected, util::concat(a.object.kind, ' ', a.object.namespace_name, '/', a.object.name), a.origin,
             b.origin);
    }
  }
  const auto same = [](const Workload& a, const Workload& b) { return key(a) == key(b); };
  workloads.erase(std::unique(workloads.begin(), workloads.end(), same), workloads.end());
}

} // namespace

void settle(Collected& collected) {
  model::ClusterSnapshot& cluster = collected.cluster;
  settle_nodes(collected);
  settle_list(collected, cluster.pods, collected.pod_origins, k_pods);
  settle_list(collected, cluster.groups, collected.group_origins, k_group_rules);
  settle_list(collected, cluster.namespaces, collected.namespace_origins, k_namespaces);
  settle_list(collected, cluster.priority_classes, collected.priority_class_origins, k_priority_classes);
  settle_list(collected, cluster.disruption_budgets, collected.disruption_budget_origins, k_disruption_budgets);
  settle_plain(collected, cluster.services, collected.service_origins);
  settle_plain(collected, cluster.resource_quotas, collected.resource_quota_origins);
  settle_plain(collected, cluster.leases, collected.lease_origins);
  settle_claimed(collected);
  settle_queues(collected);
  settle_workloads(collected);
}

} // namespace snapshot
