// SPDX-License-Identifier: Apache-2.0
#include "snapshot/expand/manifest_ledger.hpp"

#include "snapshot/admission/admission_policies.hpp"
#include "snapshot/admission/newer_fields.hpp"
#include "snapshot/collected/api_group.hpp"
#include "snapshot/dialects/dialects.hpp"
#include "snapshot/expand/kueue_units.hpp"
#include "snapshot/expand/object_quotas.hpp"
#include "snapshot/expand/operator_programs.hpp"
#include "snapshot/expand/template_ledger.hpp"
#include "snapshot/expand/workloads.hpp"
#include "snapshot/objects/kinds.hpp"
#include "snapshot/releases/served_kinds.hpp"
#include "snapshot/validation/formats.hpp"
#include "snapshot/validation/validate.hpp"
#include "util/ascii.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace snapshot {

namespace {

using model::Authority;
using model::Reply;

// Kinds that accompany a job and create no pods, separated by blanks. We know nothing about kinds outside these.
struct KindsWithoutPods {
  std::string_view api_group, kinds;
};
constexpr std::array<KindsWithoutPods, 28> k_without_pods = {
    {{"", "ConfigMap Endpoints LimitRange Namespace PersistentVolume PersistentVolumeClaim PodTemplate ResourceQuota "
          "Secret Service ServiceAccount"},
     {"apiextensions.k8s.io", "CustomResourceDefinition"},
     {"autoscaling", "HorizontalPodAutoscaler"},
     {"discovery.k8s.io", "EndpointSlice"},
     {"extensions", "Ingress"},
     {"flow.volcano.sh", "JobTemplate"},
     {"gateway.networking.k8s.io", "GRPCRoute HTTPRoute"},
     {"inference.networking.k8s.io", "InferencePool"},
     {"inference.networking.x-k8s.io", "InferencePool"},
     {"kueue.x-k8s.io", "ClusterQueue Cohort LocalQueue ResourceFlavor Workload"},
     {"monitoring.coreos.com", "PodMonitor PrometheusRule ServiceMonitor"},
     {"networking.k8s.io", "Ingress NetworkPolicy"},
     {"node.k8s.io", "RuntimeClass"},
     {"policy", "PodDisruptionBudget"},
     {"rbac.authorization.k8s.io", "ClusterRole ClusterRoleBinding Role RoleBinding"},
     {"resource.k8s.io", "DeviceClass ResourceClaim ResourceClaimTemplate"},
     {"scheduler.grove.io", "PodGang"},
     {"scheduling.godel.kubewharf.io", "PodGroup"},
     {"scheduling.incubator.k8s.io", "PodGroup Queue"},
     {"scheduling.k8s.io", "CompositePodGroup PodGroup PriorityClass Workload"},
     {"scheduling.run.ai", "PodGroup Queue"},
     {"scheduling.sigs.dev", "PodGroup Queue"},
     {"scheduling.sigs.k8s.io", "PodGroup"},
     {"scheduling.volcano.sh", "PodGroup Queue"},
     {"scheduling.x-k8s.io", "PodGroup"},
     {"serving.kserve.io", "ClusterServingRuntime LLMInferenceServiceConfig ServingRuntime"},
     {"storage.k8s.io", "CSIDriver StorageClass"},
     {"trainer.kubeflow.org", "ClusterTrainingRuntime TrainingRuntime"}}};

bool makes_no_pods(std::string_view api_group, std::string_view kind) {
  return std::ranges::any_of(k_without_pods, [&](const KindsWithoutPods& row) {
    return row.api_group == api_group && is_word_of(row.kinds, kind);
  });
}

// The path of a switch that stops an object.
struct SwitchField {
  std::string_view outer, field; // below spec; outer empty: in spec itself
};
constexpr std::string_view k_job_of_cron = "jobTemplate.spec";
constexpr std::array<SwitchField, 4> k_switches = {
    {{"", "suspend"}, {"runPolicy", "suspend"}, {k_job_of_cron, "suspend"}, {"", "paused"}}};

// The controller of a kind, by its name in spec.managedBy.
struct OwnController {
  std::string_view kind, name;
};
constexpr std::array<OwnController, 6> k_own_controllers = {{{"Job", "kubernetes.io/job-controller"},
                                                             {"JobSet", "jobset.sigs.k8s.io/jobset-controller"},
                                                             {"RayJob", "ray.io/kuberay-operator"},
                                                             {"RayCluster", "ray.io/kuberay-operator"},
                                                             {"MPIJob", "kubeflow.org/mpi-operator"},
                                                             {"TrainJob", "trainer.kubeflow.org/trainjob-controller"}}};

document::Value spec_member(const KeptObject& object, std::string_view outer, std::string_view field) {
  const document::Value spec = object.value()["spec"];
  if (outer == k_job_of_cron) { return spec["jobTemplate"]["spec"][field]; }
  return outer.empty() ? spec[field] : spec[outer][field];
}

// Kinds whose operators make objects of another kind, which is a part of every installation. Its list shows whether the
// cluster has the operator; the kinds themselves are not listed.
struct NeededKind {
  std::string_view api_group, kind, needed; // "rayclusters.ray.io"
};
constexpr std::array<NeededKind, 5> k_needed = {{{"orchestration.aibrix.ai", "RayClusterFleet", "rayclusters.ray.io"},
                                                 {"ray.io", "RayCronJob", "rayclusters.ray.io"},
                                                 {"ray.io", "RayJob", "rayclusters.ray.io"},
                                                 {"ray.io", "RayService", "rayclusters.ray.io"},
                                                 {"trainer.kubeflow.org", "TrainJob", "jobsets.jobset.x-k8s.io"}}};

void note_needed_kind(const Source& source, Expander& expander) {
  for (const NeededKind& row : k_needed) {
    const bool is_it = row.kind == source.kind && row.api_group == api_group_of(source.api_version);
    if (!is_it || !expander.collected().omissions.is_not_served(row.needed)) { continue; }
    expander.note(Authority::Operator, Reply::Refuses,
                  util::concat("the API server has no ", row.needed, ", which the operator of ", row.kind, " needs"),
                  util::concat(source.api_version, ' ', source.kind));
  }
}

// "batch/v9, a version that is not known here": why the API server may not serve the kind in this version; empty: it
// does, or an error says that it does not.
std::string doubt_about_version(std::string_view api_version, std::string_view kind, std::optional<int> release) {
  switch (served(api_version, kind, release)) {
  case Served::IfEnabled:
    return util::concat(api_version, ", a version that API servers serve only if --runtime-config says so");
  case Served::NotKnown:
    return is_served_version(api_version, kind) ? std::string()
                                                : util::concat(api_version, ", a version that is not known here");
  default:
    return {};
  }
}

void note_version(const Source& source, Expander& expander) {
  note_needed_kind(source, expander);
  const std::string_view api_group = api_group_of(source.api_version);
  const Kind* list = find_listed_kind(api_group, source.kind);
  if (list && expander.collected().omissions.is_not_served(util::concat(list->resource, '.', api_group))) {
    expander.note(Authority::Admission, Reply::Refuses,
                  util::concat("the API server has no ", source.kind, " of ", api_group),
                  util::concat(source.api_version, ' ', source.kind));
  }
  const std::optional<int> release = server_release_of(expander);
  if (release && !is_in_release(source.api_version, source.kind, *release)) {
    expander.note(Authority::Admission, Reply::Refuses,
                  util::concat("Kubernetes 1.", *release, " has no ", source.kind, " of ", source.api_version),
                  util::concat(source.api_version, ' ', source.kind));
    return;
  }
  const std::string doubt = doubt_about_version(source.api_version, source.kind, release);
  if (doubt.empty()) { return; }
  expander.note(Authority::Operator, Reply::NotAsked, util::concat(text_of(source), " is of ", doubt),
                util::concat(source.api_version, ' ', source.kind));
}

// Fields of spec by their first release of Kubernetes 1.x. The API server of an earlier one refuses them; with the
// field's feature gate off, it drops them, and the pods start all the same. (features/kube_features.go)
struct NewObjectField {
  std::string_view api_group, kind, path;
  int first;
};
constexpr std::array<NewObjectField, 13> k_new_object_fields = {
    {{"apps", "StatefulSet", "minReadySeconds", 22},
     {"apps", "StatefulSet", "ordinals", 26},
     {"apps", "StatefulSet", "persistentVolumeClaimRetentionPolicy", 23},
     {"apps", "StatefulSet", "updateStrategy.rollingUpdate.maxUnavailable", 24},
     {"batch", "CronJob", "timeZone", 24},
     {"batch", "Job", "backoffLimitPerIndex", 28},
     {"batch", "Job", "completionMode", 21},
     {"batch", "Job", "managedBy", 30},
     {"batch", "Job", "maxFailedIndexes", 28},
     {"batch", "Job", "podFailurePolicy", 25},
     {"batch", "Job", "podReplacementPolicy", 28},
     {"batch", "Job", "successPolicy", 30},
     {"batch", "Job", "suspend", 21}}};

void note_new_object_fields(const KeptObject& object, const Source& source, Expander& expander) {
  const std::optional<int> release = server_release_of(expander);
  if (!release) { return; }
  const bool is_cron = source.kind == "CronJob";
  const document::Value spec = object.value()["spec"];
  for (const NewObjectField& row : k_new_object_fields) {
    const bool is_inner = is_cron && row.kind == "Job";
    if (*release >= row.first || row.api_group != api_group_of(source.api_version) ||
        (row.kind != source.kind && !is_inner) ||
        !has_field_at(is_inner ? spec["jobTemplate"]["spec"] : spec, row.path)) {
      continue;
    }
    expander.note(Authority::Admission, Reply::Refuses,
                  util::concat(row.kind, "s of Kubernetes 1.", *release, " have no field spec.", row.path, ", and ",
                               text_of(source), " has it"),
                  text_of(source));
  }
}

// `resumes`: Kueue resumes jobs that it admits.
void note_switches_of(const KeptObject& object, const Source& source, bool resumes, Expander& expander) {
  for (const SwitchField& row : k_switches) {
    const document::Value value = spec_member(object, row.outer, row.field);
    if (!value.is_boolean() || !value.boolean()) { continue; }
    if (row.field == "paused" && source.kind != "Deployment" && source.kind != "RayClusterFleet") { continue; }
    const bool is_of_job = row.field == "suspend" && (source.kind != "CronJob" || row.outer == k_job_of_cron);
    if (resumes && is_of_job) { continue; }
    expander.note(Authority::Switch, Reply::Refuses,
                  util::concat(text_of(source), row.field == "paused" ? " is paused" : " is suspended",
                               ", so it makes no pods now"),
                  text_of(source));
  }
}

// KServe uses an annotation.
void note_stop(const KeptObject& object, const Source& source, Expander& expander) {
  if (object.value()["metadata"]["annotations"]["serving.kserve.io/stop"].text() != "true") { return; }
  expander.note(Authority::Switch, Reply::Refuses,
                util::concat(text_of(source), " is stopped, so it makes no pods now"), text_of(source));
}

// Notes claims that a Workflow creates for its pods, beyond a LimitRange or of a StorageClass that does not exist.
void note_claims_of_workflow(const KeptObject& object, Expander& expander) {
  const Collected& collected = expander.collected();
  const auto& classes = collected.cluster.storage_classes;
  for (const document::Value claim : object.value()["spec"]["volumeClaimTemplates"].elements()) {
    if (expander.existing(expander.top()) == nullptr) {
      note_claim_limits(claim["spec"], util::concat(expander.top().name, '-', claim["metadata"]["name"].text()),
                        expander);
    }
    const std::string_view name = claim["spec"]["storageClassName"].text();
    if (name.empty() || std::ranges::find(classes, name, &model::StorageClass::name) != classes.end()) { continue; }
    const std::string text = util::concat("StorageClass ", name);
    const bool is_given = collected.omissions.is_given("storageclasses.storage.k8s.io", !classes.empty());
    expander.note(Authority::Inputs, is_given ? Reply::Refuses : Reply::NotAsked,
                  is_given ? util::concat("there is no ", text) : util::concat(text, " is not in the input"), text);
  }
}

// Notes claims that a StatefulSet would create with its pods, beyond a LimitRange.
void note_claim_templates(const KeptObject& object, Expander& expander) {
  const Collected& collected = expander.collected();
  for (const document::Value claim : object.value()["spec"]["volumeClaimTemplates"].elements()) {
    const std::vector<std::string> missing =
        missing_claims(collected, object, expander.top().namespace_name, claim["metadata"]["name"].text());
    const bool knows_claims =
        expander.existing(expander.top()) == nullptr ||
        collected.omissions.is_given("persistentvolumeclaims", !collected.cluster.persistent_volume_claims.empty());
    if (!missing.empty() && knows_claims) { note_claim_limits(claim["spec"], missing.front(), expander); }
  }
}

void note_manager(const KeptObject& object, const Source& source, Expander& expander) {
  for (const std::string_view outer : {std::string_view(), std::string_view("runPolicy"), k_job_of_cron}) {
    const std::string_view manager = spec_member(object, outer, "managedBy").text();
    if (manager.empty()) { continue; }
    const std::string_view managed = outer == k_job_of_cron ? std::string_view("Job") : source.kind;
    const auto own = std::ranges::find(k_own_controllers, managed, &OwnController::kind);
    const bool is_own =
        (own != k_own_controllers.end() && own->name == manager) ||
        (object.api_version.starts_with("kubeflow.org/") && manager == "kubeflow.org/training-operator");
    if (is_own) { continue; }
    expander.note(Authority::Operator, Reply::NotAsked,
                  util::concat(text_of(source), " is managed by ", manager, ", which makes its pods or does not"),
                  text_of(source));
  }
  // Argo's controllers leave alone what has the label of another one, or none where they have an ID. (instanceIDReq)
  const std::string_view instance =
      object.value()["metadata"]["labels"]["workflows.argoproj.io/controller-instanceid"].text();
  if (instance.empty() || api_group_of(object.api_version) != "argoproj.io") { return; }
  expander.note(Authority::Operator, Reply::NotAsked,
                util::concat(text_of(source), " is for the workflow controller with instanceID ", instance,
                             ", and the input does not show whether it runs"),
                text_of(source));
}

// A Job or Workflow without time has failed before it makes pods, and a job of Kubeflow when its operator looks again.
// (job controller, pastActiveDeadline; argo-workflows operator.go, getWorkflowDeadline; training-operator
// common/job.go, PastActiveDeadline; mpi-operator gives it to the Job of its launcher)
void note_deadline(const KeptObject& object, const Source& source, Expander& expander) {
  std::vector<document::Value> jobs;
  if (object.kind == "Job") { jobs.push_back(object.value()["spec"]); }
  if (object.kind == "CronJob") { jobs.push_back(object.value()["spec"]["jobTemplate"]["spec"]); }
  if (object.kind == "Workflow") { jobs.push_back(object.value()["spec"]); }
  if (api_group_of(object.api_version) == "kubeflow.org") { jobs.push_back(object.value()["spec"]["runPolicy"]); }
  if (object.kind == "CronWorkflow") { jobs.push_back(object.value()["spec"]["workflowSpec"]); }
  if (object.kind == "JobSet") {
    for (const document::Value job : object.value()["spec"]["replicatedJobs"].elements()) {
      jobs.push_back(job["template"]["spec"]);
    }
  }
  for (const document::Value job : jobs) {
    if (job["activeDeadlineSeconds"].text() != "0") { continue; }
    expander.note(Authority::Operator, Reply::Refuses,
                  util::concat(text_of(source), " fails at once, because activeDeadlineSeconds is 0"), text_of(source));
    return;
  }
}

// Kinds that make an object at the times of schedules, with robfig/cron.
struct ScheduledKind {
  std::string_view api_group, kind, zone;
};
constexpr std::array<ScheduledKind, 5> k_scheduled_kinds = {
    {{"argoproj.io", "CronWorkflow", "timezone"},
     {"batch", "CronJob", "timeZone"},
     {"batch.volcano.sh", "CronJob", "timeZone"},
     {"ray.io", "RayCronJob", "timeZone"},
     {"sparkoperator.k8s.io", "ScheduledSparkApplication", "timeZone"}}};

void note_schedule(const KeptObject& object, const Source& source, Expander& expander) {
  const auto row = std::ranges::find_if(k_scheduled_kinds, [&](const ScheduledKind& each) {
    return each.kind == source.kind && each.api_group == api_group_of(source.api_version);
  });
  if (row == k_scheduled_kinds.end()) { return; }
  const document::Value spec = object.value()["spec"];
  const std::string_view zone = spec[row->zone].text();
  std::vector<std::string_view> schedules;
  if (!spec["schedule"].text().empty()) { schedules.push_back(spec["schedule"].text()); }
  for (const document::Value each : spec["schedules"].elements()) { schedules.push_back(each.text()); }
  const bool is_idle = std::ranges::all_of(schedules, [](std::string_view each) {
    const std::string_view schedule = without_zone(each);
    return schedule_complaint(schedule).empty() && never_comes(schedule);
  });
  if (is_idle && !schedules.empty()) {
    expander.note(Authority::Operator, Reply::Refuses,
                  util::concat(text_of(source), " never runs: no day matches its schedule ", schedules.front()),
                  text_of(source));
  }
  if (!zone.empty() && zone != "Local" && !is_known_time_zone(zone)) {
    expander.note(Authority::Admission, Reply::NotAsked,
                  util::concat("time zone ", zone, " of ", text_of(source), " is not known here"), text_of(source));
  }
}

// Notes webhooks and policies that may see the creation of an object inside another one.
void note_policies_of_inner(const Source& inner, Expander& expander) {
  const std::string name = util::lowercase(inner.kind);
  ObjectRequest request{.operation = "CREATE", .resource = {}, .api_group = api_group_of(inner.api_version)};
  request.namespace_name = inner.namespace_name;
  request.namespace_labels = labels_of_namespace(inner.namespace_name, expander.collected(), expander.manifest());
  for (const std::string& resource : {util::concat(name, 's'), util::concat(name, "es")}) {
    request.resource = resource;
    for (const AdmissionPolicy* const policy : policies_for(expander.collected(), request)) {
      expander.note(Authority::Admission, Reply::NotAsked, util::concat(policy->text, " decides, and it is not asked"),
                    std::string(policy->text));
    }
  }
}

// Operators whose webhooks have all their rules in validation/operator_rules.cpp.
constexpr std::array<std::string_view, 3> k_known_webhooks = {"batch.volcano.sh", "jobset.x-k8s.io",
                                                              "leaderworkerset.x-k8s.io"};

// Assumes once for each kind of an operator that it runs, that it watches the namespace (Spark's chart lists those in
// spark.jobNamespaces), and that its webhook accepts the object. No snapshot shows whether an operator runs.
void assume_operator(const Source& source, Expander& expander) {
  const std::string_view api_group = api_group_of(source.api_version);
  if (api_group.empty() || api_group == "apps" || api_group == "batch") { return; }
  const bool knows_webhook = std::ranges::find(k_known_webhooks, api_group) != k_known_webhooks.end();
  model::Ledger& asked = expander.collected().cluster.asked;
  const model::Asked entry{Authority::Operator,
                           Reply::Assumed,
                           util::concat("the operator of ", source.kind, " runs and watches namespace ",
                                        source.namespace_name, knows_webhook ? "" : ", and its webhook accepts it"),
                           std::string(source.kind),
                           {}};
  if (std::ranges::find(asked, entry) == asked.end()) { asked.push_back(entry); }
}

// Objects that describe the cluster: kinds that it is read from, and webhooks. A manifest of them starts nothing, so
// they count only as input.
std::optional<model::Asked> asked_of_cluster_object(const KeptObject& other, const std::string& object) {
  const std::string_view api_group = api_group_of(other.api_version);
  const std::string text = util::concat(object, " (", other.api_version, ") of the manifest is not simulated; ");
  if (api_group == "admissionregistration.k8s.io") {
    const std::string_view advice = "it can refuse pods: give it with --from, as a part of the cluster";
    return model::Asked{Authority::Admission, Reply::NotAsked, util::concat(text, advice), object, object};
  }
  if (find_kind(api_group, other.kind) == nullptr) { return std::nullopt; }
  const std::string_view advice = other.kind == "Node" ? "nodes belong to the cluster: give them with --from or "
                                                         "--add-nodes"
                                                       : "give it with --from, as a part of the cluster";
  return model::Asked{Authority::Inputs, Reply::NotAsked, util::concat(text, advice), object, object};
}

} // namespace

void note_companion_version(Collected& collected, const KeptObject& companion, std::optional<int> release) {
  const std::string doubt = doubt_about_version(companion.api_version, companion.kind, release);
  if (doubt.empty()) { return; }
  const std::string object = util::concat(companion.kind, ' ', companion.value()["metadata"]["name"].text());
  collected.cluster.asked.push_back(
      {Authority::Operator, Reply::NotAsked, util::concat(object, " is of ", doubt), object, object});
}

void note_other_object(Collected& collected, const KeptObject& other, std::optional<int> release) {
  if (makes_no_pods(api_group_of(other.api_version), other.kind)) {
    return note_companion_version(collected, other, release);
  }
  const std::string_view name = other.value()["metadata"]["name"].text();
  const std::string object = util::concat(other.kind, ' ', name);
  if (std::optional<model::Asked> asked = asked_of_cluster_object(other, object)) {
    collected.cluster.asked.push_back(std::move(*asked));
    return;
  }
  const std::string meant = meant_kind(other.api_version, other.kind);
  collected.cluster.asked.push_back(
      {Authority::Operator, Reply::NotAsked,
       util::concat(object, " (", other.api_version, ") is of a kind that is not known here, and may make pods", meant),
       object, object});
}

void note_inner_switches(const KeptObject& inner, bool resumes, Expander& expander) {
  note_switches_of(inner, expander.source_of(inner), resumes, expander);
  note_stopped_operator(expander.source_of(inner), resumes, expander);
  note_operator_flags(expander.source_of(inner), expander);
  note_policies_of_inner(expander.source_of(inner), expander);
}

void find_misplaced_marks(const KeptObject& object, Expander& expander) {
  if (expander.made_pods().empty()) { return; }
  for (const model::Dialect of : {model::Dialect::Coscheduling, model::Dialect::CoschedulingSigs}) {
    const std::string_view mark = dialect(of).label;
    const auto carries = [&](const model::Pod& pod) { return model::find_label(*pod.labels, mark).has_value(); };
    if (std::ranges::any_of(expander.made_pods(), carries)) { continue; } // also of kinds that hand their labels down
    const auto look_in = [&](document::Value metadata, const std::string& path) {
      for (const std::string_view field : {"labels", "annotations"}) {
        const std::string_view group = metadata[field][mark].text();
        if (!group.empty()) {
          expander.add_misplaced_mark({util::concat(path, '.', field), std::string(mark), std::string(group)});
        }
      }
    };
    look_in(object.value()["metadata"], "metadata");
    look_in(object.value()["spec"]["template"]["metadata"], "spec.template.metadata");
  }
}

void note_object(const KeptObject& object, Expander& expander) {
  const Source& source = expander.top();
  note_version(source, expander);
  note_new_object_fields(object, source, expander);
  if (find_workload_kind(object.api_version, object.kind) == nullptr) { return; }
  const bool resumes = !local_queue_of(expander.collected(), object, source.namespace_name).empty();
  note_switches_of(object, source, resumes, expander);
  note_manager(object, source, expander);
  const bool makes_new = !expander.made_pods().empty();
  if (!makes_new || !note_stopped_operator(source, resumes, expander)) { assume_operator(source, expander); }
  if (makes_new) { note_operator_flags(source, expander); }
  note_stop(object, source, expander);
  note_deadline(object, source, expander);
  note_schedule(object, source, expander);
  if (object.kind == "StatefulSet") { note_claim_templates(object, expander); }
  if (object.kind == "Workflow") { note_claims_of_workflow(object, expander); }
  if (object.kind == "JobSet" && object.value()["spec"]["volumeClaimPolicies"].size() > 0) {
    expander.note(Authority::Operator, Reply::NotAsked,
                  util::concat(text_of(source), " makes claims for its pods (volumeClaimPolicies): not simulated"),
                  text_of(source));
  }
  if (!expander.makes_pods()) {
    expander.note(Authority::Operator, Reply::NotAsked, util::concat(text_of(source), " makes no pods now"),
                  text_of(source));
  }
}

} // namespace snapshot
