// SPDX-License-Identifier: Apache-2.0
// The jobs of Kubeflow's training operator, kubeflow.org/v1: the pods of all roles at once, JOB-role-<index>, and one
// pod group for all roles if the operator creates groups. (training-operator v1.9, pkg/controller.v1)
#include "snapshot/expand/workloads.hpp"
#include "snapshot/workloads/made_names.hpp"
#include "snapshot/workloads/replica_specs.hpp"

#include "util/ascii.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>

namespace snapshot {

namespace {

constexpr std::string_view k_option = "training-operator.gang-scheduler-name";
constexpr std::string_view k_flag = "--gang-scheduler-name";

struct KubeflowKind {
  std::string_view kind, replica_map;
  std::array<std::string_view, 6> roles; // in order of display
  bool first_worker_leads;               // if there is no master, chief or launcher
};

// clang-format off
constexpr std::array<KubeflowKind, 7> k_kubeflow_kinds = {{
    {"JAXJob",     "jaxReplicaSpecs",     {"worker"},                                                           true},
    {"MPIJob",     "mpiReplicaSpecs",     {"launcher", "worker"},                                               false},
    {"MXJob",      "mxReplicaSpecs",      {"scheduler", "server", "worker", "tunertracker", "tunerserver", "tuner"}, false},
    {"PaddleJob",  "paddleReplicaSpecs",  {"master", "worker"},                                                 false},
    {"PyTorchJob", "pytorchReplicaSpecs", {"master", "worker"},                                                 false},
    {"TFJob",      "tfReplicaSpecs",      {"chief", "master", "ps", "worker", "evaluator"},                     true},
    {"XGBoostJob", "xgbReplicaSpecs",     {"master", "worker"},                                                 false},
}};
// clang-format on

const KubeflowKind& row_of(std::string_view kind) {
  return *std::ranges::find(k_kubeflow_kinds, kind, &KubeflowKind::kind);
}

// The role of which a job has exactly one pod. (training-operator v1.9, pkg/webhooks: validateSpec of PyTorchJob and
// XGBoostJob)
bool is_the_only_master(std::string_view kind, std::string_view role) {
  return role == "master" && (kind == "PyTorchJob" || kind == "XGBoostJob");
}

bool leads(std::string_view role) { return role == "master" || role == "chief" || role == "launcher"; }

// Applies the operator's changes to the template of a role.
void decorate(PodTemplate& pod_template, const Source& source, const ReplicaSpec& role, const KubeflowKind& row,
              const std::vector<ReplicaSpec>& all) {
  pod_template.set_label("training.kubeflow.org/operator-name", util::lowercase(row.kind) + "-controller");
  pod_template.set_label("training.kubeflow.org/job-name", source.name);
  pod_template.set_label("training.kubeflow.org/replica-type", role.role);
  const bool has_master = std::ranges::any_of(all, [](const ReplicaSpec& other) { return other.role == "master"; });
  if (row.kind == "PyTorchJob" && role.role == "worker" && has_master) {
    pod_template.inject("initContainers", "init-pytorch", {{"cpu", "50m"}, {"memory", "10Mi"}},
                        {{"cpu", "100m"}, {"memory", "20Mi"}});
  }
  if (role.role == "launcher") {
    const PodTemplate::Amounts amounts = {{"cpu", "100m"}, {"ephemeral-storage", "5Gi"}, {"memory", "512Mi"}};
    pod_template.inject("initContainers", "kubectl-delivery", amounts, amounts);
  }
}

std::vector<PodPlan> pods_of(const Source& source, const ReplicaSpec& role, bool first_leads) {
  std::vector<PodPlan> pods;
  for (std::int32_t index = 0; index < role.replicas; ++index) {
    const std::string number = std::to_string(index);
    PodPlan pod;
    pod.name = util::concat(source.name, '-', role.role, role.role == "launcher" ? "" : "-" + number);
    pod.labels = {{"training.kubeflow.org/replica-index", number}};
    if (index == 0 && first_leads) { pod.labels.emplace_back("training.kubeflow.org/job-role", "master"); }
    pods.push_back(std::move(pod));
  }
  return pods;
}

GroupPlan group_of(const Source& source, const SchedulingPolicy& policy, const GangChoice& choice, std::int32_t total) {
  GroupPlan group;
  group.dialect = choice.dialect;
  group.name = source.name;
  group.min_member = policy.min_available.value_or(total);
  group.condition = choice.condition;
  if (choice.dialect == model::Dialect::Volcano) {
    group.queue = policy.queue.empty() ? "default" : policy.queue;
    group.priority_class = policy.priority_class;
  } else {
    group.schedule_timeout_seconds = policy.schedule_timeout_seconds;
  }
  return group;
}

// True if the operator gives each process the number of all processes, so that none starts its work before the last one
// joins. Elastic jobs begin with fewer; the roles of an MXJob do not wait for each other. (SetClusterSpec of the kinds:
// WORLD_SIZE, JAX_NUM_PROCESSES, PADDLE_TRAINERS_NUM, TF_CONFIG)
bool waits_for_all(const KubeflowKind& row, document::Value spec) {
  return row.kind != "MXJob" && spec["elasticPolicy"].absent() && !spec["enableDynamicWorker"].boolean();
}

} // namespace

void expand_kubeflow(const KeptObject& object, Expander& expander) {
  const Source source = expander.source_of(object);
  const KubeflowKind& row = row_of(object.kind);
  const Path root;
  const Path spec_path = root["spec"];
  const Path map = spec_path[row.replica_map];
  const Path run_policy_path = spec_path["runPolicy"];
  const document::Value spec = object_of(object.value()["spec"], spec_path);
  const document::Value run_policy = spec["runPolicy"];
  const std::vector<ReplicaSpec> roles =
      replica_specs_of(spec[row.replica_map], map, row.roles, row.kind == "MPIJob" ? "worker" : "", expander);
  if (roles.empty()) { throw DecodeError(map, "has no roles"); }
  note_suspended(source, run_policy, run_policy_path, expander);

  const SchedulingPolicy policy = scheduling_policy_of(run_policy, run_policy_path);
  const auto choice = gang_choice(k_option, k_flag, policy.given, roles, expander);
  std::optional<GroupPlan> group;
  if (choice) { group = group_of(source, policy, *choice, total_replicas(roles)); }

  std::vector<PreparedRole> prepared;
  for (const ReplicaSpec& role : roles) {
    const Path role_path = map[role.key];
    const Path path = role_path["template"];
    PodTemplate pod_template(role.pod_template, path);
    decorate(pod_template, source, role, row, roles);
    if (group) {
      if (pod_template.scheduler_name().empty()) { pod_template.set_scheduler_name(choice->scheduler); }
      if (group->dialect == model::Dialect::Volcano) { pod_template.set_annotation("volcano.sh/task-spec", role.role); }
      pod_template.join(*group);
    }
    prepared.push_back({role, expander.prepare(source, std::move(pod_template), path)});
  }
  if (group) {
    group->min_resources =
        policy.min_resources ? ResourceSum(*policy.min_resources) : first_members(prepared, group->min_member);
    expander.add_group(source, *group);
  }
  const bool has_leader = std::ranges::any_of(roles, [](const ReplicaSpec& role) { return leads(role.role); });
  for (const PreparedRole& role : prepared) {
    const bool first_leads =
        leads(role.spec.role) || (row.first_worker_leads && !has_leader && role.spec.role == "worker");
    if (row.kind != "MPIJob" && role.spec.replicas > 0) { // one for each pod (ReconcileServices)
      note_name_of_service(source, util::concat(source.name, '-', role.spec.role, '-', role.spec.replicas - 1),
                           expander);
    }
    RolePlan plan = expander.named_role(source, role.spec.role, pods_of(source, role.spec, first_leads));
    if (is_the_only_master(row.kind, role.spec.role)) {
      plan.most = 1;
      if (role.spec.replicas != 1) { // by --replicas; the validation of the object says the same of its own number
        note_number_of_role(map.member(role.spec.key), "Forbidden: must be 1", expander);
      }
    }
    expander.add_role(source, role.prepared, plan);
  }
  if (waits_for_all(row, spec)) { expander.need_all_pods(); }
}

} // namespace snapshot
