// SPDX-License-Identifier: Apache-2.0
// What KubeRay refuses in its objects. Its controller validates them, and makes no pods for those that it refuses.
// (ray-operator/controllers/ray/utils/validation.go)
#include "snapshot/validation/formats.hpp"
#include "snapshot/validation/operator_kinds.hpp"
#include "util/concat.hpp"
#include "util/integers.hpp"

#include <array>

namespace snapshot {

namespace {

std::string_view name_in(const Place& object) { return text_at(object.value["metadata"], "name"); }

// A variable of the first container of a pod template; missing if there is none.
document::Value variable_of(document::Value pod_template, std::string_view name) {
  for (const document::Value container : pod_template["spec"]["containers"].elements()) {
    for (const document::Value variable : container["env"].elements()) {
      if (text_at(variable, "name") == name) { return variable; }
    }
    break;
  }
  return {};
}

bool is_on(document::Value variable) {
  return text_at(variable, "value") == "1" || text_at(variable, "value") == "true";
}

// (validateRayGroupResources, validateRayGroupLabels)
void check_ray_group(document::Value group, std::string_view name, const Path& path, Errors& errors) {
  const document::Value parameters = group["rayStartParams"];
  bool has_amounts = false;
  for (const std::string_view amount : {"num-cpus", "num-gpus", "memory", "resources"}) {
    has_amounts = has_amounts || is_set(parameters, amount);
  }
  if (has_amounts && group["resources"].size() > 0) {
    errors.omitted(path, util::concat("resource fields should not be set in both rayStartParams and Resources for ",
                                      name, " group; please use only one"));
  }
  if (parameters["labels"].exists()) {
    errors.omitted(path, util::concat("rayStartParams['labels'] is not supported for ", name,
                                      " group; please use the top-level Labels field instead"));
  }
  const Path labels = path["labels"];
  must_have_valid_labels({group["labels"], labels, nullptr, errors}, {});
}

void check_ray_worker_group(document::Value group, document::Value spec, const Path& path, Errors& errors) {
  const std::string_view name = text_at(group, "groupName");
  const bool autoscales = is_true(spec, "enableInTreeAutoscaling");
  const auto fewest = util::parse_int64(group["minReplicas"].text()),
             most = util::parse_int64(group["maxReplicas"].text());
  if (group["template"]["spec"]["containers"].size() == 0) {
    errors.required(path, "workerGroupSpec should have at least one container");
  }
  for (const std::string_view field : {"minReplicas", "maxReplicas", "idleTimeoutSeconds"}) {
    const Path at = path[field];
    must_not_be_negative({group[field], at, nullptr, errors}, {});
  }
  if (fewest && most && *fewest > *most) {
    errors.invalid(
        path["minReplicas"], *fewest,
        util::concat("worker group ", name, " has minReplicas ", *fewest, " greater than maxReplicas ", *most));
  }
  check_ray_group(group, name, path, errors);
  const bool is_v2 = text_at(spec["autoscalerOptions"], "version") == "v2" ||
                     is_on(variable_of(spec["headGroupSpec"]["template"], "RAY_enable_autoscaler_v2"));
  if (!group["idleTimeoutSeconds"].absent() && !is_v2) {
    errors.omitted(path["idleTimeoutSeconds"], "idleTimeoutSeconds is set, but autoscaler v2 is not enabled");
  }
  if (autoscales && is_true(group, "suspend")) {
    errors.omitted(path["suspend"],
                   util::concat("worker group ", name, " cannot be suspended with Autoscaler enabled"));
  }
}

void check_ray_fault_tolerance(document::Value spec, document::Value annotations, const Path& path, Errors& errors) {
  const Path head = path["headGroupSpec"];
  const document::Value head_group = spec["headGroupSpec"], parameters = head_group["rayStartParams"];
  const document::Value pod_template = head_group["template"], options = spec["gcsFaultToleranceOptions"];
  const std::string_view mark = annotations["ray.io/ft-enabled"].text();
  if (!mark.empty() && !options.absent()) {
    errors.omitted(path["gcsFaultToleranceOptions"],
                   "ray.io/ft-enabled annotation and GcsFaultToleranceOptions are both set");
  }
  const bool has_address = variable_of(pod_template, "RAY_REDIS_ADDRESS").exists();
  const bool is_marked = mark == "true" || mark == "True" || mark == "TRUE";
  if (has_address && (!options.absent() || !is_marked)) {
    errors.omitted(head, options.absent()
                             ? "RAY_REDIS_ADDRESS is set which implicitly enables GCS fault tolerance, but "
                               "GcsFaultToleranceOptions is not set"
                             : "cannot set `RAY_REDIS_ADDRESS` env var in head Pod when "
                               "GcsFaultToleranceOptions is enabled");
  }
  const bool has_password =
      is_set(parameters, "redis-password") || variable_of(pod_template, "REDIS_PASSWORD").exists();
  if (!options.absent() && has_password) {
    errors.omitted(head, "cannot set a redis password in the head Pod when GcsFaultToleranceOptions is enabled - use "
                         "GcsFaultToleranceOptions.RedisPassword instead");
  }
  if (!options.absent() && is_set(annotations, "ray.io/external-storage-namespace")) {
    errors.omitted(
        path["gcsFaultToleranceOptions"],
        "cannot set `ray.io/external-storage-namespace` annotation when GcsFaultToleranceOptions is enabled");
  }
  if (is_set(parameters, "redis-username") || variable_of(pod_template, "REDIS_USERNAME").exists()) {
    errors.omitted(head, "cannot set redis username in rayStartParams or environment variables - use "
                         "GcsFaultToleranceOptions.RedisUsername instead");
  }
}

void check_ray_autoscaler(document::Value spec, const Path& path, Errors& errors) {
  const document::Value options = spec["autoscalerOptions"], head = spec["headGroupSpec"]["template"];
  const Path at = path["autoscalerOptions"], of_head = path["headGroupSpec"], idle = at["idleTimeoutSeconds"];
  const document::Value version_2 = variable_of(head, "RAY_enable_autoscaler_v2");
  must_not_be_negative({options["idleTimeoutSeconds"], idle, nullptr, errors}, {});
  const Path upscaling = at["upscalingMode"], version = at["version"];
  must_be_one_of({options["upscalingMode"], upscaling, nullptr, errors}, "Default Aggressive Conservative");
  must_be_one_of({options["version"], version, nullptr, errors}, "v1 v2");
  if (!is_true(spec, "enableInTreeAutoscaling")) {
    if (is_on(version_2)) {
      errors.omitted(of_head, "environment variable RAY_enable_autoscaler_v2 cannot be set when "
                              "enableInTreeAutoscaling is false");
    }
    return;
  }
  if (!options["version"].absent() && version_2.exists()) {
    errors.omitted(at, "both .spec.autoscalerOptions.version and head Pod env var RAY_enable_autoscaler_v2 are set");
  }
  if (text_at(options, "version") != "v2") { return; }
  const auto check_restarts = [&](document::Value pod_template, const Path& group) {
    const std::string_view policy = text_at(pod_template["spec"], "restartPolicy");
    if (policy.empty() || policy == "Never") { return; }
    errors.omitted(group, "restartPolicy should be Never or unset when using autoscaler V2");
  };
  check_restarts(head, of_head);
  each_element(spec["workerGroupSpecs"], path["workerGroupSpecs"],
               [&](document::Value group, const Path& here) { check_restarts(group["template"], here); });
}

// True for a version such as 2.9.0 that is older than 2.52.
bool is_before_tokens(std::string_view version) {
  const std::size_t dot = version.find('.');
  if (dot == std::string_view::npos) { return false; }
  const std::string_view rest = version.substr(dot + 1);
  const auto major = util::parse_int64(version.substr(0, dot)),
             minor = util::parse_int64(rest.substr(0, rest.find('.')));
  return major && minor && (*major < 2 || (*major == 2 && *minor < 52));
}

// (ValidateRayClusterSpec)
void check_ray_spec(document::Value spec, document::Value annotations, const Path& path, Errors& errors) {
  const Path head = path["headGroupSpec"], workers = path["workerGroupSpecs"], auth = path["authOptions"];
  if (spec["headGroupSpec"]["template"]["spec"]["containers"].size() == 0) {
    errors.required(head, "headGroupSpec should have at least one container");
  }
  check_ray_group(spec["headGroupSpec"], "Head", head, errors);
  each_element(spec["workerGroupSpecs"], workers,
               [&](document::Value group, const Path& here) { check_ray_worker_group(group, spec, here, errors); });
  check_ray_fault_tolerance(spec, annotations, path, errors);
  check_ray_autoscaler(spec, path, errors);
  const Path mode = auth["mode"];
  must_be_one_of({spec["authOptions"]["mode"], mode, nullptr, errors}, "disabled token");
  if (text_at(spec["authOptions"], "mode") != "token") { return; }
  const std::string_view version = text_at(spec, "rayVersion");
  if (version.empty() || is_before_tokens(version)) {
    errors.omitted(mode, "authOptions.mode is 'token' but minimum Ray version is 2.52.0");
  }
}

// `kind`: as the message names it, with the longest name that leaves room for what the operator adds.
void check_ray_name(const Place& object, std::string_view kind, std::size_t longest) {
  const Path metadata = object.path["metadata"];
  const std::string_view name = name_in(object);
  if (name.size() > longest) {
    object.errors.invalid(metadata["name"], name,
                          util::concat(kind, " name should be no more than ", longest, " characters"));
  } else if (const Complaints complaints = dns_1035_label_complaints(name); !complaints.empty()) {
    object.errors.invalid(
        metadata["name"], name,
        util::concat(kind, " name should be a valid DNS1035 label: [", util::joined(complaints, " "), ']'));
  }
}

// (validateDeletionConfiguration)
void check_ray_deletion(const Place& job) {
  const document::Value spec = job.value["spec"], strategy = spec["deletionStrategy"];
  const Path of_spec = job.path["spec"], at = of_spec["deletionStrategy"];
  const bool shuts_down = is_true(spec, "shutdownAfterJobFinishes");
  if (!shuts_down && number_at(spec, "ttlSecondsAfterFinished") > 0) {
    job.errors.omitted(of_spec["ttlSecondsAfterFinished"],
                       "a RayJob with shutdownAfterJobFinishes set to false cannot have TTLSecondsAfterFinished");
  }
  if (strategy.absent()) { return; }
  const document::Value success = strategy["onSuccess"], failure = strategy["onFailure"];
  const bool has_rules = strategy["deletionRules"].size() > 0, is_old = !success.absent() || !failure.absent();
  if (has_rules && shuts_down) {
    job.errors.omitted(at,
                       "spec.shutdownAfterJobFinishes and spec.deletionStrategy.deletionRules are mutually exclusive");
  } else if (has_rules && is_old) {
    job.errors.omitted(at, "Cannot use both legacy onSuccess/onFailure fields and deletionRules simultaneously");
  } else if (!has_rules && (success.absent() || failure.absent())) {
    job.errors.omitted(at, "DeletionStrategy requires either BOTH onSuccess and onFailure, OR the deletionRules field");
  } else if (is_old && (!is_set(success, "policy") || !is_set(failure, "policy"))) {
    job.errors.omitted(at, "the DeletionPolicyType field cannot be unset when DeletionStrategy is enabled");
  } else if (is_old && shuts_down &&
             (text_at(success, "policy") == "DeleteNone" || text_at(failure, "policy") == "DeleteNone")) {
    job.errors.omitted(at, "shutdownAfterJobFinshes is set to 'true' while deletion policy is 'DeleteNone'");
  }
}

} // namespace

void check_ray_cluster(const Place& cluster) {
  check_ray_name(cluster, "RayCluster", 53);
  check_ray_spec(cluster.value["spec"], cluster.value["metadata"]["annotations"], cluster.path["spec"], cluster.errors);
}

// (ValidateRayJobSpec)
void check_ray_job(const Place& job) {
  check_ray_name(job, "RayJob", 47);
  const document::Value spec = job.value["spec"], cluster = spec["rayClusterSpec"];
  const Path of_spec = job.path["spec"];
  const std::string_view mode = text_at(spec, "submissionMode");
  const bool selects = spec["clusterSelector"].size() > 0, retries = number_at(spec, "backoffLimit") > 0;
  if (cluster.absent() && !selects) {
    return job.errors.omitted(of_spec, "one of RayClusterSpec or ClusterSelector must be set");
  }
  check_ray_deletion(job);
  if (is_true(spec, "suspend") && (selects || !is_true(spec, "shutdownAfterJobFinishes"))) {
    job.errors.omitted(of_spec["suspend"],
                       selects ? "the ClusterSelector mode doesn't support the suspend operation"
                               : "a RayJob with shutdownAfterJobFinishes set to false is not allowed to be suspended");
  }
  if (selects && !is_set(spec["clusterSelector"], "ray.io/cluster")) {
    job.errors.omitted(of_spec["clusterSelector"], "cluster name in ClusterSelector should not be empty");
  }
  if (retries && (selects || mode == "InteractiveMode")) {
    job.errors.omitted(of_spec["backoffLimit"],
                       util::concat("BackoffLimit is incompatible with ", selects ? "ClusterSelector mode" : mode));
  }
  if (mode == "SidecarMode") {
    const std::string_view policy = text_at(cluster["headGroupSpec"]["template"]["spec"], "restartPolicy");
    if (selects) { job.errors.omitted(of_spec, "ClusterSelector is not supported in SidecarMode"); }
    for (const std::string_view field : {"submitterPodTemplate", "submitterConfig"}) {
      if (!spec[field].absent()) {
        job.errors.omitted(of_spec[field], util::concat("Currently, SidecarMode doesn't support ", field));
      }
    }
    if (!policy.empty() && policy != "Never") {
      job.errors.omitted(of_spec["rayClusterSpec"],
                         "restartPolicy for head Pod should be Never or unset when using SidecarMode");
    }
  }
  if (!cluster.absent()) {
    check_ray_spec(cluster, job.value["metadata"]["annotations"], of_spec["rayClusterSpec"], job.errors);
  }
}

// (ValidateRayServiceSpec)
void check_ray_service(const Place& service) {
  check_ray_name(service, "RayService", 47);
  const document::Value cluster = service.value["spec"]["rayClusterConfig"];
  const Path of_spec = service.path["spec"], of_cluster = of_spec["rayClusterConfig"];
  check_ray_spec(cluster, service.value["metadata"]["annotations"], of_cluster, service.errors);
  if (is_set(cluster["headGroupSpec"]["headService"]["metadata"], "name")) {
    service.errors.omitted(of_cluster["headGroupSpec"], "headService.metadata.name should not be set");
  }
}

} // namespace snapshot
