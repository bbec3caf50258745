// SPDX-License-Identifier: Apache-2.0
// Links the collected objects.
#include "snapshot/link/link.hpp"
#include "snapshot/link/known_ends.hpp"

#include "snapshot/collected/allow_list.hpp"
#include "snapshot/collected/api_fields.hpp"
#include "snapshot/collected/api_group.hpp"
#include "snapshot/collected/omissions.hpp"
#include "snapshot/groups/hints.hpp"
#include "snapshot/groups/owners.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <unordered_map>

namespace snapshot {

namespace {

bool is_of_server(const model::Node& node) { return !node.uid.empty(); }

// As of `kubectl get nodes,pods --namespace ml`. A running cluster has pods of its own, most often in kube-system.
bool is_of_one_namespace(const model::ClusterSnapshot& cluster) {
  std::string_view name;
  for (const model::Pod& pod : cluster.pods) {
    if (pod.from_manifest) { continue; }
    if (!name.empty() && pod.namespace_name != name) { return false; }
    name = pod.namespace_name;
  }
  return !name.empty() && name != "kube-system" && std::ranges::any_of(cluster.nodes, is_of_server);
}

// As of `kubectl cluster-info dump` without --all-namespaces.
bool is_of_dump(const Sources& sources, const model::ClusterSnapshot& cluster) {
  return sources.pods && sources.pod_lists.are_of_current_namespace() &&
         std::ranges::any_of(cluster.nodes, is_of_server);
}

// As of `kubectl get pods -A --field-selector status.phase=Pending`.
bool has_only_waiting_pods(const model::ClusterSnapshot& cluster) {
  bool any = false;
  for (const model::Pod& pod : cluster.pods) {
    if (pod.from_manifest) { continue; }
    if (pod.bound()) { return false; }
    any = true;
  }
  return any && std::ranges::any_of(cluster.nodes, is_of_server);
}

// A running cluster, whose nodes have a uid, has pods. Volcano and Kueue can hold back all of those that a small file
// written by hand would show.
bool expects_pods(const model::ClusterSnapshot& cluster) {
  const auto has_pods_first = [](const model::PodGroup& group) {
    return group.dialect != model::Dialect::Volcano || group.from_manifest;
  };
  return std::ranges::any_of(cluster.nodes, is_of_server) ||
         (cluster.kueue_workloads.empty() && std::ranges::all_of(cluster.groups, has_pods_first));
}

void note_failures(Collected& collected) {
  model::ClusterSnapshot& cluster = collected.cluster;
  for (const SchedulingFailure& failure : collected.failures) {
    const model::PodIndex index = cluster.find_pod(failure.namespace_name, failure.pod);
    if (index == model::k_none) { continue; }
    const std::int32_t pending = collected.pod_origins[static_cast<std::size_t>(index)].pending;
    if (pending == model::k_none) { continue; }
    model::PendingStatus& status = cluster.pending_statuses[static_cast<std::size_t>(pending)];
    status.has_scheduling_event = true;
    if (failure.of_group) { status.last_group_failure = std::max(status.last_group_failure, failure.when); }
  }
}

// Of several events of a pod, the newest counts, unless the status of its containers shows why it does not start.
// Events before its creation are of an earlier pod of its name.
void note_start_failures(Collected& collected) {
  model::ClusterSnapshot& cluster = collected.cluster;
  std::ranges::stable_sort(collected.start_failures, std::ranges::greater(),
                           [](const StartFailure& failure) { return std::pair(failure.when, failure.why); });
  for (const StartFailure& failure : collected.start_failures) {
    const model::PodIndex index = cluster.find_pod(failure.namespace_name, failure.pod);
    if (index == model::k_none) { continue; }
    const model::Pod& pod = std::as_const(cluster.pods)[static_cast<std::size_t>(index)];
    const bool waits = pod.bound() && pod.phase == model::PodPhase::Pending;
    const bool is_earlier = failure.when && pod.created && *failure.when < *pod.created;
    if (!waits || is_earlier || pod.start_failure != model::StartFailure::None) { continue; }
    cluster.pods[static_cast<std::size_t>(index)].start_failure = failure.why;
  }
}

struct MissingNode {
  std::int64_t pods = 0;
  Origin first;
};

void report_missing(Collected& collected, const std::map<std::string_view, MissingNode>& missing) {
  for (const auto& [name, node] : missing) {
    const std::string_view pods = node.pods == 1 ? " pod is" : " pods are";
    collected.cluster.problems.push_back(
        {collected.place_text(node.first), util::concat("Node ", name),
         util::concat("this node is not among the nodes, but ", node.pods, pods, " bound to it")});
  }
}

} // namespace

void link_pending(Collected& collected) {
  note_failures(collected);
  note_start_failures(collected);
  model::ClusterSnapshot& cluster = collected.cluster;
  for (std::size_t at = 0; at < cluster.pods.size(); ++at) {
    const std::int32_t pending = collected.pod_origins[at].pending;
    if (pending != model::k_none) {
      cluster.pods[at].pending = &cluster.pending_statuses[static_cast<std::size_t>(pending)];
    }
  }
}

void link_waits(Collected& collected) {
  model::ClusterSnapshot& cluster = collected.cluster;
  for (const Wait& wait : collected.waits) {
    std::vector<model::PodIndex> awaited;
    for (const std::string_view name : wait.waits_for) {
      const model::PodIndex index = cluster.find_pod(wait.namespace_name, name);
      if (index != model::k_none) { awaited.push_back(index); }
    }
    std::ranges::sort(awaited);
    for (const std::string_view name : wait.pods) {
      const model::PodIndex pod = cluster.find_pod(wait.namespace_name, name);
      if (pod == model::k_none) { continue; }
      cluster.pods[static_cast<std::size_t>(pod)].waits_for = static_cast<std::int32_t>(cluster.wait_sets.size());
    }
    cluster.wait_sets.push_back(std::move(awaited));
  }
}

void link_new_pods(Collected& collected) {
  model::ClusterSnapshot& cluster = collected.cluster;
  for (const MadePod& made : collected.made_pods) {
    const model::PodIndex index = cluster.find_pod(made.namespace_name, made.name);
    if (index != model::k_none) { cluster.new_pods.push_back({index, made.charge}); }
  }
  // Pods that wait for others come after all pods that do not wait.
  std::ranges::stable_sort(cluster.new_pods, {}, [&](const model::NewPod& made) {
    return cluster.pods[static_cast<std::size_t>(made.pod)].waits_for != model::k_none;
  });
}

void link_nodes(Collected& collected) {
  model::ClusterSnapshot& cluster = collected.cluster;
  std::unordered_map<std::string_view, model::NodeIndex> by_name;
  for (std::size_t at = 0; at < cluster.nodes.size(); ++at) {
    by_name.emplace(cluster.nodes[at].name, static_cast<model::NodeIndex>(at));
  }
  std::map<std::string_view, MissingNode> missing;
  for (std::size_t at = 0; at < cluster.pods.size(); ++at) {
    const model::Pod& pod = std::as_const(cluster.pods)[at];
    if (!pod.bound()) { continue; }
    if (const auto node = by_name.find(pod.node_name); node != by_name.end()) {
      cluster.set_node(static_cast<model::PodIndex>(at), node->second);
    } else {
      MissingNode& entry = missing[pod.node_name];
      if (entry.pods++ == 0) { entry.first = collected.pod_origins[at]; }
    }
  }
  // Without any node, the list of nodes is missing; another place reports that once.
  if (cluster.nodes.empty() && !missing.empty()) {
    cluster.lists_nodes = false;
  } else {
    report_missing(collected, missing);
  }
}

// The workloads of that name, of any API group. They are settled, so they are in the order of their names.
std::span<Workload> workloads_of(Collected& collected, const OwnerName& name) {
  const auto name_of = [](const Workload& workload) {
    return OwnerName{workload.object.kind, workload.object.namespace_name, workload.object.name};
  };
  const auto first = std::ranges::lower_bound(collected.workloads, name, {}, name_of);
  return {first, std::ranges::upper_bound(first, collected.workloads.end(), name, {}, name_of)};
}

// Of several failures of an object, the newest counts. It counts for the object's owners too: a Deployment has too few
// pods because its ReplicaSet could not create them.
void note_creation_failures(Collected& collected) {
  std::ranges::stable_sort(collected.creation_failures, {}, &CreationFailure::when);
  const Owners owners(collected.workloads);
  for (const CreationFailure& failure : collected.creation_failures) {
    const model::Owner object{{}, failure.kind, failure.name};
    for (const OwnerLink& link : owners.from(&object, failure.namespace_name)) {
      for (Workload& workload : workloads_of(collected, link.name)) {
        workload.object.creation_failure = failure.message;
      }
    }
  }
}

// Of several autoscalers of one object, the one with the most replicas counts.
void note_autoscalers(Collected& collected) {
  for (const Autoscaler& autoscaler : collected.autoscalers) {
    const OwnerName target{autoscaler.target_kind, autoscaler.namespace_name, autoscaler.target_name};
    for (Workload& workload : workloads_of(collected, target)) {
      model::WorkloadObject& object = workload.object;
      if (autoscaler.most && object.wants > *autoscaler.most && object.ending.empty()) { // reconcileAutoscaler
        object.ending = collected.lasting(util::concat("has ", object.wants, " replicas, and ", autoscaler.name,
                                                       " lowers them to at most ", *autoscaler.most));
      }
      if (autoscaler.replicas <= object.scaled_to) { continue; }
      object.scaler = autoscaler.name;
      object.scaled_to = autoscaler.replicas;
    }
  }
}

void link_runtime_classes(Collected& collected) {
  for (const RuntimeClass& runtime_class : collected.runtime_classes) {
    collected.cluster.runtime_classes.push_back({runtime_class.name, runtime_class.handler});
  }
}

// True for an operator's kind that users ask for by name, such as a JobSet, even if it has no pods.
bool is_operators_kind(const Workload& workload) {
  return may_own_pods(api_group_of(workload.api_version)) &&
         fields_of_kind(workload.api_version, workload.object.kind) != nullptr;
}

void link_workloads(Collected& collected) {
  note_creation_failures(collected);
  note_autoscalers(collected);
  const OwnerNames owners = names_of_owners(collected);
  for (const Workload& workload : collected.workloads) {
    const model::WorkloadObject& object = workload.object;
    if (workload.is_known_kind || owners.contains({object.kind, object.namespace_name, object.name}) ||
        is_operators_kind(workload)) {
      collected.cluster.workloads.push_back(object);
    }
  }
}

// By labels: an empty selector selects all namespaces.
bool selects_namespaces(const std::vector<model::PodAffinityTerm>& terms) {
  return std::ranges::any_of(terms, [](const model::PodAffinityTerm& term) {
    return term.namespace_selector && !term.namespace_selector->empty();
  });
}

void link_namespace_selectors(model::ClusterSnapshot& cluster) {
  cluster.for_each_spec([&](const model::PodSpec& spec) {
    if (selects_namespaces(spec.required_affinity) || selects_namespaces(spec.required_anti_affinity)) {
      cluster.namespace_selecting_specs.push_back(&spec);
    }
  });
}

void note_sources(Collected& collected) {
  model::ClusterSnapshot& cluster = collected.cluster;
  if (collected.omissions.any_head()) { return; }
  const Sources& sources = collected.sources;
  const bool one_kind_each = sources.typed && !sources.mixed;
  // A file need not contain every kind. So if there is no object of a kind, its list may be missing.
  cluster.lists_nodes = cluster.lists_nodes && sources.nodes;
  if (one_kind_each || expects_pods(cluster)) { cluster.lists_pods = cluster.lists_pods && sources.pods; }
  if (is_of_one_namespace(cluster) || is_of_dump(sources, cluster)) { cluster.lists_pods_elsewhere = false; }
  if (has_only_waiting_pods(cluster)) { cluster.lists_running_pods = false; }
  // Lists of one kind contain no PodGroups. Without any PodGroup in the input, their list may be missing.
  const auto is_declared = [](const model::PodGroup& group) {
    return group.declared && !group.from_manifest && model::has_object(group.dialect);
  };
  const auto is_of_plugin = [](const model::PodGroup& group) {
    const bool has_label =
        group.dialect == model::Dialect::Coscheduling || group.dialect == model::Dialect::CoschedulingSigs;
    return has_label && !group.from_manifest;
  };
  if (one_kind_each || std::ranges::any_of(cluster.groups, is_of_plugin)) {
    cluster.lists_pod_groups = cluster.lists_pod_groups && std::ranges::any_of(cluster.groups, is_declared);
  }
}

void link(Collected& collected) {
  note_omissions(collected.omissions, collected.cluster);
  link_pending(collected);
  link_waits(collected);
  link_new_pods(collected);
  link_nodes(collected);
  link_device_resources(collected.cluster);
  link_kueue(collected);
  link_groups(collected);
  link_workloads(collected);
  link_runtime_classes(collected);
  link_ends(collected);
  link_namespace_selectors(collected.cluster);
  note_sources(collected);
  add_hints(collected);
  collected.cluster.newest = collected.newest.newest();
}

} // namespace snapshot
