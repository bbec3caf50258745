// SPDX-License-Identifier: Apache-2.0
// Volcano's jobs, Spark, Grove, AppWrapper, Argo and KServe. Expectations follow their controllers: Volcano's
// calcPGMinResources and GetPodQuotaUsage, the Spark operator's scheduler packages, Grove's concepts, Argo's
// controller.
#include "snapshot/dry_run.hpp"

#include "util/concat.hpp"

namespace {

using Names = std::vector<std::string>;
using Amounts = std::vector<std::pair<std::string, std::string>>;

std::string task(const std::string& name, const std::string& more, const std::string& spec = {},
                 const std::string& requests = "cpu: 1") {
  return "{name: " + name + ", " + more + ", " + pod_template({}, spec, requests) + "}";
}

std::string vcjob(const std::string& tasks, const std::string& spec = {}) {
  return object("batch.volcano.sh/v1alpha1", "Job", "ml/vc", "spec: {" + spec + " tasks: [" + tasks + "]}");
}

} // namespace

TEST_CASE("Volcano Job: pods of each task, and a group with the quorum of all tasks") {
  const DryRun run =
      dry_run("", vcjob(task("ps", "replicas: 1") + ", " + task("worker", "replicas: 3, minAvailable: 2")));
  CHECK(run.made() == Names{"ml/vc-ps-0", "ml/vc-worker-0", "ml/vc-worker-1", "ml/vc-worker-2"});
  CHECK(run.pod("ml/vc-ps-0").spec->scheduler_name == "volcano");
  CHECK(label_of(run.pod("ml/vc-worker-2"), "volcano.sh/task-index") == "2");
  const model::Expansion::Group& group = run.expansions[0].groups.at(0);
  CHECK(group.dialect == "volcano");
  CHECK(group.name == "vc-x");
  CHECK(group.min_member == 3);
  CHECK(group.condition.empty());
  CHECK(group.min_resources == Amounts{{"count/pods", "3"}, {"cpu", "3"}, {"pods", "3"}, {"requests.cpu", "3"}});
  CHECK(run.cluster.groups.at(0).members.size() == 4);
}

TEST_CASE("Volcano Job: a default name for a task, and the job's minAvailable") {
  const DryRun run = dry_run("", vcjob("{replicas: 2, " + pod_template() + "}", "minAvailable: 1,"));
  CHECK(run.made() == Names{"ml/vc-default0-0", "ml/vc-default0-1"});
  CHECK(run.expansions[0].groups.at(0).min_member == 1);
}

TEST_CASE("Volcano Job: minResources of the first pods by priority, or of the tasks' quorums and then others") {
  const std::string classes = object("scheduling.k8s.io/v1", "PriorityClass", "high", "value: 10");
  const std::string tasks = task("low", "replicas: 2, minAvailable: 1", "", "cpu: 1") + ", " +
                            task("top", "replicas: 2, minAvailable: 1", "priorityClassName: high", "cpu: 4");
  const auto cpu = [&](const std::string& min_available) {
    const DryRun run = dry_run(classes, vcjob(tasks, min_available));
    for (const auto& [name, quantity] : run.expansions[0].groups.at(0).min_resources) {
      if (name == "cpu") { return quantity; }
    }
    return std::string();
  };
  CHECK(cpu("") == "5");                 // one of each
  CHECK(cpu("minAvailable: 1,") == "4"); // fewer than the tasks need: by priority
  CHECK(cpu("minAvailable: 3,") == "9"); // one of each, then another of the higher priority
}

TEST_CASE("Volcano Job: with fewer than the tasks need, whole tasks by priority count") {
  const std::string classes = object("scheduling.k8s.io/v1", "PriorityClass", "high", "value: 10");
  const std::string tasks = task("low", "replicas: 2, minAvailable: 2", "", "cpu: 1") + ", " +
                            task("top", "replicas: 3, minAvailable: 1", "priorityClassName: high", "cpu: 4");
  const DryRun run = dry_run(classes, vcjob(tasks, "minAvailable: 2,"));
  CHECK(run.expansions[0].groups.at(0).min_resources ==
        Amounts{{"count/pods", "2"}, {"cpu", "8"}, {"pods", "2"}, {"requests.cpu", "8"}});
}

TEST_CASE("Volcano Job: a denial by its webhook is a refusal") {
  const DryRun run = dry_run("", vcjob(task("a", "replicas: 1") + ", " + task("a", "replicas: 1")));
  const model::Asked* const refusal = model::first_with(run.cluster.asked, model::Reply::Refuses);
  REQUIRE(refusal != nullptr);
  CHECK(refusal->because.find("duplicated task name a") != std::string::npos);
}

TEST_CASE("Volcano Job: limits do not replace requests in minResources") {
  const std::string limits = "template: {spec: {containers: [{name: a, image: a, resources: {limits: {cpu: 2}}}]}}";
  CHECK(dry_run("", vcjob("{name: a, replicas: 1, " + limits + "}")).expansions[0].groups.at(0).min_resources ==
        Amounts{{"count/pods", "1"}, {"limits.cpu", "2"}, {"pods", "1"}});
}

TEST_CASE("Volcano Job, dependsOn: a task waits for the quorum of the other task") {
  const DryRun run = dry_run("", vcjob(task("master", "replicas: 1, dependsOn: {name: [worker]}") + ", " +
                                       task("worker", "replicas: 3, minAvailable: 2")));
  CHECK(awaited(run, "ml/vc-master-0") == Names{"vc-worker-0", "vc-worker-1"});
  CHECK(run.expansions[0].roles.at(0).now == 0);
}

TEST_CASE("Volcano CronJob and JobFlow create the pods of their jobs") {
  const DryRun cron = dry_run("", object("batch.volcano.sh/v1alpha1", "CronJob", "ml/nightly",
                                         "spec: {jobTemplate: {spec: {tasks: [" + task("w", "replicas: 1") + "]}}}"));
  CHECK(cron.made() == Names{"ml/nightly-x-w-0"});
  const std::string job_template =
      object("flow.volcano.sh/v1alpha1", "JobTemplate", "ml/a", "spec: {tasks: [" + task("w", "replicas: 2") + "]}");
  const std::string flow = object("flow.volcano.sh/v1alpha1", "JobFlow", "ml/flow",
                                  "spec: {flows: [{name: a}, {name: b, dependsOn: {targets: [a]}}]}");
  const std::string later =
      object("flow.volcano.sh/v1alpha1", "JobTemplate", "ml/b", "spec: {tasks: [" + task("v", "replicas: 3") + "]}");
  const DryRun both = dry_run("", flow + job_template + later);
  CHECK(both.made() == Names{"ml/flow-a-w-0", "ml/flow-a-w-1"});
  REQUIRE(both.expansions.at(0).roles.size() == 2);
  CHECK(both.expansions[0].roles[1].count == 3);
  CHECK(both.expansions[0].roles[1].now == 0);
  CHECK(both.expansions[0].roles[1].waits_for == "job a to complete");
  CHECK(both.expansions[0].groups.size() == 1);
  CHECK(unasked(dry_run("", flow + job_template)) == Names{"JobTemplate ml/b is not in the manifest"});
  CHECK(error_of([&] { dry_run("", flow); }) ==
        "manifest.yaml, line 2: JobFlow flow: spec.flows[0].name: there is no JobTemplate a in the manifest; pass it "
        "with -f too");
}

namespace {

std::string spark(const std::string& spec, const std::string& driver = "cores: 1, memory: 512m",
                  const std::string& executor = "instances: 3, cores: 2, memory: 2g") {
  return object("sparkoperator.k8s.io/v1beta2", "SparkApplication", "ml/pi",
                "spec: {type: Scala, sparkVersion: 4.0.0, " + spec + " driver: {" + driver + "}, executor: {" +
                    executor + "}}");
}

} // namespace

TEST_CASE("SparkApplication: a driver, then executors; memory includes overhead") {
  const DryRun run = dry_run("", spark(""));
  CHECK(run.made() == Names{"ml/pi-driver", "ml/pi-exec-1", "ml/pi-exec-2", "ml/pi-exec-3"});
  CHECK(run.expansions[0].roles.at(0).requests == Amounts{{"cpu", "1"}, {"memory", "896Mi"}});  // 512 + 384
  CHECK(run.expansions[0].roles.at(1).requests == Amounts{{"cpu", "2"}, {"memory", "2432Mi"}}); // 2048 + 384
  CHECK(awaited(run, "ml/pi-exec-2") == Names{"pi-driver"});
  CHECK(*run.pod("ml/pi-exec-1").owner == model::Owner{"v1", "Pod", "pi-driver"});
  CHECK(run.expansions[0].groups.empty());
  const DryRun large = dry_run("", spark("memoryOverheadFactor: \"0.2\",", "cores: 1, memory: 10g"));
  CHECK(large.expansions[0].roles.at(0).requests == Amounts{{"cpu", "1"}, {"memory", "12Gi"}});
  const DryRun python =
      dry_run("", object("sparkoperator.k8s.io/v1beta2", "SparkApplication", "ml/pi",
                         "spec: {type: Python, driver: {memory: 10g, coreRequest: 500m}, executor: {}}"));
  CHECK(python.expansions[0].roles.at(0).requests == Amounts{{"cpu", "500m"}, {"memory", "14Gi"}});
  CHECK(python.expansions[0].roles.at(1).count == 2);
}

TEST_CASE("SparkApplication with a batch scheduler: the driver alone is the quorum, and units count as quantities") {
  const DryRun run = dry_run("", spark("batchScheduler: volcano,"));
  const model::Expansion::Group& group = run.expansions[0].groups.at(0);
  CHECK(group.name == "spark-pi-pg");
  CHECK(group.min_member == 1);
  CHECK(group.min_resources == Amounts{{"cpu", "7"}, {"memory", "512m"}}); // 2g is no quantity, 512m is half a byte
  const DryRun plugins = dry_run("", spark("batchScheduler: kube-scheduler,"));
  CHECK(plugins.expansions[0].groups.at(0).dialect == "coscheduling");
  CHECK(plugins.expansions[0].groups.at(0).name == "pi-pg");
  CHECK(plugins.pod("ml/pi-driver").spec->scheduler_name == "kube-scheduler");
}

TEST_CASE("SparkApplication: dynamic allocation starts with the largest of three numbers; a schedule is one run") {
  const auto executors = [](const std::string& dynamic) {
    return dry_run("", spark("dynamicAllocation: {enabled: true, " + dynamic + "},", "cores: 1", "cores: 1"))
        .expansions[0]
        .roles.at(1)
        .count;
  };
  CHECK(executors("minExecutors: 2, initialExecutors: 4") == 4);
  CHECK(executors("maxExecutors: 9") == 0);
  CHECK(dry_run("", object("sparkoperator.k8s.io/v1beta2", "ScheduledSparkApplication", "ml/pi",
                           "spec: {template: {driver: {}, executor: {instances: 1}}}"))
            .made() == Names{"ml/pi-x-driver", "ml/pi-x-exec-1"});
  CHECK(
      error_of([] { dry_run("", spark("", "memory: lots")); }) ==
      "manifest.yaml, line 2: SparkApplication pi: spec.driver.memory: \"lots\" is no memory size such as 512m or 2g");
}

TEST_CASE("SparkApplication: hostNetwork makes Spark's ports those of the node") {
  const auto ports = [](const DryRun& run, std::string_view pod) { return run.pod(pod).spec->host_ports.size(); };
  const DryRun plain = dry_run("", spark(""));
  CHECK(ports(plain, "ml/pi-driver") == 0);
  const DryRun run = dry_run("", spark("", "hostNetwork: true",
                                       "hostNetwork: true, ports: [{name: m, protocol: TCP, "
                                       "containerPort: 8090}]"));
  CHECK(ports(run, "ml/pi-driver") == 3);
  CHECK(ports(run, "ml/pi-exec-1") == 2);
  const DryRun any = dry_run("", spark("sparkConf: {spark.blockManager.port: \"0\"},", "", "hostNetwork: true"));
  CHECK(ports(any, "ml/pi-exec-1") == 0);
}

TEST_CASE("PodCliqueSet: a base gang per copy, and further replicas of a scaling group after it") {
  const auto clique = [](const std::string& name, const std::string& spec) {
    return "{name: " + name + ", spec: {" + spec + ", podSpec: {containers: [{name: a, image: a}]}}}";
  };
  const DryRun run = dry_run(
      "", object("grove.io/v1alpha1", "PodCliqueSet", "ml/llm",
                 "spec: {replicas: 1, template: {cliques: [" + clique("router", "replicas: 3, minAvailable: 1") + ", " +
                     clique("leader", "replicas: 1") + ", " + clique("worker", "replicas: 2") +
                     "], podCliqueScalingGroups: [{name: p, cliqueNames: [leader, worker], replicas: 2}]}}"));
  CHECK(run.made() == Names{"ml/llm-0-p-0-leader-0", "ml/llm-0-p-0-worker-0", "ml/llm-0-p-0-worker-1",
                            "ml/llm-0-p-1-leader-0", "ml/llm-0-p-1-worker-0", "ml/llm-0-p-1-worker-1",
                            "ml/llm-0-router-0", "ml/llm-0-router-1", "ml/llm-0-router-2"});
  REQUIRE(run.expansions[0].groups.size() == 2);
  CHECK(run.expansions[0].groups[0].name == "llm-0");
  CHECK(run.expansions[0].groups[0].min_member == 4); // 1 router, 1 leader, 2 workers
  CHECK(run.expansions[0].groups[1].name == "llm-0-p-0");
  CHECK(run.expansions[0].groups[1].min_member == 3);
  CHECK(awaited(run, "ml/llm-0-p-1-worker-1").size() == 6);
  CHECK(awaited(run, "ml/llm-0-router-0").empty());
}

TEST_CASE("AppWrapper contains objects of any kind, in its namespace") {
  const auto wrapped = [](const std::string& inner) {
    return object("workload.codeflare.dev/v1beta2", "AppWrapper", "ml/w",
                  "spec: {components: [{template: " + inner + "}]}");
  };
  const DryRun run =
      dry_run("", wrapped("{apiVersion: batch/v1, kind: Job, metadata: {name: j}, spec: {parallelism: 2, " +
                          pod_template() + "}}"));
  CHECK(run.made() == Names{"ml/j-0", "ml/j-1"});
  CHECK(run.expansions[0].kind == "AppWrapper");
  CHECK(dry_run("", wrapped("{apiVersion: v1, kind: ConfigMap, metadata: {name: c}}")).made().empty());
  const DryRun odd =
      dry_run("", wrapped("{apiVersion: e.com/v1, kind: Odd, metadata: {name: o}, spec: {" + pod_template() + "}}"));
  CHECK(odd.made() == Names{"ml/o-0"});
  CHECK(unasked(odd) == Names{"Odd o (e.com/v1) is of a kind that is not known here, and may make pods"});
  const DryRun broken =
      dry_run("", wrapped("{apiVersion: batch/v1, kind: Job, metadata: {name: j}, spec: {parallelism: x}}"));
  CHECK(broken.made().empty());
  CHECK(std::ranges::count(broken.cluster.asked,
                           "AppWrapper ml/w is invalid: json: cannot unmarshal string into Go struct field "
                           "JobSpec.spec.parallelism of type int32",
                           &model::Asked::because) == 1);
}

TEST_CASE("objects of a manifest that describe the cluster are not simulated, and the answer says where they belong") {
  const auto because = [](const std::string& api_version, const std::string& kind) {
    return unasked(dry_run("", object(api_version, kind, "x", "spec: {}")));
  };
  CHECK(because("v1", "Node") == Names{"Node x (v1) of the manifest is not simulated; nodes belong to the cluster: "
                                       "give them with --from or --add-nodes"});
  CHECK(because("storage.k8s.io/v1", "CSINode") ==
        Names{"CSINode x (storage.k8s.io/v1) of the manifest is not simulated; give it with --from, as a part of the "
              "cluster"});
  CHECK(because("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration") ==
        Names{"ValidatingWebhookConfiguration x (admissionregistration.k8s.io/v1) of the manifest is not simulated; it "
              "can refuse pods: give it with --from, as a part of the cluster"});
  CHECK(because("v1", "Namespace").empty());
  CHECK(because("e.com/v1", "Node") ==
        Names{"Node x (e.com/v1) is of a kind that is not known here, and may make pods"});
  CHECK(
      because("jobset.x-k8s.io/v1alpha2", "JobSets") ==
      Names{"JobSets x (jobset.x-k8s.io/v1alpha2) is of a kind that is not known here, and may make pods; did you mean "
            "JobSet?"});
  CHECK(because("slinky.slurm.net/v1", "NodeSet") == // no JobSet
        Names{"NodeSet x (slinky.slurm.net/v1) is of a kind that is not known here, and may make pods"});
}

TEST_CASE("AppWrapper: a component given twice is created once; a queue of its own leaves it to Kueue") {
  const auto wrapped = [](const std::string& metadata) {
    const std::string job = "{template: {apiVersion: batch/v1, kind: Job, metadata: {name: j" + metadata +
                            "}, spec: {" + pod_template() + "}}}";
    return dry_run("", object("workload.codeflare.dev/v1beta2", "AppWrapper", "ml/w",
                              "spec: {components: [" + job + ", " + job + "]}"));
  };
  const DryRun twice = wrapped("");
  CHECK(std::ranges::count(twice.cluster.asked, "AppWrapper ml/w has two components Job j and creates one of them",
                           &model::Asked::because) == 1);
  const std::vector<std::string> open = unasked(wrapped(", labels: {kueue.x-k8s.io/queue-name: q}"));
  CHECK(std::ranges::count(open, "LocalQueue ml/q decides about Job inside AppWrapper ml/w, which is not simulated") ==
        1);
}

TEST_CASE("AppWrapper: its groups and claims count like objects next to it, in any order") {
  const DryRun run = dry_run(
      "", object("workload.codeflare.dev/v1beta2", "AppWrapper", "ml/w",
                 "spec: {components: [{template: {apiVersion: batch/v1, kind: Job, metadata: {name: j}, "
                 "spec: {parallelism: 2, " +
                     pod_template(k_label + "g") +
                     "}}}, {template: {apiVersion: scheduling.x-k8s.io/v1alpha1, kind: PodGroup, metadata: {name: g}, "
                     "spec: {minMember: 2}}}, {template: {apiVersion: v1, kind: PersistentVolumeClaim, metadata: "
                     "{name: c}, spec: {accessModes: [ReadWriteOnce]}}}]}"));
  REQUIRE(run.cluster.groups.size() == 1);
  CHECK(run.cluster.groups[0].declared);
  CHECK(run.cluster.groups[0].namespace_name == "ml");
  CHECK(run.cluster.groups[0].min_member == 2);
  CHECK(run.cluster.groups[0].members.size() == 2);
  REQUIRE(run.cluster.persistent_volume_claims.size() == 1);
  CHECK(run.cluster.persistent_volume_claims[0].namespace_name == "ml");
}

TEST_CASE("AppWrapper: given twice, its components count once against a quota of objects") {
  const std::string wrapper = object(
      "workload.codeflare.dev/v1beta2", "AppWrapper", "ml/w",
      "spec: {components: [{template: {apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: c}, spec: "
      "{accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}}, {template: {apiVersion: batch/v1, "
      "kind: Job, metadata: {name: j}, spec: {" +
          pod_template("", "restartPolicy: Never") + "}}}]}");
  const std::string quota = object(
      "v1", "ResourceQuota", "ml/q",
      "spec: {hard: {count/persistentvolumeclaims: \"1\"}}, status: {hard: {count/persistentvolumeclaims: \"1\"}, "
      "used: {count/persistentvolumeclaims: \"0\"}}");
  const DryRun run = dry_run(quota, wrapper + wrapper);
  CHECK(model::first_with(run.cluster.asked, model::Reply::Refuses) == nullptr);
}

namespace {

std::string workflow(const std::string& templates, const std::string& spec = {}) {
  return object("argoproj.io/v1alpha1", "Workflow", "ml/wf",
                "spec: {entrypoint: main, " + spec + " templates: [" + templates + "]}");
}

const std::string k_step = "{name: step, container: {image: a, resources: {requests: {cpu: 2}}}}";

} // namespace

TEST_CASE("Workflow: steps that start at once have pods, and the others only count") {
  const DryRun run =
      dry_run("", workflow("{name: main, steps: [[{name: a, template: step}, {name: b, template: step}], "
                           "[{name: c, template: step}]]}, " +
                           k_step));
  CHECK(run.made() == Names{"ml/wf-step-0", "ml/wf-step-1"});
  CHECK(run.expansions[0].roles.at(0).requests == Amounts{{"cpu", "2"}});
  CHECK(run.expansions[0].roles.at(1).count == 1);
  CHECK(run.expansions[0].roles.at(1).now == 0);
  const DryRun dag =
      dry_run("", workflow("{name: main, dag: {tasks: [{name: a, template: step, withItems: [1, 2, 3]}, "
                           "{name: b, template: step, depends: a}, {name: c, template: step, dependencies: "
                           "[a]}]}}, " +
                           k_step));
  CHECK(dag.made().size() == 3);
  CHECK(dag.expansions[0].roles.at(1).count == 2);
}

TEST_CASE("Workflow: parallelism, templates in a cycle, a resource step") {
  const std::string three = "{name: main, steps: [[{name: a, template: step, withItems: [1, 2, 3]}]]}, " + k_step;
  CHECK(dry_run("", workflow(three, "parallelism: 2,")).made().size() == 2);
  CHECK(dry_run("", workflow("{name: main, steps: [[{name: a, template: main}]]}")).made().empty());
  const std::string job =
      "{name: main, resource: {action: create, manifest: \"{apiVersion: batch/v1, kind: Job, metadata: "
      "{name: j}, spec: {parallelism: 2, template: {spec: {containers: [{name: a, image: a}]}}}}\"}}";
  const DryRun run = dry_run("", workflow(job)); // the step's pod creates the Job
  CHECK(run.made() == Names{"ml/j-0", "ml/j-1", "ml/wf-main-0"});
  CHECK(awaited(run, "ml/j-1") == Names{"wf-main-0"});
  const std::string get = "{name: main, resource: {action: get, manifest: \"{kind: Job}\"}}";
  CHECK(dry_run("", workflow(get)).made() == Names{"ml/wf-main-0"});
  CHECK(dry_run("", workflow("{name: main, data: {source: {}, transformation: []}}")).made() == Names{"ml/wf-main-0"});
}

TEST_CASE("Workflow: a parameter without a known value leaves the answer open, with the field's name") {
  const DryRun resource =
      dry_run("", workflow("{name: main, resource: {manifest: \"kind: {{inputs.parameters.x}}\"}}"));
  CHECK(unasked(resource) == Names{"Workflow ml/wf: spec.templates[0].resource.manifest has {{inputs.parameters.x}}, "
                                   "whose value the input does not show, so its pods are not counted"});
  const auto step = [](const std::string& cpu) {
    return "{name: main, container: {image: a, args: [\"{{inputs.parameters.x}}\"], resources: {requests: {cpu: \"" +
           cpu + "\"}}}}";
  };
  const DryRun quantity = dry_run("", workflow(step("{{inputs.parameters.cpu}}")));
  CHECK(quantity.made() == Names{"ml/wf-main-0"});
  CHECK(unasked(quantity) == Names{"Workflow ml/wf: spec.templates[0].container.resources.requests.cpu is "
                                   "{{inputs.parameters.cpu}}, whose value the input does not show"});
  // The workflow's own parameters are in the manifest.
  const DryRun known = dry_run(
      "", workflow(step("{{workflow.parameters.cpu}}"), "arguments: {parameters: [{name: cpu, value: \"3\"}]},"));
  CHECK(unasked(known).empty());
  CHECK(known.role().requests == Amounts{{"cpu", "3"}});
}

TEST_CASE("Workflow: Argo's containers count with the resources of its configuration, or with none") {
  const std::string quota =
      object("v1", "ResourceQuota", "ml/q", "spec: {hard: {requests.cpu: 9}}, status: {hard: {requests.cpu: 9}}");
  const std::string main = "{name: main, container: {image: a, resources: {requests: {cpu: 2}}}}";
  const DryRun usual = dry_run("", workflow(main));
  CHECK(usual.role().requests == Amounts{{"cpu", "2"}});
  CHECK(std::ranges::count(usual.cluster.asked, model::Reply::Assumed, &model::Asked::reply) >= 1);
  CHECK(unasked(dry_run(quota, workflow(main))) == Names{"ResourceQuota ml/q demands requests.cpu of every container, "
                                                         "and those of Argo's init and wait are in ConfigMap "
                                                         "workflow-controller-configmap, which is not in the input"});
  const DryRun given = dry_run(quota + object("v1", "ConfigMap", "argo/workflow-controller-configmap",
                                              "data: {executor: \"resources: {requests: {cpu: 500m}}\"}"),
                               workflow(main));
  CHECK(unasked(given).empty());
  CHECK(given.role().requests == Amounts{{"cpu", "2500m"}});
}

TEST_CASE("Workflow: pods mount the claims of volumeClaimTemplates, which all of them share") {
  const std::string spec =
      "volumeClaimTemplates: [{metadata: {name: d}, spec: {resources: {requests: {storage: 1Gi}}}}],";
  const std::string main = "{name: main, container: {image: a, volumeMounts: [{name: d, mountPath: /d}]}}";
  const DryRun run = dry_run("", workflow(main, spec));
  REQUIRE(run.pod("ml/wf-main-0").spec->volumes.size() == 1);
  CHECK(run.pod("ml/wf-main-0").spec->volumes[0].reference == "wf-d");
  REQUIRE(run.cluster.persistent_volume_claims.size() == 1);
  CHECK(run.cluster.persistent_volume_claims[0].name == "wf-d");
  const DryRun known = dry_run(object("v1", "PersistentVolumeClaim", "ml/wf-d", "spec: {}"), workflow(main, spec));
  CHECK(std::ranges::count(known.cluster.asked,
                           "PersistentVolumeClaim ml/wf-d exists, and Workflow ml/wf does not own it",
                           &model::Asked::because) == 1);
}

TEST_CASE("Workflow: one that is shut down makes no pods for its steps") {
  const DryRun run = dry_run("", workflow("{name: main, container: {image: a}}", "shutdown: Terminate,"));
  CHECK(std::ranges::count(run.cluster.asked,
                           "Workflow ml/wf is shut down (spec.shutdown: Terminate), so it makes no pods for its steps",
                           &model::Asked::because) == 1);
}

TEST_CASE("Workflow: the steps after a daemon start when it runs, beside it") {
  const std::string daemon = k_step + ", {name: d, daemon: true, container: {image: a}}";
  const DryRun run = dry_run(
      "", workflow("{name: main, steps: [[{name: a, template: d}], [{name: b, template: step}], [{name: c, template: "
                   "step}]]}, " +
                   daemon));
  CHECK(run.made() == Names{"ml/wf-d-0", "ml/wf-step-0"});
  CHECK(awaited(run, "ml/wf-step-0") == Names{"wf-d-0"});
  const auto dag = [&](const std::string& after) {
    return dry_run("", workflow("{name: main, dag: {tasks: [{name: b, template: step, " + after +
                                "}, {name: a, template: d}]}}, " + daemon));
  };
  CHECK(awaited(dag("dependencies: [a]"), "ml/wf-step-0") == Names{"wf-d-0"});
  CHECK(awaited(dag("depends: a.Daemoned"), "ml/wf-step-0") == Names{"wf-d-0"});
  CHECK(dag("depends: a.Succeeded").made() == Names{"ml/wf-d-0"}); // when the daemon ends
  const DryRun both =
      dry_run("", workflow("{name: main, steps: [[{name: a, template: d}, {name: e, template: step}], [{name: b, "
                           "template: step}]]}, " +
                           daemon));
  CHECK(both.made() == Names{"ml/wf-d-0", "ml/wf-step-0"});
  CHECK(awaited(both, "ml/wf-step-0").empty());
}

TEST_CASE("Workflow: steps whose number or template the manifest does not show leave the answer open") {
  const auto steps = [](const std::string& step) {
    return workflow("{name: main, steps: [[{name: a, " + step + "}]]}, " + k_step);
  };
  CHECK(dry_run("", steps("template: step, withSequence: {count: \"3\"}")).made().size() == 3);
  CHECK(unasked(dry_run("", steps("template: step, withSequence: {start: \"1\", end: \"4\"}"))) ==
        Names{"Workflow ml/wf: withSequence of step a has no known count; counted once"});
  CHECK(unasked(dry_run("", steps("template: step, withParam: \"{{x}}\""))) ==
        Names{"Workflow ml/wf: withParam of step a has no value before it runs; counted once"});
  CHECK(unasked(dry_run("", steps("templateRef: {name: t, template: x}"))).front() ==
        "Workflow ml/wf: template of a templateRef is not in the manifest");
  CHECK(unasked(dry_run("", workflow("{name: main, podSpecPatch: x, container: {image: a}}"))) ==
        Names{"Workflow ml/wf: podSpecPatch of template main changes its pods, which is not simulated"});
}

TEST_CASE("InferenceService: a Deployment per component, with minReplicas pods") {
  const DryRun run = dry_run(
      "",
      object(
          "serving.kserve.io/v1beta1", "InferenceService", "ml/iris",
          "spec: {predictor: {minReplicas: 2, model: {modelFormat: {name: sklearn}, resources: {requests: {cpu: 3}}}}, "
          "transformer: {containers: [{name: t, image: t}]}}"));
  CHECK(run.made() == Names{"ml/iris-predictor-0", "ml/iris-predictor-1", "ml/iris-transformer-0"});
  CHECK(run.expansions[0].roles.at(0).requests == Amounts{{"cpu", "3"}});
  const DryRun usual = dry_run("", object("serving.kserve.io/v1beta1", "InferenceService", "ml/iris",
                                          "spec: {predictor: {sklearn: {storageUri: \"s3://a\"}}}"));
  CHECK(usual.expansions[0].roles.at(0).requests == Amounts{{"cpu", "1"}, {"memory", "2Gi"}});
}
