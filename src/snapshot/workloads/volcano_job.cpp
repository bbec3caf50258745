// SPDX-License-Identifier: Apache-2.0
// Volcano's Job and CronJob, batch.volcano.sh/v1alpha1, and JobFlow, flow.volcano.sh/v1alpha1: tasks of pods
// JOB-task-<index> in one pod group. The group's name ends in the job's UID; we use x instead. (volcano v1.15,
// pkg/controllers/job, createOrUpdatePodGroup; pkg/webhooks/admission/jobs/mutate)
#include "snapshot/expand/workloads.hpp"

#include "util/concat.hpp"

#include <algorithm>
#include <vector>

namespace snapshot {

namespace {

constexpr std::string_view k_task_spec = "volcano.sh/task-spec", k_partition_id = "volcano.sh/partition-id";

struct Task {
  std::string name;
  std::int32_t replicas = 1, min_available = 1;
  std::vector<std::string_view> after; // tasks
  bool after_any = false;
  std::int32_t partition_size = 0; // with partitionPolicy, else 0
  document::Value partition, pod_template;
  Prepared prepared = {};
};

std::int32_t priority_of(const Task& task) {
  const DeclaredSpec& declared = task.prepared.declared;
  return declared.priority_class.empty() ? 0 : declared.spec.priority;
}

// Applies the webhook's defaults. The names of tasks determine the names of pods.
Task task_of(document::Value value, const Path& path, std::int64_t index, Expander& expander) {
  Task task;
  task.name = text_of(object_of(value, path)["name"], path["name"]);
  if (task.name.empty()) { task.name = util::concat("default", index); }
  task.replicas = expander.replicas(task.name, pod_count(value["replicas"], path["replicas"], 0));
  const Path partition_path = path["partitionPolicy"];
  const document::Value partition = object_of(value["partitionPolicy"], partition_path);
  const std::int32_t partitions = pod_count(partition["minPartitions"], partition_path["minPartitions"], 0);
  const std::int32_t size = pod_count(partition["partitionSize"], partition_path["partitionSize"], 0);
  const std::int32_t otherwise = partitions > 0 ? product(partitions, size, partition_path) : task.replicas;
  task.min_available = std::min(pod_count(value["minAvailable"], path["minAvailable"], otherwise), task.replicas);
  if (!partition.absent()) {
    task.partition = partition;
    task.partition_size = size;
  }
  const Path depends_path = path["dependsOn"];
  const document::Value depends = object_of(value["dependsOn"], depends_path);
  each_element(depends["name"], depends_path["name"],
               [&](document::Value name, const Path& at) { task.after.push_back(text_of(name, at)); });
  task.after_any = text_of(depends["iteration"], depends_path["iteration"]) == "any";
  task.pod_template = value["template"];
  return task;
}

// The usage of a pod as quotas count it: its requests, each also under its name with a prefix, its limits, and the pod
// itself. Requests do not default to the template's limits here. (GetPodQuotaUsage, quota core PodUsageFunc)
ResourceSum quota_usage(const model::PodResources& as_written) {
  ResourceSum sum;
  const auto is_native = [](std::string_view name) {
    return name == "cpu" || name == "memory" || name == "ephemeral-storage";
  };
  for (const auto& [name, quantity] : requests_alone(as_written)) {
    sum.add(name, quantity);
    sum.add(util::concat("requests.", name), quantity);
  }
  for (const auto& [name, quantity] : limits_alone(as_written)) {
    if (is_native(name)) { sum.add(util::concat("limits.", name), quantity); }
  }
  sum.add("pods", model::Quantity::from_units(1));
  sum.add("count/pods", model::Quantity::from_units(1));
  return sum;
}

void add_pods(ResourceSum& sum, const Task& task, std::int32_t count) {
  const ResourceSum one = quota_usage(task.prepared.as_written);
  for (const auto& [name, quantity] : one.amounts()) {
    model::Quantity product = quantity;
    product *= count;
    if (count > 0) { sum.add(name, product); }
  }
}

// Sums pods with tasks sorted by priority class, highest first: first the number that each task requires, then further
// pods up to the job's minAvailable. (calcPGMinResources)
ResourceSum min_resources(const std::vector<Task>& tasks, std::int32_t min_available) {
  std::vector<const Task*> sorted;
  std::int32_t needed = 0;
  for (const Task& task : tasks) {
    sorted.push_back(&task);
    needed += task.min_available;
  }
  std::ranges::stable_sort(sorted, [](const Task* a, const Task* b) { return priority_of(*a) > priority_of(*b); });
  ResourceSum sum;
  std::int32_t left = min_available;
  const auto take = [&](const Task& task, std::int32_t most) {
    const std::int32_t taken = std::clamp(most, 0, std::max(left, 0));
    add_pods(sum, task, taken);
    left -= taken;
  };
  const bool by_replicas = min_available < needed;
  for (const Task* const task : sorted) { take(*task, by_replicas ? task->replicas : task->min_available); }
  if (by_replicas) { return sum; }
  for (const Task* const task : sorted) { take(*task, task->replicas - task->min_available); }
  return sum;
}

// The sub-groups of a task with partitionPolicy. (getSubGroupPolicy)
document::Output sub_group_policy_of(const Task& task) {
  document::Output policy;
  policy["name"] = task.name;
  policy["labelSelector"]["matchLabels"][k_task_spec] = task.name;
  policy["matchLabelKeys"] = document::Output(document::Output::Array{k_partition_id});
  policy["subGroupSize"] = task.partition_size;
  if (!task.partition["minPartitions"].absent()) {
    policy["minSubGroups"] = document::editable(task.partition["minPartitions"]);
  }
  return policy;
}

std::vector<PodPlan> pods_of(const Source& job, const Task& task) {
  std::vector<PodPlan> pods;
  for (std::int32_t index = 0; index < task.replicas; ++index) {
    const std::string number = std::to_string(index);
    PodPlan& pod = pods.emplace_back(PodPlan{.name = util::concat(job.name, '-', task.name, '-', number),
                                             .labels = {{"volcano.sh/task-index", number}}});
    if (task.partition.absent()) { continue; }
    const std::int32_t partition = task.partition_size > 0 ? index / task.partition_size : 0;
    pod.labels.emplace_back(k_partition_id, std::to_string(partition));
  }
  return pods;
}

// Makes a task wait until the tasks that it depends on have enough ready pods; here, bound pods. If several tasks have
// iteration `any`, we assume that the first one decides. (waitDependsOnTaskMeetCondition)
void let_wait(const Source& job, const Task& task, const std::vector<Task>& tasks, RolePlan& role) {
  if (task.after.empty() || role.missing.empty()) { return; }
  role.now = static_cast<std::int32_t>(role.existing.size());
  for (const std::string_view name : task.after) {
    const auto other = std::ranges::find(tasks, name, &Task::name);
    if (other == tasks.end()) { continue; }
    role.waits_for += util::concat(role.waits_for.empty() ? "task " : " and ", name, " to be ready");
    for (std::int32_t index = 0; index < other->min_available; ++index) {
      role.after.push_back(util::concat(job.name, '-', name, '-', index));
    }
    if (task.after_any) { break; }
  }
}

// Notes what Volcano's webhook and controller say about the job's queue. The controller makes the pods of a job only
// when Volcano's scheduler has moved its PodGroup out of Pending, whatever the scheduler of the pods is. The engine
// asks for groups of Volcano's scheduler. (pkg/webhooks/admission/jobs/validate, validateJobCreate;
// pkg/controllers/job, syncJob)
void note_volcano_queue(std::string_view name, const std::vector<Task>& tasks, Expander& expander) {
  const std::string queue = util::concat("Queue ", name);
  const auto& queues = expander.collected().cluster.volcano_queues;
  const bool is_there = std::ranges::find(queues, name, &model::VolcanoQueue::name) != queues.end();
  const auto children = std::ranges::count(queues, name, &model::VolcanoQueue::parent);
  if (name == "root") {
    expander.note(model::Authority::Queue, model::Reply::Refuses,
                  "Volcano's webhook does not let jobs into the root queue", queue);
  } else if (is_there && children > 0) {
    expander.note(model::Authority::Queue, model::Reply::Refuses,
                  util::concat("Volcano's webhook lets jobs into leaf queues only, and ", queue, " has ", children,
                               children == 1 ? " queue" : " queues", " below it"),
                  queue);
  }
  const auto is_of_another = [](const Task& task) { return task.prepared.declared.spec.scheduler_name != "volcano"; };
  if (std::ranges::none_of(tasks, is_of_another)) { return; }
  expander.note(model::Authority::Queue, model::Reply::NotAsked,
                util::concat("Volcano's queue ", name,
                             " decides when its pods are made, and this program does not simulate its rules yet"),
                queue);
}

// `waits_for`: in words; if not empty, the job comes later and only counts.
void expand_job_of_volcano(const Source& job, document::Value spec, const Path& path, Expander& expander,
                           const std::string& waits_for = {}) {
  const Path tasks_path = path["tasks"];
  std::vector<Task> tasks;
  each_element(spec["tasks"], tasks_path, [&](document::Value value, const Path& at) {
    Task task = task_of(value, at, std::ssize(tasks), expander);
    if (std::ranges::find(tasks, task.name, &Task::name) != tasks.end()) {
      throw DecodeError(at["name"], util::concat("there are two tasks called ", task.name)); // the webhook rejects it
    }
    tasks.push_back(std::move(task));
  });
  if (tasks.empty()) { throw DecodeError(tasks_path, "is missing or empty"); }
  std::int32_t needed = 0;
  GroupPlan group;
  for (const Task& task : tasks) {
    needed += task.min_available;
    group.parts.emplace_back(task.name, task.min_available);
    if (!task.partition.absent()) { group.sub_group_policies.push_back(sub_group_policy_of(task)); }
  }
  if (!spec["networkTopology"].absent()) { group.network_topology = document::editable(spec["networkTopology"]); }
  group.dialect = model::Dialect::Volcano;
  group.name = util::concat(job.name, "-x");
  const std::int32_t given = pod_count(spec["minAvailable"], path["minAvailable"], 0);
  group.min_member = given == 0 ? needed : given;
  const std::string_view queue = text_of(spec["queue"], path["queue"]);
  group.queue = queue.empty() ? "default" : queue;
  group.priority_class = text_of(spec["priorityClassName"], path["priorityClassName"]);

  const std::string_view scheduler = text_of(spec["schedulerName"], path["schedulerName"]);
  std::int64_t index = 0;
  for (Task& task : tasks) {
    const Path at = tasks_path.at(index++);
    const Path template_path = at["template"];
    PodTemplate pod_template(task.pod_template, template_path);
    if (pod_template.scheduler_name().empty()) {
      pod_template.set_scheduler_name(scheduler.empty() ? "volcano" : scheduler);
    }
    pod_template.set_label("volcano.sh/job-name", job.name);
    pod_template.set_label("volcano.sh/job-namespace", job.namespace_name);
    pod_template.set_label("volcano.sh/queue-name", group.queue);
    pod_template.set_label(k_task_spec, task.name);
    pod_template.set_annotation(k_task_spec, task.name);
    pod_template.join(group);
    task.prepared = expander.prepare(job, std::move(pod_template), template_path);
  }
  note_volcano_queue(group.queue, tasks, expander);
  group.min_resources = min_resources(tasks, group.min_member);
  if (waits_for.empty()) { expander.add_group(job, group); }
  for (const Task& task : tasks) {
    if (!waits_for.empty()) {
      RolePlan later;
      later.name = task.name;
      later.count = task.replicas;
      later.waits_for = waits_for;
      expander.add_role(job, task.prepared, later);
      continue;
    }
    RolePlan role = expander.named_role(job, task.name, pods_of(job, task));
    let_wait(job, task, tasks, role);
    expander.add_role(job, task.prepared, role);
  }
}

} // namespace

void expand_volcano_job(const KeptObject& object, Expander& expander) {
  const Path root;
  const Path path = root["spec"];
  expand_job_of_volcano(expander.source_of(object), object_of(object.value()["spec"], path), path, expander);
}

void expand_volcano_cron_job(const KeptObject& object, Expander& expander) {
  const Source source = expander.source_of(object);
  const Path root;
  const Path spec = root["spec"];
  const Path job = spec["jobTemplate"];
  const Path path = job["spec"];
  const document::Value job_template = object_of(object_of(object.value()["spec"], spec)["jobTemplate"], job);
  expander.assume(util::concat("one run of CronJob ", source.namespace_name, '/', source.name, " is started"));
  const Source made = expander.child(source, source.api_version, "Job", util::concat(source.name, "-x"));
  expand_job_of_volcano(made, object_of(job_template["spec"], path), path, expander);
}

// A job of a flow that depends on others comes when they have completed: its pods only count. (volcano v1.15,
// pkg/controllers/jobflow, deployJob)
void expand_job_flow(const KeptObject& object, Expander& expander) {
  const Source source = expander.source_of(object);
  const Path root;
  const Path spec = root["spec"];
  const Path flows = spec["flows"];
  each_element(object_of(object.value()["spec"], spec)["flows"], flows, [&](document::Value flow, const Path& at) {
    const std::string_view name = text_of(object_of(flow, at)["name"], at["name"]);
    std::string waits_for;
    for (const document::Value target : flow["dependsOn"]["targets"].elements()) {
      waits_for += util::concat(waits_for.empty() ? "job " : " and ", target.text());
    }
    if (!waits_for.empty()) { waits_for += " to complete"; }
    const KeptObject* const job_template = expander.find_template("JobTemplate", source.namespace_name, name);
    if (job_template == nullptr && !waits_for.empty()) {
      const std::string missing = util::concat("JobTemplate ", source.namespace_name, '/', name);
      expander.note(model::Authority::Operator, model::Reply::NotAsked,
                    util::concat(missing, " is not in the manifest"), missing);
      return;
    }
    if (job_template == nullptr) {
      throw DecodeError(at["name"],
                        util::concat("there is no JobTemplate ", name, " in the manifest; pass it with -f too"));
    }
    const Source job = expander.child(source, "batch.volcano.sh/v1alpha1", "Job", util::concat(source.name, '-', name));
    expand_job_of_volcano(job, object_of(job_template->value()["spec"], spec), spec, expander, waits_for);
  });
}

} // namespace snapshot
