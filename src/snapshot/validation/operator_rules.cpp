// SPDX-License-Identifier: Apache-2.0
#include "snapshot/validation/operator_rules.hpp"

#include "snapshot/collected/api_group.hpp"
#include "snapshot/validation/formats.hpp"
#include "snapshot/validation/operator_kinds.hpp"
#include "util/concat.hpp"
#include "util/integers.hpp"

#include <algorithm>
#include <iterator>
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
    if (row.has_one_master && role == "Master" && number_at(value, "replicas", 1) != 1) {
      job.errors.forbidden(path["replicas"], "must be 1");
    }
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
    for (const document::Value other : job["dependsOn"].elements()) {
      if (!names.contains(text_at(other, "name"))) {
        set.errors.omitted(here["dependsOn"], util::concat("replicatedJob: ", name, " cannot depend on replicatedJob: ",
                                                           text_at(other, "name")));
      }
    }
  });
  const Path policy = of_spec["successPolicy"];
  for (const document::Value target : spec["successPolicy"]["targetReplicatedJobs"].elements()) {
    if (!names.contains(target.text())) {
      set.errors.omitted(policy["targetReplicatedJobs"], util::concat("invalid replicatedJob name '", target.text(),
                                                                      "' does not appear in .spec.ReplicatedJobs"));
    }
  }
}

// ---- LeaderWorkerSet v0.7 (pkg/webhooks/leaderworkerset_webhook.go)

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

// ---- KubeRay v1.4 (ray-operator/controllers/ray/utils/validation.go)

void check_ray_spec(document::Value spec, const Path& path, Errors& errors) {
  const Path head = path["headGroupSpec"], workers = path["workerGroupSpecs"];
  if (spec["headGroupSpec"]["template"]["spec"]["containers"].size() == 0) {
    errors.required(head, "headGroupSpec should have at least one container");
  }
  each_element(spec["workerGroupSpecs"], workers, [&](document::Value group, const Path& here) {
    const std::string_view name = text_at(group, "groupName");
    const auto fewest = util::parse_int64(group["minReplicas"].text()),
               most = util::parse_int64(group["maxReplicas"].text());
    if (group["template"]["spec"]["containers"].size() == 0) {
      errors.required(here, "workerGroupSpec should have at least one container");
    }
    if (fewest && most && *fewest > *most) {
      errors.invalid(
          here["minReplicas"], *fewest,
          util::concat("worker group ", name, " has minReplicas ", *fewest, " greater than maxReplicas ", *most));
    }
  });
}

// `kind`: as the message names it, with the longest name that leaves room for what the operator adds.
void check_ray_name(const Place& object, std::string_view kind, std::size_t longest) {
  const Path metadata = object.path["metadata"];
  if (own_name(object).size() > longest) {
    object.errors.invalid(metadata["name"], own_name(object),
                          util::concat(kind, " name should be no more than ", longest, " characters"));
  } else if (const Complaints complaints = dns_1035_label_complaints(own_name(object)); !complaints.empty()) {
    object.errors.invalid(
        metadata["name"], own_name(object),
        util::concat(kind, " name should be a valid DNS1035 label: [", util::joined(complaints, " "), ']'));
  }
}

void check_ray_cluster(const Place& cluster) {
  check_ray_name(cluster, "RayCluster", 53);
  check_ray_spec(cluster.value["spec"], cluster.path["spec"], cluster.errors);
}

void check_ray_job(const Place& job) {
  check_ray_name(job, "RayJob", 47);
  const document::Value spec = job.value["spec"], cluster = spec["rayClusterSpec"];
  const Path of_spec = job.path["spec"];
  if (cluster.absent() && spec["clusterSelector"].size() == 0) {
    return job.errors.omitted(of_spec, "one of RayClusterSpec or ClusterSelector must be set");
  }
  if (!cluster.absent()) { check_ray_spec(cluster, of_spec["rayClusterSpec"], job.errors); }
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
    {"batch.volcano.sh", "Job", check_volcano_job},
    {"jobset.x-k8s.io", "JobSet", check_job_set},
    {"leaderworkerset.x-k8s.io", "LeaderWorkerSet", check_leader_worker_set},
    {"ray.io", "RayCluster", check_ray_cluster},
    {"ray.io", "RayJob", check_ray_job},
    {"scheduling.x-k8s.io", "PodGroup", check_pod_group},
};

void apply_rules_of_kind(const Place& object, std::string_view api_version, std::string_view kind) {
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
  if (own_name(object).empty()) { return; } // of a generated name, only the API server knows the end
  try {
    apply_rules_of_kind(object, api_version, kind);
  } catch (const DecodeError& error) {
    object.errors.texts.emplace_back(error.what());
  } // of a field without a known type
}

} // namespace snapshot
