// SPDX-License-Identifier: Apache-2.0
// Groups that a manifest creates, changes, or gets by a flag.
#include "snapshot/dry_run.hpp"

#include "model/values/time.hpp"

#include <deque>

namespace {

using Names = std::vector<std::string>;

std::string job(const std::string& key, const std::string& labels = {}) {
  return object("batch/v1", "Job", key, "spec: {parallelism: 2, completions: 2, " + pod_template(labels) + "}");
}

} // namespace

TEST_CASE("a group and a job that names it belong together, in either order") {
  const auto manifest =
      GENERATE(group("ml/g", 2) + job("ml/j", k_label + "g"), job("ml/j", k_label + "g") + group("ml/g", 2));
  const auto now = model::parse_time("2026-01-01T00:00:00Z");
  const DryRun run = dry_run("", manifest, {.now = now});
  REQUIRE(run.cluster.groups.size() == 1);
  CHECK(run.cluster.groups[0].from_manifest);
  CHECK(run.cluster.groups[0].created == now);
  CHECK(run.cluster.groups[0].members.size() == 2);
  REQUIRE(run.expansions.size() == 1);
  REQUIRE(run.expansions[0].groups.size() == 1);
  CHECK(run.expansions[0].groups[0].dialect == "coscheduling");
  CHECK(run.expansions[0].groups[0].name == "g");
  CHECK(run.expansions[0].groups[0].min_member == 2);
}

TEST_CASE("a manifest updates an existing group: age and status stay") {
  const std::string old = R"(
apiVersion: scheduling.x-k8s.io/v1alpha1
kind: PodGroup
metadata: {name: g, namespace: ml, uid: u, creationTimestamp: "2026-01-01T00:00:00Z"}
spec: {minMember: 2}
status: {phase: Running}
)";
  const DryRun run = dry_run(old + pod("ml/a", {.labels = k_label + "g"}), group("ml/g", 5));
  const model::PodGroup& group = find_group(run.cluster, "ml/g");
  CHECK(group.min_member == 5);
  CHECK(group.uid == "u");
  CHECK(group.created == model::parse_time("2026-01-01T00:00:00Z"));
  CHECK(group.status.phase == "Running");
  CHECK(group.from_manifest);
  CHECK(run.made() == Names{"ml/a"}); // its members count as changed too
  CHECK(run.expansions.empty());
}

TEST_CASE("pods that join a group make it and all its members part of the dry-run") {
  const DryRun run = dry_run(group("ml/g", 3) + pod("ml/a", {.labels = k_label + "g"}) + group("ml/other", 1),
                             job("ml/j", k_label + "g"));
  CHECK(find_group(run.cluster, "ml/g").from_manifest);
  CHECK_FALSE(find_group(run.cluster, "ml/other").from_manifest);
  CHECK(run.made() == Names{"ml/a", "ml/j-0", "ml/j-1"});
}

TEST_CASE("a label without its group: the group is undeclared, and the expansion has none") {
  const DryRun run = dry_run("", job("ml/j", k_label + "g"));
  CHECK_FALSE(find_group(run.cluster, "ml/g").declared);
  CHECK(run.expansions[0].groups.empty());
}

TEST_CASE("--min-member creates a group for each workload without one") {
  const DryRun run = dry_run("", job("ml/a") + job("ml/b", k_label + "g") + group("ml/g", 2), {.min_member = 4});
  REQUIRE(run.cluster.groups.size() == 2);
  CHECK(find_group(run.cluster, "ml/a").min_member == 4);
  CHECK(find_group(run.cluster, "ml/a").declared);
  CHECK(find_group(run.cluster, "ml/a").members.size() == 2);
  CHECK(find_group(run.cluster, "ml/g").min_member == 2);
  CHECK(run.expansions[0].groups.at(0).min_member == 4);
}

TEST_CASE("--min-member declares a group that a label names and no object defines") {
  const DryRun run = dry_run("", job("ml/j", k_sigs_label + "g"), {.min_member = 2});
  REQUIRE(run.cluster.groups.size() == 1);
  CHECK(run.cluster.groups[0].name == "g");
  CHECK(run.cluster.groups[0].declared);
  CHECK(run.cluster.groups[0].dialect == model::Dialect::CoschedulingSigs);
}

TEST_CASE("--min-member warns if it changes nothing") {
  const auto warnings = [](const std::string& manifest) {
    return dry_run("", manifest, {.min_member = 3}).cluster.problems;
  };
  CHECK(warnings(job("ml/a")).empty());
  const auto said = warnings(job("ml/b", k_label + "g") + group("ml/g", 2));
  REQUIRE(said.size() == 1);
  CHECK(said[0].place == "--min-member 3");
  CHECK(said[0].message ==
        "changes nothing, for the manifest has no workload without a group; --set-min-member GROUP=N "
        "changes a quorum");
}

TEST_CASE("--set-min-member reaches groups of the manifest, of objects and of labels") {
  const std::string labels = "pod-group.scheduling.sigs.k8s.io/name: light, "
                             "pod-group.scheduling.sigs.k8s.io/min-available: \"2\"";
  const DryRun run =
      dry_run("", job("ml/b", k_label + "g") + group("ml/g", 2) + job("ml/c", labels), {},
              {{snapshot::WhatIf::Kind::SetMinMember, "ml/g=1"}, {snapshot::WhatIf::Kind::SetMinMember, "ml/light=7"}});
  CHECK(find_group(run.cluster, "ml/g").min_member == 1);
  CHECK(find_group(run.cluster, "ml/light").min_member == 7);
}

TEST_CASE("--min-member leaves single pods alone") {
  CHECK(dry_run("", pod("ml/a"), {.min_member = 2}).cluster.groups.empty());
}

TEST_CASE("a manifest may define label-only groups") {
  const DryRun run = dry_run("", job("ml/j", "pod-group.scheduling.sigs.k8s.io/name: g, "
                                             "pod-group.scheduling.sigs.k8s.io/min-available: \"2\""));
  CHECK(find_group(run.cluster, "ml/g").from_manifest);
  CHECK(run.expansions[0].groups.at(0).dialect == "lightweight");
  CHECK(run.expansions[0].groups.at(0).min_member == 2);
}

TEST_CASE("the expansion reports minResources of a group as quantities") {
  const DryRun run = dry_run("", job("ml/j", k_label + "g") +
                                     object("scheduling.x-k8s.io/v1alpha1", "PodGroup", "ml/g",
                                            "spec: {minMember: 2, minResources: {memory: 1024Mi, cpu: 1500m}}"));
  CHECK(run.expansions[0].groups.at(0).min_resources ==
        std::vector<std::pair<std::string, std::string>>{{"cpu", "1500m"}, {"memory", "1Gi"}});
}

namespace {

// An object with the quorum of Volcano's group in its annotations.
std::string with_volcano_quorum(const std::string& kind, const std::string& spec, const std::string& min = "3") {
  const std::string api_version = kind == "Job" || kind == "CronJob" ? "batch/v1"
                                  : kind == "JobSet"                 ? "jobset.x-k8s.io/v1alpha2"
                                  : kind == "ReplicationController"  ? "v1"
                                                                     : "apps/v1";
  return "---\napiVersion: " + api_version + "\nkind: " + kind +
         "\nmetadata: {namespace: ml, name: x, annotations: {scheduling.volcano.sh/group-min-member: \"" + min +
         "\"}}\nspec: {" + spec + "}\n";
}

} // namespace

TEST_CASE("Volcano's group of a workload has the quorum in the annotation of the pods' owner") {
  const std::string pods = pod_template("app: x", "schedulerName: volcano");
  const std::string annotation = "annotations: {scheduling.volcano.sh/group-min-member: \"3\"}";
  const auto quorum = [](const std::string& manifest, const std::string& cluster = {}) {
    return dry_run(node("n1") + cluster, manifest).cluster.groups.at(0).min_member;
  };
  CHECK(quorum(with_volcano_quorum("Job", "parallelism: 4, " + pods)) == 3);
  CHECK(quorum(with_volcano_quorum("Deployment", "replicas: 4, " + pods)) == 3);
  CHECK(quorum(with_volcano_quorum("ReplicaSet", "replicas: 4, " + pods)) == 3);
  CHECK(quorum(with_volcano_quorum("StatefulSet", "replicas: 4, " + pods)) == 3);
  CHECK(quorum(with_volcano_quorum("DaemonSet", pods)) == 3);
  // The manifest updates the object.
  const std::string old = with_volcano_quorum("Job", pods, "2");
  CHECK(quorum(with_volcano_quorum("Job", "parallelism: 4, " + pods), old) == 3);
  // Not of a kind whose annotations Volcano reads, or not a number.
  CHECK(quorum(with_volcano_quorum("ReplicationController", "replicas: 4, " + pods)) == 1);
  CHECK(quorum(with_volcano_quorum("Job", "parallelism: 4, " + pods, "three")) == 1);
  // The annotations of the Jobs, not those of the object above them.
  CHECK(quorum(with_volcano_quorum("CronJob", "jobTemplate: {spec: {" + pods + "}}")) == 1);
  CHECK(quorum(with_volcano_quorum("CronJob", "jobTemplate: {metadata: {" + annotation + "}, spec: {" + pods + "}}",
                                   "5")) == 3);
  CHECK(quorum(with_volcano_quorum("JobSet", "replicatedJobs: [{name: w, template: {metadata: {" + annotation +
                                                 "}, spec: {parallelism: 4, " + pods + "}}}]")) == 3);
}

TEST_CASE("a group of the manifest shows its parts and its network topology") {
  const DryRun volcano = dry_run(
      "", object("batch.volcano.sh/v1alpha1", "Job", "ml/v",
                 "spec: {minAvailable: 3, networkTopology: {mode: hard, highestTierAllowed: 2}, tasks: [{name: ps, "
                 "replicas: 1, " +
                     pod_template() +
                     "}, {name: worker, replicas: 4, minAvailable: 2, partitionPolicy: "
                     "{totalPartitions: 2, partitionSize: 2, minPartitions: 1}, " +
                     pod_template() + "}]}"));
  const model::Expansion::Group& group = volcano.expansions.at(0).groups.at(0);
  CHECK(group.min_task_member == std::vector<std::pair<std::string, std::int32_t>>{{"ps", 1}, {"worker", 2}});
  REQUIRE(group.network_topology);
  CHECK(group.network_topology->mode == "hard");
  CHECK(group.network_topology->highest_tier_allowed == 2);
  REQUIRE(group.sub_groups.size() == 1);
  CHECK(group.sub_groups[0].name == "worker");
  CHECK(group.sub_groups[0].min_member == 2);
  CHECK(group.sub_groups[0].min_sub_groups == 1);
  // Workers 0 and 1 form a part, and so do 2 and 3.
  CHECK(model::find_label(*volcano.pod("ml/v-worker-2").labels, "volcano.sh/partition-id") == "1");
  const auto& parts = volcano.cluster.groups.at(0).sub_groups;
  CHECK(std::ranges::count(parts, std::string_view("worker (partitions)"), &model::SubGroup::parent) == 2);
  // A task's quorum holds even if others fill the group's.
  CHECK(std::ranges::find(parts, std::string_view("ps"), &model::SubGroup::name)->min_member == 1);
}

TEST_CASE("KAI's pod grouper makes a group for the pods of each kind") {
  std::deque<DryRun> runs; // own the groups' texts
  const auto group = [&](const std::string& manifest, std::size_t at = 0) {
    return runs.emplace_back(dry_run("", manifest)).cluster.groups.at(at);
  };
  const std::string pods = pod_template("app: x", "schedulerName: kai-scheduler");
  const auto one = group(object("batch/v1", "Job", "ml/j", "spec: {parallelism: 3, " + pods + "}"));
  CHECK(one.dialect == model::Dialect::Kai);
  CHECK(one.name == "pg-j-x");
  CHECK(one.min_member == 1);
  CHECK(one.queue == "default-queue");
  CHECK(one.members.size() == 3);
  CHECK(group("---\napiVersion: batch/v1\nkind: Job\nmetadata: {namespace: ml, name: j, annotations: "
              "{kai.scheduler/batch-min-member: \"3\"}, labels: {kai.scheduler/queue: q}}\nspec: {parallelism: 3, " +
              pods + "}\n")
            .min_member == 3);
  // Each pod of a Deployment is on its own.
  CHECK(
      dry_run("", object("apps/v1", "Deployment", "ml/d", "spec: {replicas: 2, " + pods + "}")).cluster.groups.size() ==
      2);
  const auto training = group(object("kubeflow.org/v1", "PyTorchJob", "ml/p",
                                     "spec: {pytorchReplicaSpecs: {Master: {replicas: 1, " + pods +
                                         "}, Worker: {replicas: 3, " + pods + "}}}"));
  CHECK(training.min_member == 4);
  REQUIRE(training.sub_groups.size() == 2);
  CHECK(training.sub_groups[1].min_member == 3);
  CHECK(training.sub_groups[1].members.size() == 3);
  const auto ray = group(object("ray.io/v1", "RayCluster", "ml/r",
                                "spec: {headGroupSpec: {" + pods +
                                    "}, workerGroupSpecs: [{groupName: w, replicas: 4, "
                                    "minReplicas: 2, " +
                                    pods + "}]}"));
  CHECK(ray.min_member == 3);
  CHECK(ray.sub_groups.at(1).members.size() == 4);
  const auto set = dry_run("", object("leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet", "ml/l",
                                      "spec: {replicas: 2, leaderWorkerTemplate: {size: 3, worker" +
                                          std::string("Template: ") + pods.substr(10) + "}}"));
  REQUIRE(set.cluster.groups.size() == 2);
  CHECK(set.cluster.groups[1].name == "pg-l-x-group-1");
  CHECK(set.cluster.groups[1].min_member == 3);
  const auto jobs =
      group(object("jobset.x-k8s.io/v1alpha2", "JobSet", "ml/s",
                   "spec: {replicatedJobs: [{name: w, replicas: 2, template: {spec: {parallelism: 2, completions: 2, " +
                       pods + "}}}]}"));
  CHECK(jobs.min_member == 4);
  CHECK(jobs.sub_groups.at(0).name == "w-replica-0");
  CHECK(jobs.sub_groups.at(0).members.size() == 2);
  // Pods that name a group keep it, and other schedulers' pods get none.
  CHECK(dry_run("", object("batch/v1", "Job", "ml/j", "spec: {" + pod_template() + "}")).cluster.groups.empty());
}

TEST_CASE("a new native group needs its Workload and its template, in this order; one that exists needs none") {
  const auto native = [](const std::string& key, const std::string& workload, const std::string& name) {
    return object("scheduling.k8s.io/v1alpha2", "PodGroup", key,
                  "spec: {schedulingPolicy: {gang: {minCount: 1}}, podGroupTemplateRef: {workload: {workloadName: " +
                      workload + ", podGroupTemplateName: " + name + "}}}");
  };
  const auto templates = [](const std::string& key) {
    return object("scheduling.k8s.io/v1alpha2", "Workload", key,
                  "spec: {podGroupTemplates: [{name: t, schedulingPolicy: {gang: {minCount: 1}}}]}");
  };
  const auto refusals = [](const std::string& cluster, const std::string& manifest) {
    std::vector<std::string> clauses;
    for (const model::Asked& entry : dry_run(cluster, manifest).cluster.asked) {
      if (entry.reply == model::Reply::Refuses) { clauses.push_back(entry.because); }
    }
    return clauses;
  };
  CHECK(refusals("", templates("ml/w") + native("ml/g", "w", "t")).empty());
  CHECK(refusals(templates("ml/w"), native("ml/g", "w", "t")).empty());
  CHECK(refusals("", templates("ml/w") + native("ml/g", "w", "nope")) ==
        Names{"the API server refuses PodGroup ml/g: PodGroupTemplate \"nope\" not found in Workload \"w\""});
  CHECK(refusals("", native("ml/g", "w", "t") + templates("ml/w")) ==
        Names{"PodGroup ml/g names Workload ml/w, which comes later in the manifest; kubectl applies in order"});
  CHECK(refusals(templates("ml/w"), native("ml/g", "w", "t") + templates("ml/w")).empty());
  CHECK(refusals(templates("other/w"), native("ml/g", "w", "t")) ==
        Names{"the API server refuses PodGroup ml/g: Workload \"w\" not found"});
  CHECK(refusals(templates("other/w") + native("ml/g", "w", "t"), native("ml/g", "w", "t")).empty());
  CHECK(unasked(dry_run("", native("ml/g", "w", "t"))) == Names{"Workload w of PodGroup ml/g is not in the input"});
}
