// SPDX-License-Identifier: Apache-2.0
// Objects that serve models: RoleBasedGroup, NIMService, InferenceService, LLMInferenceService, DynamoGraphDeployment,
// RayClusterFleet. Expectations follow their controllers: rbgs' GetGroupSize and pod reconciler, k8s-nim-operator's
// manifests, KServe's pod webhook and llmisvc, Dynamo's GenerateGrovePodCliqueSet, AIBrix' rayclusterreplicaset.
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

bool leaves_open(const DryRun& run, std::string_view part) {
  return std::ranges::any_of(unasked(run),
                             [&](const std::string& clause) { return clause.find(part) != std::string::npos; });
}

std::string rbg(const std::string& roles, const std::string& annotations = {}, const std::string& more = {}) {
  return "---\napiVersion: workloads.x-k8s.io/v1alpha2\nkind: RoleBasedGroup\nmetadata: {namespace: ml, name: g, "
         "annotations: {" +
         annotations + "}}\nspec: {" + more + "roles: [" + roles + "]}\n";
}

const std::string k_gang_annotation = "rbg.workloads.x-k8s.io/group-gang-scheduling: \"true\"";

std::string standalone(const std::string& name, int replicas, const std::string& more = {},
                       const std::string& spec = {}) {
  return "{name: " + name + ", replicas: " + std::to_string(replicas) + ", " + more + "standalonePattern: {" +
         pod_template({}, spec) + "}}";
}

} // namespace

TEST_CASE("RoleBasedGroup: a pod for each instance, one gang for all roles") {
  const DryRun run = dry_run("", rbg(standalone("prefill", 2) + ", " + standalone("decode", 3), k_gang_annotation));
  CHECK(run.made() == Names{"ml/g-decode-0", "ml/g-decode-1", "ml/g-decode-2", "ml/g-prefill-0", "ml/g-prefill-1"});
  REQUIRE(run.cluster.groups.size() == 1);
  CHECK(run.cluster.groups[0].dialect == model::Dialect::Coscheduling);
  CHECK(run.cluster.groups[0].min_member == 5);
  CHECK(run.cluster.groups[0].schedule_timeout_seconds == 60);
  CHECK(run.cluster.groups[0].members.size() == 5);
  CHECK(dry_run("", rbg(standalone("a", 2))).cluster.groups.empty());
}

TEST_CASE("RoleBasedGroup with Volcano, by the option or by the templates") {
  const std::string queue = ", rbg.workloads.x-k8s.io/group-gang-scheduling-volcano-queue: q";
  const DryRun run = dry_run("", rbg(standalone("a", 2, {}, "schedulerName: volcano"), k_gang_annotation + queue));
  CHECK(run.cluster.groups.at(0).dialect == model::Dialect::Volcano);
  CHECK(run.cluster.groups.at(0).queue == "q");
  snapshot::ManifestOptions options;
  options.operator_options.set("rbg.scheduler-name=volcano");
  CHECK(dry_run("", rbg(standalone("a", 2), k_gang_annotation), options).cluster.groups.at(0).dialect ==
        model::Dialect::Volcano);
}

TEST_CASE(
    "RoleBasedGroup: leader and workers with patches of a named template; components count as one in the quorum") {
  const std::string templates = "roleTemplates: [{name: base, template: {metadata: {labels: {app: x}}, spec: "
                                "{containers: [{name: main, image: a, "
                                "resources: {requests: {cpu: 1}}}]}}}], ";
  const DryRun run = dry_run(
      "",
      rbg("{name: r, replicas: 2, leaderWorkerPattern: {size: 3, templateRef: {name: base, patch: {spec: {containers: "
          "[{name: main, resources: {requests: {cpu: 2}}}]}}}, leaderTemplatePatch: {spec: {containers: [{name: main, "
          "resources: {requests: {memory: 1Gi}}}]}}}}",
          k_gang_annotation, templates));
  CHECK(run.made().size() == 6);
  CHECK(role_of(run, "r-leader").requests == Amounts{{"cpu", "2"}, {"memory", "1Gi"}});
  CHECK(role_of(run, "r-worker").requests == Amounts{{"cpu", "2"}});
  CHECK(role_of(run, "r-worker").count == 4);
  CHECK(run.cluster.groups.at(0).min_member == 6);
  const DryRun custom =
      dry_run("", rbg("{name: e, replicas: 2, customComponentsPattern: {components: [{name: a, size: 1, " +
                          pod_template() + "}, {name: b, size: 2, " + pod_template() + "}]}}",
                      k_gang_annotation));
  CHECK(custom.made().size() == 6);
  CHECK(custom.cluster.groups.at(0).min_member == 2);
}

TEST_CASE("RoleBasedGroup: dependencies, instances in order, exclusive placement, runtimes that are not in the input") {
  const DryRun run = dry_run("", rbg(standalone("front", 1) + ", " + standalone("back", 2, "dependencies: [front], ")));
  CHECK(awaited(run, "ml/g-back-1") == Names{"g-front-0"});
  CHECK(role_of(run, "back").now == 0);
  const DryRun ordered = dry_run("", rbg(standalone("a", 3, "podManagementPolicy: OrderedReady, ")));
  CHECK(awaited(ordered, "ml/g-a-2") == Names{"g-a-1"});
  CHECK(ordered.role().now == 1);
  const DryRun exclusive =
      dry_run("", rbg(standalone("a", 1), "rbg.workloads.x-k8s.io/group-exclusive-topology: rack"));
  CHECK(exclusive.pod("ml/g-a-0").spec->required_affinity.size() == 1);
  CHECK(leaves_open(dry_run("", rbg(standalone("a", 1, "engineRuntimes: [{profileName: p}], "))),
                    "ClusterEngineRuntimeProfile p"));
}

// pkg/dependency, SortRoles; the CustomResourceDefinition
TEST_CASE("RoleBasedGroup: roles whose dependencies have no order, are missing, or that exist twice are refused") {
  const auto refusal = [](const std::string& roles) {
    const DryRun run = dry_run("", rbg(roles));
    const model::Asked* const refused = model::first_with(run.cluster.asked, model::Reply::Refuses);
    return refused == nullptr ? std::string() : refused->because;
  };
  const std::string begin = "RoleBasedGroup ml/g: its operator makes nothing, because role a depends on ";
  const auto needs = [](const std::string& name, const std::string& other) {
    return standalone(name, 1, "dependencies: [" + other + "], ");
  };
  CHECK(refusal(needs("a", "b") + ", " + needs("b", "c") + ", " + standalone("c", 1)).empty());
  CHECK(refusal(needs("a", "b, c") + ", " + needs("b", "c, c") + ", " + standalone("c", 1)).empty());
  CHECK(refusal(needs("a", "b") + ", " + needs("b", "a")) == begin + "itself, by its dependencies");
  CHECK(refusal(needs("a", "a")) == begin + "itself, by its dependencies");
  CHECK(refusal(needs("a", "zz")) == begin + "role zz, which it does not have");
  CHECK(refusal(standalone("a", 1) + ", " + standalone("a", 2)) ==
        "RoleBasedGroup ml/g is invalid: spec.roles[1]: Duplicate value: \"a\"");
}

TEST_CASE("RoleBasedGroup of v1alpha1: the template beside the role, and a policy for the group") {
  const std::string old =
      object("workloads.x-k8s.io/v1alpha1", "RoleBasedGroup", "ml/g",
             "spec: {podGroupPolicy: {volcanoScheduling: {queue: q}}, roles: [{name: a, replicas: 2, " +
                 pod_template() + "}, {name: b, replicas: 1, leaderWorkerSet: {size: 2}, " + pod_template() + "}]}");
  const DryRun run = dry_run("", old);
  CHECK(run.made().size() == 4);
  CHECK(run.cluster.groups.at(0).dialect == model::Dialect::Volcano);
  CHECK(run.cluster.groups.at(0).min_member == 4);
}

// The CustomResourceDefinition of v1alpha1 defaults workload to a StatefulSet.
TEST_CASE("RoleBasedGroup: pods of a StatefulSet restart always, those of a RoleInstanceSet need not") {
  const auto refusal = [](const std::string& version, const std::string& role) {
    const DryRun run = dry_run("", object("workloads.x-k8s.io/" + version, "RoleBasedGroup", "ml/g",
                                          "spec: {roles: [{name: a, replicas: 1, " + role + "}]}"));
    const model::Asked* const refused = model::first_with(run.cluster.asked, model::Reply::Refuses);
    return refused == nullptr ? std::string() : refused->because;
  };
  const std::string once = pod_template("", "restartPolicy: Never"), pattern = "standalonePattern: {" + once + "}";
  CHECK(refusal("v1alpha1", once)
            .starts_with("RoleBasedGroup ml/g makes an invalid StatefulSet: "
                         "spec.roles[0].template.spec.restartPolicy: Unsupported value: \"Never\""));
  CHECK(refusal("v1alpha1", "workload: {apiVersion: workloads.x-k8s.io/v1alpha2, kind: RoleInstanceSet}, " + once)
            .empty());
  CHECK(refusal("v1alpha2", pattern).empty());
  CHECK(refusal("v1alpha2", "annotations: {rbg.workloads.x-k8s.io/role-workload-type: apps/v1/StatefulSet}, " + pattern)
            .starts_with("RoleBasedGroup ml/g makes an invalid StatefulSet"));
}

namespace {

std::string nim(const std::string& spec) {
  return object("apps.nvidia.com/v1alpha1", "NIMService", "ml/n",
                "spec: {image: {repository: r, tag: t}, " + spec + "}");
}

} // namespace

TEST_CASE("NIMService: a Deployment; with several nodes, a LeaderWorkerSet whose size is the pipeline") {
  const std::string gpu = "resources: {limits: {nvidia.com/gpu: 2}}";
  const DryRun run = dry_run("", nim("replicas: 2, schedulerName: s, " + gpu));
  CHECK(run.made() == Names{"ml/n-0", "ml/n-1"});
  CHECK(run.role().requests == Amounts{{"nvidia.com/gpu", "2"}});
  CHECK(run.role().scheduler_name == "s");
  CHECK(unasked(run).empty());
  const DryRun many = dry_run("", nim("replicas: 2, multiNode: {parallelism: {pipeline: 3, tensor: 2}}, " + gpu));
  CHECK(many.made().size() == 6);
  CHECK(many.made().front() == "ml/n-lws-0");
  CHECK(dry_run("", nim("replicas: 5, scale: {enabled: true, hpa: {minReplicas: 3}}, " + gpu)).made().size() == 3);
}

TEST_CASE("NIMService: what the model's profile and its claim decide is open") {
  CHECK(leaves_open(dry_run("", nim("replicas: 1")), "spec.resources has no nvidia.com/gpu"));
  const std::string cached = nim("resources: {limits: {nvidia.com/gpu: 1}}, storage: {nimCache: {name: c}}");
  CHECK(leaves_open(dry_run("", cached), "PersistentVolumeClaim c-pvc, which is not in the input"));
  const std::string claim = object("v1", "PersistentVolumeClaim", "ml/c-pvc", "spec: {accessModes: [ReadWriteMany]}");
  const DryRun there = dry_run(claim, cached);
  CHECK_FALSE(leaves_open(there, "c-pvc"));
  CHECK(there.pod("ml/n-0").spec->volumes.size() == 1);
}

namespace {

std::string llm(const std::string& spec) {
  return object("serving.kserve.io/v1alpha2", "LLMInferenceService", "ml/l", "spec: {model: {uri: a}, " + spec + "}");
}

const std::string k_server =
    "template: {containers: [{name: main, image: a, resources: {limits: {nvidia.com/gpu: 1}}}]}";

} // namespace

TEST_CASE("LLMInferenceService: a Deployment of servers, prefill beside them; KServe's configs are open") {
  const DryRun run = dry_run("", llm("replicas: 2, " + k_server + ", prefill: {replicas: 3, " + k_server + "}"));
  CHECK(run.made().size() == 5);
  CHECK(run.made().front() == "ml/l-kserve-0");
  CHECK(role_of(run, "l-kserve-prefill").count == 3);
  CHECK(leaves_open(run, "LLMInferenceServiceConfig kserve-config-llm-decode-template"));
  CHECK(leaves_open(run, "LLMInferenceServiceConfig kserve-config-llm-prefill-template"));
  CHECK(dry_run("", llm("scaling: {minReplicas: 4, maxReplicas: 9}, " + k_server)).made().size() == 4);
}

TEST_CASE("LLMInferenceService: with workers a LeaderWorkerSet of data / dataLocal or pipeline pods") {
  const std::string worker =
      ", worker: {containers: [{name: main, image: a, resources: {limits: {nvidia.com/gpu: 8}}}]}";
  const DryRun run = dry_run("", llm("parallelism: {data: 16, dataLocal: 8}, " + k_server + worker));
  CHECK(run.made() == Names{"ml/l-kserve-mn-0", "ml/l-kserve-mn-0-1"});
  CHECK(role_of(run, "worker").requests == Amounts{{"nvidia.com/gpu", "8"}});
  CHECK(dry_run("", llm("parallelism: {pipeline: 3}, " + k_server + worker)).made().size() == 3);
}

TEST_CASE("LLMInferenceService: configs in the input are merged under its spec") {
  const std::string config =
      object("serving.kserve.io/v1alpha2", "LLMInferenceServiceConfig", "kserve/kserve-config-llm-template",
             "spec: {template: {nodeSelector: {gpu: h100}, containers: [{name: main, image: b, resources: {limits: "
             "{cpu: 4}}}]}}");
  const DryRun run = dry_run("", config + llm("replicas: 1, " + k_server));
  CHECK(run.role().requests == Amounts{{"cpu", "4"}, {"nvidia.com/gpu", "1"}});
  CHECK(run.pod("ml/l-kserve-0").spec->node_selector.size() == 1);
  CHECK(unasked(run).empty());
}

namespace {

// A predictor of 50m cpu; `model` and `predictor` begin with ", ".
std::string served(const std::string& model, const std::string& predictor = {}) {
  return object(
      "serving.kserve.io/v1beta1", "InferenceService", "ml/i",
      "spec: {predictor: {model: {modelFormat: {name: onnx}, resources: {requests: {cpu: 50m, memory: 10Mi}}" + model +
          "}" + predictor + "}}");
}

bool assumes(const DryRun& run, std::string_view part) {
  return std::ranges::any_of(run.cluster.asked, [&](const model::Asked& entry) {
    return entry.reply == model::Reply::Assumed && entry.because.find(part) != std::string::npos;
  });
}

} // namespace

TEST_CASE("InferenceService: KServe's containers for the model and its requests count, with the amounts of a release") {
  const DryRun plain = dry_run("", served(""));
  CHECK(plain.role().requests == Amounts{{"cpu", "50m"}, {"memory", "10Mi"}});
  CHECK_FALSE(assumes(plain, "inferenceservice-config"));
  const DryRun fetched = dry_run("", served(", storageUri: \"s3://a/b\""));
  CHECK(fetched.role().requests == Amounts{{"cpu", "100m"}, {"memory", "100Mi"}});
  CHECK(assumes(fetched, "ConfigMap inferenceservice-config is not in the input"));
  const Amounts with_agent = {{"cpu", "150m"}, {"memory", "110Mi"}};
  CHECK(dry_run("", served("", ", logger: {mode: all}, batcher: {maxBatchSize: 2}")).role().requests == with_agent);
  const Amounts with_image = {{"cpu", "60m"}, {"memory", "25Mi"}};
  CHECK(dry_run("", served(", storageUri: \"oci://a/b\"")).role().requests == with_image);
}

TEST_CASE("InferenceService: the ConfigMap of KServe has the amounts of its containers") {
  const std::string config =
      object("v1", "ConfigMap", "kserve/inferenceservice-config",
             "data: {storageInitializer: '{\"cpuRequest\": \"2\", \"memoryRequest\": \"1Gi\", \"cpuLimit\": \"2\"}'}");
  const DryRun run = dry_run(config, served(", storageUri: \"s3://a/b\""));
  CHECK(run.role().requests == Amounts{{"cpu", "2"}, {"memory", "1Gi"}});
  CHECK_FALSE(assumes(run, "inferenceservice-config"));
  // It does not enable images as models, so the storage initializer fetches them.
  CHECK(dry_run(config, served(", storageUri: \"oci://a/b\"")).role().requests == run.role().requests);
}

TEST_CASE("InferenceService: a server of the user gets the requests and limits that it lacks") {
  const auto own = [](const std::string& cluster, const std::string& resources) {
    return dry_run(cluster, object("serving.kserve.io/v1beta1", "InferenceService", "ml/i",
                                   "spec: {predictor: {serviceAccountName: models, containers: [{name: c, image: a, "
                                   "resources: {" +
                                       resources + "}}]}}"));
  };
  CHECK(own("", "").role().requests == Amounts{{"cpu", "1"}, {"memory", "2Gi"}});
  CHECK(own("", "requests: {cpu: 200m}").role().requests == Amounts{{"cpu", "200m"}, {"memory", "2Gi"}});
  CHECK(leaves_open(own("", ""), "ServiceAccount ml/models is not in the input"));
  // Pods whose request is beyond the limit are invalid, and another configuration may set no limit.
  CHECK(leaves_open(own("", "requests: {cpu: 3}"), "set the cpu limit 1 where none is written"));
  CHECK_FALSE(leaves_open(own("", "requests: {cpu: 3}, limits: {cpu: 3}"), "cpu limit"));
  const std::string none =
      object("v1", "ConfigMap", "kserve/inferenceservice-config", "data: {inferenceService: '{}'}");
  CHECK(own(none, "").role().requests.empty());
}

TEST_CASE("InferenceService: the pods mount the claim that the location of the model names") {
  const DryRun run = dry_run("", served(", storageUri: \"pvc://data/a/b\""));
  CHECK(run.role().requests == Amounts{{"cpu", "50m"}, {"memory", "10Mi"}});
  REQUIRE(run.pod("ml/i-predictor-0").spec->volumes.size() == 1);
  const DryRun own =
      dry_run("", object("serving.kserve.io/v1beta1", "InferenceService", "ml/i",
                         "spec: {predictor: {containers: [{name: kserve-container, image: a, env: [{name: STORAGE_URI, "
                         "value: \"pvc://data\"}]}], storageUris: [{uri: \"pvc://more\"}]}}"));
  CHECK(own.pod("ml/i-predictor-0").spec->volumes.size() == 2);
}

namespace {

std::string dynamo(const std::string& services, const std::string& annotations = {}) {
  return "---\napiVersion: nvidia.com/v1alpha1\nkind: DynamoGraphDeployment\nmetadata: {namespace: ml, name: d, "
         "annotations: {" +
         annotations + "}}\nspec: {services: {" + services + "}}\n";
}

const std::string k_frontend = "Frontend: {replicas: 1, extraPodSpec: {mainContainer: {image: a}}}";
const std::string k_worker =
    "Decode: {replicas: 2, multinode: {nodeCount: 3}, resources: {limits: {gpu: \"4\"}}, extraPodSpec: {nodeSelector: "
    "{a: b}, mainContainer: {image: a}}}";

} // namespace

TEST_CASE("DynamoGraphDeployment: cliques of Grove, a scaling group for a service of several nodes") {
  const DryRun run = dry_run("", dynamo(k_frontend + ", " + k_worker));
  // The base gang: the frontend, and the first replica's leader and two workers.
  CHECK(role_of(run, "frontend").count == 1);
  CHECK(role_of(run, "decode-ldr").requests == Amounts{{"nvidia.com/gpu", "4"}});
  CHECK(run.made().size() == 7);
  REQUIRE(run.expansions[0].groups.size() == 2);
  CHECK(run.expansions[0].groups[0].min_member == 3); // one pod of each clique
  CHECK(leaves_open(run, "Grove and KAI"));
}

TEST_CASE(
    "DynamoGraphDeployment without Grove: a Deployment or a LeaderWorkerSet for each service; v1beta1 has components") {
  const DryRun run = dry_run("", dynamo(k_frontend + ", " + k_worker, "nvidia.com/enable-grove: \"false\""));
  CHECK(run.made() == Names{"ml/d-decode-0", "ml/d-decode-0-1", "ml/d-decode-0-2", "ml/d-decode-1", "ml/d-decode-1-1",
                            "ml/d-decode-1-2", "ml/d-frontend-0"});
  CHECK(unasked(run).empty());
  CHECK(run.pod("ml/d-decode-1").spec->node_selector.size() == 1);
  const DryRun beta = dry_run(
      "",
      object("nvidia.com/v1beta1", "DynamoGraphDeployment", "ml/d",
             "spec: {components: [{name: Worker, replicas: 2, podTemplate: {spec: {containers: [{name: main, image: a, "
             "resources: {limits: {nvidia.com/gpu: 1}}}]}}}]}"));
  CHECK(role_of(beta, "worker").count == 2);
}

TEST_CASE("a ServingRuntime of a version that nothing serves leaves the answer open") {
  const auto with_version = [](const std::string& version) {
    return object("serving.kserve.io/v1beta1", "InferenceService", "ml/i",
                  "spec: {predictor: {model: {modelFormat: {name: f}}}}") +
           object("serving.kserve.io/" + version, "ServingRuntime", "ml/r",
                  "spec: {supportedModelFormats: [{name: f, autoSelect: true}], containers: [{name: c, image: c}]}");
  };
  CHECK_FALSE(leaves_open(dry_run("", with_version("v1alpha1")), "not known here"));
  CHECK(leaves_open(dry_run("", with_version("v9")),
                    "ServingRuntime r is of serving.kserve.io/v9, a version that is not known here"));
}

TEST_CASE("fields of an InferenceService are known in the version that is served, and not in an older one") {
  const auto refused = [](const std::string& version) {
    const DryRun run = dry_run("", object("serving.kserve.io/" + version, "InferenceService", "ml/i",
                                          "spec: {default: {predictor: {sklearn: {storageUri: \"gs://a\"}}}}"));
    return model::first_with(run.cluster.asked, model::Reply::Refuses) != nullptr;
  };
  CHECK(refused("v1beta1"));
  CHECK_FALSE(refused("v1alpha2")); // a release that serves it may have these fields
}

TEST_CASE("RayClusterFleet: a RayCluster for each replica, with the template's labels") {
  const std::string cluster = "{headGroupSpec: {" + pod_template() +
                              "}, workerGroupSpecs: [{groupName: w, replicas: 2, " + pod_template() + "}]}";
  const DryRun run = dry_run(
      "",
      object(
          "orchestration.aibrix.ai/v1alpha1", "RayClusterFleet", "ml/fleet",
          "spec: {replicas: 2, selector: {matchLabels: {ray.io/gang-scheduling-enabled: \"true\"}}, strategy: {type: "
          "Recreate}, template: {metadata: {labels: {ray.io/gang-scheduling-enabled: \"true\"}}, spec: " +
              cluster + "}}"));
  CHECK(model::first_with(run.cluster.asked, model::Reply::Refuses) == nullptr);
  CHECK(run.made().size() == 6);
  REQUIRE(run.expansions[0].groups.size() == 2);
  CHECK(run.expansions[0].groups[0].name == "fleet-0");
  CHECK(run.expansions[0].groups[0].min_member == 3);
}

// aibrix, RayClusterFleetReconciler.Reconcile; kuberay, ValidateRayClusterSpec
TEST_CASE("RayClusterFleet: its controller needs a strategy and a selector, and KubeRay valid RayClusters") {
  const auto fleet = [](const std::string& spec, const std::string& cluster = {}) {
    return dry_run("", object("orchestration.aibrix.ai/v1alpha1", "RayClusterFleet", "ml/f",
                              "spec: {" + spec + ", template: {metadata: {labels: {a: b}}, spec: {" + cluster +
                                  "headGroupSpec: {" + pod_template() + "}}}}"));
  };
  const auto refusal = [&](const std::string& spec, const std::string& cluster = {}) {
    const DryRun run = fleet(spec, cluster);
    const model::Asked* const refused = model::first_with(run.cluster.asked, model::Reply::Refuses);
    return refused == nullptr ? std::string() : refused->because;
  };
  const std::string rolling = "strategy: {type: RollingUpdate}", selector = "selector: {matchLabels: {a: b}}";
  CHECK(refusal(rolling + ", " + selector).empty());
  CHECK(refusal(selector) ==
        "RayClusterFleet ml/f: its controller makes nothing, because spec.strategy.type is neither "
        "RollingUpdate nor Recreate");
  CHECK(refusal(rolling + ", selector: {}") ==
        "RayClusterFleet ml/f: its controller makes nothing, because spec.selector is empty");
  CHECK(refusal(rolling) == "RayClusterFleet ml/f is invalid: spec.selector: Required value");
  CHECK(leaves_open(fleet(rolling + ", selector: {matchLabels: {a: c}}"), "spec.selector does not match"));
  CHECK(refusal(rolling + ", " + selector, "autoscalerOptions: {upscalingMode: Foo}, ")
            .starts_with("RayClusterFleet ml/f makes an invalid RayCluster: spec.autoscalerOptions.upscalingMode"));
  CHECK(refusal(rolling + ", " + selector + ", paused: true").find("is paused") != std::string::npos);
}
