// SPDX-License-Identifier: Apache-2.0
#include "snapshot/objects/decode_operator_job.hpp"

#include "snapshot/collected/api_group.hpp"
#include "snapshot/collected/lasting.hpp"
#include "snapshot/releases/served_kinds.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace snapshot {

namespace {

struct KubeflowKind {
  std::string_view kind, replica_specs;
};
constexpr std::array<KubeflowKind, 6> k_kubeflow_kinds = {{{"JAXJob", "jaxReplicaSpecs"},
                                                           {"MPIJob", "mpiReplicaSpecs"},
                                                           {"PaddleJob", "paddleReplicaSpecs"},
                                                           {"PyTorchJob", "pytorchReplicaSpecs"},
                                                           {"TFJob", "tfReplicaSpecs"},
                                                           {"XGBoostJob", "xgbReplicaSpecs"}}};

// `is_all`: it makes no pods through other objects. A job without pods has roles that are not read.
void set_pods(std::int64_t pods, bool is_all, model::WorkloadObject& out) {
  out.in_all = static_cast<std::int32_t>(std::min<std::int64_t>(pods, std::numeric_limits<std::int32_t>::max()));
  if (is_all && pods > 0) { out.pods_at_once = out.in_all; }
}

std::int64_t replicas_of(document::Value role, const Path& path) {
  const document::Value replicas = object_of(role, path)["replicas"];
  return replicas.absent() ? 1 : std::max(int32_of(replicas, path["replicas"]), 0);
}

// The condition that shows the end of the job; empty: none. (training-operator, pkg/util/status.go: IsFinished;
// trainer, pkg/util/trainjob: IsTrainJobFinished)
std::string_view end_of_kubeflow_job(document::Value status, const Path& path) {
  std::string_view end;
  each_element(object_of(status, path)["conditions"], path["conditions"], [&](document::Value element, const Path& at) {
    const std::string_view type = text_of(object_of(element, at)["type"], at["type"]);
    const bool is_end = type == "Succeeded" || type == "Complete" || type == "Failed";
    if (is_end && text_of(element["status"], at["status"]) == "True") { end = type; }
  });
  return end;
}

// When the operator lets the job fail and deletes its pods, whatever cleanPodPolicy says; its clock runs while pods are
// pending. (training-operator, pkg/controller.v1/common/job.go: PastActiveDeadline, DeletePodsAndServices)
std::optional<model::Time> deadline_of_kubeflow_job(document::Value policy, const Path& policy_path,
                                                    document::Value status, const Path& status_path) {
  const document::Value seconds = policy["activeDeadlineSeconds"];
  const std::optional<model::Time> started =
      time_of(object_of(status, status_path)["startTime"], status_path["startTime"]);
  if (seconds.absent() || !started) { return std::nullopt; }
  return model::seconds_after(*started, int64_of(seconds, policy_path["activeDeadlineSeconds"]));
}

// mpi-operator, unlike the training operator, makes its launcher as a Job, so that the launcher's pod is not its own;
// that Job has the deadline.
void read_kubeflow_job(Collected& collected, document::Value object, bool has_launcher_job,
                       std::string_view replica_specs, model::WorkloadObject& out) {
  const Path root;
  const Path spec_path = root["spec"];
  const document::Value spec = object_of(object["spec"], spec_path);
  std::int64_t pods = 0;
  each_member(spec[replica_specs], spec_path[replica_specs],
              [&](std::string_view role, document::Value value, const Path& path) {
                if (!has_launcher_job || role != "Launcher") { pods += replicas_of(value, path); }
              });
  set_pods(pods, !has_launcher_job, out);
  const Path policy_path = spec_path["runPolicy"];
  const document::Value policy = object_of(spec["runPolicy"], policy_path);
  out.suspended = boolean_of(policy["suspend"], policy_path["suspend"]);
  if (const std::string_view end = end_of_kubeflow_job(object["status"], root["status"]); !end.empty()) {
    out.ending = collected.lasting(util::concat("has the condition ", end));
  } else if (!has_launcher_job) {
    out.deadline = deadline_of_kubeflow_job(policy, policy_path, object["status"], root["status"]);
  }
}

// (volcano, pkg/controllers/job/state: all other phases kill pods)
bool keeps_pods(std::string_view phase) { return phase.empty() || phase == "Pending" || phase == "Running"; }

void read_volcano_job(Collected& collected, document::Value object, model::WorkloadObject& out) {
  const Path root;
  const Path spec_path = root["spec"];
  std::int64_t pods = 0;
  each_element(object_of(object["spec"], spec_path)["tasks"], spec_path["tasks"],
               [&](document::Value task, const Path& path) { pods += replicas_of(task, path); });
  set_pods(pods, true, out);
  const Path status_path = root["status"];
  const Path state_path = status_path["state"];
  const document::Value state = object_of(object_of(object["status"], status_path)["state"], state_path);
  const std::string_view phase = text_of(state["phase"], state_path["phase"]);
  if (!keeps_pods(phase)) { out.ending = collected.lasting(util::concat("is in phase ", phase)); }
}

// Objects of operators that make others, and delete them if spec.suspend says so or in some states. (kuberay,
// rayjob_controller.go: deleteClusterResources; spark-operator, sparkapplication/controller.go: deleteSparkResources;
// trainer, plugins/jobset: it suspends its JobSet; appwrapper, appwrapper_controller.go: deleteComponents)
struct MakingKind {
  std::string_view api_group, kind;
  std::string_view outer, field; // of its state, in the status; outer empty: in the status itself
  std::string_view states;       // in which its operator deletes what it made, separated by blanks
};
constexpr std::array<MakingKind, 4> k_making_kinds = {
    {{"ray.io", "RayJob", "", "jobDeploymentStatus", "Retrying Suspended Suspending"},
     {"sparkoperator.k8s.io", "SparkApplication", "applicationState", "state",
      "FAILING INVALIDATING PENDING_RERUN SUSPENDED SUSPENDING"},
     {"trainer.kubeflow.org", "TrainJob", "", "", ""},
     {"workload.codeflare.dev", "AppWrapper", "", "phase", "Failed Resetting Suspended Suspending Terminating"}}};

void read_maker(Collected& collected, document::Value object, const MakingKind& row, model::WorkloadObject& out) {
  const Path root;
  const Path spec_path = root["spec"], status_path = root["status"];
  const document::Value spec = object_of(object["spec"], spec_path), status = object_of(object["status"], status_path);
  out.suspended = boolean_of(spec["suspend"], spec_path["suspend"]);
  const document::Value around = row.outer.empty() ? status : status[row.outer];
  const std::string_view state = row.field.empty() ? std::string_view() : around[row.field].text();
  const bool has_finished = state == "Complete" || state == "Failed";
  if (row.kind == "RayJob" && has_finished) { // (rayjob_controller.go: a finished RayJob is not suspended)
    out.suspended = false;
    const Path path = spec_path["shutdownAfterJobFinishes"];
    if (!boolean_of(spec["shutdownAfterJobFinishes"], path)) { return; }
  } else if (!is_word_of(row.states, state)) {
    return;
  }
  out.ending = collected.lasting(util::concat("is in state ", state));
}

void read_train_job(Collected& collected, document::Value object, model::WorkloadObject& out) {
  const Path root;
  if (const std::string_view end = end_of_kubeflow_job(object["status"], root["status"]); !end.empty()) {
    out.ending = collected.lasting(util::concat("has the condition ", end));
  }
}

// (argo-workflows, operator.go: applyExecutionControl deletes pods that are Pending)
void read_workflow(Collected& collected, document::Value object, model::WorkloadObject& out) {
  const Path root;
  const Path path = root["spec"];
  const std::string_view shutdown = text_of(object_of(object["spec"], path)["shutdown"], path["shutdown"]);
  if (!shutdown.empty()) { out.ending = collected.lasting(util::concat("is shut down (", shutdown, ")")); }
}

} // namespace

void read_operator_job(Collected& collected, document::Value object, std::string_view api_version,
                       std::string_view kind, model::WorkloadObject& out) {
  const std::string_view group = api_group_of(api_version);
  if (group == "batch.volcano.sh" && kind == "Job") { read_volcano_job(collected, object, out); }
  if (group == "argoproj.io" && kind == "Workflow") { read_workflow(collected, object, out); }
  for (const MakingKind& row : k_making_kinds) {
    if (group == row.api_group && kind == row.kind) { read_maker(collected, object, row, out); }
  }
  if (group == "trainer.kubeflow.org" && kind == "TrainJob") { read_train_job(collected, object, out); }
  const auto known = std::ranges::find(k_kubeflow_kinds, kind, &KubeflowKind::kind);
  if (group != "kubeflow.org" || known == k_kubeflow_kinds.end()) { return; }
  const bool has_launcher_job = kind == "MPIJob" && api_version != "kubeflow.org/v1";
  read_kubeflow_job(collected, object, has_launcher_job, known->replica_specs, out);
}

} // namespace snapshot
