// SPDX-License-Identifier: Apache-2.0
// dry-run: the Workloads that Kueue makes for a manifest.
#include "snapshot/dry_run.hpp"

#include "util/concat.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace {

using Texts = std::vector<std::string>;

const std::string k_queue = "kueue.x-k8s.io/queue-name: ";

std::string kueue_queue(const std::string& name) {
  return object("kueue.x-k8s.io/v1beta1", "ResourceFlavor", "f", "spec: {}") +
         object("kueue.x-k8s.io/v1beta1", "ClusterQueue", "cq",
                "spec: {namespaceSelector: {}, resourceGroups: [{coveredResources: [cpu], flavors: [{name: f, "
                "resources: [{name: cpu, nominalQuota: 4}]}]}]}") +
         object("kueue.x-k8s.io/v1beta1", "LocalQueue", "ml/" + name, "spec: {clusterQueue: cq}");
}

// The ConfigMap of Kueue's manager.
std::string kueue_configuration(const std::string& frameworks) {
  return object(
      "v1", "ConfigMap", "kueue-system/kueue-manager-config",
      "data: {c: '{apiVersion: config.kueue.x-k8s.io/v1beta1, kind: Configuration, integrations: {frameworks: "
      "[" +
          frameworks + "]}}'}");
}

// "pod-x: 1", and "?" if Kueue may not make it
Texts kueue_units(const std::string& cluster, const std::string& manifest) {
  Texts found;
  for (const model::KueueWorkload& workload : dry_run(cluster, manifest).cluster.kueue_workloads) {
    std::string counts;
    for (const model::KueuePodSet& set : workload.pod_sets) {
      counts += util::concat(counts.empty() ? "" : "+", set.count);
    }
    found.push_back(util::concat(workload.name, ": ", counts, workload.perhaps.empty() ? "" : "?"));
  }
  return found;
}

std::string queued_job_set(const std::string& of_job, const std::string& of_pod) {
  return object("jobset.x-k8s.io/v1alpha2", "JobSet", "ml/js",
                "spec: {replicatedJobs: [{name: w, replicas: 2, template: {metadata: {labels: {" + of_job +
                    "}}, spec: {parallelism: 2, completions: 2, " + pod_template(of_pod, "restartPolicy: Never") +
                    "}}}]}");
}

} // namespace

TEST_CASE("Kueue manages pods with a queue name whose owner has none") {
  const std::string label = k_queue + "q";
  const std::string job =
      object("batch/v1", "Job", "ml/j",
             "spec: {parallelism: 2, completions: 2, " + pod_template(label, "restartPolicy: Never") + "}");
  CHECK(kueue_units(kueue_queue("q"), job) == Texts{"pod-j-0: 1?", "pod-j-1: 1?"});
  CHECK(kueue_units(kueue_queue("q") + kueue_configuration("batch/job, pod"), job) ==
        Texts{"pod-j-0: 1", "pod-j-1: 1"});
  CHECK(kueue_units(kueue_queue("q") + kueue_configuration("batch/job"), job).empty());
  const std::string workflow =
      object("argoproj.io/v1alpha1", "Workflow", "ml/w",
             "spec: {entrypoint: a, podMetadata: {labels: {" + label +
                 "}}, templates: [{name: a, container: {image: x, resources: {requests: {cpu: 1}}}}]}");
  CHECK(kueue_units(kueue_queue("q"), workflow) == Texts{"pod-w-a-0: 1?"});
  const std::string volcano_job =
      object("batch.volcano.sh/v1alpha1", "Job", "ml/v",
             "spec: {minAvailable: 1, tasks: [{name: a, replicas: 1, " + pod_template(label) + "}]}");
  CHECK(kueue_units(kueue_queue("q"), volcano_job) == Texts{"pod-v-a-0: 1?"});
}

TEST_CASE("Kueue manages the Jobs of a JobSet that name a queue") {
  const std::string label = k_queue + "q";
  CHECK(kueue_units(kueue_queue("q"), queued_job_set(label, "")) == Texts{"job-js-w-0: 2", "job-js-w-1: 2"});
  CHECK(kueue_units(kueue_queue("q"), queued_job_set(label, label)) == Texts{"job-js-w-0: 2", "job-js-w-1: 2"});
  CHECK(kueue_units(kueue_queue("q"), queued_job_set("", label)).size() == 4);
}

TEST_CASE("Kueue makes a Workload for each pod of a Deployment and each group of a LeaderWorkerSet") {
  const auto labelled = [](std::string_view api_version, std::string_view kind, const std::string& spec) {
    return util::concat("---\n{apiVersion: ", api_version, ", kind: ", kind,
                        ", metadata: {namespace: ml, name: x, labels: {", k_queue, "q}}, spec: {", spec, "}}\n");
  };
  const std::string deployment =
      labelled("apps/v1", "Deployment", "replicas: 2, selector: {matchLabels: {a: b}}, " + pod_template("a: b"));
  CHECK(kueue_units(kueue_queue("q"), deployment) == Texts{"pod-x-0: 1", "pod-x-1: 1"});
  std::string worker = pod_template();
  worker.replace(0, std::string("template").size(), "workerTemplate");
  const std::string set = labelled("leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet",
                                   "replicas: 2, leaderWorkerTemplate: {size: 3, " + worker + "}");
  CHECK(kueue_units(kueue_queue("q"), set) == Texts{"leaderworkerset-x-0: 3", "leaderworkerset-x-1: 3"});
}

TEST_CASE("each role is a pod set of its own, also if the pods of two are equal") {
  const std::string job = "replicas: 1, template: {spec: {parallelism: 2, completions: 2, " +
                          pod_template("", "restartPolicy: Never") + "}}";
  const std::string job_set =
      "---\n{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {namespace: ml, name: "
      "js, labels: {" +
      k_queue + "q}}, spec: {replicatedJobs: [{name: a, " + job + "}, {name: b, " + job + "}]}}\n";
  const DryRun run = dry_run(kueue_queue("q"), job_set);
  REQUIRE(run.cluster.kueue_workloads.size() == 1);
  const std::vector<model::KueuePodSet>& sets = run.cluster.kueue_workloads[0].pod_sets;
  REQUIRE(sets.size() == 2);
  CHECK(sets[0].name == "a");
  CHECK(sets[0].count == 2);
  REQUIRE(sets[1].pods.size() == 2);
  CHECK(run.cluster.pods[static_cast<std::size_t>(sets[1].pods[0])].name == "js-b-0-0");
}

TEST_CASE("equal pods of a group are one pod set, whatever their names") {
  const auto member = [](const std::string& name, const std::string& requests) {
    return pod(name, {.metadata = "annotations: {kueue.x-k8s.io/pod-group-total-count: \"3\"}, ",
                      .labels = k_queue + "q, kueue.x-k8s.io/pod-group-name: work",
                      .requests = requests});
  };
  const std::string members = member("ml/a", "cpu: 1") + member("ml/b", "cpu: 2") + member("ml/c", "cpu: 1");
  CHECK(kueue_units(kueue_queue("q"), members) == Texts{"work: 2+1"});
}

TEST_CASE("pods that come after others have completed need quota from the start") {
  const auto job = [](int pods) {
    return util::concat("replicas: 1, template: {spec: {parallelism: ", pods, ", completions: ", pods, ", ",
                        pod_template("", "restartPolicy: Never"), "}}");
  };
  const std::string job_set = util::concat(
      "---\n{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, metadata: {namespace: ml, name: js, labels: {",
      k_queue, "q}}, spec: {replicatedJobs: [{name: a, ", job(2),
      "}, {name: b, dependsOn: [{name: a, status: Complete}], ", job(3), "}]}}\n");
  CHECK(kueue_units(kueue_queue("q"), job_set) == Texts{"jobset-js: 2+3"});
}

// kueue jobframework ExtractPriority; kubeflowjob_controller.go and mpijob_controller.go, PriorityClass
TEST_CASE("a Workload has the priority of its label's class, its policy, or the first pod set that names a class") {
  const std::string classes = object("scheduling.k8s.io/v1", "PriorityClass", "low", "value: 1") +
                              object("scheduling.k8s.io/v1", "PriorityClass", "high", "value: 9") +
                              object("kueue.x-k8s.io/v1beta1", "WorkloadPriorityClass", "urgent", "value: 5");
  const auto priority = [&](std::string_view api_version, std::string_view kind, const std::string& labels,
                            const std::string& spec) {
    const DryRun run =
        dry_run(kueue_queue("q") + classes, util::concat("---\n{apiVersion: ", api_version, ", kind: ", kind,
                                                         ", metadata: {namespace: ml, name: x, labels: {", k_queue, "q",
                                                         labels, "}}, spec: {", spec, "}}\n"));
    REQUIRE(run.cluster.kueue_workloads.size() == 1);
    return run.cluster.kueue_workloads[0].priority;
  };
  const auto job_set = [](const std::string& a, const std::string& b) {
    const auto job = [](const std::string& more) {
      return "template: {spec: {" + pod_template("", "restartPolicy: Never" + more) + "}}";
    };
    return "replicatedJobs: [{name: a, " + job(a) + "}, {name: b, " + job(b) + "}]";
  };
  const std::string low = ", priorityClassName: low", high = ", priorityClassName: high";
  CHECK(priority("jobset.x-k8s.io/v1alpha2", "JobSet", "", job_set(low, high)) == 1);
  CHECK(priority("jobset.x-k8s.io/v1alpha2", "JobSet", "", job_set("", high)) == 9);
  CHECK(priority("jobset.x-k8s.io/v1alpha2", "JobSet", "", job_set("", "")) == 0);
  CHECK(priority("jobset.x-k8s.io/v1alpha2", "JobSet", ", kueue.x-k8s.io/priority-class: urgent",
                 job_set(high, high)) == 5);
  const std::string policy = "runPolicy: {schedulingPolicy: {priorityClass: low}}, ";
  const auto roles = [](const std::string& first, const std::string& a, const std::string& second,
                        const std::string& b) {
    return first + ": {replicas: 1, " + pod_template("", "restartPolicy: Never" + a) + "}, " + second +
           ": {replicas: 1, " + pod_template("", "restartPolicy: Never" + b) + "}";
  };
  const std::string launched = "mpiReplicaSpecs: {" + roles("Launcher", low, "Worker", high) + "}";
  CHECK(priority("kubeflow.org/v2beta1", "MPIJob", "", launched) == 1);
  CHECK(priority("kubeflow.org/v1", "PaddleJob", "",
                 policy + "paddleReplicaSpecs: {" + roles("Master", high, "Worker", high) + "}") == 1);
  CHECK(priority("kubeflow.org/v1", "PaddleJob", "",
                 "paddleReplicaSpecs: {" + roles("Worker", high, "Master", low) + "}") == 1);
  const std::string cron = "schedule: '0 0 * * *', jobTemplate: {metadata: {labels: {" + k_queue + "q}}, spec: {" +
                           pod_template("", "restartPolicy: Never") + "}}";
  CHECK(priority("batch/v1", "CronJob", ", kueue.x-k8s.io/priority-class: urgent", cron) == 0);
}

TEST_CASE("an object that waits in a queue already keeps its place, and an admitted one its quota") {
  const std::string job = "---\n{apiVersion: batch/v1, kind: Job, metadata: {namespace: ml, name: j, labels: {" +
                          k_queue + "q}}, spec: {parallelism: 2, completions: 2, " +
                          pod_template("", "restartPolicy: Never") + "}}\n";
  const auto known = [](const std::string& more, int count) {
    return util::concat(
        "---\n{apiVersion: kueue.x-k8s.io/v1beta1, kind: Workload, metadata: {name: job-j-x, namespace: ml, "
        "creationTimestamp: '2026-01-01T00:00:00Z', ownerReferences: [{apiVersion: batch/v1, kind: Job, "
        "name: j, controller: true}]}, spec: {queueName: q, podSets: [{name: main, count: ",
        count, ", template: {spec: {containers: []}}}]}", more, "}\n");
  };
  const std::string admitted =
      ", status: {admission: {clusterQueue: cq}, conditions: [{type: Admitted, status: 'True'}]}";
  const DryRun waits = dry_run(kueue_queue("q") + known("", 1), job);
  REQUIRE(waits.cluster.kueue_workloads.size() == 1);
  const model::KueueWorkload& workload = waits.cluster.kueue_workloads[0];
  CHECK(workload.name == "job-j-x");
  CHECK_FALSE(workload.from_manifest);
  CHECK(workload.created == model::parse_time("2026-01-01T00:00:00Z"));
  CHECK(workload.pod_sets.at(0).count == 2);
  CHECK(workload.pods.size() == 2);
  const DryRun runs = dry_run(kueue_queue("q") + known(admitted, 2), job);
  REQUIRE(runs.cluster.kueue_workloads.size() == 1);
  CHECK(runs.cluster.kueue_workloads[0].pods.size() == 2);
  const std::vector<std::string> open = unasked(dry_run(kueue_queue("q") + known(admitted, 1), job));
  CHECK(std::ranges::any_of(open, [](const std::string& clause) { return clause.starts_with("Kueue has admitted"); }));
}

TEST_CASE("a label that looks like one of Kueue's gets a hint") {
  const auto hint = [](const std::string& key) {
    const std::string job =
        object("batch/v1", "Job", "ml/j", "spec: {" + pod_template(key + ": q", "restartPolicy: Never") + "}");
    const DryRun run = dry_run(kueue_queue("q"), job);
    return run.cluster.problems.empty() ? std::string() : run.cluster.problems.front().message;
  };
  const std::string meant = "; did you mean kueue.x-k8s.io/queue-name?";
  CHECK(hint("kueue.x-k8s.io/queuename") == "Kueue has no label kueue.x-k8s.io/queuename" + meant);
  CHECK(hint("kueue.x-k8s.io/local-queue") == "Kueue has no label kueue.x-k8s.io/local-queue" + meant);
  CHECK(hint("kueue.k8s.io/queue-name") == "Kueue has no label kueue.k8s.io/queue-name" + meant);
  CHECK(hint("kueue.x-k8s.io/queue-name").empty());
  CHECK(hint("app").empty());
}

TEST_CASE("what names no queue waits in the LocalQueue default of its namespace") {
  const auto unlabelled = [](std::string_view api_version, std::string_view kind, const std::string& name) {
    return object(api_version, kind, "ml/" + name,
                  "spec: {replicas: 1, selector: {matchLabels: {a: b}}, " + pod_template("a: b") + "}");
  };
  const std::string deployment = unlabelled("apps/v1", "Deployment", "d"),
                    replica_set = unlabelled("apps/v1", "ReplicaSet", "r"), single = pod("ml/p"),
                    cron_job = object("batch/v1", "CronJob", "ml/c",
                                      "spec: {schedule: '0 0 * * *', jobTemplate: {spec: {" +
                                          pod_template("", "restartPolicy: Never") + "}}}");
  const std::string all = deployment + replica_set + single + cron_job;
  CHECK(kueue_units(kueue_queue("default"), all) == Texts{"cronjob-c: 1", "pod-d-0: 1?", "pod-p: 1?", "pod-r-0: 1?"});
  CHECK(kueue_units(kueue_queue("default") + kueue_configuration("batch/job, pod"), all) ==
        Texts{"cronjob-c: 1", "pod-d-0: 1", "pod-p: 1", "pod-r-0: 1"});
  CHECK(kueue_units(kueue_queue("default") + kueue_configuration("batch/job"), all) == Texts{"cronjob-c: 1"});
  CHECK(kueue_units(kueue_queue("default") + kueue_configuration("pod"), cron_job) == Texts{"pod-c-0: 1"});
  CHECK(kueue_units(kueue_queue("other"), all).empty());
}

TEST_CASE("Kueue makes no Workload for a group of pods of more than 8 shapes") {
  const auto refusals = [](const std::string& manifest) {
    Texts clauses;
    for (const model::Asked& entry : dry_run(kueue_queue("q"), manifest).cluster.asked) {
      if (entry.reply == model::Reply::Refuses) { clauses.push_back(entry.because); }
    }
    return clauses;
  };
  const auto group = [](int count) {
    std::string pods;
    for (int i = 0; i < count; ++i) {
      pods += pod(util::concat("ml/p", i),
                  {.metadata = util::concat("annotations: {kueue.x-k8s.io/pod-group-total-count: '", count, "'}, "),
                   .labels = k_queue + "q, kueue.x-k8s.io/pod-group-name: g",
                   .requests = util::concat("cpu: ", 100 + i, "m")});
    }
    return pods;
  };
  CHECK(refusals(group(8)).empty());
  CHECK(refusals(group(10)) ==
        Texts{"Kueue makes no Workload for group ml/g: its pods have 10 shapes, and a group may have at most 8"});
}
