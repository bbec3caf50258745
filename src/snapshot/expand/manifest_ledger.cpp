// SPDX-License-Identifier: Apache-2.0
#include "snapshot/expand/manifest_ledger.hpp"

#include "snapshot/admission/admission.hpp"
#include "snapshot/admission/admission_policies.hpp"
#include "snapshot/admission/injected_containers.hpp"
#include "snapshot/admission/kubelet_checks.hpp"
#include "snapshot/admission/pod_security.hpp"
#include "snapshot/collected/api_group.hpp"
#include "snapshot/dialects/dialects.hpp"
#include "snapshot/expand/kueue_units.hpp"
#include "snapshot/expand/object_quotas.hpp"
#include "snapshot/expand/workloads.hpp"
#include "snapshot/objects/kinds.hpp"
#include "snapshot/validation/formats.hpp"
#include "snapshot/validation/validate.hpp"
#include "util/concat.hpp"
#include "util/integers.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace snapshot {

namespace {

using model::Authority;
using model::Reply;

// Kinds that accompany a job and create no pods. We know nothing about kinds outside these.
constexpr std::array<std::string_view, 49> k_without_pods = {"CSIDriver",
                                                             "ClusterQueue",
                                                             "ClusterRole",
                                                             "ClusterRoleBinding",
                                                             "ClusterServingRuntime",
                                                             "ClusterTrainingRuntime",
                                                             "Cohort",
                                                             "CompositePodGroup",
                                                             "ConfigMap",
                                                             "CustomResourceDefinition",
                                                             "DeviceClass",
                                                             "EndpointSlice",
                                                             "Endpoints",
                                                             "GRPCRoute",
                                                             "HTTPRoute",
                                                             "HorizontalPodAutoscaler",
                                                             "InferencePool",
                                                             "Ingress",
                                                             "JobTemplate",
                                                             "LLMInferenceServiceConfig",
                                                             "LimitRange",
                                                             "LocalQueue",
                                                             "Namespace",
                                                             "NetworkPolicy",
                                                             "PersistentVolume",
                                                             "PersistentVolumeClaim",
                                                             "PodDisruptionBudget",
                                                             "PodGang",
                                                             "PodGroup",
                                                             "PodMonitor",
                                                             "PodTemplate",
                                                             "PriorityClass",
                                                             "PrometheusRule",
                                                             "Queue",
                                                             "ResourceClaim",
                                                             "ResourceClaimTemplate",
                                                             "ResourceFlavor",
                                                             "ResourceQuota",
                                                             "Role",
                                                             "RoleBinding",
                                                             "RuntimeClass",
                                                             "Secret",
                                                             "Service",
                                                             "ServiceAccount",
                                                             "ServiceMonitor",
                                                             "ServingRuntime",
                                                             "StorageClass",
                                                             "TrainingRuntime",
                                                             "Workload"};

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

// The API server makes them when it starts, and its plugin NamespaceLifecycle refuses to delete them.
constexpr std::array<std::string_view, 3> k_lasting_namespaces = {"default", "kube-public", "kube-system"};

// Volumes whose plugin was removed from the kubelet without a CSI driver in its place. (pkg/volume)
struct RemovedVolume {
  std::string_view source;
  int release; // of Kubernetes 1.x
};
constexpr std::array<RemovedVolume, 8> k_removed_volumes = {{{"cephfs", 31},
                                                             {"flocker", 25},
                                                             {"glusterfs", 26},
                                                             {"photonPersistentDisk", 25},
                                                             {"quobyte", 25},
                                                             {"rbd", 31},
                                                             {"scaleIO", 22},
                                                             {"storageos", 25}}};

document::Value spec_member(const KeptObject& object, std::string_view outer, std::string_view field) {
  const document::Value spec = object.value()["spec"];
  if (outer == k_job_of_cron) { return spec["jobTemplate"]["spec"][field]; }
  return outer.empty() ? spec[field] : spec[outer][field];
}

// The labels of the namespace; null if they are not known, or if the manifest changes them.
const model::Labels* labels_of_namespace(std::string_view name, const Expander& expander) {
  const auto& namespaces = expander.collected().cluster.namespaces;
  const auto found = std::ranges::find(namespaces, name, &model::Namespace::name);
  if (found == namespaces.end()) { return nullptr; }
  for (const KeptObject& object : expander.manifest().objects) {
    const document::Value metadata = object.value()["metadata"];
    if (object.kind != "Namespace" || metadata["name"].text() != name) { continue; }
    for (const auto [key, value] : metadata["labels"].members()) {
      if (model::find_label(*found->labels, key) != value.text()) { return nullptr; }
    }
  }
  return found->labels;
}

// The release of the API server, 36 for 1.36; nothing if it is not known.
std::optional<int> release_of(const Expander& expander) {
  const std::string& asked = expander.manifest().options.scheduler_version;
  std::string_view text = asked.empty() ? expander.collected().cluster.server_version : asked;
  if (!text.starts_with("1.")) { return std::nullopt; }
  text.remove_prefix(2);
  const auto minor = util::parse_int64(text.substr(0, text.find_first_not_of("0123456789")));
  return minor ? std::optional(static_cast<int>(*minor)) : std::nullopt;
}

// True if a node reports the image, also with its registry or the tag latest. (distribution/reference, docker.io)
bool is_on_some_node(const Collected& collected, std::string_view image) {
  const bool has_tag = image.find_first_of("@:", image.rfind('/') + 1) != image.npos;
  const std::string whole = has_tag ? std::string(image) : util::concat(image, ":latest");
  const std::string below = util::concat('/', whole);
  return std::ranges::any_of(collected.cluster.nodes, [&](const model::Node& node) {
    return node.images != nullptr && std::ranges::any_of(*node.images, [&](const model::NodeImage& each) {
             return each.name == whole || each.name.ends_with(below);
           });
  });
}

// (kubelet, images/image_manager.go: ErrImageNeverPull) A node lists at most 50 images, and only some nodes may have
// it.
void note_images_never_pulled(document::Value pod_spec, Expander& expander) {
  const std::string object = text_of(expander.top());
  for (const char* const list : {"initContainers", "containers"}) {
    for (const document::Value container : pod_spec[list].elements()) {
      const std::string_view image = container["image"].text();
      if (container["imagePullPolicy"].text() != "Never" || is_on_some_node(expander.collected(), image)) { continue; }
      expander.note(Authority::Inputs, Reply::NotAsked,
                    util::concat("image ", image, " of ", object,
                                 " is never pulled (imagePullPolicy), and no node of the input reports it"),
                    object);
    }
  }
}

bool uses_secrets(document::Value pod_spec) {
  if (pod_spec["imagePullSecrets"].size() > 0) { return true; }
  for (const document::Value volume : pod_spec["volumes"].elements()) {
    if (volume["secret"].exists()) { return true; }
  }
  for (const char* const list : {"initContainers", "containers"}) {
    for (const document::Value container : pod_spec[list].elements()) {
      for (const document::Value entry : container["env"].elements()) {
        if (entry["valueFrom"]["secretKeyRef"].exists()) { return true; }
      }
      for (const document::Value entry : container["envFrom"].elements()) {
        if (entry["secretRef"].exists()) { return true; }
      }
    }
  }
  return false;
}

// Objects whose controllers add no containers to the pods of their templates.
bool makes_pods_as_written(std::string_view kind) {
  constexpr std::array<std::string_view, 8> k_kinds = {
      "CronJob", "DaemonSet", "Deployment", "Job", "Pod", "ReplicaSet", "ReplicationController", "StatefulSet"};
  return std::ranges::find(k_kinds, kind) != k_kinds.end();
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

void note_version(const Source& source, Expander& expander) {
  note_needed_kind(source, expander);
  const std::string_view api_group = api_group_of(source.api_version);
  const auto list = std::ranges::find_if(
      listed_kinds(), [&](const Kind& row) { return row.kind == source.kind && row.api_group == api_group; });
  if (list != listed_kinds().end() &&
      expander.collected().omissions.is_not_served(util::concat(list->resource, '.', api_group))) {
    expander.note(Authority::Admission, Reply::Refuses,
                  util::concat("the API server has no ", source.kind, " of ", api_group),
                  util::concat(source.api_version, ' ', source.kind));
  }
  const std::optional<int> release = release_of(expander);
  if (release && !is_in_release(source.api_version, source.kind, *release)) {
    expander.note(Authority::Admission, Reply::Refuses,
                  util::concat("Kubernetes 1.", *release, " has no ", source.kind, " of ", source.api_version),
                  util::concat(source.api_version, ' ', source.kind));
    return;
  }
  if (is_served_version(source.api_version, source.kind)) { return; }
  expander.note(Authority::Operator, Reply::NotAsked,
                util::concat(text_of(source), " is of ", source.api_version, ", a version that is not known here"),
                util::concat(source.api_version, ' ', source.kind));
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

// Notes that a LimitRange forbids the claim. (limitranger, PersistentVolumeClaimValidateLimitFunc)
void note_claim_limits(document::Value claim_spec, const std::string& claim_name, Expander& expander) {
  const document::Value storage = claim_spec["resources"]["requests"]["storage"];
  model::PersistentVolumeClaim claim;
  claim.namespace_name = expander.top().namespace_name;
  claim.requested = model::Quantity::parse(storage.text());
  const auto refusal = violated_claim_limits(expander.collected(), claim);
  if (!refusal) { return; }
  const std::string object = util::concat("PersistentVolumeClaim ", claim.namespace_name, '/', claim_name);
  expander.note(Authority::Admission, Reply::Refuses, util::concat(object, ": ", *refusal), object);
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

// Operators whose webhooks have all their rules in validation/operator_rules.cpp.
constexpr std::array<std::string_view, 3> k_known_webhooks = {"batch.volcano.sh", "jobset.x-k8s.io",
                                                              "leaderworkerset.x-k8s.io"};

// Assumes once for each kind of an operator that it runs, and that its webhook accepts the object. No snapshot shows
// whether an operator runs.
void assume_operator(const Source& source, Expander& expander) {
  const std::string_view api_group = api_group_of(source.api_version);
  if (api_group.empty() || api_group == "apps" || api_group == "batch") { return; }
  const bool knows_webhook = std::ranges::find(k_known_webhooks, api_group) != k_known_webhooks.end();
  model::Ledger& asked = expander.collected().cluster.asked;
  const model::Asked entry{Authority::Operator,
                           Reply::Assumed,
                           util::concat("the operator of ", source.kind, " runs",
                                        knows_webhook ? "" : " and its webhook accepts it"),
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

void note_other_object(Collected& collected, const KeptObject& other) {
  if (std::ranges::binary_search(k_without_pods, other.kind)) { return; }
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

void note_invalid(const std::vector<std::string>& errors, Expander& expander) {
  const std::string object = text_of(expander.top());
  for (const std::string& error : errors) {
    expander.note(Authority::Admission, Reply::Refuses, util::concat(object, " is invalid: ", error), object);
  }
}

void note_invalid_template(document::Value pod_template, const Path& path, Expander& expander) {
  const Source& top = expander.top();
  if (is_validated_kind(top.api_version, top.kind)) { return; } // as a whole
  const WorkloadKind* const kind = find_workload_kind(top.api_version, top.kind);
  const TemplateOf of = kind == nullptr ? TemplateOf::Operator : kind->validates;
  note_invalid(invalid_fields_of_template(pod_template, path, of), expander);
}

void note_inner_switches(const KeptObject& inner, bool resumes, Expander& expander) {
  note_switches_of(inner, expander.source_of(inner), resumes, expander);
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
  if (find_workload_kind(object.api_version, object.kind) == nullptr) { return; }
  const bool resumes = !local_queue_of(expander.collected(), object, source.namespace_name).empty();
  note_switches_of(object, source, resumes, expander);
  note_manager(object, source, expander);
  assume_operator(source, expander);
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

// Fields of one release's groups. An API server of another one refuses them, or drops them from an operator's pods.
void note_group_fields(document::Value pod_spec, Expander& expander) {
  const std::optional<int> release = release_of(expander);
  if (!release) { return; }
  const Source& top = expander.top();
  const bool has_workload_field = *release == 35, has_group_field = *release >= 36;
  for (const auto& [field, is_known] :
       {std::pair("workloadRef", has_workload_field), std::pair("schedulingGroup", has_group_field)}) {
    if (is_known || pod_spec[field].absent()) { continue; }
    expander.note(Authority::Admission, is_validated_kind(top.api_version, top.kind) ? Reply::Refuses : Reply::NotAsked,
                  util::concat("pods of Kubernetes 1.", *release, " have no field ", field), text_of(top));
  }
}

void note_volume_plugins(document::Value pod_spec, Expander& expander) {
  constexpr std::array<std::string_view, 5> k_checked = {"BlockDevice", "CharDevice", "Directory", "File", "Socket"};
  constexpr int k_git_is_off = 33, k_git_is_gone = 36; // feature gate GitRepoVolumeDriver
  const std::optional<int> release = release_of(expander);
  const std::string object = text_of(expander.top());
  for (const document::Value volume : pod_spec["volumes"].elements()) {
    for (const RemovedVolume& removed : k_removed_volumes) {
      if (volume[removed.source].absent() || (release && *release < removed.release)) { continue; }
      expander.note(Authority::Inputs, Reply::Refuses,
                    util::concat("volume ", volume["name"].text(), " of ", object, " is of type ", removed.source,
                                 ", which kubelets have not known since 1.", removed.release),
                    object);
    }
    if (volume["image"].exists() && volume["image"]["reference"].text().empty() && expander.top().kind != "Pod") {
      expander.note(Authority::Admission, Reply::Refuses,
                    util::concat("volume ", volume["name"].text(), " of ", object,
                                 " has no image.reference, so the API server refuses its pods"),
                    object);
    }
    const document::Value path = volume["hostPath"];
    if (std::ranges::find(k_checked, path["type"].text()) != k_checked.end()) { // (pkg/volume/hostpath, checkType)
      expander.note(Authority::Inputs, Reply::Assumed,
                    util::concat("the nodes have the ", path["type"].text(), ' ', path["path"].text(), " that ", object,
                                 " mounts"),
                    object);
    }
    if (volume["gitRepo"].absent() || (release && *release < k_git_is_off)) { continue; }
    const bool is_gone = release && *release >= k_git_is_gone;
    expander.note(
        Authority::Inputs, is_gone ? Reply::Refuses : Reply::NotAsked,
        util::concat("volume ", volume["name"].text(), " of ", object, " is of type gitRepo, which kubelets ",
                     is_gone ? "do not mount since 1.36" : "mount only with the feature gate GitRepoVolumeDriver"),
        object);
  }
}

void note_kubelet_refusals(document::Value pod_spec, Expander& expander) {
  constexpr int k_latest = 36;
  const std::string object = text_of(expander.top());
  for (KubeletRefusal& refusal : kubelet_refusals(pod_spec, release_of(expander).value_or(k_latest),
                                                  makes_pods_as_written(expander.top().kind), object)) {
    expander.note(Authority::Inputs, refusal.is_certain ? Reply::Refuses : Reply::NotAsked, std::move(refusal.because),
                  object);
  }
  note_images_never_pulled(pod_spec, expander);
}

void note_pod_security(const Source& source, document::Value pod_template, Expander& expander) {
  const auto& namespaces = expander.collected().cluster.namespaces;
  const auto found = std::ranges::find(namespaces, source.namespace_name, &model::Namespace::name);
  if (found == namespaces.end()) { return; }
  model::Labels labels = *found->labels; // and those that the manifest adds
  for (const KeptObject& object : expander.manifest().objects) {
    const document::Value metadata = object.value()["metadata"];
    if (object.kind != "Namespace" || metadata["name"].text() != source.namespace_name) { continue; }
    for (const auto [key, value] : metadata["labels"].members()) {
      const auto place = std::ranges::lower_bound(labels, key, {}, &model::Label::key);
      if (place != labels.end() && place->key == key) {
        place->value = value.text();
      } else {
        labels.insert(place, {key, value.text()});
      }
    }
  }
  const std::optional<PodSecurity> enforced = pod_security_of(labels, release_of(expander));
  if (!enforced) { return; }
  const std::string object = util::concat("namespace ", source.namespace_name);
  const std::string what = util::concat("Pod Security of the ", object);
  const bool is_known = enforced->release >= k_first_pod_security;
  const std::vector<std::string> violations = pod_security_violations(*enforced, pod_template);
  // A violation of baseline stays one, whatever containers an operator adds.
  const bool is_whole = makes_pods_as_written(expander.top().kind);
  if (is_known && !violations.empty() && (is_whole || enforced->level == "baseline")) {
    expander.note(Authority::Admission, Reply::Refuses,
                  util::concat(what, " (", enforced->level, ") forbids the pods of ", text_of(expander.top()), ": ",
                               violations.front(),
                               violations.size() == 1 ? "" : util::concat("; ", violations.size() - 1, " more")),
                  object);
  } else if (!is_known || !is_whole) {
    expander.note(Authority::Admission, Reply::NotAsked,
                  util::concat(what, " decides (", enforced->level, "), which is not checked here"), object);
  }
}

void note_ephemeral_claims(document::Value pod_spec, const Source& source, Expander& expander) {
  for (const document::Value volume : pod_spec["volumes"].elements()) {
    const document::Value claim = volume["ephemeral"]["volumeClaimTemplate"];
    if (claim.absent()) { continue; }
    const bool is_running = source.kind == "Pod" ? expander.find_pod(source.namespace_name, source.name) != nullptr
                                                 : !expander.live_pods_of(source).empty();
    if (is_running) { return; } // its pods have their claims
    note_claim_limits(claim["spec"], util::concat(source.name, '-', volume["name"].text()), expander);
  }
}

void note_policies(const model::Labels& pod_labels, bool has_gates, Expander& expander) {
  const Source& top = expander.top();
  const Collected& collected = expander.collected();
  const bool is_pod = top.kind == "Pod" && expander.find_pod(top.namespace_name, top.name) != nullptr;
  const NewObject object{.api_group = api_group_of(top.api_version),
                         .kind = top.kind,
                         .namespace_name = top.namespace_name,
                         .pod_labels = pod_labels,
                         .namespace_labels = labels_of_namespace(top.namespace_name, expander),
                         .exists = is_pod || expander.existing(top) != nullptr,
                         .has_gates = has_gates || !collected.cluster.local_queues.empty()}; // Kueue adds gates
  for (const AdmissionPolicy* const policy : policies_for(collected, object)) {
    expander.note(Authority::Admission, Reply::NotAsked, util::concat(policy->text, " decides, and it is not asked"),
                  std::string(policy->text));
  }
}

void note_injected_containers(const Source& source, document::Value pod_template, Expander& expander) {
  const Source& top = expander.top();
  if (top.kind == "Pod" && expander.find_pod(top.namespace_name, top.name) != nullptr) { return; } // it has them
  const auto& namespaces = expander.collected().cluster.namespaces;
  const auto space = std::ranges::find(namespaces, source.namespace_name, &model::Namespace::name);
  const std::string injector = injector_of(pod_template, space == namespaces.end() ? nullptr : &*space);
  if (injector.empty()) { return; }
  const std::string object = text_of(top);
  expander.note(Authority::Admission, Reply::NotAsked,
                util::concat("a webhook adds containers to the pods of ", object, " for ", injector,
                             ", and the input does not show what they request"),
                object);
}

// (resourcequota, limitedResources with matchScopes: "insufficient quota to match these scopes") An option of the API
// server sets that, as GKE does for the classes of the system. A quota for the class elsewhere is a sign of it.
void note_limited_class(const Source& source, std::string_view priority_class, Expander& expander) {
  if (!priority_class.starts_with("system-")) { return; } // quotas by other classes are usual without that option
  bool is_elsewhere = false, is_here = false;
  for (const model::ResourceQuota& quota : expander.collected().cluster.resource_quotas) {
    const bool is_for = std::ranges::any_of(quota.scope_selector, [&](const model::Requirement& requirement) {
      return requirement.key == "PriorityClass" && requirement.op == model::SelectorOperator::In &&
             std::ranges::find(requirement.values, priority_class) != requirement.values.end();
    });
    bool& is_there = quota.namespace_name == source.namespace_name ? is_here : is_elsewhere;
    is_there = is_there || is_for;
  }
  if (!is_elsewhere || is_here) { return; }
  const std::string object = util::concat("PriorityClass ", priority_class);
  expander.note(Authority::Quota, Reply::NotAsked,
                util::concat(object, " has a ResourceQuota in another namespace and none in ", source.namespace_name,
                             ": whether the API server allows it there is not in the input"),
                object);
}

void note_names(const Source& source, std::string_view service_account, Expander& expander) {
  const Collected& collected = expander.collected();
  const std::string_view space = source.namespace_name;
  const auto& namespaces = collected.cluster.namespaces;
  const auto found = std::ranges::find(namespaces, space, &model::Namespace::name);
  const std::string object = util::concat("namespace ", space);
  if (found != namespaces.end()) {
    if (found->terminating) {
      expander.note(Authority::Admission, Reply::Refuses, util::concat("the ", object, " is being deleted"), object);
    }
  } else if (!namespaces.empty()) {
    if (std::ranges::find(k_lasting_namespaces, space) == k_lasting_namespaces.end()) {
      expander.note(Authority::Admission, Reply::Refuses, util::concat("there is no ", object), object);
    }
  } else if (!expander.has_pods_in(space)) {
    expander.note(Authority::Admission, Reply::Assumed, util::concat(object, " exists"), object);
  }
  const std::string_view wanted = service_account.empty() ? "default" : service_account;
  const auto is_wanted = [&](const ServiceAccount& account) {
    return account.name == wanted && account.namespace_name == space;
  };
  if (std::ranges::any_of(collected.service_accounts, is_wanted)) { return; }
  const std::string account = util::concat("ServiceAccount ", space, '/', wanted);
  if (!collected.service_accounts.empty()) {
    expander.note(Authority::Admission, Reply::Refuses, util::concat("there is no ", account), account);
  } else if (!service_account.empty() && service_account != "default") {
    expander.note(Authority::Admission, Reply::NotAsked, util::concat(account, " is not in the input"), account);
  }
}

// (plugin ServiceAccount, limitSecretReferences) The list of the account is not read.
void note_limited_secrets(const Source& source, std::string_view service_account, document::Value pod_spec,
                          Expander& expander) {
  const std::string_view wanted = service_account.empty() ? "default" : service_account;
  const std::vector<ServiceAccount>& accounts = expander.collected().service_accounts;
  const bool is_limited = std::ranges::any_of(accounts, [&](const ServiceAccount& account) {
    return account.limits_secrets && account.name == wanted && account.namespace_name == source.namespace_name;
  });
  if (!is_limited || !uses_secrets(pod_spec)) { return; }
  const std::string object = util::concat("ServiceAccount ", source.namespace_name, '/', wanted);
  expander.note(Authority::Admission, Reply::NotAsked,
                util::concat(object, " allows only Secrets that it lists (annotation "
                                     "kubernetes.io/enforce-mountable-secrets), and the list is not read"),
                object);
}

} // namespace snapshot
