// SPDX-License-Identifier: Apache-2.0
#include "snapshot/changes/queue_objects.hpp"

#include "snapshot/collected/api_group.hpp"
#include "snapshot/queues/decode_kai_queue.hpp"
#include "snapshot/queues/decode_kueue.hpp"
#include "snapshot/queues/decode_volcano_queue.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace snapshot {

namespace {

using model::Authority;
using model::Reply;

// The status that the controller wrote about the old object stays.
void keep_status(const model::ClusterQueue& old, model::ClusterQueue& made) {
  made.inactive = old.inactive;
  made.inactive_because = old.inactive_because;
}
void keep_status(const model::VolcanoQueue& old, model::VolcanoQueue& made) {
  made.state = old.state;
  made.unopened = old.unopened;
}
template <typename Object>
void keep_status(const Object&, Object&) {}

bool is_same(const model::LocalQueue& a, const model::LocalQueue& b) {
  return a.namespace_name == b.namespace_name && a.name == b.name;
}
template <typename Object>
bool is_same(const Object& a, const Object& b) {
  return a.name == b.name;
}

void fill_in_namespace(std::string_view name, model::LocalQueue& made) { made.namespace_name = name; }
template <typename Object>
void fill_in_namespace(std::string_view, Object&) {}

using Add = void (*)(Collected&, document::Value, const Origin&);

template <typename Object>
void take_one(Collected& collected, std::vector<Object>& objects, std::vector<Origin>& origins, std::string_view list,
              Add add, const KeptObject& object, std::string_view default_namespace) {
  const bool is_given = collected.omissions.is_given(list, !objects.empty());
  add(collected, object.value(), object.origin);
  Object made = std::move(objects.back());
  objects.pop_back();
  if (object.value()["metadata"]["namespace"].absent()) {
    fill_in_namespace(collected.lasting(default_namespace), made);
  }
  const auto old = std::ranges::find_if(objects, [&](const Object& other) { return is_same(other, made); });
  const std::string name = util::concat(object.kind, ' ', made.name);
  if (old != objects.end()) {
    origins.pop_back();
    keep_status(*old, made);
    *old = std::move(made);
  } else if (is_given) {
    objects.push_back(std::move(made));
  } else {
    origins.pop_back();
    collected.cluster.asked.push_back(
        {Authority::Inputs, Reply::NotAsked,
         util::concat(name, " of the manifest is one of several, and the input does not hold the others (", list, ")"),
         name, name});
    return;
  }
  const model::Asked entry{Authority::Admission,
                           Reply::Assumed,
                           util::concat("the webhook of ", object.kind, " accepts it"),
                           std::string(object.kind),
                           {}};
  model::Ledger& asked = collected.cluster.asked;
  if (std::ranges::find(asked, entry) == asked.end()) { asked.push_back(entry); }
}

void take_class(Collected& collected, const KeptObject& object) {
  const std::string_view name = object.value()["metadata"]["name"].text();
  std::erase_if(collected.workload_priorities, [&](const WorkloadPriority& old) { return old.name == name; });
  add_workload_priority_class(collected, object.value(), object.origin);
}

} // namespace

bool is_queue_object(std::string_view api_group, std::string_view kind) {
  if (kind == "Queue") { return api_group == "scheduling.volcano.sh" || api_group == "scheduling.run.ai"; }
  return api_group == "kueue.x-k8s.io" &&
         (kind == "ClusterQueue" || kind == "Cohort" || kind == "LocalQueue" || kind == "ResourceFlavor" ||
          kind == "Topology" || kind == "WorkloadPriorityClass");
}

void take_queue_object(Collected& collected, const KeptObject& object, std::string_view default_namespace) {
  model::ClusterSnapshot& cluster = collected.cluster;
  const std::string_view kind = object.kind;
  const auto take_it = [&](auto& objects, std::vector<Origin>& origins, std::string_view list, Add add) {
    take_one(collected, objects, origins, list, add, object, default_namespace);
  };
  if (kind == "ClusterQueue") {
    take_it(cluster.cluster_queues, collected.cluster_queue_origins, "clusterqueues.kueue.x-k8s.io", add_cluster_queue);
  } else if (kind == "Cohort") {
    take_it(cluster.cohorts, collected.cohort_origins, "cohorts.kueue.x-k8s.io", add_cohort);
  } else if (kind == "LocalQueue") {
    take_it(cluster.local_queues, collected.local_queue_origins, "localqueues.kueue.x-k8s.io", add_local_queue);
  } else if (kind == "ResourceFlavor") {
    take_it(cluster.resource_flavors, collected.resource_flavor_origins, "resourceflavors.kueue.x-k8s.io",
            add_resource_flavor);
  } else if (kind == "Topology") {
    take_it(cluster.kueue_topologies, collected.kueue_topology_origins, "topologies.kueue.x-k8s.io",
            add_kueue_topology);
  } else if (kind == "WorkloadPriorityClass") {
    take_class(collected, object);
  } else if (api_group_of(object.api_version) == "scheduling.volcano.sh") {
    take_it(cluster.volcano_queues, collected.volcano_queue_origins, k_volcano_queues, add_volcano_queue);
  } else {
    take_it(cluster.kai_queues, collected.kai_queue_origins, "queues.scheduling.run.ai", add_kai_queue);
  }
}

} // namespace snapshot
