// SPDX-License-Identifier: Apache-2.0
// Queues, cohorts and flavors of Kueue.
#include "snapshot/queues/decode_kueue.hpp"

#include "snapshot/collected/fields.hpp"
#include "snapshot/collected/lasting.hpp"
#include "snapshot/pods/decode_metadata.hpp"
#include "snapshot/pods/decode_node.hpp"
#include "snapshot/pods/decode_pod_spec.hpp"
#include "snapshot/pods/decode_selectors.hpp"

#include <algorithm>

namespace snapshot {

namespace {

std::optional<model::Quantity> limit_of(document::Value value, const Path& path) {
  if (value.absent()) { return std::nullopt; }
  return quantity_of(value, path);
}

model::KueueQuota quota_of(document::Value value, const Path& path, Collected& collected) {
  model::KueueQuota quota;
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "name") {
      quota.resource = collected.lasting(text_of(member, at));
    } else if (key == "nominalQuota") {
      if (!member.absent()) { quota.nominal = quantity_of(member, at); }
    } else if (key == "borrowingLimit") {
      quota.borrowing_limit = limit_of(member, at);
    } else if (key == "lendingLimit") {
      quota.lending_limit = limit_of(member, at);
    }
  });
  return quota;
}

model::KueueFlavorQuotas flavor_quotas_of(document::Value value, const Path& path, Collected& collected) {
  model::KueueFlavorQuotas flavor;
  const document::Value object = object_of(value, path);
  flavor.flavor = collected.lasting(text_of(object["name"], path["name"]));
  each_element(object["resources"], path["resources"], [&](document::Value element, const Path& at) {
    flavor.quotas.push_back(quota_of(element, at, collected));
  });
  return flavor;
}

std::vector<model::KueueResourceGroup> resource_groups_of(document::Value value, const Path& path,
                                                          Collected& collected) {
  std::vector<model::KueueResourceGroup> groups;
  each_element(value, path, [&](document::Value element, const Path& at) {
    model::KueueResourceGroup& group = groups.emplace_back();
    const document::Value object = object_of(element, at);
    for (const std::string_view resource : texts_of(object["coveredResources"], at["coveredResources"])) {
      group.covered.push_back(collected.lasting(resource));
    }
    each_element(object["flavors"], at["flavors"], [&](document::Value flavor, const Path& below) {
      group.flavors.push_back(flavor_quotas_of(flavor, below, collected));
    });
  });
  return groups;
}

bool preempts(document::Value value, const Path& path) {
  const document::Value preemption = object_of(value, path);
  const auto some = [&](std::string_view which) {
    const std::string_view policy = text_of(preemption[which], path[which]);
    return !policy.empty() && policy != "Never";
  };
  return some("reclaimWithinCohort") || some("withinClusterQueue");
}

void read_condition_active(document::Value status, const Path& path, Collected& collected, model::ClusterQueue& queue) {
  each_element(object_of(status, path)["conditions"], path["conditions"], [&](document::Value element, const Path& at) {
    const bool about = text_of(object_of(element, at)["type"], at["type"]) == "Active";
    if (!about) { return; }
    const std::string_view state = text_of(element["status"], at["status"]);
    queue.active = state == "True";
    if (state != "False") { return; }
    queue.inactive = true;
    queue.inactive_because = collected.lasting(text_of(element["message"], at["message"]));
  });
}

// What the controller counted: the input may hold the queues without their Workloads, which are of namespaces.
void read_counts(document::Value status, const Path& path, Collected& collected, model::ClusterQueue& queue) {
  const document::Value object = object_of(status, path);
  const document::Value pending = object["pendingWorkloads"];
  if (!pending.absent()) { queue.pending = int32_of(pending, path["pendingWorkloads"]); }
  const Path flavors = path["flavorsReservation"];
  each_element(object["flavorsReservation"], flavors, [&](document::Value element, const Path& at) {
    const std::string_view flavor = collected.lasting(text_of(object_of(element, at)["name"], at["name"]));
    each_element(element["resources"], at["resources"], [&](document::Value resource, const Path& below) {
      const document::Value total = object_of(resource, below)["total"];
      if (total.absent()) { return; }
      const std::string_view name = collected.lasting(text_of(resource["name"], below["name"]));
      queue.reserved.push_back({flavor, name, quantity_of(total, below["total"])});
    });
  });
}

void add_check(Collected& collected, std::string_view name, model::ClusterQueue& queue) {
  queue.admission_checks.push_back(collected.lasting(name));
}

void read_cluster_queue(Collected& collected, document::Value spec, const Path& path, model::ClusterQueue& queue) {
  each_member(spec, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "cohort" || key == "cohortName") { // v1beta1, v1beta2
      queue.cohort = collected.lasting(text_of(member, at));
    } else if (key == "resourceGroups") {
      queue.groups = resource_groups_of(member, at, collected);
    } else if (key == "queueingStrategy") {
      queue.strict_fifo = text_of(member, at) == "StrictFIFO";
    } else if (key == "namespaceSelector") {
      if (auto selector = label_selector_of(member, at)) {
        queue.namespace_selector = lasting(collected, std::move(*selector));
      }
    } else if (key == "flavorFungibility") {
      const std::string_view borrow = text_of(object_of(member, at)["whenCanBorrow"], at["whenCanBorrow"]);
      queue.borrows_before_next_flavor = borrow != "TryNextFlavor";
      const std::string_view preempt = text_of(member["whenCanPreempt"], at["whenCanPreempt"]);
      queue.preempts_before_next_flavor = preempt == "Preempt" || preempt == "MayStopSearch";
    } else if (key == "preemption") {
      queue.may_preempt = preempts(member, at);
      const std::string_view reclaims = text_of(member["reclaimWithinCohort"], at["reclaimWithinCohort"]);
      const std::string_view within = text_of(member["withinClusterQueue"], at["withinClusterQueue"]);
      queue.reclaims_always = reclaims == "Any";
      queue.reclaims_lower = reclaims == "LowerPriority";
      queue.preempts_newer = within == "LowerOrNewerEqualPriority";
      queue.preempts_lower = within == "LowerPriority" || queue.preempts_newer;
    } else if (key == "fairSharing") {
      queue.has_share = queue.has_share || !object_of(member, at)["weight"].absent();
    } else if (key == "admissionScope") {
      queue.has_share = queue.has_share || !object_of(member, at)["admissionMode"].absent();
    } else if (key == "stopPolicy") {
      queue.stop_policy = collected.lasting(text_of(member, at));
    } else if (key == "admissionChecks") { // v1beta1
      for (const std::string_view name : texts_of(member, at)) { add_check(collected, name, queue); }
    } else if (key == "admissionChecksStrategy") {
      const Path checks = at["admissionChecks"];
      each_element(object_of(member, at)["admissionChecks"], checks, [&](document::Value element, const Path& below) {
        const std::string_view name = text_of(object_of(element, below)["name"], below["name"]);
        add_check(collected, name, queue);
        for (const std::string_view flavor : texts_of(element["onFlavors"], below["onFlavors"])) {
          queue.checks_of_flavors.emplace_back(collected.lasting(name), collected.lasting(flavor));
        }
      });
    }
  });
  std::ranges::sort(queue.admission_checks);
}

} // namespace

void add_cluster_queue(Collected& collected, document::Value object, const Origin& origin) {
  const Path root;
  const Metadata metadata = checked_metadata(object, collected.newest, Scope::Cluster);
  model::ClusterQueue queue;
  queue.name = collected.lasting(metadata.name);
  read_cluster_queue(collected, object["spec"], root["spec"], queue);
  read_condition_active(object["status"], root["status"], collected, queue);
  read_counts(object["status"], root["status"], collected, queue);
  // One that is being deleted waits for its Workloads, and admits none. (kueue clusterQueue.updateQueueStatus)
  queue.inactive = queue.inactive || metadata.terminating;
  collected.cluster.cluster_queues.push_back(std::move(queue));
  collected.cluster_queue_origins.push_back(origin);
}

void add_local_queue(Collected& collected, document::Value object, const Origin& origin) {
  const Path root;
  const Metadata metadata = checked_metadata(object, collected.newest, Scope::Namespaced);
  model::LocalQueue queue;
  queue.namespace_name = collected.lasting(namespace_or_default(metadata));
  queue.name = collected.lasting(metadata.name);
  const Path path = root["spec"];
  const document::Value spec = object_of(object["spec"], path);
  queue.cluster_queue = collected.lasting(text_of(spec["clusterQueue"], path["clusterQueue"]));
  queue.stop_policy = collected.lasting(text_of(spec["stopPolicy"], path["stopPolicy"]));
  queue.terminating = metadata.terminating;
  collected.cluster.local_queues.push_back(queue);
  collected.local_queue_origins.push_back(origin);
}

void add_cohort(Collected& collected, document::Value object, const Origin& origin) {
  const Path root;
  const Metadata metadata = checked_metadata(object, collected.newest, Scope::Cluster);
  model::Cohort cohort;
  cohort.name = collected.lasting(metadata.name);
  each_member(object["spec"], root["spec"], [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "parent" || key == "parentName") { // v1beta1, v1beta2
      cohort.parent = collected.lasting(text_of(member, at));
    } else if (key == "resourceGroups") {
      cohort.groups = resource_groups_of(member, at, collected);
    }
  });
  collected.cluster.cohorts.push_back(std::move(cohort));
  collected.cohort_origins.push_back(origin);
}

void add_resource_flavor(Collected& collected, document::Value object, const Origin& origin) {
  const Path root;
  const Metadata metadata = checked_metadata(object, collected.newest, Scope::Cluster);
  model::ResourceFlavor flavor;
  flavor.name = collected.lasting(metadata.name);
  each_member(object["spec"], root["spec"], [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "nodeLabels") {
      flavor.node_labels = lasting(collected, labels_of(member, at));
    } else if (key == "nodeTaints") {
      each_element(member, at, [&](document::Value element, const Path& below) {
        flavor.node_taints.push_back(taint_of(element, below, collected));
      });
    } else if (key == "tolerations") {
      flavor.tolerations = lasting(collected, tolerations_of(member, at));
    } else if (key == "topologyName") {
      flavor.topology = collected.lasting(text_of(member, at));
    }
  });
  collected.cluster.resource_flavors.push_back(std::move(flavor));
  collected.resource_flavor_origins.push_back(origin);
}

void add_kueue_topology(Collected& collected, document::Value object, const Origin& origin) {
  const Path root;
  const Metadata metadata = checked_metadata(object, collected.newest, Scope::Cluster);
  model::KueueTopology topology;
  topology.name = collected.lasting(metadata.name);
  const Path path = root["spec"];
  each_element(object_of(object["spec"], path)["levels"], path["levels"], [&](document::Value element, const Path& at) {
    topology.levels.push_back(collected.lasting(text_of(object_of(element, at)["nodeLabel"], at["nodeLabel"])));
  });
  collected.cluster.kueue_topologies.push_back(std::move(topology));
  collected.kueue_topology_origins.push_back(origin);
}

} // namespace snapshot
