// SPDX-License-Identifier: Apache-2.0
// MiniCluster, Spark's own operator, Flink, Katib, HyperJob, and the groups that Jobs request. Expectations follow
// their controllers: flux-operator's NewMiniClusterJob, spark-kubernetes-operator's SparkAppSubmissionWorker with
// Spark's feature steps, flink-kubernetes-operator's FlinkConfigBuilder, Katib's ReconcileTrials, volcano-global's
// syncVCJobAndPP, and Kubernetes' job_scheduling_manager.
#include "snapshot/dry_run.hpp"

namespace {

using Names = std::vector<std::string>;
using Amounts = std::vector<std::pair<std::string, std::string>>;

const model::Expansion::Role& role_of(const DryRun& run, std::string_view name) {
  for (const model::Expansion::Role& role : run.expansions.at(0).roles) {
    if (role.name == name) { return role; }
  }
  FAIL("no role " << name);
  return run.role();
}

std::string mini_cluster(const std::string& spec) {
  return object("flux-framework.org/v1alpha2", "MiniCluster", "ml/flux",
                "spec: {" + spec + "containers: [{image: a, resources: {requests: {cpu: 2}}}]}");
}

} // namespace

TEST_CASE("MiniCluster: an indexed Job of size pods; a single container runs Flux") {
  const DryRun run = dry_run("", mini_cluster("size: 3, pod: {labels: {team: x}, schedulerName: volcano}, "));
  CHECK(run.made() == Names{"ml/flux-0", "ml/flux-1", "ml/flux-2"});
  CHECK(run.role().requests == Amounts{{"cpu", "2"}});
  CHECK(run.role().scheduler_name == "volcano");
  CHECK(label_of(run.pod("ml/flux-1"), "team") == "x");
  CHECK(label_of(run.pod("ml/flux-1"), "batch.kubernetes.io/job-completion-index") == "1");
  CHECK(*run.pod("ml/flux-1").owner == model::Owner{"batch/v1", "Job", "flux"});
  CHECK(run.pod("ml/flux-1").spec->preferred_affinity.size() +
            run.pod("ml/flux-1").spec->preferred_anti_affinity.size() ==
        2);
  CHECK(dry_run("", mini_cluster("")).made().size() == 1);
}

TEST_CASE("MiniCluster: an object whose spec has containers is no pod template") {
  CHECK(dry_run("", mini_cluster("size: 1, tasks: 2, ")).cluster.problems.empty());
}

TEST_CASE("MiniCluster: services share one pod, the view of Flux is an init container") {
  const DryRun run = dry_run(
      "", mini_cluster("size: 2, services: [{name: db, image: b, resources: {requests: {cpu: 1}}}], flux: {container: "
                       "{resources: {requests: {cpu: 3}}}}, "));
  CHECK(run.made() == Names{"ml/flux-0", "ml/flux-1", "ml/flux-services"});
  CHECK(role_of(run, "services").requests == Amounts{{"cpu", "1"}});
  CHECK(role_of(run, "flux").requests == Amounts{{"cpu", "3"}});
}

TEST_CASE("MiniCluster: the operator gives up on sizes that contradict each other") {
  const DryRun run = dry_run("", mini_cluster("size: 3, maxSize: 2, "));
  CHECK(std::ranges::any_of(run.cluster.asked, [](const model::Asked& entry) {
    return entry.reply == model::Reply::Refuses &&
           entry.because ==
               "MiniCluster ml/flux: its operator creates nothing, because spec.maxSize is 2 and spec.size is 3";
  }));
}

// minicluster_types.go, Validate; controllers/flux/volumes.go, getExistingVolumes
TEST_CASE("MiniCluster: what its operator refuses, what the API server refuses in its Job, and its volumes") {
  const auto refusal = [](const std::string& spec) {
    const DryRun run = dry_run("", object("flux-framework.org/v1alpha2", "MiniCluster", "ml/f", "spec: " + spec));
    const model::Asked* const refused = model::first_with(run.cluster.asked, model::Reply::Refuses);
    return refused == nullptr ? std::string() : refused->because;
  };
  const std::string nothing = "MiniCluster ml/f: its operator creates nothing, because ";
  CHECK(refusal("{containers: [{image: a}]}").empty());
  CHECK(refusal("{containers: [{image: a, runFlux: true}, {image: b, name: b}]}").empty());
  CHECK(refusal("null") == nothing + "0 containers run Flux instead of one");
  CHECK(refusal("{containers: [{image: a, name: a}, {image: b, name: b}]}") ==
        nothing + "0 containers run Flux instead of one");
  CHECK(refusal("{containers: [{image: a, runFlux: true}, {image: b}]}") ==
        nothing + "a container without runFlux has no name");
  CHECK(refusal("{containers: [{image: a, volumes: {v: {claimName: c}}}]}") == nothing + "volume v has no path");
  CHECK(refusal("{containers: [{image: a}], deadlineSeconds: 0}") ==
        "MiniCluster ml/f fails at once, because deadlineSeconds is 0");
  CHECK(refusal("{containers: [{image: a}], pod: {restartPolicy: Always}}")
            .starts_with("MiniCluster ml/f makes an invalid Job: spec.template.spec.restartPolicy: Required value"));
  const DryRun run = dry_run(
      "",
      object("flux-framework.org/v1alpha2", "MiniCluster", "ml/f",
             "spec: {size: 2, containers: [{image: a, volumes: {v: {claimName: c, path: /c}, e: {emptyDir: true}}}]}"));
  CHECK(run.made().size() == 2);
  const std::vector<model::Volume>& volumes = run.pod("ml/f-0").spec->volumes;
  CHECK(std::ranges::find(volumes, "c", &model::Volume::reference) != volumes.end());
}

namespace {

std::string apache_spark(const std::string& conf, const std::string& spec = {}) {
  return object("spark.apache.org/v1", "SparkApplication", "ml/pi", "spec: {" + spec + "sparkConf: {" + conf + "}}");
}

} // namespace

TEST_CASE("SparkApplication of spark.apache.org: sparkConf gives the number and the size of the executors") {
  const DryRun run = dry_run(
      "", apache_spark("spark.executor.instances: \"3\", spark.executor.memory: 4g, spark.executor.cores: \"2\", "
                       "spark.kubernetes.scheduler.name: volcano, spark.executor.resource.gpu.amount: \"1\", "
                       "spark.executor.resource.gpu.vendor: nvidia.com, spark.kubernetes.executor.label.x: \"y\""));
  CHECK(run.made() == Names{"ml/pi-0-driver", "ml/pi-0-exec-1", "ml/pi-0-exec-2", "ml/pi-0-exec-3"});
  CHECK(role_of(run, "driver").requests == Amounts{{"cpu", "1"}, {"memory", "1408Mi"}});
  // 4096 MiB and a tenth of them.
  CHECK(role_of(run, "executor").requests == Amounts{{"cpu", "2"}, {"memory", "4505Mi"}, {"nvidia.com/gpu", "1"}});
  CHECK(role_of(run, "executor").scheduler_name == "volcano");
  CHECK(awaited(run, "ml/pi-0-exec-3") == Names{"pi-0-driver"});
  CHECK(label_of(run.pod("ml/pi-0-exec-3"), "x") == "y");
  CHECK(*run.pod("ml/pi-0-exec-3").owner == model::Owner{"v1", "Pod", "pi-0-driver"});
}

TEST_CASE("SparkApplication of spark.apache.org: defaults, Python, dynamic allocation, one pod") {
  CHECK(dry_run("", apache_spark("")).made().size() == 3);
  // 40 % for Python, but at least 384 MiB.
  CHECK(role_of(dry_run("", apache_spark("spark.driver.memory: 2g", "pyFiles: a.py, ")), "driver").requests ==
        Amounts{{"cpu", "1"}, {"memory", "2867Mi"}});
  const std::string dynamic = "spark.dynamicAllocation.enabled: \"true\", spark.dynamicAllocation.maxExecutors: \"9\"";
  CHECK(dry_run("", apache_spark(dynamic)).made().size() == 1);
  CHECK(dry_run("", apache_spark(dynamic + ", spark.dynamicAllocation.minExecutors: \"2\"")).made().size() == 3);
  const DryRun one = dry_run(
      "", apache_spark("spark.kubernetes.driver.master: \"local[10]\", spark.kubernetes.driver.request.cores: \"5\""));
  CHECK(one.made() == Names{"ml/pi-0-driver"});
  CHECK(one.role().requests.front() == std::pair<std::string, std::string>("cpu", "5"));
}

// its CustomResourceDefinition
TEST_CASE("SparkApplication of spark.apache.org: a spec with the version of Spark is required") {
  const auto refusal = [](const std::string& spec) {
    const DryRun run = dry_run("", object("spark.apache.org/v1", "SparkApplication", "ml/pi", "spec: " + spec));
    const model::Asked* const refused = model::first_with(run.cluster.asked, model::Reply::Refuses);
    return refused == nullptr ? std::string() : refused->because;
  };
  CHECK(refusal("null") == "SparkApplication ml/pi is invalid: spec: Required value");
  CHECK(refusal("{sparkConf: {a: b}}") == "SparkApplication ml/pi is invalid: spec.runtimeVersions: Required value");
  CHECK(refusal("{runtimeVersions: {sparkVersion: 4.1.0}, deploymentMode: ClusterMode}").empty());
}

TEST_CASE("SparkApplication of spark.apache.org: pod templates, and the group of Volcano's feature step") {
  const DryRun run = dry_run(
      "",
      apache_spark("spark.kubernetes.driver.pod.featureSteps: org.apache.spark.deploy.k8s.features.VolcanoFeatureStep, "
                   "spark.kubernetes.scheduler.volcano.podGroupTemplateFile: /g.yaml",
                   "runtimeVersions: {sparkVersion: 4.1.0}, executorSpec: {podTemplateSpec: {spec: {priorityClassName: "
                   "high, nodeSelector: {a: b}}}}, "));
  REQUIRE(run.expansions[0].groups.size() == 1);
  CHECK(run.expansions[0].groups[0].name == "pi-0-podgroup");
  CHECK(run.pod("ml/pi-0-exec-1").spec->node_selector.size() == 1);
  CHECK(unasked(run).front() ==
        "SparkApplication ml/pi: the file of spark.kubernetes.scheduler.volcano.podGroupTemplateFile "
        "has the quorum, and it is not in the input");
}

namespace {

std::string flink(const std::string& spec, const std::string& memory = "\"2048m\"") {
  const std::string resources = "{resources: {requests: {memory: " + memory + ", cpu: 1}}";
  return object("flink.apache.org/v1beta1", "FlinkDeployment", "ml/f",
                "spec: {image: f, jobManager: " + resources + "}, taskManager: " + resources + ", " + spec);
}

} // namespace

TEST_CASE("FlinkDeployment: TaskManagers by parallelism and slots, after the JobManager; memory is binary") {
  const DryRun run =
      dry_run("", flink("}, job: {parallelism: 5}, flinkConfiguration: {taskmanager.numberOfTaskSlots: 2}}"));
  CHECK(run.made() == Names{"ml/f-0", "ml/f-taskmanager-1-0", "ml/f-taskmanager-1-1", "ml/f-taskmanager-1-2"});
  CHECK(role_of(run, "jobmanager").requests == Amounts{{"cpu", "1"}, {"memory", "2Gi"}});
  CHECK(role_of(run, "taskmanager").requests == Amounts{{"cpu", "1"}, {"memory", "2Gi"}});
  CHECK(awaited(run, "ml/f-taskmanager-1-0") == Names{"f-0"});
  CHECK(unasked(run).empty());
  // The operator's configuration decides about missing values.
  const DryRun open = dry_run("", flink("}, job: {parallelism: 2}}"));
  CHECK(role_of(open, "taskmanager").count == 2);
  CHECK(unasked(open).front().find("taskmanager.numberOfTaskSlots") != std::string::npos);
}

TEST_CASE("FlinkDeployment: limits are the requests, times a factor, or those of the role") {
  const auto limits = [](const std::string& manifest) {
    const DryRun run = dry_run("", manifest);
    Amounts texts;
    for (const auto& [name, quantity] : run.cluster.quota_charges.at(0).amounts) { // of the JobManager
      if (name.starts_with("limits.")) { texts.emplace_back(name.substr(name.find('.') + 1), quantity.text()); }
    }
    return texts;
  };
  CHECK(limits(flink("}}")) == Amounts{{"cpu", "1"}, {"memory", "2Gi"}});
  CHECK(limits(flink("}, flinkConfiguration: {kubernetes.jobmanager.cpu.limit-factor: 1.5, kubernetes: {jobmanager: "
                     "{memory: {limit-factor: 2}}}}}")) == Amounts{{"cpu", "1500m"}, {"memory", "4Gi"}});
  CHECK(
      limits(object("flink.apache.org/v1beta1", "FlinkDeployment", "ml/f",
                    "spec: {image: f, jobManager: {resources: {requests: {memory: 1Gi, cpu: 1}, limits: {memory: 3Gi, "
                    "cpu: 4}}}}")) == Amounts{{"cpu", "4"}, {"memory", "3Gi"}});
}

TEST_CASE("FlinkDeployment: what its validator wants of the operator's configuration is open, the rest is refused") {
  const std::string job =
      "}, flinkVersion: v1_20, serviceAccount: default, job: {parallelism: 1, upgradeMode: savepoint}, "
      "flinkConfiguration: {taskmanager.numberOfTaskSlots: 1, ";
  CHECK(unasked(dry_run("", flink(job + "state.checkpoints.dir: a, state.savepoints.dir: b}}"))).empty());
  CHECK(
      unasked(dry_run("", flink(job + "state: {checkpoints: {dir: a}}}}"))) ==
      Names{
          "FlinkDeployment ml/f: spec.flinkConfiguration has no execution.checkpointing.savepoint-dir, and savepoints "
          "need one"});
  const auto refusals = [](const DryRun& run) {
    return std::ranges::count(run.cluster.asked, model::Reply::Refuses, &model::Asked::reply);
  };
  CHECK(refusals(dry_run("", flink(job + "state.savepoints.dir: b}}"))) == 0);
  CHECK(refusals(dry_run("", flink(job + "kubernetes.namespace: x}}"))) == 1);
}

TEST_CASE("FlinkDeployment: replicas of the TaskManager, standalone mode, a session, external resources") {
  const DryRun alone = dry_run("", flink("replicas: 3}, mode: standalone, job: {parallelism: 1}}", "2Gi"));
  CHECK(role_of(alone, "taskmanager").now == 3);
  CHECK(role_of(alone, "taskmanager").requests == Amounts{{"cpu", "1"}, {"memory", "2Gi"}});
  CHECK(dry_run("", flink("}}")).made() == Names{"ml/f-0"});
  const DryRun gpus = dry_run(
      "", flink("}, job: {parallelism: 1}, flinkConfiguration: {taskmanager.numberOfTaskSlots: 1, external-resources: "
                "gpu, external-resource.gpu.amount: 2, external-resource.gpu.kubernetes.config-key: nvidia.com/gpu}}"));
  CHECK(role_of(gpus, "taskmanager").requests.back() == std::pair<std::string, std::string>("nvidia.com/gpu", "2"));
}

namespace {

std::string first_refusal(const std::string& manifest) {
  const DryRun run = dry_run("", manifest);
  const model::Asked* const refused = model::first_with(run.cluster.asked, model::Reply::Refuses);
  return refused == nullptr ? std::string() : refused->because;
}

} // namespace

// robfig/cron, which all of them parse schedules with
TEST_CASE("kinds with a schedule: the operator refuses one that is invalid, and one that no day matches makes no run") {
  struct Kind {
    std::string api_version, kind, spec;
  };
  const std::string head = "{rayClusterSpec: {headGroupSpec: {rayStartParams: {}, " + pod_template() + "}}}";
  const Kind kinds[] = {
      {"argoproj.io/v1alpha1", "CronWorkflow",
       "workflowSpec: {entrypoint: a, templates: [{name: a, container: {image: a}}]}"},
      {"batch.volcano.sh/v1alpha1", "CronJob", "jobTemplate: {spec: {tasks: [{name: a, " + pod_template() + "}]}}"},
      {"ray.io/v1", "RayCronJob", "jobTemplate: " + head},
      {"sparkoperator.k8s.io/v1beta2", "ScheduledSparkApplication",
       "template: {type: Java, sparkVersion: 3.5.0, driver: {}, executor: {}}"}};
  for (const Kind& each : kinds) {
    CAPTURE(each.kind);
    const auto refusal = [&](const std::string& schedule) {
      return first_refusal(
          object(each.api_version, each.kind, "ml/c", "spec: {schedule: \"" + schedule + "\", " + each.spec + "}"));
    };
    CHECK(refusal("@every 5m").empty());
    CHECK(refusal("0 4 * * 1").empty());
    CHECK(refusal("bad") == each.kind + " ml/c is invalid: spec.schedule: Invalid value: \"bad\": expected exactly 5 "
                                        "fields, found 1: [bad]");
    CHECK(refusal("0 0 30 2 *") == each.kind + " ml/c never runs: no day matches its schedule 0 0 30 2 *");
    CHECK(refusal("TZ=UTC 0 4 * * 1").empty() != (each.kind == "RayCronJob" || each.kind == "CronJob"));
  }
  CHECK(first_refusal(object("sparkoperator.k8s.io/v1beta2", "ScheduledSparkApplication", "ml/c",
                             "spec: {schedule: \"@daily\", template: {type: Foo, sparkVersion: 3.5.0, driver: {}, "
                             "executor: {}}}"))
            .starts_with("ScheduledSparkApplication ml/c makes an invalid SparkApplication: spec.type: Unsupported"));
}

TEST_CASE("CronWorkflow: when it is false, and when only earlier runs can tell") {
  const auto cron = [](const std::string& spec) {
    return object("argoproj.io/v1alpha1", "CronWorkflow", "ml/c",
                  "spec: {" + spec + " workflowSpec: {entrypoint: a, templates: [{name: a, container: {image: a}}]}}");
  };
  CHECK(first_refusal(cron("schedules: [\"@daily\"], when: \"1 < 2\",")).empty());
  CHECK(first_refusal(cron("schedules: [\"@daily\"], when: \"false\",")) ==
        "CronWorkflow ml/c: spec.when is false, so it never runs: false");
  CHECK(unasked(dry_run("", cron("schedules: [\"@daily\"], when: \"{{= cronworkflow.failed < 3 }}\","))).front() ==
        "CronWorkflow ml/c: spec.when is not evaluated: {{= cronworkflow.failed < 3 }}");
  CHECK(first_refusal(cron("")) == "CronWorkflow ml/c is invalid: spec.schedules: Required value: cron workflow must "
                                   "have at least one schedule");
  CHECK(first_refusal(cron("schedules: [\"@daily\", bad],")).find("spec.schedules[1]") != std::string::npos);
}

namespace {

std::string experiment(const std::string& trial, const std::string& counts = "parallelTrialCount: 2, ") {
  return object("kubeflow.org/v1beta1", "Experiment", "ml/e",
                "spec: {" + counts +
                    "algorithm: {algorithmName: random}, metricsCollectorSpec: {collector: {kind: None}}, "
                    "trialTemplate: {trialSpec: " +
                    trial + "}}");
}

} // namespace

TEST_CASE("Experiment: trials of any kind, as many as may run at once") {
  const std::string job = "{apiVersion: batch/v1, kind: Job, spec: {" + pod_template() + "}}";
  CHECK(dry_run("", experiment(job)).made() == Names{"ml/e-0-0", "ml/e-1-0"});
  CHECK(dry_run("", experiment(job, "")).made().size() == 3);
  CHECK(dry_run("", experiment(job, "parallelTrialCount: 4, maxTrialCount: 1, ")).made().size() == 1);
  const DryRun pytorch =
      dry_run("", experiment("{apiVersion: kubeflow.org/v1, kind: PyTorchJob, spec: {pytorchReplicaSpecs: {Master: {" +
                             pod_template() + "}, Worker: {replicas: 2, " + pod_template() + "}}}}"));
  CHECK(pytorch.made().size() == 6);
  CHECK(unasked(pytorch) ==
        Names{"Experiment ml/e: Deployment e-random of the suggestions has the resources in Katib's "
              "configuration, which is not in the input"});
}

TEST_CASE("Experiment: a parameter in a field that scheduling reads leaves the answer open, with its name") {
  const auto job = [](const std::string& cpu) {
    return "{apiVersion: batch/v1, kind: Job, spec: {template: {spec: {containers: [{name: a, image: a, args: "
           "[\"${trialParameters.lr}\"], resources: {requests: {cpu: \"" +
           cpu + "\"}}}]}}}}";
  };
  CHECK(unasked(dry_run("", experiment(job("1")))).size() == 1);
  CHECK(unasked(dry_run("", experiment(job("${trialParameters.cpu}")))).back() ==
        "Experiment ml/e: spec.trialTemplate.trialSpec.spec.template.spec.containers[0].resources.requests.cpu is "
        "${trialParameters.cpu}, whose value the algorithm chooses");
}

TEST_CASE("Experiment: Kueue decides about trials with a queue") {
  const DryRun run =
      dry_run("", experiment("{apiVersion: batch/v1, kind: Job, metadata: {labels: {kueue.x-k8s.io/queue-name: q}}, "
                             "spec: {" +
                             pod_template() + "}}"));
  CHECK(unasked(run).back() == "LocalQueue ml/q decides about Job inside Experiment ml/e, which is not simulated");
}

TEST_CASE("HyperJob: a Job of Volcano for each replica; the cluster that gets it is open") {
  const DryRun run = dry_run(
      "", object("training.volcano.sh/v1alpha1", "HyperJob", "ml/h",
                 "spec: {replicatedJobs: [{name: t, replicas: 2, templateSpec: {tasks: [{name: w, replicas: 3, " +
                     pod_template() + "}]}}]}"));
  CHECK(run.made().size() == 6);
  CHECK(run.made().front() == "ml/h-t-0-w-0");
  CHECK(run.expansions[0].groups.size() == 2);
  CHECK(run.expansions[0].groups[1].min_member == 3);
  CHECK(unasked(run).front().find("Karmada") != std::string::npos);
}

TEST_CASE("Job with spec.scheduling: a group of Kubernetes itself, if its feature gate is on") {
  const auto job = [](const std::string& scheduling) {
    return object("batch/v1", "Job", "ml/j",
                  "spec: {parallelism: 4, completions: 4, completionMode: Indexed, scheduling: " + scheduling + ", " +
                      pod_template() + "}");
  };
  const DryRun run =
      dry_run("", job("{schedulingPolicy: {gang: {minCount: 3}}, schedulingConstraints: {topology: [{key: rack}]}}"));
  REQUIRE(run.cluster.groups.size() == 1);
  const model::PodGroup& group = run.cluster.groups[0];
  CHECK(group.dialect == model::Dialect::Native);
  CHECK(group.min_member == 3);
  CHECK(group.members.size() == 4);
  CHECK(group.topology_keys.size() == 1);
  CHECK(run.expansions[0].groups.at(0).condition == "Kubernetes runs with the feature gate WorkloadWithJob");
  CHECK(unasked(run).size() == 1);
  CHECK(dry_run("", job("{schedulingPolicy: {gang: {}}}")).cluster.groups.at(0).min_member == 4);
  CHECK_FALSE(dry_run("", job("{schedulingPolicy: {basic: {}}}")).cluster.groups.at(0).gang);
  // The Job of a CronJob has an owner, and so no group of its own.
  CHECK(dry_run("", object("batch/v1", "CronJob", "ml/c",
                           "spec: {jobTemplate: {spec: {scheduling: {schedulingPolicy: {gang: {}}}, " + pod_template() +
                               "}}}"))
            .cluster.groups.empty());
}
