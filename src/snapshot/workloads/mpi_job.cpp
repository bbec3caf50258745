// SPDX-License-Identifier: Apache-2.0
// MPIJob of the MPI operator, kubeflow.org/v2beta1: workers JOB-worker-<index>, a launcher with its own Job, and one
// pod group for both if the operator creates groups. (mpi-operator v0.8, mpi_job_controller.go, podgroup.go)
#include "snapshot/expand/job_spec.hpp"
#include "snapshot/expand/workloads.hpp"
#include "snapshot/workloads/replica_specs.hpp"

#include "util/concat.hpp"

#include <algorithm>
#include <array>

namespace snapshot {

namespace {

constexpr std::array<std::string_view, 2> k_roles = {"launcher", "worker"};

std::int32_t priority_of(const PreparedRole& role) {
  const DeclaredSpec& declared = role.prepared.declared;
  return declared.priority_class.empty() ? 0 : declared.spec.priority;
}

// If minMember is less than all pods, the role of lower priority counts as minMember - 1 pods, regardless of the other
// role. With equal priorities, this is the workers. (calPGMinResource)
ResourceSum min_resources(const std::vector<PreparedRole>& roles, std::int32_t min_member) {
  std::int32_t total = 0;
  for (const PreparedRole& role : roles) { total += role.spec.replicas; }
  const PreparedRole* trimmed = nullptr;
  if (total > min_member) {
    for (const PreparedRole& role : roles) {
      const bool lower = trimmed == nullptr || priority_of(role) <= priority_of(*trimmed);
      if (lower) { trimmed = &role; } // workers are last
    }
  }
  ResourceSum sum;
  for (const PreparedRole& role : roles) {
    sum.add_each_request_else_limit(role.prepared.as_written,
                                    &role == trimmed ? std::max(min_member - 1, 0) : role.spec.replicas);
  }
  return sum;
}

std::string_view priority_class_of(const std::vector<ReplicaSpec>& roles, const SchedulingPolicy& policy) {
  if (!policy.priority_class.empty()) { return policy.priority_class; }
  for (const ReplicaSpec& role : roles) { // the launcher first
    const std::string_view name = role.pod_template["spec"]["priorityClassName"].text();
    if (!name.empty()) { return name; }
  }
  return {};
}

GroupPlan group_of(const Source& source, const SchedulingPolicy& policy, const GangChoice& choice,
                   const std::vector<ReplicaSpec>& roles) {
  const auto workers = std::ranges::find(roles, "worker", &ReplicaSpec::role);
  GroupPlan group;
  group.dialect = choice.dialect;
  group.name = source.name;
  group.min_member = policy.min_available.value_or(workers == roles.end() ? 1 : workers->replicas + 1);
  group.condition = choice.condition;
  if (choice.dialect == model::Dialect::Volcano) {
    group.queue = policy.queue;
    group.priority_class = priority_class_of(roles, policy);
  } else {
    group.schedule_timeout_seconds = policy.schedule_timeout_seconds.value_or(0); // the plugin treats 0 as unset
  }
  return group;
}

void decorate(PodTemplate& pod_template, const Source& source, const ReplicaSpec& role) {
  pod_template.set_label("training.kubeflow.org/operator-name", "mpi-operator");
  pod_template.set_label("training.kubeflow.org/job-name", source.name);
  pod_template.set_label("training.kubeflow.org/job-role", role.role);
}

std::vector<PodPlan> workers_of(const Source& source, std::int32_t count, std::int32_t first_index) {
  std::vector<PodPlan> pods;
  for (std::int32_t index = 0; index < count; ++index) {
    pods.push_back({.name = util::concat(source.name, "-worker-", index),
                    .labels = {{"training.kubeflow.org/replica-index", std::to_string(index + first_index)}}});
  }
  return pods;
}

std::vector<std::string> names_of(const std::vector<PodPlan>& pods) {
  std::vector<std::string> names;
  for (const PodPlan& pod : pods) { names.push_back(pod.name); }
  return names;
}

} // namespace

void expand_mpi_job(const KeptObject& object, Expander& expander) {
  const Source source = expander.source_of(object);
  const Path root;
  const Path spec_path = root["spec"];
  const Path map = spec_path["mpiReplicaSpecs"];
  const Path run_policy_path = spec_path["runPolicy"];
  const document::Value spec = object_of(object.value()["spec"], spec_path);
  const std::vector<ReplicaSpec> roles = replica_specs_of(spec["mpiReplicaSpecs"], map, k_roles, "worker", expander);
  if (roles.empty()) { throw DecodeError(map, "has no roles"); }
  note_suspended(source, spec["runPolicy"], run_policy_path, expander);

  const SchedulingPolicy policy = scheduling_policy_of(spec["runPolicy"], run_policy_path);
  const auto choice = gang_choice("mpi-operator.gang-scheduling", "--gang-scheduling", policy.given, roles, expander);
  std::optional<GroupPlan> group;
  if (choice) { group = group_of(source, policy, *choice, roles); }
  std::vector<PreparedRole> prepared;
  for (const ReplicaSpec& role : roles) {
    const Path role_path = map[role.key];
    const Path path = role_path["template"];
    PodTemplate pod_template(role.pod_template, path);
    decorate(pod_template, source, role);
    if (group) {
      pod_template.set_scheduler_name(choice->scheduler);
      pod_template.join(*group);
    }
    prepared.push_back({role, expander.prepare(source, std::move(pod_template), path)});
  }
  if (group) {
    if (policy.min_resources) {
      group->min_resources = ResourceSum(*policy.min_resources);
    } else if (group->min_member != 0) {
      group->min_resources = min_resources(prepared, group->min_member);
    }
    expander.add_group(source, *group);
  }

  const std::int32_t first_index = boolean_of(spec["runLauncherAsWorker"], spec_path["runLauncherAsWorker"]) ? 1 : 0;
  const bool launcher_waits =
      text_of(spec["launcherCreationPolicy"], spec_path["launcherCreationPolicy"]) == "WaitForWorkersReady";
  std::vector<std::string> workers;
  for (auto role = prepared.rbegin(); role != prepared.rend();
       ++role) { // workers first, because the launcher waits for them
    // By --replicas; the validation of the object says the same of its own numbers. (mpi-operator v0.6,
    // validateMPIJobSpec)
    const bool is_launcher = role->spec.role == "launcher";
    if (is_launcher ? role->spec.replicas != 1 : role->spec.replicas <= 0) {
      note_number_of_role(map.member(role->spec.key),
                          util::concat("Invalid value: ", role->spec.replicas,
                                       is_launcher ? ": must be 1" : ": must be greater than or equal to 1"),
                          expander);
    }
    if (!is_launcher) {
      std::vector<PodPlan> pods = workers_of(source, role->spec.replicas, first_index);
      workers = names_of(pods);
      expander.add_role(source, role->prepared, expander.named_role(source, role->spec.role, std::move(pods)));
      continue;
    }
    const Source job = expander.child(source, "batch/v1", "Job", util::concat(source.name, "-launcher"));
    RolePlan launcher = expander.counted_role(job, "launcher", std::string(job.name), role->spec.replicas);
    launcher.most = 1;
    if (launcher_waits && !workers.empty()) {
      launcher.now = 0;
      launcher.after = workers;
      launcher.waits_for = "all workers to be ready";
    }
    expander.add_role(job, role->prepared, launcher);
  }
  expander.need_all_pods(); // mpirun starts a process on each host of the operator's list
}

} // namespace snapshot
