// SPDX-License-Identifier: Apache-2.0
// Workloads of Kueue.
#include "snapshot/collected/fields.hpp"
#include "snapshot/pods/decode_containers.hpp"
#include "snapshot/pods/decode_metadata.hpp"
#include "snapshot/pods/decode_pod_spec.hpp"
#include "snapshot/queues/decode_kueue.hpp"

#include <algorithm>
#include <map>

namespace snapshot {

namespace {

// Keeps only the fields of the template that quota and flavors read. (Kueue: resource requests, node selector,
// affinity, tolerations)
const model::PodSpec* spec_of(document::Value value, const Path& path, Collected& collected) {
  model::PodSpec whole = completed(declared_spec_of(value, path, {}, collected.sharing), collected.sharing);
  model::PodSpec spec;
  spec.requests = std::move(whole.requests);
  spec.node_selector = std::move(whole.node_selector);
  spec.required_node_terms = std::move(whole.required_node_terms);
  spec.tolerations = std::move(whole.tolerations);
  return collected.sharing.pod_spec(spec);
}

constexpr std::string_view k_main = "main"; // the default name of a pod set

std::string_view pod_set_name(document::Value object, const Path& path) {
  const std::string_view name = text_of(object["name"], path["name"]);
  return name.empty() ? k_main : name;
}

// A request without these fields only tells Kueue how to number pods. (kueue pkg/workload, IsExplicitlyRequestingTAS)
bool requests_topology(document::Value value, const Path& path) {
  const document::Value request = object_of(value, path);
  return !request["required"].absent() || !request["preferred"].absent() ||
         !request["podSetSliceRequiredTopology"].absent() ||
         boolean_of(request["unconstrained"], path["unconstrained"]);
}

model::KueuePodSet pod_set_of(document::Value value, const Path& path, Collected& collected) {
  model::KueuePodSet set;
  const document::Value object = object_of(value, path);
  set.name = collected.lasting(pod_set_name(object, path));
  if (object["count"].exists()) { set.count = std::max(0, int32_of(object["count"], path["count"])); }
  if (!object["minCount"].absent()) { set.min_count = std::max(0, int32_of(object["minCount"], path["minCount"])); }
  set.wants_topology = requests_topology(object["topologyRequest"], path["topologyRequest"]);
  const Path pod_template = path["template"];
  set.spec = spec_of(object_of(object["template"], pod_template)["spec"], pod_template["spec"], collected);
  return set;
}

// Finished pods that need no quota any more, by their pod set. (status.reclaimablePods)
using Reclaimable = std::map<std::string_view, std::int32_t>;

Reclaimable reclaimable_of(document::Value status, const Path& path) {
  Reclaimable counts;
  each_element(status["reclaimablePods"], path["reclaimablePods"], [&](document::Value element, const Path& at) {
    const document::Value object = object_of(element, at);
    counts[pod_set_name(object, at)] = std::max(0, int32_of(object["count"], at["count"]));
  });
  return counts;
}

// Reads one element of podSetAssignments: the amount of each resource in its assigned flavor, less that of reclaimable
// pods. (kueue pkg/workload, totalRequestsFromAdmission)
void read_assignment(document::Value value, const Path& path, const Reclaimable& reclaimable, Collected& collected,
                     model::KueueWorkload& workload) {
  std::map<std::string_view, std::string_view> flavors;
  const document::Value object = object_of(value, path);
  const std::string_view name = pod_set_name(object, path);
  const auto set = std::ranges::find(workload.pod_sets, name, &model::KueuePodSet::name);
  const std::int32_t total = set == workload.pod_sets.end() ? 0 : set->count;
  const std::int32_t count = object["count"].absent() ? total : int32_of(object["count"], path["count"]);
  const auto finished = reclaimable.find(name);
  const std::int32_t left = std::max(0, total - (finished == reclaimable.end() ? 0 : finished->second));
  if (object["topologyAssignment"]["levels"].size() > 0 && workload.topology == model::TopologyChoice::None) {
    workload.topology = model::TopologyChoice::Made;
  }
  // (kueue, pkg/workload: HasTopologyAssignmentsPending)
  if (text_of(object["delayedTopologyRequest"], path["delayedTopologyRequest"]) == "Pending") {
    workload.topology = model::TopologyChoice::Pending;
  }
  each_member(object["flavors"], path["flavors"],
              [&](std::string_view resource, document::Value flavor, const Path& at) {
                flavors[resource] = text_of(flavor, at);
              });
  for (const auto& [resource, amount] : quantities_of(object["resourceUsage"], path["resourceUsage"])) {
    const auto flavor = flavors.find(resource);
    if (flavor == flavors.end()) { continue; }
    const bool gives_back = count > 0 && left < count;
    workload.usage.push_back(
        {collected.lasting(flavor->second), collected.lasting(resource),
         gives_back ? model::Quantity::from_nano(amount.nano() / count * left, amount.format()) : amount});
  }
}

void read_condition(document::Value value, const Path& path, Collected& collected, model::KueueWorkload& workload) {
  const document::Value object = object_of(value, path);
  const std::string_view type = text_of(object["type"], path["type"]);
  const bool holds = text_of(object["status"], path["status"]) == "True";
  if (type == "PodsReady") { workload.pods_ready = holds; }
  if (type == "QuotaReserved" && !holds) {
    workload.waits_because = collected.lasting(text_of(object["message"], path["message"]));
  }
  if (type == "Requeued" && !holds) {
    workload.not_requeued = collected.lasting(text_of(object["message"], path["message"]));
  }
  if (!holds) { return; }
  if (type == "Finished") { workload.finished = true; }
  if (type == "Admitted") { workload.admitted = true; }
  if (type != "Evicted") { return; }
  workload.evicted = true;
  // After an eviction for one of these reasons, Kueue sorts the Workload by the time of the eviction.
  // (GetQueueOrderTimestamp)
  const std::string_view reason = text_of(object["reason"], path["reason"]);
  if (reason != "PodsReadyTimeout" && reason != "AdmissionCheck") { return; }
  collected.newest.see(object["lastTransitionTime"]);
  workload.requeued = time_of(object["lastTransitionTime"], path["lastTransitionTime"]);
}

void read_spec(document::Value spec, const Path& path, Collected& collected, model::KueueWorkload& workload) {
  each_member(spec, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "queueName") {
      workload.local_queue = collected.lasting(text_of(member, at));
    } else if (key == "priority") {
      workload.priority = int32_of(member, at);
    } else if (key == "active") {
      workload.active = member.absent() || boolean_of(member, at);
    } else if (key == "podSets") {
      each_element(member, at, [&](document::Value element, const Path& below) {
        workload.pod_sets.push_back(pod_set_of(element, below, collected));
      });
    }
  });
}

void read_status(document::Value status, const Path& path, Collected& collected, model::KueueWorkload& workload) {
  const Reclaimable reclaimable = reclaimable_of(status, path);
  each_member(status, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "conditions") {
      each_element(member, at, [&](document::Value element, const Path& below) {
        read_condition(element, below, collected, workload);
      });
    } else if (key == "admission") {
      const document::Value admission = object_of(member, at);
      workload.admitted_to = collected.lasting(text_of(admission["clusterQueue"], at["clusterQueue"]));
      each_element(admission["podSetAssignments"], at["podSetAssignments"],
                   [&](document::Value element, const Path& below) {
                     read_assignment(element, below, reclaimable, collected, workload);
                   });
    } else if (key == "admissionChecks") {
      each_element(member, at, [&](document::Value element, const Path& below) {
        const document::Value check = object_of(element, below);
        bool places_pods = false;
        each_element(check["podSetUpdates"], below["podSetUpdates"], [&](document::Value update, const Path& inner) {
          places_pods =
              places_pods || object_of(update, inner)["nodeSelector"].size() > 0 || update["tolerations"].size() > 0;
        });
        workload.checks.push_back({collected.lasting(text_of(check["name"], below["name"])),
                                   collected.lasting(text_of(check["state"], below["state"])),
                                   collected.lasting(text_of(check["message"], below["message"])), places_pods});
      });
    } else if (key == "requeueState") {
      workload.requeue_at = time_of(object_of(member, at)["requeueAt"], at["requeueAt"]); // later than the capture
    }
  });
  if (!workload.admitted_to.empty()) { return; }
  for (model::KueuePodSet& set : workload.pod_sets) { // it asks only for the others
    if (const auto finished = reclaimable.find(set.name); finished != reclaimable.end()) {
      set.count = std::max(0, set.count - finished->second);
    }
  }
}

// The time that earlier admissions took counts, too. (kueue workload_controller.go, reconcileMaxExecutionTime) v1beta1
// misspells its name.
std::optional<model::Time> end_of(document::Value object, NewestTime& newest) {
  const Path root;
  const Path spec = root["spec"], at = root["status"];
  const document::Value most = object_of(object["spec"], spec)["maximumExecutionTimeSeconds"];
  if (most.absent()) { return std::nullopt; }
  std::int64_t left = int32_of(most, spec["maximumExecutionTimeSeconds"]);
  const document::Value status = object_of(object["status"], at);
  for (const char* const past : {"accumulatedPastExexcutionTimeSeconds", "accumulatedPastExecutionTimeSeconds"}) {
    if (!status[past].absent()) { left -= int32_of(status[past], at[past]); }
  }
  std::optional<model::Time> end;
  each_element(status["conditions"], at["conditions"], [&](document::Value condition, const Path& below) {
    if (object_of(condition, below)["type"].text() != "Admitted" || condition["status"].text() != "True") { return; }
    newest.see(condition["lastTransitionTime"]);
    const auto since = time_of(condition["lastTransitionTime"], below["lastTransitionTime"]);
    if (since) { end = model::seconds_after(*since, left); }
  });
  return end;
}

} // namespace

void add_kueue_workload(Collected& collected, document::Value object, const Origin& origin) {
  const Path root;
  const Metadata metadata = checked_metadata(object, collected.newest, Scope::Namespaced);
  model::KueueWorkload workload;
  workload.namespace_name = collected.lasting(namespace_or_default(metadata));
  workload.name = collected.lasting(metadata.name);
  if (metadata.owner) { workload.owner = collected.sharing.owner(*metadata.owner); }
  workload.created = metadata.created;
  workload.terminating = metadata.terminating;
  workload.ends = end_of(object, collected.newest);
  read_spec(object["spec"], root["spec"], collected, workload);
  read_status(object["status"], root["status"], collected, workload);
  collected.cluster.kueue_workloads.push_back(std::move(workload));
  collected.kueue_workload_origins.push_back(origin);
}

void add_workload_priority_class(Collected& collected, document::Value object, const Origin&) {
  const Path root;
  const Metadata metadata = checked_metadata(object, collected.newest, Scope::Cluster);
  collected.workload_priorities.push_back({collected.lasting(metadata.name), int32_of(object["value"], root["value"])});
}

} // namespace snapshot
