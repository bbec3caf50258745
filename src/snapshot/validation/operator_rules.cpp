// SPDX-License-Identifier: Apache-2.0
#include "snapshot/validation/operator_rules.hpp"

#include "snapshot/collected/api_group.hpp"
#include "snapshot/validation/formats.hpp"
#include "snapshot/validation/operator_kinds.hpp"
#include "util/concat.hpp"
#include "util/integers.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>

namespace snapshot {

namespace {

std::string_view own_name(const Place& object) { return text_at(object.value["metadata"], "name"); }

// ---- Kubeflow's training operator v1.9 (pkg/webhooks), kubeflow.org/v1

struct TrainingKind {
  std::string_view kind, map, container;
  std::string_view roles; // blanks separate them; empty: any
  bool has_one_master;
};

constexpr TrainingKind k_training_kinds[] = {
    {"JAXJob", "jaxReplicaSpecs", "jax", "Worker", false},
    {"PaddleJob", "paddleReplicaSpecs", "paddle", "Master Worker", false},
    {"PyTorchJob", "pytorchReplicaSpecs", "pytorch", "Master Worker", true},
    {"TFJob", "tfReplicaSpecs", "tensorflow", "", false},
    {"XGBoostJob", "xgbReplicaSpecs", "xgboost", "Master Worker", true},
};

void check_training_job(const Place& job, const TrainingKind& row) {
  const Path metadata = job.path["metadata"], spec = job.path["spec"], map = spec[row.map];
  if (const Complaints complaints = dns_1035_label_complaints(own_name(job)); !complaints.empty()) {
    job.errors.invalid(metadata["name"], own_name(job), util::concat("should match: ", util::joined(complaints, ",")));
  }
  const document::Value roles = job.value["spec"][row.map];
  if (roles.absent()) { return job.errors.required(map, "must be required"); }
  for (const auto [role, value] : roles.members()) {
    const Path path = map.member(role), of_template = path["template"], of_pod = of_template["spec"];
    const Path containers = of_pod["containers"];
    if (!row.roles.empty() &&
        util::concat(' ', row.roles, ' ').find(util::concat(' ', role, ' ')) == std::string::npos) {
      job.errors.not_supported(path, role, row.roles);
    }
    const document::Value list = value["template"]["spec"]["containers"];
    if (list.size() == 0) { job.errors.required(containers, "must be specified"); }
    bool has_default = false;
    each_element(list, containers, [&](document::Value container, const Path& here) {
      if (!is_set(container, "image")) { job.errors.required(here["image"], "must be required"); }
      has_default = has_default || text_at(container, "name") == row.container;
    });
    if (!has_default) {
      job.errors.required(containers, util::concat("must have at least one container with name ", row.container));
    }
    if (row.has_one_master && role == "Master" && number_at(value, "replicas") != 1) { // no default before the webhook
      job.errors.forbidden(path["replicas"], "must be 1");
    }
  }
  if (row.kind == "XGBoostJob" && roles["Master"].absent()) {
    job.errors.required(map.member("Master"), "must be present");
  }
  if (row.kind == "TFJob" && !roles["Chief"].absent() && !roles["Master"].absent()) {
    job.errors.forbidden(map, "must not have more than 1 Chief or Master role");
  }
  const document::Value job_spec = job.value["spec"];
  if (row.kind == "PyTorchJob" && is_set(job_spec, "nprocPerNode") &&
      !job_spec["elasticPolicy"]["nProcPerNode"].absent()) {
    const Path elastic = spec["elasticPolicy"];
    job.errors.forbidden(elastic["nProcPerNode"], "must not be used with spec.nprocPerNode");
  }
}

// ---- Kubeflow's MPI operator v0.6 (pkg/apis/kubeflow/validation), kubeflow.org/v2beta1

void check_role_of_mpi_job(const Place& role) {
  must_be_one_of({role.value["restartPolicy"], role.path["restartPolicy"], nullptr, role.errors}, "Never OnFailure");
  const Path of_template = role.path["template"], of_pod = of_template["spec"];
  if (role.value["template"]["spec"]["containers"].size() == 0) {
    role.errors.required(of_pod["containers"], "must define at least one container");
  }
}

void check_mpi_job(const Place& job) {
  const document::Value spec = job.value["spec"], roles = spec["mpiReplicaSpecs"], workers = roles["Worker"];
  const Path metadata = job.path["metadata"], of_spec = job.path["spec"], map = of_spec["mpiReplicaSpecs"];
  const std::int64_t count = std::max<std::int64_t>(number_at(workers, "replicas", 1), 1);
  const std::string hostname = util::concat(own_name(job), "-worker-", count - 1);
  if (const Complaints complaints = dns_1035_label_complaints(hostname); !complaints.empty()) {
    job.errors.invalid(metadata["name"], own_name(job),
                       util::concat("will not able to create pod and service with invalid DNS label \"", hostname,
                                    "\": ", util::joined(complaints, ", ")));
  }
  if (roles.absent()) { return job.errors.required(map, "must have replica specs"); }
  const Path of_launcher = map.member("Launcher"), of_workers = map.member("Worker");
  if (roles["Launcher"].absent()) {
    job.errors.required(of_launcher, "must have Launcher replica spec");
  } else {
    check_role_of_mpi_job({roles["Launcher"], of_launcher, nullptr, job.errors});
    if (const std::int64_t launchers = number_at(roles["Launcher"], "replicas", 1); launchers != 1) {
      job.errors.invalid(of_launcher["replicas"], launchers, "must be 1");
    }
  }
  if (!workers.absent()) {
    check_role_of_mpi_job({workers, of_workers, nullptr, job.errors});
    if (const std::int64_t replicas = number_at(workers, "replicas"); replicas <= 0) { // the default is 0
      job.errors.invalid(of_workers["replicas"], replicas, "must be greater than or equal to 1");
    }
  }
  must_be_one_of({spec["mpiImplementation"], of_spec["mpiImplementation"], nullptr, job.errors}, "Intel MPICH OpenMPI");
}

// ---- JobSet v0.10 (pkg/webhooks/jobset_webhook.go)

std::string in_words(const std::string& complaint, std::string_view too_long) {
  return complaint.starts_with("must be no more than") ? std::string(too_long) : complaint;
}

bool has_dependencies(document::Value jobs) {
  bool found = false;
  for (const document::Value job : jobs.elements()) { found = found || !job["dependsOn"].absent(); }
  return found;
}

// A name of a rule: letters, digits and _,: with a letter at the beginning. (validateFailurePolicy)
bool is_rule_name(std::string_view name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto is_inner = [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == ',' || c == ':';
  };
  return !name.empty() && name.size() <= 128 && is_letter(name.front()) && std::ranges::all_of(name, is_inner) &&
         name.back() != ',' && name.back() != ':';
}

void check_failure_policy(document::Value spec, const std::set<std::string_view>& jobs, const Path& path,
                          Errors& errors) {
  const Path policy = path["failurePolicy"], rules = policy["rules"];
  std::set<std::string_view> names;
  each_element(spec["failurePolicy"]["rules"], rules, [&](document::Value rule, const Path& here) {
    const std::string_view name = text_at(rule, "name"); // the default is different for each rule
    if (!name.empty() && !names.insert(name).second) { errors.omitted(here["name"], "rule names are not unique"); }
    if (!name.empty() && !is_rule_name(name)) { errors.omitted(here["name"], "invalid failure policy rule name"); }
    for (const document::Value target : rule["targetReplicatedJobs"].elements()) {
      if (jobs.contains(target.text())) { continue; }
      errors.omitted(here["targetReplicatedJobs"],
                     util::concat("invalid replicatedJob name '", target.text(),
                                  "' in failure policy does not appear in .spec.ReplicatedJobs"));
    }
    for (const document::Value reason : rule["onJobFailureReasons"].elements()) {
      const Path at = here["onJobFailureReasons"];
      must_be_one_of({reason, at, nullptr, errors},
                     "BackoffLimitExceeded DeadlineExceeded FailedIndexes MaxFailedIndexesExceeded PodFailurePolicy");
    }
  });
}

// (validateCoordinator)
void check_coordinator(document::Value spec, const Path& path, Errors& errors) {
  const document::Value coordinator = spec["coordinator"];
  const std::string_view name = text_at(coordinator, "replicatedJob");
  if (name.empty()) { return; }
  const Path at = path["coordinator"];
  document::Value job;
  for (const document::Value each : spec["replicatedJobs"].elements()) {
    if (text_at(each, "name") == name) { job = each; }
  }
  if (job.absent()) { return errors.omitted(at, util::concat("coordinator replicatedJob ", name, " does not exist")); }
  const std::int64_t index = number_at(coordinator, "jobIndex"), pod = number_at(coordinator, "podIndex");
  const document::Value job_spec = job["template"]["spec"];
  if (index < 0 || index >= number_at(job, "replicas", 1)) {
    errors.omitted(at, util::concat("coordinator job index ", index, " is invalid for replicatedJob ", name));
  }
  if (job_spec["completions"].absent() || text_at(job_spec, "completionMode") == "NonIndexed") {
    errors.omitted(at, "job for coordinator pod must be indexed completion mode, and completions number must be set");
  } else if (pod < 0 || pod >= number_at(job_spec, "completions")) {
    errors.omitted(at, util::concat("coordinator pod index ", pod, " is invalid for replicatedJob ", name));
  }
}

void check_job_set(const Place& set) {
  const document::Value spec = set.value["spec"];
  const Path of_spec = set.path["spec"], jobs = of_spec["replicatedJobs"];
  std::set<std::string_view> names;
  each_element(spec["replicatedJobs"], jobs, [&](document::Value job, const Path& here) {
    const std::string_view name = text_at(job, "name");
    const document::Value job_spec = job["template"]["spec"];
    const std::int64_t replicas = number_at(job, "replicas", 1);
    names.insert(name);
    if (number_at(job_spec, "parallelism", 1) * replicas > INT32_MAX) {
      set.errors.omitted(here, util::concat("the product of replicas and parallelism must not exceed 2147483647 for "
                                            "replicatedJob '",
                                            name, '\''));
    }
    const std::string longest = util::concat(own_name(set), '-', name, '-', replicas - 1);
    for (const std::string& complaint : dns_1035_label_complaints(longest)) {
      set.errors.invalid(here["name"], longest,
                         in_words(complaint, "JobSet name is too long, job names generated for this JobSet will exceed "
                                             "63 characters"));
    }
    const auto completions = util::parse_int64(job_spec["completions"].text());
    const std::string_view mode = text_at(job_spec, "completionMode"); // the default is Indexed
    if (completions && mode != "NonIndexed") {
      for (const std::string& complaint :
           dns_1035_label_complaints(util::concat(longest, '-', *completions - 1, "-abcde"))) {
        set.errors.invalid(here["name"], longest,
                           in_words(complaint, "JobSet name is too long, pod names generated for this JobSet will "
                                               "exceed 63 characters"));
      }
    }
    if (names.size() == 1 && !job["dependsOn"].absent()) {
      set.errors.omitted(here["dependsOn"], "DependsOn can't be set for the first ReplicatedJob");
    }
    for (const document::Value other : job["dependsOn"].elements()) {
      const std::string_view needed = text_at(other, "name");
      if (!names.contains(needed) || needed == name) { // the webhook lets a job wait for itself; it never starts
        set.errors.omitted(here["dependsOn"],
                           util::concat("replicatedJob: ", name, " cannot depend on replicatedJob: ", needed));
      }
    }
  });
  if (text_at(spec["startupPolicy"], "startupPolicyOrder") == "InOrder" && has_dependencies(spec["replicatedJobs"])) {
    set.errors.omitted(of_spec, "StartupPolicy and DependsOn APIs are mutually exclusive");
  }
  check_failure_policy(spec, names, of_spec, set.errors);
  check_coordinator(spec, of_spec, set.errors);
  const Path policy = of_spec["successPolicy"];
  for (const document::Value target : spec["successPolicy"]["targetReplicatedJobs"].elements()) {
    if (!names.contains(target.text())) {
      set.errors.omitted(policy["targetReplicatedJobs"], util::concat("invalid replicatedJob name '", target.text(),
                                                                      "' does not appear in .spec.ReplicatedJobs"));
    }
  }
}

// ---- LeaderWorkerSet v0.7 (pkg/webhooks/leaderworkerset_webhook.go)

bool is_zero_amount(document::Value amount) { return amount.absent() || amount.text() == "0" || amount.text() == "0%"; }

void check_rollout(document::Value spec, std::int64_t replicas, const Path& path, Errors& errors) {
  const document::Value rollout = spec["rolloutStrategy"]["rollingUpdateConfiguration"];
  if (rollout.absent() || replicas == 0 || rollout["maxUnavailable"].absent()) { return; } // the default is 1
  if (!is_zero_amount(rollout["maxUnavailable"]) || !is_zero_amount(rollout["maxSurge"])) { return; }
  const Path strategy = path["rolloutStrategy"];
  errors.omitted(strategy["rollingUpdateConfiguration"], "maxUnavailable must not be 0 when `maxSurge` is 0");
}

void check_leader_worker_set(const Place& set) {
  const document::Value spec = set.value["spec"], policy = spec["leaderWorkerTemplate"]["subGroupPolicy"];
  const Path metadata = set.path["metadata"], of_spec = set.path["spec"], of_template = of_spec["leaderWorkerTemplate"];
  const Path of_policy = of_template["SubGroupPolicy"];
  const std::int64_t replicas = number_at(spec, "replicas", 1),
                     size = number_at(spec["leaderWorkerTemplate"], "size", 1);
  set.errors.invalid(metadata["name"], own_name(set), dns_1035_label_complaints(own_name(set)));
  if (replicas < 0) { set.errors.invalid(of_spec["replicas"], replicas, "replicas must be equal or greater than 0"); }
  if (replicas > 1'000'000) {
    set.errors.invalid(of_spec["replicas"], replicas, "replicas must be equal or less than 1000000");
  }
  if (size < 1) { set.errors.invalid(of_template["size"], size, "size must be equal or greater than 1"); }
  if (replicas * std::min<std::int64_t>(size, INT32_MAX) > INT32_MAX) {
    set.errors.invalid(of_spec["replicas"], replicas,
                       "the product of replicas and worker replicas must not exceed 2147483647");
  }
  check_rollout(spec, replicas, of_spec, set.errors);
  constexpr std::string_view k_exclusive = "leaderworkerset.sigs.k8s.io/subgroup-exclusive-topology";
  if (policy.absent() && set.value["metadata"]["annotations"][k_exclusive].exists()) {
    const Path annotations = metadata["annotations"];
    set.errors.omitted(annotations.member(k_exclusive),
                       "cannot have subgroup-exclusive-topology without subGroupSize set");
  }
  const document::Value written = policy["subGroupSize"];
  if (written.absent()) { return; }
  const std::int64_t part = util::parse_int64(written.text()).value_or(0);
  const Path at = of_policy["subGroupSize"];
  if (part < 1) { return set.errors.invalid(at, part, "subGroupSize must be equal or greater than 1"); }
  if (size % part != 0 && (size - 1) % part != 0) {
    set.errors.invalid(at, part, "size or size - 1 must be divisible by subGroupSize");
  }
  if (size < part) { set.errors.invalid(at, part, "subGroupSize cannot be larger than size"); }
  if (text_at(policy, "subGroupPolicyType") == "LeaderExcluded" && (size - 1) % part != 0) {
    set.errors.invalid(at, part, "size-1 must be divisible by subGroupSize when using LeaderExcluded");
  }
}

// ---- Kubeflow's spark-operator v2 (internal/webhook/sparkapplication_validator.go)

void check_spark_application(const Place& application) {
  const document::Value spec = application.value["spec"], driver = spec["driver"], executor = spec["executor"];
  const Path metadata = application.path["metadata"], of_spec = application.path["spec"];
  application.errors.invalid(metadata["name"], own_name(application), dns_1035_label_complaints(own_name(application)));
  if (!spec["nodeSelector"].absent() && (!driver["nodeSelector"].absent() || !executor["nodeSelector"].absent())) {
    application.errors.omitted(of_spec["nodeSelector"],
                               "node selector cannot be defined at both SparkApplication and Driver/Executor");
  }
  const std::string_view version = text_at(spec, "sparkVersion");
  const bool is_old = version.starts_with("2.") || version.starts_with("1.") || version == "2" || version == "1";
  if (is_old && (!driver["template"].absent() || !executor["template"].absent())) {
    application.errors.omitted(of_spec, "pod template feature requires Spark version 3.0.0 or higher");
  }
}

// ---- KServe v0.15 (pkg/apis/serving/v1beta1/inference_service_validation.go)

void check_inference_service(const Place& service) {
  const Path metadata = service.path["metadata"], of_spec = service.path["spec"];
  const std::string_view name = own_name(service);
  const auto is_inner = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
  if (name.front() < 'a' || name.front() > 'z' || name.back() == '-' || !std::ranges::all_of(name, is_inner)) {
    service.errors.invalid(metadata["name"], name, "must match [a-z]([-a-z0-9]*[a-z0-9])?");
  }
  for (const std::string_view part : {"predictor", "transformer", "explainer"}) {
    const document::Value component = service.value["spec"][part];
    const std::int64_t fewest = number_at(component, "minReplicas", 1), most = number_at(component, "maxReplicas");
    if (component.absent() || most <= 0 || fewest <= most) { continue; }
    const Path at = of_spec[part];
    service.errors.invalid(at["minReplicas"], fewest, "MinReplicas cannot be greater than MaxReplicas");
  }
}

// ---- AppWrapper v1 (internal/webhook/appwrapper_webhook.go)

std::size_t pod_templates_in(document::Value value) {
  if (value["spec"]["containers"].is_array()) { return 1; }
  std::size_t count = 0;
  for (const auto [key, member] : value.members()) { count += pod_templates_in(member); }
  for (const document::Value element : value.elements()) { count += pod_templates_in(element); }
  return count;
}

// The value at template.a.b[0].c; missing if there is none. (getValueAtPath)
document::Value value_of_component(document::Value pod_template, std::string_view path) {
  constexpr std::string_view k_begin = "template";
  if (!path.starts_with(k_begin)) { return {}; }
  path.remove_prefix(k_begin.size());
  document::Value value = pod_template;
  while (!path.empty() && value.exists()) {
    if (path.front() == '[') {
      const std::size_t end = std::min(path.find(']'), path.size());
      std::int64_t left = util::parse_int64(path.substr(1, end - 1)).value_or(-1);
      document::Value found;
      for (const document::Value element : value.elements()) {
        if (left-- == 0) { found = element; }
      }
      value = found;
      path.remove_prefix(std::min(end + 1, path.size()));
      continue;
    }
    if (path.front() != '.') { return {}; }
    path.remove_prefix(1);
    const std::size_t end = std::min(path.find_first_of(".["), path.size());
    value = value[path.substr(0, end)];
    path.remove_prefix(end);
  }
  return value;
}

// The number of pods that AppWrapper infers for kinds with one pod template. (InferPodSets)
std::optional<std::int64_t> inferred_pods(document::Value object) {
  const std::string_view kind = text_at(object, "kind");
  const document::Value spec = object["spec"];
  if (kind == "Pod") { return 1; }
  if (kind == "Job" && text_at(object, "apiVersion") == "batch/v1") {
    const std::int64_t pods = number_at(spec, "parallelism", 1);
    return spec["completions"].absent() ? pods : std::min(pods, number_at(spec, "completions", pods));
  }
  if (kind == "Deployment" || kind == "StatefulSet") { return number_at(spec, "replicas", 1); }
  return std::nullopt;
}

void check_component(document::Value component, std::string_view space, const Path& path, Errors& errors) {
  const document::Value object = component["template"];
  const Path at = path["template"], sets = path["podSets"];
  const std::string_view kind = text_at(object, "kind"), other = text_at(object["metadata"], "namespace");
  if (kind == "AppWrapper") { errors.forbidden(at, "Nested AppWrappers are forbidden"); }
  if (!other.empty() && !space.empty() && other != space) {
    errors.forbidden(at["metadata"], "AppWrappers cannot create objects in other namespaces");
  }
  const auto inferred = inferred_pods(object);
  each_element(component["podSets"], sets, [&](document::Value set, const Path& here) {
    const std::string_view where = text_at(set, "path");
    if (!where.empty() && !value_of_component(object, where)["spec"].is_object()) {
      return errors.invalid(here["path"], where, "path does not refer to a v1.PodSpecTemplate");
    }
    if (const std::int64_t pods = number_at(set, "replicas", 1); inferred && pods != *inferred) {
      errors.invalid(here["replicas"], pods, util::concat("the ", kind, " has ", *inferred, " pods"));
    }
  });
}

void check_app_wrapper(const Place& wrapper) {
  const document::Value components = wrapper.value["spec"]["components"];
  const Path of_spec = wrapper.path["spec"], path = of_spec["components"];
  std::size_t count = 0;
  each_element(components, path, [&](document::Value component, const Path& here) {
    check_component(component, text_at(wrapper.value["metadata"], "namespace"), here, wrapper.errors);
    count += std::max(component["podSets"].size(), pod_templates_in(component["template"]));
  });
  if (count == 0) { wrapper.errors.omitted(path, "components contains no podspecs"); }
  if (count > 8) {
    wrapper.errors.omitted(path, util::concat("components contains ", count, " podspecs; at most 8 are allowed"));
  }
}

// ---- Coscheduling (its CustomResourceDefinition)

void check_pod_group(const Place& group) {
  const document::Value members = group.value["spec"]["minMember"];
  const Path spec = group.path["spec"];
  if (const std::int64_t count = number_at(group.value["spec"], "minMember", 1); !members.absent() && count < 1) {
    group.errors.invalid(spec["minMember"], count, "spec.minMember in body should be greater than or equal to 1");
  }
}

struct OperatorKind {
  std::string_view api_group, kind;
  void (*check)(const Place& object);
};

constexpr OperatorKind k_operator_kinds[] = {
    {"argoproj.io", "CronWorkflow", check_cron_workflow},
    {"argoproj.io", "Workflow", check_workflow},
    {"batch.volcano.sh", "Job", check_volcano_job},
    {"flink.apache.org", "FlinkDeployment", check_flink_deployment},
    {"jobset.x-k8s.io", "JobSet", check_job_set},
    {"leaderworkerset.x-k8s.io", "LeaderWorkerSet", check_leader_worker_set},
    {"ray.io", "RayCluster", check_ray_cluster},
    {"ray.io", "RayJob", check_ray_job},
    {"ray.io", "RayService", check_ray_service},
    {"scheduling.x-k8s.io", "PodGroup", check_pod_group},
    {"serving.kserve.io", "InferenceService", check_inference_service},
    {"sparkoperator.k8s.io", "SparkApplication", check_spark_application},
    {"workload.codeflare.dev", "AppWrapper", check_app_wrapper},
};

void apply_rules_of_kind(const Place& object, std::string_view api_version, std::string_view kind) {
  apply_crd_limits(object, api_version, kind);
  if (api_version == "kubeflow.org/v2beta1" && kind == "MPIJob") { return check_mpi_job(object); }
  if (api_version == "kubeflow.org/v1") {
    const auto training = std::ranges::find(k_training_kinds, kind, &TrainingKind::kind);
    if (training != std::end(k_training_kinds)) { check_training_job(object, *training); }
    return;
  }
  const auto row = std::ranges::find_if(k_operator_kinds, [&](const OperatorKind& each) {
    return each.kind == kind && each.api_group == api_group_of(api_version);
  });
  if (row != std::end(k_operator_kinds)) { row->check(object); }
}

} // namespace

void apply_operator_rules(const Place& object, std::string_view api_version, std::string_view kind) {
  try {
    if (!own_name(object).empty()) { return apply_rules_of_kind(object, api_version, kind); }
    apply_crd_limits(object, api_version, kind); // of a generated name, only the API server knows the end
    if (kind == "Workflow" && api_group_of(api_version) == "argoproj.io") { check_workflow(object); }
  } catch (const DecodeError& error) {
    object.errors.texts.emplace_back(error.what());
  } // of a field without a known type
}

} // namespace snapshot
