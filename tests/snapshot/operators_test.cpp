// SPDX-License-Identifier: Apache-2.0
// JobSet, LeaderWorkerSet, Ray and TrainJob. Expectations follow their controllers: jobset's constructJob and startup
// policy, lws's pod controller and Volcano provider, KubeRay's batchscheduler and util.go, Trainer's coscheduling
// plugin.
#include "snapshot/dry_run.hpp"

namespace {

using Names = std::vector<std::string>;
using Amounts = std::vector<std::pair<std::string, std::string>>;

// The first refusal; empty if there is none.
std::string refusal_of(const std::string& manifest) {
  const DryRun run = dry_run("", manifest);
  const model::Asked* const refused = model::first_with(run.cluster.asked, model::Reply::Refuses);
  return refused == nullptr ? std::string() : refused->because;
}

// A replicated job of `parallelism` pods.
std::string replicated(const std::string& name, const std::string& more,
                       const std::string& job = "parallelism: 2, completions: 2") {
  return "{name: " + name + ", " + more + ", template: {spec: {" + job + ", " + pod_template() + "}}}";
}

std::string job_set(const std::string& jobs, const std::string& spec = {}, const std::string& metadata = {}) {
  return "---\napiVersion: jobset.x-k8s.io/v1alpha2\nkind: JobSet\nmetadata: {namespace: ml, name: js, " + metadata +
         "}\nspec: {" + spec + " replicatedJobs: [" + jobs + "]}\n";
}

} // namespace

TEST_CASE("JobSet: replicas Jobs of each replicated job, with names and labels of Job and pod") {
  const DryRun run = dry_run(
      "", job_set(replicated("driver", "replicas: 1", "parallelism: 1") + ", " + replicated("workers", "replicas: 2")));
  CHECK(run.made() ==
        Names{"ml/js-driver-0-0", "ml/js-workers-0-0", "ml/js-workers-0-1", "ml/js-workers-1-0", "ml/js-workers-1-1"});
  const model::Pod& pod = run.pod("ml/js-workers-1-0");
  CHECK(*pod.owner == model::Owner{"batch/v1", "Job", "js-workers-1"});
  CHECK(label_of(pod, "jobset.sigs.k8s.io/jobset-name") == "js");
  CHECK(label_of(pod, "jobset.sigs.k8s.io/replicatedjob-name") == "workers");
  CHECK(label_of(pod, "jobset.sigs.k8s.io/replicatedjob-replicas") == "2");
  CHECK(label_of(pod, "jobset.sigs.k8s.io/job-index") == "1");
  CHECK(label_of(pod, "batch.kubernetes.io/job-completion-index") == "0");
  REQUIRE(run.expansions.size() == 1);
  REQUIRE(run.expansions[0].roles.size() == 2);
  CHECK(run.expansions[0].roles[1].name == "workers");
  CHECK(run.expansions[0].roles[1].count == 4);
  CHECK(run.expansions[0].groups.empty());
}

TEST_CASE("JobSet, InOrder: the next replicated job waits until all pods of the previous one are bound") {
  const DryRun run = dry_run("", job_set(replicated("a", "replicas: 1") + ", " + replicated("b", "replicas: 1"),
                                         "startupPolicy: {startupPolicyOrder: InOrder},"));
  CHECK(awaited(run, "ml/js-a-0-0").empty());
  CHECK(awaited(run, "ml/js-b-0-1") == Names{"js-a-0-0", "js-a-0-1"});
  CHECK(run.expansions[0].roles[1].now == 0);
  CHECK(run.expansions[0].roles[1].waits_for == "a to be ready");
}

TEST_CASE("JobSet, dependsOn: the dry-run simulates Ready, but neither Complete nor later jobs") {
  const DryRun run =
      dry_run("", job_set(replicated("init", "replicas: 1", "parallelism: 1") + ", " +
                          replicated("side", "dependsOn: [{name: init, status: Ready}]", "parallelism: 1") + ", " +
                          replicated("node", "dependsOn: [{name: init, status: Complete}]") + ", " +
                          replicated("late", "dependsOn: [{name: node, status: Ready}]")));
  CHECK(run.made() == Names{"ml/js-init-0-0", "ml/js-side-0-0"});
  CHECK(awaited(run, "ml/js-side-0-0") == Names{"js-init-0-0"});
  CHECK(run.expansions[0].roles[2].count == 2);
  CHECK(run.expansions[0].roles[2].now == 0);
  CHECK(run.expansions[0].roles[2].waits_for == "init to complete");
  CHECK(run.expansions[0].roles[3].pods.empty());
}

TEST_CASE("JobSet, exclusive topology: a Job per domain, its other pods after the first one") {
  const DryRun run = dry_run("", job_set(replicated("w", "replicas: 2"), "",
                                         "annotations: {alpha.jobset.sigs.k8s.io/exclusive-topology: rack}"));
  CHECK(awaited(run, "ml/js-w-1-1") == Names{"js-w-1-0"});
  const model::PodSpec& spec = *run.pod("ml/js-w-0-0").spec;
  REQUIRE(spec.required_affinity.size() == 1);
  REQUIRE(spec.required_anti_affinity.size() == 1);
  CHECK(spec.required_affinity[0].topology_key == "rack");
  CHECK(&spec != run.pod("ml/js-w-1-0").spec);
}

// jobset_controller.go, addNamespacedJobNodeSelector, addTaintToleration
TEST_CASE("JobSet, exclusive topology by node selector: the pods of a Job select the nodes that carry its name") {
  const DryRun run = dry_run("", job_set(replicated("w", "replicas: 2"), "",
                                         "annotations: {alpha.jobset.sigs.k8s.io/exclusive-topology: rack, "
                                         "alpha.jobset.sigs.k8s.io/node-selector: \"true\"}"));
  for (const model::Pod& pod : run.cluster.pods) {
    REQUIRE(pod.spec->node_selector.size() == 1);
    CHECK(pod.spec->node_selector[0].key == "alpha.jobset.sigs.k8s.io/namespaced-job");
    CHECK(pod.spec->node_selector[0].value == "ml_" + std::string(pod.owner->name));
  }
}

// jobset_webhook.go fills in completionMode and restartPolicy; the API server checks each Job.
TEST_CASE("JobSet: what the API server refuses in its Jobs") {
  const auto refusal = [](const std::string& job) { return refusal_of(job_set(replicated("w", "replicas: 1", job))); };
  const std::string begin = "JobSet ml/js makes an invalid Job: spec.replicatedJobs[0].template.spec.";
  CHECK(refusal("parallelism: 2, completions: 2").empty());
  CHECK(refusal("suspend: false").empty()); // one pod
  CHECK(refusal("parallelism: 2") == begin + "completions: Required value: when completion mode is Indexed");
  CHECK(refusal("backoffLimit: -1") == begin + "backoffLimit: Invalid value: -1: must be greater than or equal to 0");
  CHECK(refusal("podFailurePolicy: {rules: []}") ==
        begin + "template.spec.restartPolicy: Invalid value: \"OnFailure\": only \"Never\" is supported when "
                "podFailurePolicy is specified");
  CHECK(refusal("selector: {matchLabels: {a: b}}").starts_with(begin + "selector: Invalid value"));
  CHECK(refusal("podReplacementPolicy: Foo").starts_with(begin + "podReplacementPolicy: Unsupported value"));
  const std::string always = "{name: w, template: {spec: {" + pod_template("", "restartPolicy: Always") + "}}}";
  CHECK(refusal_of(job_set(always)).starts_with(begin + "template.spec.restartPolicy: Required value"));
}

TEST_CASE("JobSet: values of a wrong type never end in a crash") {
  const std::string odd =
      "{name: w, template: {spec: {template: {spec: {affinity: [], containers: [{name: a, image: a}]}}}}}";
  const std::string exclusive = "annotations: {alpha.jobset.sigs.k8s.io/exclusive-topology: rack}";
  for (const std::string& manifest : {job_set(odd, "", exclusive), job_set(odd)}) {
    const DryRun run = dry_run("", manifest);
    CHECK(run.made().empty());
    const model::Asked* const refusal = model::first_with(run.cluster.asked, model::Reply::Refuses);
    REQUIRE(refusal != nullptr);
    CHECK(refusal->because.find("affinity") != std::string::npos);
  }
}

TEST_CASE("a JobSet is a gang by its templates' label, and by --min-member") {
  const std::string labelled = "{name: w, template: {spec: {parallelism: 2, " + pod_template(k_label + "train") + "}}}";
  const DryRun run = dry_run("", group("ml/train", 2) + job_set(labelled));
  CHECK(run.expansions[0].groups.at(0).name == "train");
  const DryRun given =
      dry_run("", job_set(replicated("a", "replicas: 2") + ", " + replicated("b", "replicas: 1")), {.min_member = 6});
  REQUIRE(given.cluster.groups.size() == 1);
  CHECK(given.cluster.groups[0].name == "js");
  CHECK(given.cluster.groups[0].members.size() == 6);
}

TEST_CASE("an existing JobSet keeps the pods of its Jobs") {
  const std::string old =
      pod("ml/js-w-1-0-abcde",
          {.metadata = "ownerReferences: [{apiVersion: batch/v1, kind: Job, name: js-w-1, controller: true}], ",
           .labels = "batch.kubernetes.io/job-completion-index: \"0\""});
  CHECK(dry_run(old, job_set(replicated("w", "replicas: 2"))).made() ==
        Names{"ml/js-w-0-0", "ml/js-w-0-1", "ml/js-w-1-0-abcde", "ml/js-w-1-1"});
}

namespace {

std::string lws(const std::string& spec, const std::string& leader = {}, const std::string& worker_spec = {}) {
  const std::string worker =
      "workerTemplate: {spec: {containers: [{name: w, image: w, resources: {requests: {cpu: 2}}}], " + worker_spec +
      "}}";
  return object("leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet", "ml/lws",
                "spec: {" + spec + " leaderWorkerTemplate: {size: 3, " + leader + worker + "}}");
}

} // namespace

TEST_CASE("LeaderWorkerSet: each group has a leader and workers") {
  const DryRun run = dry_run("", lws("replicas: 2,", "leaderTemplate: {spec: {containers: [{name: l, image: l}]}}, "));
  CHECK(run.made() == Names{"ml/lws-0", "ml/lws-0-1", "ml/lws-0-2", "ml/lws-1", "ml/lws-1-1", "ml/lws-1-2"});
  CHECK(*run.pod("ml/lws-1").owner == model::Owner{"apps/v1", "StatefulSet", "lws"});
  CHECK(*run.pod("ml/lws-1-2").owner == model::Owner{"apps/v1", "StatefulSet", "lws-1"});
  CHECK(label_of(run.pod("ml/lws-1-2"), "leaderworkerset.sigs.k8s.io/worker-index") == "2");
  CHECK(label_of(run.pod("ml/lws-1-2"), "leaderworkerset.sigs.k8s.io/group-index") == "1");
  CHECK(run.expansions[0].roles.at(0).requests.empty());
  CHECK(run.expansions[0].roles.at(1).count == 4);
  CHECK(run.expansions[0].roles.at(1).requests == Amounts{{"cpu", "2"}});
  CHECK(awaited(run, "ml/lws-0-1").empty());
  CHECK(run.expansions[0].groups.empty());
}

// apps/validation, ValidateStatefulSetSpec
TEST_CASE("LeaderWorkerSet: what the API server refuses in its StatefulSets") {
  const std::string begin = "LeaderWorkerSet ml/lws makes an invalid StatefulSet: spec.leaderWorkerTemplate.";
  CHECK(refusal_of(lws("replicas: 2,", {}, "restartPolicy: Always")).empty());
  CHECK(refusal_of(lws("replicas: 2,", {}, "restartPolicy: Never"))
            .starts_with(begin + "workerTemplate.spec.restartPolicy: Unsupported value"));
  CHECK(refusal_of(lws("replicas: 2,", {}, "activeDeadlineSeconds: 5")) ==
        begin + "workerTemplate.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in StatefulSet is not "
                "Supported");
  const std::string leader = "leaderTemplate: {spec: {restartPolicy: OnFailure, containers: [{name: l, image: l}]}}, ";
  CHECK(refusal_of(lws("replicas: 2,", leader))
            .starts_with(begin + "leaderTemplate.spec.restartPolicy: Unsupported value"));
}

TEST_CASE("LeaderWorkerSet, LeaderReady: workers wait for their own leader") {
  const DryRun run = dry_run("", lws("replicas: 2, startupPolicy: LeaderReady,"));
  CHECK(awaited(run, "ml/lws-1-1") == Names{"lws-1"});
  CHECK(run.expansions[0].roles.at(1).now == 0);
}

TEST_CASE("LeaderWorkerSet with exclusive placement: workers wait until their leader has a node") {
  const auto exclusive = [](const std::string& annotation, const std::string& policy = {}) {
    return "---\napiVersion: leaderworkerset.x-k8s.io/v1\nkind: LeaderWorkerSet\nmetadata: {namespace: ml, name: lws, "
           "annotations: {leaderworkerset.sigs.k8s.io/" +
           annotation + ": rack}}\nspec: {replicas: 2, leaderWorkerTemplate: {size: 3, " + policy +
           "workerTemplate: {spec: {containers: [{name: w, image: w}]}}}}\n";
  };
  const DryRun run = dry_run("", exclusive("exclusive-topology"));
  CHECK(awaited(run, "ml/lws-1-2") == Names{"lws-1"});
  CHECK(awaited(run, "ml/lws-1").empty());
  CHECK(run.expansions[0].roles.at(1).now == 0);
  CHECK(run.expansions[0].roles.at(1).waits_for == "the leader to have a node");
  const DryRun of_subgroups =
      dry_run("", exclusive("subgroup-exclusive-topology", "subGroupPolicy: {subGroupSize: 1}, "));
  CHECK(unasked(of_subgroups).size() == 1);
}

TEST_CASE("LeaderWorkerSet with Volcano: a group for each replica, of its size; of one with LeaderReady") {
  const DryRun run = dry_run("", lws("replicas: 2,"), option("lws.gang-scheduling=volcano"));
  REQUIRE(run.expansions[0].groups.size() == 2);
  CHECK(run.expansions[0].groups[1].name == "lws-1-x");
  CHECK(run.expansions[0].groups[1].min_member == 3);
  CHECK(run.expansions[0].groups[1].min_resources == Amounts{{"cpu", "6"}});
  const DryRun ready = dry_run("", lws("startupPolicy: LeaderReady,", "", "schedulerName: volcano"));
  CHECK(ready.expansions[0].groups.at(0).min_member == 1);
}

namespace {

std::string ray_spec(const std::string& more = {},
                     const std::string& worker = "replicas: 2, minReplicas: 1, maxReplicas: 5") {
  return "{" + more + " headGroupSpec: {" + pod_template() + "}, workerGroupSpecs: [{groupName: small, " + worker +
         ", " + pod_template({}, {}, "cpu: 2") + "}]}";
}

std::string ray(const std::string& kind, const std::string& spec, const std::string& labels = {}) {
  return "---\napiVersion: ray.io/v1\nkind: " + kind + "\nmetadata: {namespace: ml, name: ray, labels: {" + labels +
         "}}\nspec: " + spec + "\n";
}

} // namespace

TEST_CASE("RayCluster: head and workers start at once, with the init container of the workers") {
  const DryRun run = dry_run("", ray("RayCluster", ray_spec()));
  CHECK(run.made() == Names{"ml/ray-head", "ml/ray-small-worker-0", "ml/ray-small-worker-1"});
  CHECK(label_of(run.pod("ml/ray-small-worker-0"), "ray.io/group") == "small");
  CHECK(run.expansions[0].roles.at(0).name == "head");
  CHECK(run.expansions[0].roles.at(1).requests == Amounts{{"cpu", "2"}, {"memory", "256Mi"}});
  CHECK(run.expansions[0].groups.empty());
}

TEST_CASE("RayCluster: workers stay between minimum and maximum, times hosts; a suspended group has none") {
  const auto workers = [](const std::string& worker) {
    return dry_run("", ray("RayCluster", ray_spec({}, worker))).made().size() - 1;
  };
  CHECK(workers("replicas: 1, minReplicas: 3") == 3);
  CHECK(workers("replicas: 9, maxReplicas: 4") == 4);
  const DryRun bounded = dry_run("", ray("RayCluster", ray_spec("", "replicas: 1, maxReplicas: 4, numOfHosts: 2")));
  CHECK(bounded.expansions.at(0).roles.at(0).most == 1); // the head
  CHECK(bounded.expansions.at(0).roles.at(1).most == 8);
  CHECK(workers("minReplicas: 2, numOfHosts: 2") == 4);
  CHECK(workers("replicas: 2, suspend: true") == 0);
  CHECK(workers("maxReplicas: 4") == 0);
}

TEST_CASE("RayCluster with scheduler-plugins: by label, of the desired size, resources by replicas as written") {
  const DryRun run = dry_run(
      "", ray("RayCluster", ray_spec({}, "replicas: 1, minReplicas: 3"), "ray.io/gang-scheduling-enabled: \"true\""));
  const model::Expansion::Group& group = run.expansions[0].groups.at(0);
  CHECK(group.name == "ray");
  CHECK(group.dialect == "coscheduling");
  CHECK(group.min_member == 4);
  CHECK(group.min_resources == Amounts{{"cpu", "3"}}); // the head and one worker, not three
  CHECK(group.condition == "KubeRay runs with --batch-scheduler=scheduler-plugins");
  CHECK(run.pod("ml/ray-head").spec->scheduler_name == "scheduler-plugins-scheduler");
  CHECK(dry_run("", ray("RayCluster", ray_spec()), option("kuberay.batch-scheduler=scheduler-plugins"))
            .expansions[0]
            .groups.empty());
}

TEST_CASE("RayCluster with a label that only another batch scheduler reads, unless the operator has none") {
  const auto left_open = [](const std::string& labels, const std::string& chosen) {
    return unasked(dry_run("", ray("RayCluster", ray_spec(), labels), option("kuberay.batch-scheduler=" + chosen)));
  };
  CHECK(left_open("kai.scheduler/queue: q", "auto") ==
        Names{"RayCluster ml/ray has the label kai.scheduler/queue; KubeRay with --batch-scheduler=kai-scheduler gives "
              "its pods to that scheduler, which is not simulated"});
  CHECK(left_open("yunikorn.apache.org/queue: q", "auto").size() == 1);
  CHECK(left_open("yunikorn.apache.org/queue: q, yunikorn.apache.org/app-id: a", "auto").size() == 1);
  CHECK(left_open("kai.scheduler/queue: q", "none").empty());
  CHECK(left_open("app: q", "auto").empty());
}

TEST_CASE("RayCluster with Volcano and autoscaling: the smallest size; the head has the sidecar, the sum has not") {
  const DryRun run = dry_run("", ray("RayCluster", ray_spec("enableInTreeAutoscaling: true,")),
                             option("kuberay.batch-scheduler=volcano"));
  const model::Expansion::Group& group = run.expansions[0].groups.at(0);
  CHECK(group.name == "ray-ray-pg");
  CHECK(group.min_member == 2);
  CHECK(group.min_resources == Amounts{{"cpu", "3"}});
  CHECK(run.expansions[0].roles.at(0).requests == Amounts{{"cpu", "1500m"}, {"memory", "512Mi"}});
}

TEST_CASE("RayJob: the submitter waits for the cluster, and counts in minResources but not in minMember") {
  const std::string job = ray("RayJob", "{rayClusterSpec: " + ray_spec() + "}");
  const DryRun run = dry_run("", job, option("kuberay.batch-scheduler=volcano"));
  CHECK(run.made() == Names{"ml/ray-0", "ml/ray-x-head", "ml/ray-x-small-worker-0", "ml/ray-x-small-worker-1"});
  CHECK(awaited(run, "ml/ray-0") == Names{"ray-x-head", "ray-x-small-worker-0", "ray-x-small-worker-1"});
  CHECK(run.expansions[0].groups.at(0).min_member == 3);
  CHECK(run.expansions[0].groups.at(0).min_resources == Amounts{{"cpu", "5500m"}, {"memory", "200Mi"}});
  CHECK(run.cluster.groups.at(0).members.size() == 4);
}

TEST_CASE("RayJob: no submitter in HTTPMode, a sidecar in SidecarMode, only a submitter for an existing cluster") {
  const auto job = [](const std::string& mode) {
    return dry_run("", ray("RayJob", "{submissionMode: " + mode + ", rayClusterSpec: " + ray_spec() + "}"));
  };
  CHECK(job("HTTPMode").made().size() == 3);
  CHECK(job("SidecarMode").expansions[0].roles.at(0).requests == Amounts{{"cpu", "1500m"}, {"memory", "200Mi"}});
  CHECK(dry_run("", ray("RayJob", "{clusterSelector: {ray.io/cluster: other}}")).made() == Names{"ml/ray-0"});
}

// kuberay common/job.go, GetSubmitterTemplate: a template of one's own gets no default
TEST_CASE("RayJob: what the API server refuses in the Job of the submitter") {
  const auto refusal = [](const std::string& policy) {
    return refusal_of(ray("RayJob", "{submitterPodTemplate: {spec: {" + policy +
                                        "containers: [{name: s, image: s}]}}, rayClusterSpec: " + ray_spec() + "}"));
  };
  CHECK(refusal("restartPolicy: Never, ").empty());
  CHECK(refusal("") == "RayJob ml/ray makes an invalid Job: spec.submitterPodTemplate.spec.restartPolicy: Required "
                       "value: valid values: \"OnFailure\", \"Never\"");
  CHECK(refusal("restartPolicy: Always, ").find("makes an invalid Job") != std::string::npos);
}

TEST_CASE("RayJob with scheduler-plugins: no group, but a warning") {
  const DryRun run = dry_run("", ray("RayJob", "{rayClusterSpec: " + ray_spec() + "}"),
                             option("kuberay.batch-scheduler=scheduler-plugins"));
  CHECK(run.expansions[0].groups.empty());
  REQUIRE(run.cluster.problems.size() == 1);
  CHECK(run.cluster.problems[0].object == "RayJob ml/ray");
}

TEST_CASE("RayService and RayCronJob create clusters of their own") {
  CHECK(dry_run("", ray("RayService", "{rayClusterConfig: " + ray_spec() + "}")).made() ==
        Names{"ml/ray-x-head", "ml/ray-x-small-worker-0", "ml/ray-x-small-worker-1"});
  CHECK(dry_run("", ray("RayCronJob", "{schedule: \"* * * * *\", jobTemplate: {rayClusterSpec: " + ray_spec() + "}}"))
            .made()
            .size() == 4);
}

TEST_CASE("RayCronJob: its labels do not apply to its runs") {
  const DryRun run =
      dry_run("", ray("RayCronJob", "{schedule: \"* * * * *\", jobTemplate: {rayClusterSpec: " + ray_spec() + "}}",
                      "ray.io/gang-scheduling-enabled: \"true\", volcano.sh/queue-name: research"));
  CHECK(run.expansions[0].groups.empty());
  CHECK(run.cluster.problems.empty());
}

namespace {

const std::string k_step = "metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: ";

std::string runtime(const std::string& policy, const std::string& jobs) {
  return "---\napiVersion: trainer.kubeflow.org/v1alpha1\nkind: ClusterTrainingRuntime\nmetadata: {name: torch}\n"
         "spec: {" +
         policy + " template: {spec: {replicatedJobs: [" + jobs + "]}}}\n";
}

// A replicated job of a runtime, with a container called node.
std::string step_job(const std::string& name, const std::string& step, const std::string& more = {}) {
  return "{name: " + name + ", " + more + " template: {" + (step.empty() ? "" : k_step + step + "}}, ") +
         "spec: {template: {spec: {containers: [{name: node, image: a, resources: {requests: {cpu: 1}}}]}}}}}";
}

std::string train_job(const std::string& spec) {
  return object("trainer.kubeflow.org/v1alpha1", "TrainJob", "ml/t", "spec: {runtimeRef: {name: torch}, " + spec + "}");
}

} // namespace

TEST_CASE("TrainJob: the JobSet of its runtime, with its own nodes and resources") {
  const std::string torch = runtime("mlPolicy: {numNodes: 1, torch: {}},", step_job("node", "trainer"));
  const DryRun run =
      dry_run("", torch + train_job("trainer: {numNodes: 3, resourcesPerNode: {requests: {nvidia.com/gpu: 2}}}"));
  CHECK(run.made() == Names{"ml/t-node-0-0", "ml/t-node-0-1", "ml/t-node-0-2"});
  CHECK(run.expansions[0].kind == "TrainJob");
  CHECK(run.expansions[0].roles.at(0).requests == Amounts{{"cpu", "1"}, {"nvidia.com/gpu", "2"}});
  CHECK(run.expansions[0].groups.empty());
  CHECK(run.pod("ml/t-node-0-0").spec->scheduler_name == "default-scheduler");
  CHECK(dry_run("", torch + train_job("suspend: false")).made().size() == 1);
  CHECK(dry_run(torch, train_job("suspend: false")).made().size() == 1); // from a saved cluster
}

TEST_CASE("TrainJob: podGroupPolicy creates a group of all steps, waiting ones included") {
  const std::string torch =
      runtime("mlPolicy: {numNodes: 2, torch: {}}, podGroupPolicy: {coscheduling: {scheduleTimeoutSeconds: 100}},",
              step_job("init", "dataset-initializer") + ", " +
                  step_job("node", "trainer", "dependsOn: [{name: init, status: Complete}],"));
  const DryRun run = dry_run("", torch + train_job("trainer: {numNodes: 2}"));
  CHECK(run.expansions[0].groups.at(0).name == "t");
  CHECK(run.expansions[0].groups.at(0).min_member == 3);
  CHECK(run.expansions[0].groups.at(0).min_resources == Amounts{{"cpu", "3"}});
  CHECK(run.made() == Names{"ml/t-init-0-0"});
  REQUIRE(run.cluster.groups.size() == 1);
  CHECK(run.cluster.groups[0].members.size() == 1);
  CHECK(run.cluster.groups[0].schedule_timeout_seconds == 100);
}

TEST_CASE("TrainJob with MPI: the nodes belong to the job called node, and the launcher may be one of them") {
  const auto nodes = [](const std::string& mpi) {
    const std::string deepspeed = runtime("mlPolicy: {numNodes: 1, mpi: {" + mpi + "}},",
                                          step_job("launcher", "trainer") + ", " + step_job("node", ""));
    return dry_run("", deepspeed + train_job("trainer: {numNodes: 4}")).made();
  };
  CHECK(nodes("runLauncherAsNode: true") ==
        Names{"ml/t-launcher-0-0", "ml/t-node-0-0", "ml/t-node-0-1", "ml/t-node-0-2"});
  CHECK(nodes("runLauncherAsNode: false").size() == 5);
}

TEST_CASE("TrainJob: runtimePatches merge by name") {
  const std::string torch = runtime("mlPolicy: {numNodes: 1, torch: {}},", step_job("node", "trainer"));
  const std::string patch =
      "runtimePatches: [{manager: m, trainingRuntimeSpec: {template: {spec: {replicatedJobs: "
      "[{name: node, template: {spec: {template: {spec: {schedulerName: gang, nodeSelector: {a: b}}}}}}]}}}}]";
  const DryRun run = dry_run("", torch + train_job(patch));
  CHECK(run.pod("ml/t-node-0-0").spec->scheduler_name == "gang");
  CHECK(run.expansions[0].roles.at(0).requests == Amounts{{"cpu", "1"}});
}

TEST_CASE("an operator and its webhook are an assumption, once for each kind") {
  const std::string torch = runtime("mlPolicy: {numNodes: 1, torch: {}},", step_job("node", "trainer"));
  const DryRun run = dry_run("", torch + train_job("suspend: false") + job_set(replicated("w", "replicas: 1")));
  std::vector<std::string> assumed;
  for (const model::Asked& entry : run.cluster.asked) {
    if (entry.because.starts_with("the operator")) { assumed.push_back(entry.because); }
  }
  CHECK(assumed ==
        std::vector<std::string>{"the operator of TrainJob runs and watches namespace ml, and its webhook accepts it",
                                 "the operator of JobSet runs and watches namespace ml"}); // its webhook is known
}

// trainer: pkg/webhooks, plugins torch and jobset: Validate
TEST_CASE("TrainJob: what its webhook refuses") {
  const auto& refusal = refusal_of;
  const std::string torch = runtime("mlPolicy: {numNodes: 1, torch: {}},", step_job("node", "trainer"));
  CHECK(refusal(torch + train_job("trainer: {numNodes: 2}")).empty());
  CHECK(
      refusal(train_job("trainer: {numNodes: 2}") + torch) ==
      "TrainJob ml/t names ClusterTrainingRuntime torch, which comes later in the manifest; kubectl applies in order");
  CHECK(refusal(torch + train_job("trainer: {env: [{name: PET_NNODES, value: \"1\"}]}")) ==
        "TrainJob ml/t is invalid: spec.trainer.env: must not have reserved envs: PET_NNODES");
  CHECK(refusal(torch + train_job("initializer: {dataset: {storageUri: \"hf://x\"}}")).find("dataset-initializer") !=
        std::string::npos);
  CHECK(refusal(torch + train_job("trainer: {numProcPerNode: foo}")).find("is no number") != std::string::npos);
  CHECK(refusal(torch + train_job("podTemplateOverrides: [{targetJobs: [{name: zzz}], spec: {}}]")).find("zzz") !=
        std::string::npos);
  CHECK(refusal(runtime("mlPolicy: {torch: {}, mpi: {}},", step_job("node", "trainer")) + train_job("suspend: false"))
            .find("only one of the policy") != std::string::npos);
}

TEST_CASE("TrainJob: what the webhook of JobSet refuses, and the API server in its Jobs") {
  const std::string job = step_job("node", "trainer");
  const std::string long_name(58, 'a');
  CHECK(refusal_of(runtime("", job) + object("trainer.kubeflow.org/v1alpha1", "TrainJob", "ml/" + long_name,
                                             "spec: {runtimeRef: {name: torch}}"))
            .starts_with("TrainJob ml/" + long_name +
                         " makes an invalid JobSet: spec.replicatedJobs[0].name: Invalid value"));
  std::string retries = job;
  retries.replace(retries.find("spec: {template"), 7, "spec: {backoffLimit: -1, ");
  CHECK(refusal_of(runtime("", retries) + train_job("suspend: false")) ==
        "TrainJob ml/t makes an invalid Job: spec.runtimeRef.replicatedJobs[0].template.spec.backoffLimit: Invalid "
        "value: -1: must be greater than or equal to 0");
}

TEST_CASE("TrainJob without its runtime reports what to pass") {
  CHECK(error_of([] { dry_run("", train_job("suspend: false")); }) ==
        "manifest.yaml, line 2: TrainJob t: spec.runtimeRef: there is no ClusterTrainingRuntime torch; it says which "
        "pods "
        "the job has, so pass it too: kubectl get clustertrainingruntime torch -o yaml > runtime.yaml, and -f "
        "runtime.yaml");
}
