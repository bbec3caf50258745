// SPDX-License-Identifier: Apache-2.0
// RayCluster, ray.io/v1: a head and groups of workers, all at once. With a batch scheduler, KubeRay creates one pod
// group for all of them. (kuberay v1.7, controllers/ray: raycluster_controller.go, common/pod.go, batchscheduler/,
// utils/util.go)
#include "snapshot/expand/workloads.hpp"
#include "snapshot/workloads/ray.hpp"

#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace snapshot {

namespace {

constexpr std::string_view k_gang_label = "ray.io/gang-scheduling-enabled";
constexpr std::string_view k_queue_label = "volcano.sh/queue-name";
constexpr std::string_view k_priority_label = "ray.io/priority-class-name";
constexpr std::size_t k_longest_prefix = 50; // PodName

struct WorkerGroup {
  std::string_view name;
  std::int32_t replicas = 0, min_replicas = 0, hosts = 1; // replicas as written
  std::int32_t desired = 0, least = 0, as_written = 0;    // pods: within bounds, the minimum, and by `replicas` alone
  std::optional<std::int32_t> most;                       // pods that maxReplicas allows
  bool suspended = false;
  document::Value pod_template;
};

// GetWorkerGroupDesiredReplicas
WorkerGroup worker_group_of(document::Value value, const Path& path, Expander& expander) {
  const auto number = [&](std::string_view key, std::int32_t otherwise) {
    return pod_count(value[key], path[key], otherwise);
  };
  WorkerGroup group;
  group.name = text_of(object_of(value, path)["groupName"], path["groupName"]);
  group.replicas = expander.replicas(group.name, number("replicas", 0));
  group.min_replicas = number("minReplicas", 0);
  group.hosts = std::max(number("numOfHosts", 1), 0);
  group.suspended = boolean_of(value["suspend"], path["suspend"]);
  group.pod_template = value["template"];
  group.as_written = product(group.replicas, group.hosts, path);
  group.least = group.suspended ? 0 : product(group.min_replicas, group.hosts, path);
  const std::int32_t most =
      std::max((value["maxReplicas"].absent() ? std::numeric_limits<std::int32_t>::max()
                                              : int32_of(value["maxReplicas"], path["maxReplicas"])),
               0);
  if (!value["maxReplicas"].absent()) { // beyond what can be simulated, no bound counts
    const std::int64_t pods = std::int64_t{most} * group.hosts;
    if (pods < std::numeric_limits<std::int32_t>::max()) { group.most = static_cast<std::int32_t>(pods); }
  }
  const std::int32_t replicas =
      group.replicas < group.min_replicas ? group.min_replicas : std::min(group.replicas, most);
  group.desired = group.suspended ? 0 : product(std::max(replicas, 0), group.hosts, path);
  return group;
}

std::string pod_prefix(const std::string& name, std::string_view node_type) {
  return util::concat(name.substr(0, k_longest_prefix), '-', node_type);
}

std::string_view label_of(document::Value labels, std::string_view key) { return labels[key].text(); }

struct PreparedGroup {
  WorkerGroup group;
  Prepared prepared;
};

// State of one cluster during its expansion.
class Cluster {
 public:
  Cluster(const Source& source, const RayRequest& request, document::Value spec, const Path& path, Expander& expander)
      : m_source(source), m_request(request), m_spec(spec), m_path(path), m_expander(expander),
        m_autoscales(boolean_of(spec["enableInTreeAutoscaling"], path["enableInTreeAutoscaling"])) {}

  std::vector<std::string> expand() {
    read_groups();
    plan_group();
    prepare();
    if (m_group) {
      m_group->min_resources = min_resources();
      m_expander.add_group(m_source, *m_group);
    }
    return add_roles();
  }

 private:
  void read_groups() {
    const Path groups = m_path["workerGroupSpecs"];
    each_element(m_spec["workerGroupSpecs"], groups, [&](document::Value value, const Path& at) {
      m_workers.push_back({worker_group_of(value, at, m_expander), {}});
      if (m_workers.back().group.suspended) { note_suspended(m_workers.back().group.name); }
    });
  }

  // (ValidateRayClusterSpec)
  void note_suspended(std::string_view group) {
    const std::string object = text_of(m_expander.top());
    m_expander.note(model::Authority::Operator, model::Reply::NotAsked,
                    util::concat(object, ": KubeRay takes a suspended worker group (", group,
                                 ") only with its feature gate RayJobDeletionPolicy"),
                    object);
  }

  // The quorum: the head and the desired workers. For an autoscaled cluster, Volcano uses the smallest size.
  void plan_group() {
    const bool volcano = m_request.batch_scheduler == "volcano";
    const bool coscheduling =
        m_request.batch_scheduler == "scheduler-plugins" && m_request.labels[k_gang_label].exists();
    if (!volcano && !coscheduling) { return; }
    GroupPlan group;
    group.dialect = volcano ? model::Dialect::Volcano : model::Dialect::Coscheduling;
    group.name = volcano ? m_request.group : std::string(m_source.name);
    group.min_member = 1;
    for (const PreparedGroup& worker : m_workers) {
      const bool smallest = volcano && m_autoscales;
      group.min_member += smallest ? worker.group.least : worker.group.desired;
    }
    if (volcano) {
      group.queue = label_of(m_request.labels, k_queue_label);
      group.priority_class = label_of(m_request.labels, k_priority_label);
    }
    group.condition = util::concat("KubeRay runs with --batch-scheduler=", m_request.batch_scheduler);
    m_group = std::move(group);
  }

  PodTemplate decorated(document::Value value, const Path& path, std::string_view group, std::string_view node_type) {
    PodTemplate pod_template(value, path);
    pod_template.set_label("ray.io/cluster", m_source.name);
    pod_template.set_label("ray.io/group", group);
    pod_template.set_label("ray.io/identifier", util::concat(m_source.name, '-', node_type));
    pod_template.set_label("ray.io/is-ray-node", "yes");
    pod_template.set_label("ray.io/node-type", node_type);
    if (m_request.batch_scheduler == "volcano") {
      pod_template.set_scheduler_name("volcano");
      pod_template.set_annotation("volcano.sh/task-spec", group);
    } else if (m_request.batch_scheduler == "scheduler-plugins") {
      pod_template.set_scheduler_name("scheduler-plugins-scheduler");
    }
    if (m_group) { pod_template.join(*m_group); }
    return pod_template;
  }

  void prepare() {
    const Path head_path = m_path["headGroupSpec"];
    const Path head_template = head_path["template"];
    PodTemplate head =
        decorated(object_of(m_spec["headGroupSpec"], head_path)["template"], head_template, "headgroup", "head");
    inject_into_head(head);
    m_head = m_expander.prepare(m_source, std::move(head), head_template);
    const Path groups = m_path["workerGroupSpecs"];
    std::int64_t index = 0;
    for (PreparedGroup& worker : m_workers) {
      const Path at = groups.at(index++);
      const Path path = at["template"];
      PodTemplate pod_template = decorated(worker.group.pod_template, path, worker.group.name, "worker");
      const PodTemplate::Amounts amounts = {{"cpu", "200m"}, {"memory", "256Mi"}};
      pod_template.inject("initContainers", "wait-gcs-ready", amounts, amounts);
      worker.prepared = m_expander.prepare(m_source, std::move(pod_template), path);
    }
  }

  void inject_into_head(PodTemplate& head) {
    if (m_autoscales) {
      const PodTemplate::Amounts amounts = {{"cpu", "500m"}, {"memory", "512Mi"}};
      head.inject("containers", "autoscaler", amounts, amounts);
      const document::Value resources = m_spec["autoscalerOptions"]["resources"];
      auto& containers = std::get<document::Output::Array>(head.containers().data());
      if (resources.is_object()) { containers.back()["resources"] = document::editable(resources); }
    }
    if (m_request.submitter_in_head) {
      head.inject("containers", "ray-job-submitter", {{"cpu", "500m"}, {"memory", "200Mi"}},
                  {{"cpu", "1"}, {"memory", "1Gi"}});
    }
  }

  // Sums the containers as written, times the replicas as written, without limiting them to their bounds.
  // (CalculateDesiredResources, CalculateMinResources)
  ResourceSum min_resources() {
    const bool smallest = m_group->dialect == model::Dialect::Volcano && m_autoscales;
    ResourceSum sum = m_request.submitter;
    model::PodResources head = m_head.as_written;
    const std::size_t injected = (m_autoscales ? 1u : 0u) + (m_request.submitter_in_head ? 1u : 0u);
    head.containers.resize(head.containers.size() - injected);
    sum.add_each_request_else_limit(head);
    for (const PreparedGroup& worker : m_workers) {
      if (worker.group.suspended) { continue; }
      const std::int32_t pods = smallest ? worker.group.least : worker.group.as_written;
      sum.add_each_request_else_limit(worker.prepared.as_written, pods);
    }
    return sum;
  }

  std::vector<std::string> add_roles() {
    std::vector<std::string> names;
    const auto add = [&](const Prepared& prepared, const RolePlan& role) {
      for (const PodPlan& pod : role.missing) { names.push_back(pod.name); }
      m_expander.add_role(m_source, prepared, role);
    };
    RolePlan head = m_expander.counted_role(m_source, "head", "", 1, Expander::Label{"ray.io/node-type", "head"});
    head.most = 1;
    if (!head.missing.empty()) { head.missing.front().name = pod_prefix(std::string(m_source.name), "head"); }
    add(m_head, head);
    for (const PreparedGroup& worker : m_workers) {
      const std::string prefix = pod_prefix(util::concat(m_source.name, '-', worker.group.name), "worker");
      RolePlan role = m_expander.counted_role(m_source, worker.group.name, prefix, worker.group.desired,
                                              Expander::Label{"ray.io/group", worker.group.name});
      role.most = worker.group.most;
      add(worker.prepared, role);
    }
    return names;
  }

  const Source& m_source;
  const RayRequest& m_request;
  document::Value m_spec;
  const Path& m_path;
  Expander& m_expander;
  bool m_autoscales;
  std::vector<PreparedGroup> m_workers;
  Prepared m_head;
  std::optional<GroupPlan> m_group;
};

// KubeRay before 1.7 reads the scheduler's name from a label of the object. (batchscheduler/schedulermanager.go,
// GetSchedulerForCluster)
void note_scheduler_label(document::Value labels, Expander& expander) {
  constexpr std::string_view k_label = "ray.io/scheduler-name";
  const std::string_view scheduler = labels[k_label].text();
  if (scheduler.empty()) { return; }
  const std::string object = text_of(expander.top());
  expander.note(model::Authority::Operator, model::Reply::NotAsked,
                util::concat(object, " has the label ", k_label, ": ", scheduler,
                             "; an older KubeRay gives its pods to that scheduler, which is not simulated"),
                object);
}

// Labels of an object that only KubeRay's other batch schedulers read. With them KubeRay gives all pods to that
// scheduler. (kai_scheduler.go and yunikorn_scheduler.go, AddMetadataToChildResource)
struct BatchLabel {
  std::string_view label, batch_scheduler;
};
constexpr std::array<BatchLabel, 3> k_batch_labels = {{{"kai.scheduler/queue", "kai-scheduler"},
                                                       {"yunikorn.apache.org/app-id", "yunikorn"},
                                                       {"yunikorn.apache.org/queue", "yunikorn"}}};

void note_batch_label(document::Value labels, Expander& expander) {
  const auto row =
      std::ranges::find_if(k_batch_labels, [&](const BatchLabel& one) { return labels[one.label].exists(); });
  if (row == k_batch_labels.end()) { return; }
  const std::string object = text_of(expander.top());
  expander.note(model::Authority::Operator, model::Reply::NotAsked,
                util::concat(object, " has the label ", row->label, "; KubeRay with --batch-scheduler=",
                             row->batch_scheduler, " gives its pods to that scheduler, which is not simulated"),
                object);
}

} // namespace

std::string_view ray_batch_scheduler(document::Value labels, Expander& expander) {
  note_scheduler_label(labels, expander);
  const std::string_view option = expander.option("kuberay.batch-scheduler");
  if (option == "none") { return {}; }
  if (option != "auto") { return option; }
  note_batch_label(labels, expander);
  const bool of_yunikorn = labels["yunikorn.apache.org/app-id"].exists(); // YuniKorn uses the gang label too
  if (of_yunikorn) { return labels[k_queue_label].exists() ? "volcano" : ""; }
  if (labels[k_queue_label].exists()) { return "volcano"; }
  return labels[k_gang_label].exists() ? "scheduler-plugins" : "";
}

std::vector<std::string> expand_ray_cluster_spec(const Source& cluster, const RayRequest& request, document::Value spec,
                                                 const Path& path, Expander& expander) {
  if (boolean_of(spec["suspend"], path["suspend"])) {
    expander.assume(util::concat(cluster.kind, ' ', cluster.namespace_name, '/', cluster.name, " is resumed"));
  }
  return Cluster(cluster, request, spec, path, expander).expand();
}

void expand_ray_cluster(const KeptObject& object, Expander& expander) {
  const Source source = expander.source_of(object);
  const Path root;
  const Path path = root["spec"];
  RayRequest request;
  request.labels = object.value()["metadata"]["labels"];
  request.group = util::concat("ray-", source.name, "-pg");
  request.batch_scheduler = ray_batch_scheduler(request.labels, expander);
  expand_ray_cluster_spec(source, request, object_of(object.value()["spec"], path), path, expander);
}

} // namespace snapshot
