// SPDX-License-Identifier: Apache-2.0
#include "snapshot/expand/kueue_webhooks.hpp"

#include "document/reading/json_line.hpp"
#include "util/concat.hpp"
#include "util/edit_distance.hpp"
#include "util/integers.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace snapshot {

namespace {

using model::Authority;
using model::Reply;

constexpr std::string_view k_min_parallelism = "kueue.x-k8s.io/job-min-parallelism",
                           k_equal_completions = "kueue.x-k8s.io/job-completions-equal-parallelism",
                           k_elastic = "kueue.x-k8s.io/elastic-job", k_gated_by = "kueue.x-k8s.io/admission-gated-by",
                           k_prebuilt = "kueue.x-k8s.io/prebuilt-workload-name",
                           k_longest_run = "kueue.x-k8s.io/max-exec-time-seconds",
                           k_pod_group = "kueue.x-k8s.io/pod-group-name",
                           k_group_count = "kueue.x-k8s.io/pod-group-total-count",
                           k_managed_label = "kueue.x-k8s.io/managed", k_queue = "kueue.x-k8s.io/queue-name";

constexpr std::size_t k_most_pod_sets = 18, k_most_pod_sets_before = 8; // of a Workload, before v0.16
constexpr std::size_t k_most_shapes = 8; // of the pods of a group (pod_controller.go, ConstructComposableWorkload)

void refuse_by_kueue(CurrentObject& current, std::string_view detail) {
  const std::string object = text_of(current.top());
  current.note(Authority::Admission, Reply::Refuses,
               util::concat("the webhook of Kueue refuses ", object, ": ", detail), object);
}

bool is_elastic(document::Value metadata) { return metadata["annotations"][k_elastic].text() == "true"; }

// (job_webhook.go: validatePartialAdmissionCreate, validateSyncCompletionCreate)
void check_job_annotations(document::Value metadata, document::Value spec, CurrentObject& current) {
  const document::Value annotations = metadata["annotations"];
  const std::int64_t parallelism = util::parse_int64(spec["parallelism"].text()).value_or(1),
                     completions = util::parse_int64(spec["completions"].text()).value_or(parallelism);
  if (const document::Value text = annotations[k_min_parallelism]; text.exists()) {
    const auto fewest = util::parse_int64(text.text());
    if (!fewest || *fewest <= 0 || *fewest >= std::min(parallelism, completions)) {
      refuse_by_kueue(current, util::concat("annotation ", k_min_parallelism, " should be a number between 0 and ",
                                            std::min(parallelism, completions) - 1));
    } else if (is_elastic(metadata)) {
      refuse_by_kueue(current, "partial admission and elastic job cannot be used together");
    }
  }
  if (const document::Value text = annotations[k_equal_completions]; text.exists()) {
    constexpr std::array<std::string_view, 6> k_on = {"1", "t", "T", "true", "TRUE", "True"},
                                              k_off = {"0", "f", "F", "false", "FALSE", "False"};
    const bool is_on = std::ranges::find(k_on, text.text()) != k_on.end();
    if (!is_on && std::ranges::find(k_off, text.text()) == k_off.end()) {
      refuse_by_kueue(current, util::concat("annotation ", k_equal_completions, " is neither true nor false"));
    }
    if (is_on && spec["completionMode"].text() != "Indexed") {
      refuse_by_kueue(current,
                      util::concat("annotation ", k_equal_completions, " should not be enabled for NonIndexed jobs"));
    }
    if (is_on && parallelism != util::parse_int64(spec["completions"].text()).value_or(1)) {
      refuse_by_kueue(current, util::concat("spec.completions should be equal to parallelism when annotation ",
                                            k_equal_completions, " is true"));
    }
  }
}

// (raycluster_webhook.go, rayjob_webhook.go)
void check_queued_ray(document::Value metadata, document::Value cluster, CurrentObject& current) {
  if (cluster["enableInTreeAutoscaling"].boolean()) {
    if (is_elastic(metadata)) {
      current.note(Authority::Queue, Reply::NotAsked,
                   util::concat("Kueue's feature gate ElasticJobsViaWorkloadSlices decides about ",
                                text_of(current.top()), ", which is elastic"),
                   text_of(current.top()));
    } else {
      refuse_by_kueue(current, "a kueue managed job should not use autoscaling (enableInTreeAutoscaling)");
    }
  }
  for (const document::Value group : cluster["workerGroupSpecs"].elements()) {
    if (group["groupName"].text() == "head") { refuse_by_kueue(current, "\"head\" is reserved for the head group"); }
  }
}

// (sparkapplication_webhook.go)
void check_queued_spark(document::Value metadata, document::Value spec, CurrentObject& current) {
  if (const std::string_view mode = spec["mode"].text(); !mode.empty() && mode != "cluster") {
    refuse_by_kueue(current, "only Cluster mode is supported for a kueue managed job");
  }
  if (!is_elastic(metadata) && spec["dynamicAllocation"]["enabled"].boolean()) {
    refuse_by_kueue(current, "a kueue managed job should not use dynamicAllocation");
  }
}

std::string text_of_group(const CurrentObject& current, std::string_view group) {
  return util::concat("group ", current.top().namespace_name, '/', group);
}

// The annotation makes all pods of a group one pod set. (constructGroupPodSetsFast)
bool has_fast_admission(document::Value metadata) {
  return metadata["annotations"]["kueue.x-k8s.io/pod-group-fast-admission"].text() == "true";
}

bool is_prebuilt(document::Value metadata) {
  return !metadata["labels"][k_prebuilt].text().empty() || !metadata["annotations"][k_prebuilt].text().empty();
}

// The fields that make the shape of a pod, as they are written. (pkg/util/pod, SpecShape)
std::string shape_of(document::Value spec) {
  constexpr std::array<std::string_view, 8> k_fields = {
      "nodeSelector",      "affinity",       "tolerations", "runtimeClassName",
      "priorityClassName", "resourceClaims", "overhead",    "topologySpreadConstraints"};
  std::string shape;
  const auto add = [&](document::Value value) {
    if (!value.absent()) { document::append_json_line(shape, value); }
    shape += '\n';
  };
  for (const std::string_view field : k_fields) { add(spec[field]); }
  for (const char* const list : {"initContainers", "containers"}) {
    for (const document::Value container : spec[list].elements()) {
      add(container["resources"]);
      add(container["ports"]);
    }
    shape += '\n';
  }
  return shape;
}

// Fields that quota does not see may give the pods more shapes than note_pod_sets() knows, such as ports. How they are
// written is an upper bound of the shapes.
void note_written_shapes(std::span<const KeptObject* const> pods, std::string_view group, CurrentObject& current) {
  if (pods.size() <= k_most_shapes) { return; }
  std::set<std::string> shapes;
  for (const KeptObject* const pod : pods) { shapes.insert(shape_of(pod->value()["spec"])); }
  if (shapes.size() <= k_most_shapes) { return; }
  const std::string of = text_of_group(current, group);
  current.note(Authority::Queue, Reply::NotAsked,
               util::concat("Kueue makes no Workload for ", of, " if its pods have more than ", k_most_shapes,
                            " shapes, and the manifest may have ", shapes.size()),
               of);
}

// (pod_webhook.go; pod_controller.go, validatePodGroupMetadata and cleanupExcessPods)
void check_queued_pod(const KeptObject& object, CurrentObject& current) {
  const document::Value metadata = object.value()["metadata"];
  const std::string_view group = metadata["labels"][k_pod_group].text();
  const document::Value count = metadata["annotations"][k_group_count], managed = metadata["labels"][k_managed_label];
  if (managed.exists() && managed.text() != "true") {
    refuse_by_kueue(current, util::concat("label ", k_managed_label, " can only be true"));
  }
  if (group.empty() == count.exists()) {
    return refuse_by_kueue(
        current, util::concat("both the annotation ", k_group_count, " and the label ", k_pod_group, " should be set"));
  }
  if (group.empty()) { return; }
  const auto total = util::parse_int64(count.text());
  if (!total || *total < 1) {
    return refuse_by_kueue(current, util::concat("annotation ", k_group_count, " is no number of at least 1"));
  }
  const std::string of = text_of_group(current, group);
  const std::string_view queue = metadata["labels"][k_queue].text();
  std::vector<const KeptObject*> members;
  bool same_queue = true, same_count = true;
  for (const KeptObject& other : current.manifest().objects) {
    const document::Value others = other.value()["metadata"];
    if (other.kind != "Pod" || others["labels"][k_pod_group].text() != group ||
        namespace_of(other.value(), current.default_namespace()) != current.top().namespace_name) {
      continue;
    }
    members.push_back(&other);
    same_queue = same_queue && others["labels"][k_queue].text() == queue;
    same_count = same_count && others["annotations"][k_group_count].text() == count.text();
  }
  const auto refuse_group = [&](const std::string& detail) {
    current.note(Authority::Queue, Reply::Refuses, util::concat("Kueue makes no Workload for ", of, ": ", detail), of);
  };
  if (!same_queue) { refuse_group("its pods name different queues"); }
  if (!same_count) { refuse_group(util::concat("its pods have different values of ", k_group_count)); }
  const std::int64_t pods = std::ssize(members);
  const bool has_one_set = has_fast_admission(metadata) || is_prebuilt(metadata);
  if (!has_one_set && !members.empty() && members.back() == &object) { note_written_shapes(members, group, current); }
  if (same_count && pods > *total) {
    current.note(Authority::Queue, Reply::Refuses,
                 util::concat("Kueue deletes pods of ", of, " beyond its ", k_group_count, ' ', *total,
                              ", and the manifest has ", pods),
                 of);
  }
}

// True if a pod template is in a group of pod sets and requests no topology. (tas_validation.go,
// ValidateTASPodSetRequest)
bool has_group_without_topology(document::Value value) {
  const document::Value annotations = value["metadata"]["annotations"];
  const bool is_alone = !annotations["kueue.x-k8s.io/podset-group-name"].absent() &&
                        annotations["kueue.x-k8s.io/podset-required-topology"].absent() &&
                        annotations["kueue.x-k8s.io/podset-preferred-topology"].absent();
  if (is_alone) { return true; }
  for (const auto [key, member] : value.members()) {
    if (has_group_without_topology(member)) { return true; }
  }
  for (const document::Value element : value.elements()) {
    if (has_group_without_topology(element)) { return true; }
  }
  return false;
}

// A prebuilt Workload replaces the one that Kueue would make. Without it the job stays suspended. (reconciler.go,
// ensurePrebuiltWorkloadInSync)
void note_prebuilt(document::Value metadata, CurrentObject& current) {
  std::string_view name = metadata["labels"][k_prebuilt].text();
  if (name.empty()) { name = metadata["annotations"][k_prebuilt].text(); }
  if (name.empty()) { return; }
  const Collected& collected = current.collected();
  const auto& workloads = collected.cluster.kueue_workloads;
  const bool is_there = std::ranges::any_of(workloads, [&](const model::KueueWorkload& workload) {
    return workload.namespace_name == current.top().namespace_name && workload.name == name;
  });
  const std::string object = util::concat("Workload ", current.top().namespace_name, '/', name);
  const bool is_given = collected.omissions.is_given("workloads.kueue.x-k8s.io", !workloads.empty());
  current.note(Authority::Queue, is_there || !is_given ? Reply::NotAsked : Reply::Refuses,
               is_there   ? util::concat("prebuilt ", object, " decides, and it is not compared with the pods")
               : is_given ? util::concat("there is no prebuilt ", object)
                          : util::concat("prebuilt ", object, " is not in the input"),
               object);
}

constexpr std::array<std::string_view, 6> k_labels = {
    "kueue.x-k8s.io/queue-name", "kueue.x-k8s.io/priority-class",         "kueue.x-k8s.io/pod-group-name",
    "kueue.x-k8s.io/managed",    "kueue.x-k8s.io/prebuilt-workload-name", "kueue.x-k8s.io/max-exec-time-seconds"};

// Labels of Kueue that resemble these.
constexpr std::array<std::string_view, 4> k_other_labels = {"kueue.x-k8s.io/cluster-queue-name",
                                                            "kueue.x-k8s.io/local-queue-name", "kueue.x-k8s.io/manager",
                                                            "kueue.x-k8s.io/podset-group-name"};

} // namespace

void note_kueue_rules(const KeptObject& object, CurrentObject& current) {
  const document::Value value = object.value(), metadata = value["metadata"], spec = value["spec"];
  constexpr std::array<std::string_view, 4> k_elastic_kinds = {"Job", "RayCluster", "RayJob", "RayService"};
  if (const document::Value seconds = metadata["labels"][k_longest_run]; seconds.exists()) {
    const auto number = util::parse_int64(seconds.text());
    if (!number || *number <= 0) {
      refuse_by_kueue(current, util::concat("label ", k_longest_run, " should be a number greater than 0"));
    }
  }
  if (is_elastic(metadata) && std::ranges::find(k_elastic_kinds, object.kind) == k_elastic_kinds.end()) {
    refuse_by_kueue(current, util::concat("elastic job is not supported for ", object.kind));
  }
  if (has_group_without_topology(spec)) {
    refuse_by_kueue(current,
                    "annotation kueue.x-k8s.io/podset-group-name may not be set without a required or preferred "
                    "topology");
  }
  if (!metadata["annotations"][k_gated_by].text().empty()) { // AdmissionGatedBy
    current.note(Authority::Queue, Reply::NotAsked,
                 util::concat("since Kueue 0.19, annotation ", k_gated_by, " keeps ", text_of(current.top()),
                              " out of its queue until it is gone"),
                 text_of(current.top()));
  }
  note_prebuilt(metadata, current);
  if (object.kind == "Job") { check_job_annotations(metadata, spec, current); }
  if (object.kind == "CronJob") {
    const document::Value job = spec["jobTemplate"];
    check_job_annotations(job["metadata"], job["spec"], current);
  }
  if (object.kind == "RayCluster") { check_queued_ray(metadata, spec, current); }
  if (object.kind == "RayService") { check_queued_ray(metadata, spec["rayClusterConfig"], current); }
  if (object.kind == "RayJob" && spec["clusterSelector"].size() == 0) {
    if (!spec["shutdownAfterJobFinishes"].boolean()) {
      refuse_by_kueue(current, "a kueue managed job should delete the cluster after finishing "
                               "(shutdownAfterJobFinishes)");
    }
    check_queued_ray(metadata, spec["rayClusterSpec"], current);
  }
  if (object.kind == "SparkApplication") { check_queued_spark(metadata, spec, current); }
  if (object.kind == "Pod") { check_queued_pod(object, current); }
}

void note_pod_sets(const KeptObject& object, const KueueUnit& unit, std::size_t sets, CurrentObject& current) {
  const document::Value metadata = object.value()["metadata"], spec = object.value()["spec"];
  if (is_prebuilt(metadata) || has_fast_admission(metadata)) { return; }
  const bool is_group = !unit.pod_group.empty();
  // Roles without pods are pod sets too. (jobset_controller.go, raycluster_controller.go: PodSets)
  if (object.kind == "JobSet") { sets = std::max(sets, spec["replicatedJobs"].size()); }
  if (object.kind == "RayCluster") { sets = std::max(sets, spec["workerGroupSpecs"].size() + 1); }
  if (object.kind == "RayService") { sets = std::max(sets, spec["rayClusterConfig"]["workerGroupSpecs"].size() + 1); }
  if (object.kind == "RayJob") { sets = std::max(sets, spec["rayClusterSpec"]["workerGroupSpecs"].size() + 1); }
  const std::string of = is_group ? text_of_group(current, unit.pod_group) : text_of(current.top());
  const bool has_webhook = object.kind.starts_with("Ray"); // (raycluster_webhook.go, rayjob_webhook.go)
  if (sets > (is_group ? k_most_shapes : k_most_pod_sets)) {
    const std::string detail =
        is_group ? util::concat("its pods have ", sets, " shapes, and a group may have at most ", k_most_shapes)
                 : util::concat("it has ", sets, " groups of pods, and a Workload has at most ", k_most_pod_sets);
    if (has_webhook && unit.perhaps.empty()) { return refuse_by_kueue(current, detail); }
    current.note(Authority::Queue, unit.perhaps.empty() ? Reply::Refuses : Reply::NotAsked,
                 util::concat("Kueue makes no Workload for ", of, ": ", detail), of);
  } else if (!is_group && sets > k_most_pod_sets_before) {
    current.note(Authority::Queue, Reply::NotAsked,
                 util::concat("the release of Kueue decides whether ", of, " may have ", sets, " groups of pods"), of);
  }
}

void note_left_out(const KeptObject& object, const KueueUnit& unit, CurrentObject& current) {
  const document::Value spec = object.value()["spec"];
  const bool is_suspended = spec["suspend"].boolean() || spec["runPolicy"]["suspend"].boolean();
  if (is_suspended && unit.is_of_roles && unit.is_left_out) {
    current.note(Authority::Queue, Reply::NotAsked, unit.perhaps, text_of(current.top()));
  }
}

// (validateUpdateForQueueName)
void note_queue_change(const KeptObject& object, document::Value stored, CurrentObject& current) {
  constexpr std::array<std::string_view, 14> k_suspended = {
      "AppWrapper", "JAXJob", "Job",   "JobSet",           "MPIJob", "PaddleJob", "PyTorchJob",
      "RayCluster", "RayJob", "TFJob", "SparkApplication", "MXJob",  "TrainJob",  "XGBoostJob"};
  const Collected& collected = current.collected();
  const bool runs = !collected.cluster.cluster_queues.empty() || !collected.cluster.local_queues.empty();
  if (!runs || collected.omissions.any_cut() || !is_managed_kind(object.api_version, object.kind) ||
      std::ranges::find(k_suspended, object.kind) == k_suspended.end()) {
    return;
  }
  const auto& configurations = collected.cluster.kueue_configurations;
  const bool is_on = configurations.empty() || std::ranges::any_of(configurations, [&](const auto& each) {
                       return has_integration(each, object.kind);
                     });
  const document::Value spec = object.value()["spec"];
  const bool is_suspended = spec["suspend"].boolean() || spec["runPolicy"]["suspend"].boolean();
  const document::Value wanted = object.value()["metadata"]["labels"][k_queue];
  const std::string_view old = stored["metadata"]["labels"][k_queue].text();
  if (!is_on || is_suspended || wanted.text().empty() || wanted.text() == old) { return; }
  refuse_by_kueue(current, util::concat("it exists ", old.empty() ? "without a queue" : util::concat("in queue ", old),
                                        ", and label ", k_queue, " may change only while it is suspended"));
}

// (WorkloadPriorityClassDefaulting)
void note_default_class(std::int32_t priority, CurrentObject& current) {
  const Collected& collected = current.collected();
  const auto found = std::ranges::find(collected.workload_priorities, "default", &WorkloadPriority::name);
  const auto waits = [](const model::KueueWorkload& workload) {
    return !workload.finished && workload.admitted_to.empty() && !workload.from_manifest;
  };
  if (found == collected.workload_priorities.end() || found->value == priority ||
      std::ranges::none_of(collected.cluster.kueue_workloads, waits)) {
    return;
  }
  current.note(Authority::Queue, Reply::NotAsked,
               util::concat("since Kueue 0.20, WorkloadPriorityClass default gives ", text_of(current.top()),
                            " priority ", found->value, " instead of ", priority),
               "WorkloadPriorityClass default");
}

void warn_of_kueue_labels(document::Value value, CurrentObject& current) {
  for (const auto [key, member] : value["metadata"]["labels"].members()) {
    const bool is_known = std::ranges::find(k_labels, key) != k_labels.end() ||
                          std::ranges::find(k_other_labels, key) != k_other_labels.end();
    if (is_known) { continue; }
    const bool is_queue =
        key.starts_with("kueue.x-k8s.io/") && key.find("queue", key.find('/')) != std::string_view::npos;
    const auto meant = is_queue ? std::optional(k_labels.front()) : util::closest(key, k_labels);
    if (!meant) { continue; }
    current.warn(current.top(), util::concat("Kueue has no label ", key, "; did you mean ", *meant, '?'));
  }
  for (const auto [key, member] : value.members()) {
    if (member.is_object()) { warn_of_kueue_labels(member, current); }
    for (const document::Value element : member.elements()) { warn_of_kueue_labels(element, current); }
  }
}

} // namespace snapshot
