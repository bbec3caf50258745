// SPDX-License-Identifier: Apache-2.0
#include "snapshot/expand/kueue_units.hpp"

#include "snapshot/collected/api_group.hpp"
#include "util/ascii.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace snapshot {

namespace {

constexpr std::string_view k_queue_name = "kueue.x-k8s.io/queue-name"; // a label; in old releases an annotation
constexpr std::string_view k_workload_class_label = "kueue.x-k8s.io/priority-class"; // a label
constexpr std::string_view k_default_queue = "default";

// Kinds that Kueue's integrations manage. (kueue, pkg/controller/jobs)
constexpr std::array<std::string_view, 23> k_managed = {
    "AppWrapper",       "CronJob",         "DaemonSet", "Deployment", "JAXJob",     "Job",
    "JobSet",           "LeaderWorkerSet", "MPIJob",    "MXJob",      "PaddleJob",  "Pod",
    "PyTorchJob",       "RayCluster",      "RayJob",    "RayService", "ReplicaSet", "ReplicationController",
    "SparkApplication", "StatefulSet",     "TFJob",     "TrainJob",   "XGBoostJob"};

// Kinds whose controllers do not copy the label: Kueue reads it from their pods.
bool labels_pods(std::string_view kind) {
  return kind == "DaemonSet" || kind == "Deployment" || kind == "ReplicaSet" || kind == "ReplicationController" ||
         kind == "StatefulSet";
}

// Kinds without an integration of their own: their Jobs or pods are managed.
bool is_managed_by_parts(std::string_view kind) {
  return kind == "CronJob" || kind == "DaemonSet" || kind == "ReplicaSet" || kind == "ReplicationController";
}

enum class Integration : std::uint8_t { On, Off, NotGiven };

Integration integration_of(const Collected& collected, std::string_view kind) {
  const auto& configurations = collected.cluster.kueue_configurations;
  if (configurations.empty()) { return kind == "Job" ? Integration::On : Integration::NotGiven; } // batch/job: default
  const bool is_on = std::ranges::any_of(
      configurations, [&](const model::KueueConfiguration& each) { return has_integration(each, kind); });
  return is_on ? Integration::On : Integration::Off;
}

std::string_view queue_name_in(document::Value metadata) {
  for (const std::string_view where : {"labels", "annotations"}) {
    if (const std::string_view name = metadata[where][k_queue_name].text(); !name.empty()) { return name; }
  }
  return {};
}

// A label of the Jobs of a JobSet: that of their template.
std::string_view label_of_job(document::Value job_set, std::string_view replicated_job, std::string_view key) {
  for (const document::Value job : job_set["spec"]["replicatedJobs"].elements()) {
    if (job["name"].text() == replicated_job) { return job["template"]["metadata"]["labels"][key].text(); }
  }
  return {};
}

// Kinds of which Kueue admits each pod by itself.
bool has_single_pods(std::string_view kind) {
  return kind == "DaemonSet" || kind == "Deployment" || kind == "Pod" || kind == "ReplicaSet" ||
         kind == "ReplicationController";
}

bool has_default_queue(const Collected& collected, std::string_view namespace_name) {
  return find_local_queue(collected, namespace_name, k_default_queue) != nullptr;
}

// True if some configuration of Kueue lets it manage pods in the namespace.
bool manages_pods_of(const Collected& collected, std::string_view namespace_name) {
  const auto& configurations = collected.cluster.kueue_configurations;
  const auto manages = [&](const model::KueueConfiguration& each) {
    return manages_namespace(collected, each, namespace_name);
  };
  return configurations.empty() ? manages({}) : std::ranges::any_of(configurations, manages);
}

struct QueueWait {
  std::string_view queue;
  std::string perhaps;      // as in KueueUnit
  bool is_left_out = false; // the same
};

QueueWait default_wait(std::string_view namespace_name, std::string_view what, Integration integration) {
  if (integration == Integration::On) { return {k_default_queue, {}}; }
  return {k_default_queue,
          util::concat("Kueue puts ", what, " into LocalQueue ", namespace_name, '/', k_default_queue,
                       " if it manages them, and its configuration is not in the input (integrations.frameworks)")};
}

// The queue of the object itself: that of its label, or else the default one.
QueueWait waits_in(const Collected& collected, const KeptObject& object, std::string_view namespace_name) {
  if (!is_managed_kind(object.api_version, object.kind)) { return {}; }
  if (collected.omissions.is_not_served("localqueues.kueue.x-k8s.io")) { return {}; } // Kueue is not installed
  const document::Value spec = object.value()["spec"];
  // A CronJob creates a Job.
  const Integration own = is_managed_by_parts(object.kind) && object.kind != "CronJob"
                              ? Integration::Off
                              : integration_of(collected, object.kind == "CronJob" ? "Job" : object.kind);
  if (own != Integration::Off) {
    const document::Value metadata =
        object.kind == "CronJob" ? spec["jobTemplate"]["metadata"] : object.value()["metadata"];
    if (const std::string_view name = queue_name_in(metadata); !name.empty()) { return {name, {}}; }
  }
  if (labels_pods(object.kind) && integration_of(collected, "Pod") != Integration::Off) {
    const std::string_view name = queue_name_in(spec["template"]["metadata"]);
    if (!name.empty()) { return {name, {}}; }
  }
  if (own == Integration::Off || !has_default_queue(collected, namespace_name)) { return {}; }
  // Kinds that need the integration of pods, which is off by default before v0.16.
  const bool is_of_pods =
      has_single_pods(object.kind) || object.kind == "StatefulSet" || object.kind == "LeaderWorkerSet";
  if (!is_of_pods) { return {k_default_queue, {}}; }
  return manages_pods_of(collected, namespace_name) ? default_wait(namespace_name, util::concat(object.kind, 's'), own)
                                                    : QueueWait();
}

// Collects units by the name of their Workload.
class Units {
 public:
  std::vector<KueueUnit> all;

  void add(KueueUnit&& unit, std::size_t pod) {
    const auto [place, is_new] = m_places.try_emplace(unit.name, all.size());
    if (is_new) { all.push_back(std::move(unit)); }
    all[place->second].pods.push_back(pod);
  }

 private:
  std::map<std::string, std::size_t> m_places;
};

// The class of the object's own label, which the webhooks of Deployments and StatefulSets copy to their pods.
std::string_view workload_class_of(const KeptObject& object) {
  const document::Value metadata =
      object.kind == "CronJob" ? object.value()["spec"]["jobTemplate"]["metadata"] : object.value()["metadata"];
  return metadata["labels"][k_workload_class_label].text();
}

KueueUnit unit_of_pod(const model::Pod& pod, const QueueWait& wait) {
  KueueUnit unit;
  unit.name = util::concat("pod-", pod.name);
  unit.owner_kind = "Pod";
  unit.owner_name = pod.name;
  unit.queue = wait.queue;
  unit.perhaps = wait.perhaps;
  unit.pod_group = model::find_label(*pod.labels, "kueue.x-k8s.io/pod-group-name").value_or(std::string_view());
  unit.priority_class = model::find_label(*pod.labels, k_workload_class_label).value_or(std::string_view());
  return unit;
}

KueueUnit unit_of(const Source& source, const model::Pod& pod, const QueueWait& wait) {
  if (has_single_pods(source.kind)) { return unit_of_pod(pod, wait); }
  KueueUnit unit;
  unit.name = util::concat(util::lowercase(source.kind), '-', source.name);
  unit.queue = wait.queue;
  unit.perhaps = wait.perhaps;
  unit.is_of_roles = true;
  unit.is_left_out = wait.is_left_out;
  if (source.kind != "LeaderWorkerSet") {
    unit.owner_kind = source.kind;
    unit.owner_name = source.name;
  } else if (const auto group = model::find_label(*pod.labels, "leaderworkerset.sigs.k8s.io/group-index")) {
    // Kueue makes a Workload for each group of a LeaderWorkerSet. (leaderworkerset_reconciler.go)
    unit.name += util::concat('-', *group);
  }
  if (source.kind == "StatefulSet") {
    unit.priority_class = model::find_label(*pod.labels, k_workload_class_label).value_or(std::string_view());
  }
  return unit;
}

// An object that Kueue does not manage itself: the Jobs of its controller that name a queue, and other pods that do.
class Parts {
 public:
  Parts(const KeptObject& object, const Expander& expander) : m_object(object), m_expander(expander) {
    const Collected& collected = expander.collected();
    const std::string_view namespace_name = expander.top().namespace_name;
    m_has_default = has_default_queue(collected, namespace_name);
    m_job = integration_of(collected, "Job");
    m_pod = manages_pods_of(collected, namespace_name) ? integration_of(collected, "Pod") : Integration::Off;
  }

  std::vector<KueueUnit> find() {
    for (const model::Pod& pod : m_expander.made_pods()) {
      if (!add_to_job(pod)) { add_alone(pod); }
      ++m_place;
    }
    return std::move(m_units.all);
  }

 private:
  bool add_to_job(const model::Pod& pod) {
    if (m_job == Integration::Off || pod.owner == nullptr || pod.owner->kind != "Job" ||
        pod.owner->api_version != "batch/v1" || m_object.kind == "Job" || m_object.kind == "CronJob") {
      return false;
    }
    const auto role = model::find_label(*pod.labels, "jobset.sigs.k8s.io/replicatedjob-name");
    std::string_view queue = role ? label_of_job(m_object.value(), *role, k_queue_name) : std::string_view();
    if (queue.empty() && m_has_default) { queue = k_default_queue; }
    if (queue.empty()) { return false; }
    KueueUnit unit;
    unit.name = util::concat("job-", pod.owner->name);
    unit.owner_kind = "Job";
    unit.owner_name = pod.owner->name;
    unit.queue = queue;
    if (role) { unit.priority_class = label_of_job(m_object.value(), *role, k_workload_class_label); }
    m_units.add(std::move(unit), m_place);
    return true;
  }

  void add_alone(const model::Pod& pod) {
    if (m_pod == Integration::Off) { return; }
    const std::string_view queue = model::find_label(*pod.labels, k_queue_name).value_or(std::string_view());
    if (queue.empty() && m_has_default) {
      m_units.add(unit_of_pod(pod, default_wait(pod.namespace_name, "pods", m_pod)), m_place);
    }
    if (queue.empty()) { return; }
    std::string perhaps;
    if (m_pod == Integration::NotGiven) {
      perhaps = util::concat("LocalQueue ", pod.namespace_name, '/', queue,
                             " decides if Kueue manages pods, and its configuration is not in the input "
                             "(integrations.frameworks)");
    }
    m_units.add(unit_of_pod(pod, {queue, perhaps}), m_place);
  }

  const KeptObject& m_object;
  const Expander& m_expander;
  bool m_has_default = false;
  Integration m_job = Integration::On, m_pod = Integration::On;
  std::size_t m_place = 0;
  Units m_units;
};

} // namespace

bool is_managed_kind(std::string_view api_version, std::string_view kind) {
  const std::string_view api_group = api_group_of(api_version);
  return api_group != "batch.volcano.sh" && api_group != "spark.apache.org" &&
         std::ranges::find(k_managed, kind) != k_managed.end();
}

// (LocalQueueDefaulting in the webhooks of the kinds, since v0.10)
bool may_default(std::string_view kind) { return kind == "CronJob" || !is_managed_by_parts(kind); }

const model::LocalQueue* find_local_queue(const Collected& collected, std::string_view namespace_name,
                                          std::string_view name) {
  const auto& queues = collected.cluster.local_queues;
  const auto found = std::ranges::find_if(
      queues, [&](const auto& queue) { return queue.namespace_name == namespace_name && queue.name == name; });
  return found == queues.end() ? nullptr : &*found;
}

bool has_integration(const model::KueueConfiguration& configuration, std::string_view kind) {
  return std::ranges::any_of(configuration.frameworks, [&](std::string_view framework) {
    return framework.substr(framework.rfind('/') + 1) == util::lowercase(kind);
  });
}

bool manages_namespace(const Collected& collected, const model::KueueConfiguration& configuration,
                       std::string_view name) {
  if (!configuration.namespaces) { return name != "kube-system" && name != "kueue-system"; }
  const auto& known = collected.cluster.namespaces;
  const auto found = std::ranges::find(known, name, &model::Namespace::name);
  const model::Labels own = {{"kubernetes.io/metadata.name", name}};
  const bool has_labels = found != known.end() && found->labels != nullptr && !found->labels->empty();
  return model::matches(*configuration.namespaces, has_labels ? *found->labels : own);
}

std::string_view local_queue_of(const Collected& collected, const KeptObject& object, std::string_view namespace_name) {
  return waits_in(collected, object, namespace_name).queue;
}

std::vector<KueueUnit> kueue_units_of(const KeptObject& object, const Expander& expander) {
  const Source& source = expander.top();
  QueueWait wait = waits_in(expander.collected(), object, source.namespace_name);
  if (wait.queue.empty()) {
    if (expander.collected().omissions.is_not_served("localqueues.kueue.x-k8s.io")) { return {}; }
    return Parts(object, expander).find();
  }
  if (wait.perhaps.empty() && !manages_pods_of(expander.collected(), source.namespace_name)) {
    wait.is_left_out = true;
    wait.perhaps = util::concat("Kueue leaves namespace ", source.namespace_name,
                                " out since 0.15 (managedJobsNamespaceSelector), and earlier ones do not");
  }
  Units units;
  std::size_t place = 0;
  const std::string_view priority_class = workload_class_of(object);
  for (const model::Pod& pod : expander.made_pods()) {
    KueueUnit unit = unit_of(source, pod, wait);
    if (!priority_class.empty()) { unit.priority_class = priority_class; }
    units.add(std::move(unit), place++);
  }
  return std::move(units.all);
}

bool join_group(const KueueUnit& unit, Collected& collected, model::KueueWorkload& workload) {
  if (unit.pod_group.empty()) { return false; }
  std::vector<model::KueueWorkload>& workloads = collected.cluster.kueue_workloads;
  const auto earlier = std::ranges::find_if(workloads, [&](const model::KueueWorkload& known) {
    return known.namespace_name == workload.namespace_name && known.name == unit.pod_group;
  });
  if (earlier == workloads.end()) {
    workload.name = collected.lasting(unit.pod_group);
    return false;
  }
  if (!earlier->from_manifest) { return false; } // the Workload of pods that exist
  collected.kueue_workload_origins.erase(collected.kueue_workload_origins.begin() + (earlier - workloads.begin()));
  workload = std::move(*earlier);
  workloads.erase(earlier);
  return true;
}

} // namespace snapshot
