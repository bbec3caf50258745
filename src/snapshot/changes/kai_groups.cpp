// SPDX-License-Identifier: Apache-2.0
// The table of KAI's groupers: by the kind of the topmost owner. Batch Jobs and JobSets by KAI 0.16 and later; older
// releases made a group for each pod of a Job. (pkg/podgrouper/podgrouper/hub/hub.go, plugins/)
#include "snapshot/changes/kai_groups.hpp"

#include "util/concat.hpp"
#include "util/integers.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace snapshot {

namespace {

constexpr std::string_view k_group_annotation = "pod-group-name";
constexpr std::string_view k_part_label = "kai.scheduler/subgroup-name";
constexpr std::string_view k_kai_queue_label = "kai.scheduler/queue", k_kai_default_queue = "default-queue";
constexpr std::string_view k_min_member = "kai.scheduler/batch-min-member";

// The group of one pod: its name, and its part.
struct GroupName {
  std::string group, part;
};

struct Grouper {
  std::string_view kind;
  GroupName (*place)(const Source& top, const model::Pod& pod);
  // Fills in the quorum, and the quorums of the parts, of a group with these pods.
  void (*size)(document::Value object, const model::Expansion& made, GroupPlan& group);
};

std::string_view kai_label_of(const model::Pod& pod, std::string_view key) {
  return model::find_label(*pod.labels, key).value_or("");
}

std::string name_of(std::string_view owner) { return util::concat("pg-", owner, "-x"); } // x: the UID

GroupName in_one(const Source& top, const model::Pod&) { return {name_of(top.name), {}}; }
GroupName on_its_own(const Source&, const model::Pod& pod) { return {name_of(pod.name), {}}; }
GroupName by_role(const Source& top, const model::Pod& pod) {
  return {name_of(top.name), std::string(kai_label_of(pod, "training.kubeflow.org/replica-type"))};
}
GroupName by_ray_group(const Source& top, const model::Pod& pod) {
  const bool is_head = kai_label_of(pod, "ray.io/node-type") == "head";
  return {name_of(top.name), is_head ? "headgroup" : std::string(kai_label_of(pod, "ray.io/group"))};
}
GroupName by_replica(const Source& top, const model::Pod& pod) {
  return {util::concat(name_of(top.name), "-group-", kai_label_of(pod, "leaderworkerset.sigs.k8s.io/group-index")), {}};
}
GroupName by_job(const Source& top, const model::Pod& pod) {
  return {name_of(top.name), util::concat(kai_label_of(pod, "jobset.sigs.k8s.io/replicatedjob-name"), "-replica-",
                                          kai_label_of(pod, "jobset.sigs.k8s.io/job-index"))};
}

void size_one(document::Value, const model::Expansion&, GroupPlan& group) { group.min_member = 1; }

void size_job(document::Value object, const model::Expansion&, GroupPlan& group) {
  const auto given = util::parse_int64(object["metadata"]["annotations"][k_min_member].text());
  group.min_member = given && *given > 0 ? static_cast<std::int32_t>(std::min<std::int64_t>(*given, 1 << 20)) : 1;
}

// All replicas, unless the job says a minimum; PyTorch: the master and the other pods of the minimum are parts.
void size_training(document::Value object, const model::Expansion& made, GroupPlan& group) {
  const document::Value spec = object["spec"];
  std::int32_t master = 0;
  for (const model::Expansion::Role& role : made.roles) {
    group.min_member += role.count;
    if (role.name == "master") { master = role.count; }
  }
  if (spec["launcherCreationPolicy"].text() == "WaitForWorkersReady") { --group.min_member; }
  for (const document::Value least :
       {spec["elasticPolicy"]["minReplicas"], spec["runPolicy"]["schedulingPolicy"]["minAvailable"]}) {
    if (const auto number = util::parse_int64(least.text())) { group.min_member = static_cast<std::int32_t>(*number); }
  }
  if (spec["pytorchReplicaSpecs"].absent()) { return; }
  if (master > 0) { group.parts.emplace_back("master", master); }
  group.parts.emplace_back("worker", std::max(group.min_member - master, 0));
}

// The head, and of each worker group minReplicas, else replicas. (calcJobNumOfPodsAndSubGroups)
void size_ray(document::Value object, const model::Expansion&, GroupPlan& group) {
  document::Value spec = object["spec"];
  for (const std::string_view inner : {"rayClusterSpec", "rayClusterConfig"}) {
    if (!spec[inner].absent()) { spec = spec[inner]; }
  }
  const auto number = [](document::Value value, std::int64_t otherwise) {
    return static_cast<std::int32_t>(
        std::clamp<std::int64_t>(util::parse_int64(value.text()).value_or(otherwise), 0, 1 << 20));
  };
  group.min_member = 1;
  group.parts.emplace_back("headgroup", 1);
  for (const document::Value workers : spec["workerGroupSpecs"].elements()) {
    const std::int32_t least = number(workers["minReplicas"], 0);
    const std::int32_t pods = (least > 0 ? least : number(workers["replicas"], 0)) * number(workers["numOfHosts"], 1);
    if (pods == 0) { continue; }
    group.parts.emplace_back(workers["groupName"].text(), pods);
    group.min_member += pods;
  }
}

// A leader alone until it has a node, if the workers wait for it.
void size_replica(document::Value object, const model::Expansion&, GroupPlan& group) {
  const auto size = util::parse_int64(object["spec"]["leaderWorkerTemplate"]["size"].text());
  const bool is_leader_first = object["spec"]["startupPolicy"].text() == "LeaderReady";
  group.min_member =
      is_leader_first ? 1 : static_cast<std::int32_t>(std::clamp<std::int64_t>(size.value_or(1), 1, 1 << 20));
}

// The parts are the Jobs. With startup in order, one replicated job is enough.
void size_job_set(document::Value object, const model::Expansion&, GroupPlan& group) {
  const document::Value spec = object["spec"];
  const bool in_order = spec["startupPolicy"]["startupPolicyOrder"].text() == "InOrder";
  const auto number = [](document::Value value) {
    return std::max<std::int64_t>(util::parse_int64(value.text()).value_or(1), 1);
  };
  for (const document::Value job : spec["replicatedJobs"].elements()) {
    const document::Value inner = job["template"]["spec"];
    const std::int64_t completions =
        inner["completions"].absent() ? number(inner["parallelism"]) : number(inner["completions"]);
    const auto pods =
        static_cast<std::int32_t>(std::min({number(inner["parallelism"]), completions, std::int64_t{1 << 20}}));
    for (std::int64_t index = 0; index < std::min<std::int64_t>(number(job["replicas"]), 1 << 20); ++index) {
      group.parts.emplace_back(util::concat(job["name"].text(), "-replica-", index), pods);
      group.min_member += pods;
    }
    if (in_order) { break; }
  }
}

constexpr Grouper k_default = {"", in_one, size_one};
constexpr std::array<Grouper, 18> k_groupers = {{
    {"CronWorkflow", on_its_own, size_one},
    {"Deployment", on_its_own, size_one},
    {"JAXJob", by_role, size_training},
    {"Job", in_one, size_job},
    {"JobSet", by_job, size_job_set},
    {"LeaderWorkerSet", by_replica, size_replica},
    {"MPIJob", in_one, size_training},
    {"Pod", on_its_own, size_one},
    {"PyTorchJob", by_role, size_training},
    {"RayCluster", by_ray_group, size_ray},
    {"RayJob", by_ray_group, size_ray},
    {"RayService", by_ray_group, size_ray},
    {"TFJob", by_role, size_training},
    {"Workflow", on_its_own, size_one},
    {"XGBoostJob", by_role, size_training},
    // The grouper skips these and takes the object below them.
    {"DynamoGraphDeployment", nullptr, nullptr},
    {"PodCliqueSet", nullptr, nullptr},
    {"TrainJob", nullptr, nullptr},
}};

} // namespace

void make_kai_groups(const KeptObject& object, Expander& expander) {
  const Source& top = expander.top();
  const auto row = std::ranges::find(k_groupers, object.kind, &Grouper::kind);
  const Grouper& grouper = row == k_groupers.end() ? k_default : *row;
  if (grouper.place == nullptr || expander.manifest().options.min_member) { return; }
  std::map<std::string, GroupPlan> groups;
  for (std::size_t at = 0; at < expander.made_pods().size(); ++at) {
    const model::Pod& pod = expander.made_pods()[at];
    const bool is_of_kai = model::is_scheduler_of(pod.spec->scheduler_name, model::Dialect::Kai);
    if (!is_of_kai || model::find_label(*pod.marks, k_group_annotation)) { continue; }
    GroupName place = grouper.place(top, pod);
    const auto [found, is_new] = groups.try_emplace(place.group);
    if (is_new) {
      GroupPlan& group = found->second;
      group.dialect = model::Dialect::Kai;
      group.name = place.group;
      grouper.size(object.value(), expander.manifest().expansions.back(), group);
      const std::string_view of_object = object.value()["metadata"]["labels"][k_kai_queue_label].text();
      const std::string_view of_pod = kai_label_of(pod, k_kai_queue_label);
      group.queue = !of_object.empty() ? of_object : !of_pod.empty() ? of_pod : k_kai_default_queue;
      expander.add_group(top, group);
    }
    expander.mark_made_pod(at, k_group_annotation, place.group);
    if (!place.part.empty() && !found->second.parts.empty()) { expander.label_made_pod(at, k_part_label, place.part); }
  }
}

} // namespace snapshot
