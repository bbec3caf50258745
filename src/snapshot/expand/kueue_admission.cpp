// SPDX-License-Identifier: Apache-2.0
#include "snapshot/expand/kueue_admission.hpp"

#include "snapshot/expand/kueue_webhooks.hpp"
#include "snapshot/expand/manifest_ledger.hpp"
#include "util/ascii.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>

namespace snapshot {

namespace {

using model::Authority;
using model::Reply;

constexpr std::string_view k_queue_name = "kueue.x-k8s.io/queue-name"; // a label; in old releases an annotation
constexpr std::string_view k_default_queue = "default";

// Kinds that Kueue's integrations manage. (kueue, pkg/controller/jobs)
constexpr std::array<std::string_view, 23> k_managed = {
    "AppWrapper",       "CronJob",         "DaemonSet", "Deployment", "JAXJob",     "Job",
    "JobSet",           "LeaderWorkerSet", "MPIJob",    "MXJob",      "PaddleJob",  "Pod",
    "PyTorchJob",       "RayCluster",      "RayJob",    "RayService", "ReplicaSet", "ReplicationController",
    "SparkApplication", "StatefulSet",     "TFJob",     "TrainJob",   "XGBoostJob"};

bool is_managed_kind(std::string_view kind) { return std::ranges::find(k_managed, kind) != k_managed.end(); }

// False for kinds that the LocalQueue "default" does not manage by itself, because cluster services use them.
// (LocalQueueDefaulting: jobs that may be without a queue)
bool may_default(std::string_view kind) {
  constexpr std::array<std::string_view, 8> k_services = {
      "CronJob",    "DaemonSet", "Deployment", "LeaderWorkerSet", "Pod", "ReplicaSet", "ReplicationController",
      "StatefulSet"};
  return std::ranges::find(k_services, kind) == k_services.end();
}

// Kinds whose controllers do not copy the label: Kueue reads it from their pods.
bool labels_pods(std::string_view kind) {
  return kind == "DaemonSet" || kind == "Deployment" || kind == "ReplicaSet" || kind == "ReplicationController" ||
         kind == "StatefulSet";
}

// The pod templates of an object, and those that request a topology. (kueue.x-k8s.io/podset-required-topology and
// similar annotations)
struct TopologyRequests {
  std::size_t templates = 0, of_templates = 0;
  bool elsewhere = false; // at a place that is no pod template

  bool has_none() const { return of_templates == 0 && !elsewhere; }
  bool has_all() const { return of_templates == templates && !elsewhere; }
};

bool requests_topology(document::Value annotations) {
  for (const auto [key, member] : annotations.members()) {
    if (key.starts_with("kueue.x-k8s.io/podset-") && key.ends_with("-topology")) { return true; }
  }
  return false;
}

void count_topologies(document::Value value, TopologyRequests& out) {
  const bool asks = requests_topology(value["metadata"]["annotations"]);
  if (value["spec"]["containers"].is_array()) {
    ++out.templates;
    out.of_templates += asks ? 1 : 0;
    return;
  }
  out.elsewhere = out.elsewhere || asks;
  for (const auto [key, member] : value.members()) { count_topologies(member, out); }
  for (const document::Value element : value.elements()) { count_topologies(element, out); }
}

// The number of pods with which Kueue may start a Job, if it declares one. (kueue, pkg/controller/jobs/job,
// minPodsCount)
std::optional<std::int32_t> min_parallelism(const KeptObject& object) {
  const std::string_view text = object.value()["metadata"]["annotations"]["kueue.x-k8s.io/job-min-parallelism"].text();
  std::int32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (object.kind != "Job" || error != std::errc() || end != text.data() + text.size() || number <= 0) {
    return std::nullopt;
  }
  return number;
}

const model::LocalQueue* find_local_queue(const Collected& collected, std::string_view namespace_name,
                                          std::string_view name) {
  const auto& queues = collected.cluster.local_queues;
  const auto found = std::ranges::find_if(
      queues, [&](const auto& queue) { return queue.namespace_name == namespace_name && queue.name == name; });
  return found == queues.end() ? nullptr : &*found;
}

// The decision of Kueue that the input does not show; empty if it contains the queues.
std::string queues_missing(const Collected& collected, std::string_view namespace_name, std::string_view name) {
  const std::string local = util::concat("LocalQueue ", namespace_name, '/', name);
  const model::LocalQueue* const queue = find_local_queue(collected, namespace_name, name);
  if (queue == nullptr) {
    // If the list of LocalQueues is complete, the simulation of Kueue reports that this one does not exist.
    const bool whole =
        collected.omissions.is_given("localqueues.kueue.x-k8s.io", !collected.cluster.local_queues.empty());
    const bool runs = !collected.cluster.cluster_queues.empty() || !collected.cluster.local_queues.empty();
    return whole && runs ? std::string() : util::concat(local, " decides, and it is not in the input");
  }
  const auto& queues = collected.cluster.cluster_queues;
  const auto above = std::ranges::find(queues, queue->cluster_queue, &model::ClusterQueue::name);
  if (above == queues.end()) {
    const bool whole = collected.omissions.is_given("clusterqueues.kueue.x-k8s.io", !queues.empty());
    return whole ? std::string()
                 : util::concat("ClusterQueue ", queue->cluster_queue, " of ", local,
                                " decides, and it is not in the input");
  }
  const bool has_flavors = std::ranges::any_of(above->groups, [](const auto& group) { return !group.flavors.empty(); });
  const bool whole =
      collected.omissions.is_given("resourceflavors.kueue.x-k8s.io", !collected.cluster.resource_flavors.empty());
  return !has_flavors || whole ? std::string()
                               : util::concat("the ResourceFlavors of ClusterQueue ", above->name, " (", local,
                                              ") decide, and they are not in the input");
}

// The priority of the Workload: from the class that the object names, else from its pods. Notes a missing class,
// because Kueue then creates no Workload. (kueue, jobframework, prioritySource)
std::int32_t workload_priority(const KeptObject& object, std::int32_t of_pods, Expander& expander) {
  const std::string_view name = object.value()["metadata"]["labels"]["kueue.x-k8s.io/priority-class"].text();
  if (name.empty()) { return of_pods; }
  const auto& classes = expander.collected().workload_priorities;
  const auto found = std::ranges::find(classes, name, &WorkloadPriority::name);
  if (found != classes.end()) { return found->value; }
  const std::string text = util::concat("WorkloadPriorityClass ", name);
  expander.note(Authority::Queue, classes.empty() ? Reply::NotAsked : Reply::Refuses,
                classes.empty() ? util::concat(text, " is not in the input") : util::concat("there is no ", text),
                text);
  return of_pods;
}

// Kueue makes pods select the node labels of their flavor. If no node has these labels, no pod fits.
void note_flavors(std::string_view queue, const Source& source, Expander& expander) {
  const Collected& collected = expander.collected();
  const model::LocalQueue* const local = find_local_queue(collected, source.namespace_name, queue);
  if (local == nullptr) { return; }
  const auto& queues = collected.cluster.cluster_queues;
  const auto above = std::ranges::find(queues, local->cluster_queue, &model::ClusterQueue::name);
  if (above == queues.end()) { return; }
  bool all_everywhere = true, any_somewhere = false, any = false, has_choice = false;
  for (const model::KueueResourceGroup& group : above->groups) {
    has_choice = has_choice || group.flavors.size() > 1;
    for (const model::KueueFlavorQuotas& quotas : group.flavors) {
      const auto& flavors = collected.cluster.resource_flavors;
      const auto flavor = std::ranges::find(flavors, quotas.flavor, &model::ResourceFlavor::name);
      if (flavor == flavors.end()) { continue; }
      any = true;
      const auto has_labels = [&](const model::Node& node) {
        return std::ranges::all_of(flavor->node_labels, [&](const model::Label& label) {
          return model::find_label(*node.labels, label.key) == label.value;
        });
      };
      all_everywhere = all_everywhere && std::ranges::all_of(collected.cluster.nodes, has_labels);
      any_somewhere = any_somewhere || std::ranges::any_of(collected.cluster.nodes, has_labels);
    }
  }
  // A flavor without alternatives is applied to the pods. (engine/rules/gates/kueue_pods.hpp)
  if (!any || all_everywhere || (any_somewhere && !has_choice)) { return; }
  expander.note(Authority::Queue, any_somewhere ? Reply::NotAsked : Reply::Refuses,
                any_somewhere
                    ? util::concat("ClusterQueue ", above->name, " of LocalQueue ", source.namespace_name, '/', queue,
                                   " chooses the nodes by a ResourceFlavor, which is not simulated")
                    : util::concat("no node has the labels of a ResourceFlavor of ClusterQueue ", above->name,
                                   " (LocalQueue ", source.namespace_name, '/', queue, ')'),
                util::concat("ClusterQueue ", above->name));
}

// True if Kueue's configuration enables the integration of the kind: "batch/job", "ray.io/rayjob", "pod".
bool has_integration(const model::KueueConfiguration& configuration, std::string_view kind) {
  return std::ranges::any_of(configuration.frameworks, [&](std::string_view framework) {
    return framework.substr(framework.rfind('/') + 1) == util::lowercase(kind);
  });
}

// (managedJobsNamespaceSelector; by default it leaves out kube-system and the namespace of Kueue)
bool manages_namespace(const Collected& collected, const model::KueueConfiguration& configuration,
                       std::string_view name) {
  if (!configuration.namespaces) { return name != "kube-system" && name != "kueue-system"; }
  const auto& known = collected.cluster.namespaces;
  const auto found = std::ranges::find(known, name, &model::Namespace::name);
  const model::Labels own = {{"kubernetes.io/metadata.name", name}};
  const bool has_labels = found != known.end() && found->labels != nullptr && !found->labels->empty();
  return model::matches(*configuration.namespaces, has_labels ? *found->labels : own);
}

// Kinds whose controllers create Jobs, which Kueue manages like Jobs of their own unless it manages the object.
bool creates_jobs(std::string_view kind) {
  constexpr std::array<std::string_view, 7> k_kinds = {"AppWrapper", "JobSet",     "LeaderWorkerSet", "MPIJob",
                                                       "RayJob",     "RayService", "TrainJob"};
  return std::ranges::find(k_kinds, kind) != k_kinds.end();
}

// Kueue with manageJobsWithoutQueueName suspends objects that name no queue, and what an object creates that it does
// not manage itself. (kueue, jobframework WorkloadShouldBeSuspended)
void note_managed(const model::KueueConfiguration& configuration, const KeptObject& object, const Source& source,
                  Expander& expander) {
  const Collected& collected = expander.collected();
  const std::string_view kind = object.kind == "CronJob" ? std::string_view("Job") : std::string_view(object.kind);
  const std::string by = util::concat("ConfigMap ", configuration.name);
  if (!has_integration(configuration, kind)) {
    const bool has_jobs = has_integration(configuration, "Job") && (creates_jobs(kind) || !is_managed_kind(kind));
    if (!has_jobs && !has_integration(configuration, "Pod")) { return; }
    expander.note(
        Authority::Queue, Reply::NotAsked,
        util::concat("Kueue manages jobs without a queue name, and may suspend what ", text_of(source), " creates"),
        by);
    return;
  }
  const bool is_given =
      collected.omissions.is_given("localqueues.kueue.x-k8s.io", !collected.cluster.local_queues.empty());
  const bool may_have = may_default(kind);
  const std::string lacks =
      !may_have  ? std::string()
      : is_given ? util::concat("; namespace ", source.namespace_name, " has no LocalQueue named default")
                 : util::concat("; LocalQueue ", source.namespace_name, "/default is not in the input");
  expander.note(Authority::Queue, !may_have || is_given ? Reply::Refuses : Reply::NotAsked,
                util::concat("Kueue manages jobs without a queue name and suspends ", text_of(source), lacks), by);
}

void note_without_queue(const KeptObject& object, const Source& source, Expander& expander) {
  const Collected& collected = expander.collected();
  const model::ClusterSnapshot& cluster = collected.cluster;
  if (collected.omissions.is_not_served("localqueues.kueue.x-k8s.io")) { return; }
  for (const model::KueueConfiguration& configuration : cluster.kueue_configurations) {
    if (!configuration.manages_all || !manages_namespace(collected, configuration, source.namespace_name)) { continue; }
    return note_managed(configuration, object, source, expander);
  }
  const bool runs = !cluster.cluster_queues.empty() || !cluster.local_queues.empty();
  if (runs && cluster.kueue_configurations.empty() && is_managed_kind(object.kind)) {
    expander.note(Authority::Queue, Reply::Assumed,
                  "Kueue leaves jobs without a queue name alone (manageJobsWithoutQueueName)", {});
  }
}

// True if Kueue's configuration leaves the kind out, so that Kueue neither suspends nor starts its objects.
bool is_left_out(const Collected& collected, std::string_view kind) {
  const auto& configurations = collected.cluster.kueue_configurations;
  if (configurations.empty() || kind == "CronJob" || kind == "Pod" || labels_pods(kind)) { return false; }
  return std::ranges::none_of(configurations, [&](const model::KueueConfiguration& configuration) {
    return has_integration(configuration, kind);
  });
}

} // namespace

std::string_view local_queue_of(const Collected& collected, const KeptObject& object, std::string_view namespace_name) {
  if (!is_managed_kind(object.kind) || is_left_out(collected, object.kind)) { return {}; }
  if (collected.omissions.is_not_served("localqueues.kueue.x-k8s.io")) { return {}; } // Kueue is not installed
  const document::Value spec = object.value()["spec"];
  // The object itself, the Job that a CronJob creates, or pods that Kueue manages one by one.
  for (const document::Value metadata : {object.value()["metadata"], spec["jobTemplate"]["metadata"],
                                         labels_pods(object.kind) ? spec["template"]["metadata"] : document::Value()}) {
    for (const std::string_view where : {"labels", "annotations"}) {
      if (const std::string_view name = metadata[where][k_queue_name].text(); !name.empty()) { return name; }
    }
  }
  const bool is_default =
      may_default(object.kind) && find_local_queue(collected, namespace_name, k_default_queue) != nullptr;
  return is_default ? k_default_queue : std::string_view();
}

void queue_up(const KeptObject& object, Expander& expander) {
  const Source& source = expander.top();
  Collected& collected = expander.collected();
  const std::string_view queue = local_queue_of(collected, object, source.namespace_name);
  if (expander.made_pods().empty()) { return; }
  if (queue.empty()) { return note_without_queue(object, source, expander); }
  note_kueue_rules(object, expander);
  const std::string local = util::concat("LocalQueue ", source.namespace_name, '/', queue);
  TopologyRequests topologies;
  count_topologies(object.value(), topologies);
  const bool is_mixed = !topologies.has_none() && !topologies.has_all();
  if (is_mixed) {
    expander.note(Authority::Queue, Reply::NotAsked,
                  util::concat(local, " decides by a topology too, which is not simulated"), local);
  }
  if (collected.omissions.is_denied("workloads.kueue.x-k8s.io")) {
    expander.note(Authority::Queue, Reply::NotAsked,
                  util::concat(local, " decides, and what waits in it is not in the input (workloads.kueue.x-k8s.io)"),
                  {});
  }
  if (std::string missing = queues_missing(collected, source.namespace_name, queue); !missing.empty()) {
    expander.note(Authority::Queue, Reply::NotAsked, std::move(missing), local);
    return;
  }
  if (is_mixed) { return; }
  model::KueueWorkload workload;
  workload.namespace_name = source.namespace_name;
  workload.name = collected.lasting(util::concat(util::lowercase(source.kind), '-', source.name));
  workload.local_queue = collected.lasting(queue);
  workload.created = expander.now();
  std::map<const model::PodSpec*, std::size_t> sets;
  for (const model::Pod& pod : expander.made_pods()) {
    const auto [place, is_new] = sets.emplace(pod.spec, workload.pod_sets.size());
    if (is_new) {
      model::KueuePodSet& set = workload.pod_sets.emplace_back();
      set.name = collected.lasting(util::concat("set-", workload.pod_sets.size()));
      set.count = 0;
      set.spec = pod.spec;
      set.wants_topology = !topologies.has_none();
    }
    ++workload.pod_sets[place->second].count;
    workload.priority = std::max(workload.priority, pod.spec->priority);
    collected.queued_pods.push_back({pod.namespace_name, pod.name, workload.name});
  }
  if (workload.pod_sets.size() == 1) { workload.pod_sets.front().min_count = min_parallelism(object); }
  workload.priority = workload_priority(object, workload.priority, expander);
  note_flavors(queue, source, expander);
  collected.cluster.kueue_workloads.push_back(std::move(workload));
  collected.kueue_workload_origins.push_back(source.origin);
}

} // namespace snapshot
