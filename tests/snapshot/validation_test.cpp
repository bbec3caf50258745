// SPDX-License-Identifier: Apache-2.0
// What the API server refuses in a manifest. The texts are those of Kubernetes 1.36;
// tests/cluster/validation_conformance.py compares thousands of manifests with a real one.
#include "snapshot/dry_run.hpp"

#include <algorithm>

namespace {

using Texts = std::vector<std::string>;

struct JobParts {
  std::string container = "image: x";
  std::string pod_spec = "restartPolicy: Never";
  std::string spec = {};
  std::string labels = {};
  std::string more_containers = {};
};

// The refusals of a Job, without "Job ml/j is invalid: ".
Texts refusals_of(const JobParts& parts, std::string_view api_version = "batch/v1", std::string_view kind = "Job") {
  const std::string pod_template = "template: {metadata: {labels: {" + parts.labels +
                                   "}}, spec: {containers: [{name: c, " + parts.container + "}" +
                                   parts.more_containers + "], " + parts.pod_spec + "}}";
  const std::string spec = "spec: {" + parts.spec + (parts.spec.empty() ? "" : ", ") + pod_template + "}";
  const DryRun run = dry_run("", object(api_version, kind, "ml/j", spec));
  const std::string begin = std::string(kind) + " ml/j is invalid: ";
  Texts texts;
  for (const model::Asked& entry : run.cluster.asked) {
    if (entry.reply != model::Reply::Refuses) { continue; }
    REQUIRE(entry.because.starts_with(begin));
    texts.push_back(entry.because.substr(begin.size()));
  }
  return texts;
}

Texts refusals_of_resources(const std::string& resources) {
  return refusals_of({.container = "image: x, resources: {" + resources + "}"});
}

const std::string k_container = "spec.template.spec.containers[0]";

} // namespace

TEST_CASE("a valid Job is not refused") {
  CHECK(refusals_of({}).empty());
  CHECK(refusals_of_resources("limits: {cpu: 2, nvidia.com/gpu: 1}, requests: {cpu: 1, nvidia.com/gpu: 1}").empty());
  CHECK(refusals_of_resources("limits: {nvidia.com/gpu: 1}").empty()); // the request defaults to the limit
  CHECK(refusals_of_resources("requests: {cpu: 1, hugepages-2Mi: 4Mi}, limits: {hugepages-2Mi: 4Mi}").empty());
  CHECK(refusals_of({.container = "image: x, volumeMounts: [{name: v, mountPath: /v}]",
                     .pod_spec = "restartPolicy: OnFailure, volumes: [{name: v, emptyDir: {}}]"})
            .empty());
}

TEST_CASE("the API server refuses amounts that contradict each other") {
  CHECK(refusals_of_resources("requests: {nvidia.com/gpu: 1}") ==
        Texts{k_container + ".resources.limits: Required value: Limit must be set for non overcommitable resources"});
  CHECK(refusals_of_resources("requests: {nvidia.com/gpu: 1}, limits: {nvidia.com/gpu: 2}") ==
        Texts{k_container + ".resources.requests: Invalid value: \"1\": must be equal to nvidia.com/gpu limit of 2"});
  CHECK(refusals_of_resources("requests: {cpu: 2}, limits: {cpu: 500m}") ==
        Texts{k_container +
              ".resources.requests: Invalid value: \"2\": must be less than or equal to cpu limit of 500m"});
  CHECK(refusals_of_resources("limits: {nvidia.com/gpu: 500m}") ==
        Texts{k_container + ".resources.limits[nvidia.com/gpu]: Invalid value: \"500m\": must be an integer"});
  CHECK(refusals_of_resources("requests: {gpu: 1}, limits: {gpu: 1}").size() ==
        4); // for each: no domain, and not a standard name
}

TEST_CASE("the API server refuses incomplete containers") {
  CHECK(refusals_of({.container = "command: [x]"}) == Texts{k_container + ".image: Required value"});
  CHECK(refusals_of({.more_containers = ", {name: c, image: z}"}) ==
        Texts{"spec.template.spec.containers[1].name: Duplicate value: \"c\""});
  CHECK(refusals_of({.more_containers = ", {image: z}"}) ==
        Texts{"spec.template.spec.containers[1].name: Required value"});
  CHECK(refusals_of({.container = "image: x, volumeMounts: [{name: v, mountPath: /v}]"}) ==
        Texts{k_container + ".volumeMounts[0].name: Not found: \"v\""});
}

TEST_CASE(
    "the API server refuses a Job that would restart its containers always, or is not Indexed as its fields need") {
  const Texts wants_policy = {
      "spec.template.spec.restartPolicy: Required value: valid values: \"OnFailure\", \"Never\""};
  CHECK(refusals_of({.pod_spec = "restartPolicy: Always"}) == wants_policy);
  CHECK(refusals_of({.pod_spec = "hostNetwork: false"}) == wants_policy);
  CHECK(refusals_of({.pod_spec = "restartPolicy: Always", .spec = "selector: {matchLabels: {a: b}}", .labels = "a: b"},
                    "apps/v1", "ReplicaSet")
            .empty());
  CHECK(refusals_of({.spec = "completionMode: Indexed, parallelism: 2"}) ==
        Texts{"spec.completions: Required value: when completion mode is Indexed"});
  CHECK(refusals_of({.spec = "completionMode: Indexed"}).empty()); // SetDefaults_Job: one completion
  CHECK(refusals_of({.spec = "backoffLimitPerIndex: 1"}) ==
        Texts{"spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode"});
}

TEST_CASE("the API server refuses labels and tolerations that are none") {
  const Texts label = refusals_of({.labels = "a: \"b c\""});
  REQUIRE(label.size() == 2); // the Job has those of its template; there upstream leaves the metadata out of the path
  CHECK(label[0].starts_with("metadata.labels: Invalid value: \"b c\": a valid label must be"));
  CHECK(label[1].starts_with("spec.template.labels: Invalid value: \"b c\": a valid label must be"));
  CHECK(
      refusals_of({.pod_spec = "restartPolicy: Never, tolerations: [{key: k, operator: Exists, value: v}]"}) ==
      Texts{"spec.template.spec.tolerations[0].operator: Invalid value: \"v\": value must be empty when `operator` is "
            "'Exists'"});
}

TEST_CASE("the API server names one value of a wrong type, and nothing else") {
  CHECK(
      refusals_of({.container = "image: x, env: [{name: PORT, value: 8080}]", .pod_spec = "restartPolicy: Always"}) ==
      Texts{"json: cannot unmarshal number into Go struct field EnvVar.spec.template.spec.containers.env.value of type "
            "string"});
  CHECK(refusals_of({.spec = "parallelism: \"2\""}) ==
        Texts{"json: cannot unmarshal string into Go struct field JobSpec.spec.parallelism of type int32"});
  CHECK(
      refusals_of({.container = "image: x, command: python"}) ==
      Texts{
          "json: cannot unmarshal string into Go struct field Container.spec.template.spec.containers.command of type "
          "[]string"});
  CHECK(refusals_of_resources("limits: {memory: 1GB}") ==
        Texts{"spec.template.spec.containers[0].resources.limits.memory: Invalid value: \"1GB\": " +
              std::string(model::quantity_error_text(model::QuantityError::Format))});
}

TEST_CASE("an object whose values cannot be decoded makes no pods, and others of the manifest stay") {
  const std::string job =
      "spec: {parallelism: two, template: {spec: {restartPolicy: Never, containers: [{name: c, image: x}]}}}";
  const std::string other = "spec: {containers: [{name: c, image: x}]}";
  const DryRun run = dry_run("", object("batch/v1", "Job", "ml/bad", job) + object("v1", "Pod", "ml/good", other));
  CHECK(run.made() == Texts{"ml/good"});
  CHECK(model::first_with(run.cluster.asked, model::Reply::Refuses)->of == "Job ml/bad");
}

TEST_CASE("the API server refuses unknown fields before it looks at values") {
  CHECK(refusals_of({.pod_spec = "restartPolicy: Always", .spec = "paralelism: 2"}) ==
        Texts{"strict decoding error: unknown field \"spec.paralelism\"; did you mean parallelism?"});
  CHECK(refusals_of({.container = "image: x, volumeMounts: [{name: v, mountpath: /v}]"}).size() == 1);
}

TEST_CASE("a custom resource has whole numbers or texts as amounts, and its unknown fields come first") {
  const auto refusal = [](const std::string& spec) {
    const DryRun run = dry_run("", object("scheduling.x-k8s.io/v1alpha1", "PodGroup", "ml/g", "spec: {" + spec + "}"));
    const model::Asked* const entry = model::first_with(run.cluster.asked, model::Reply::Refuses);
    return entry == nullptr ? std::string() : entry->because;
  };
  CHECK(refusal("minMember: 1, minResources: {cpu: 2, memory: \"0.5\"}").empty());
  CHECK(refusal("minMember: 1, minResources: {cpu: 2.0}").empty());
  const std::string error = "PodGroup ml/g is invalid: spec.minResources.cpu: Invalid value: \"number\": "
                            "spec.minResources.cpu in body must be of type integer,string: \"number\"";
  CHECK(refusal("minMember: 1, minResources: {cpu: 0.5}") == error);
  CHECK(refusal("minMembers: 1, minResources: {cpu: 0.5}").find("minMembers") != std::string::npos);
}

// The fields are those of the projects' CustomResourceDefinitions.
TEST_CASE("custom resources have no field that their schema does not know, at several levels") {
  const auto is_unknown = [](std::string_view api_version, std::string_view kind, const std::string& spec) {
    const DryRun run = dry_run("", object(api_version, kind, "ml/x", "spec: {" + spec + "}"));
    return std::ranges::any_of(run.cluster.asked, [](const model::Asked& entry) {
      return entry.reply == model::Reply::Refuses && entry.because.find("unknown field") != std::string::npos;
    });
  };
  struct Kind {
    std::string_view api_version, kind;
    std::vector<std::string> known, unknown;
  };
  const std::string head = "headGroupSpec: {rayStartParams: {}, " + pod_template() + "}";
  const std::string spark = "driver: {cores: 1}, executor: {instances: 1}";
  const Kind kinds[] = {
      {"argoproj.io/v1alpha1",
       "CronWorkflow",
       {"schedules: [\"@daily\"], workflowSpec: {entrypoint: a, podGC: {}, templates: [{name: a, container: {image: "
        "a}}]}"},
       {"schedules: [], zzz: 1", "schedules: [], workflowSpec: {entrypoint: a, zzz: 1}"}},
      {"flink.apache.org/v1beta1",
       "FlinkDeployment",
       {"image: f, job: {parallelism: 1}, jobManager: {resource: {cpu: 1}}, podTemplate: {spec: {containers: []}}"},
       {"zzz: 1", "job: {zzz: 1}", "taskManager: {resource: {zzz: 1}}"}},
      {"serving.kserve.io/v1beta1",
       "InferenceService",
       {"predictor: {hostNetwork: true, model: {modelFormat: {name: a}}}, transformer: {containers: [{name: a, image: "
        "a}]}"},
       {"predictor: {zzz: 1}", "predictor: {model: {zzz: 1}}", "predictor: {containers: [{name: a, zzz: 1}]}"}},
      {"serving.kserve.io/v1alpha1", "ClusterServingRuntime", {"containers: [], multiModel: true"}, {"zzz: 1"}},
      {"flux-framework.org/v1alpha2",
       "MiniCluster",
       {"size: 2, containers: [{image: a, volumes: {v: {claimName: c, path: /c}}}], flux: {logLevel: 6}"},
       {"zzz: 1", "containers: [{image: a, zzz: 1}]", "pod: {zzz: 1}", "logging: {zzz: 1}"}},
      {"orchestration.aibrix.ai/v1alpha1",
       "RayClusterFleet",
       {"selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {" + head + "}}"},
       {"zzz: 1", "template: {spec: {zzz: 1}}", "strategy: {zzz: 1}"}},
      {"ray.io/v1",
       "RayCronJob",
       {"schedule: \"@daily\", jobTemplate: {rayClusterSpec: {" + head + "}}"},
       {"zzz: 1", "jobTemplate: {zzz: 1}", "jobTemplate: {rayClusterSpec: {zzz: 1}}"}},
      {"ray.io/v1",
       "RayService",
       {"serveConfigV2: a, rayClusterConfig: {networkPolicy: {}, " + head + "}"},
       {"zzz: 1", "rayClusterConfig: {headGroupSpec: {zzz: 1}}"}},
      {"workloads.x-k8s.io/v1alpha2",
       "RoleBasedGroup",
       {"roles: [{name: a, zzz: 1, standalonePattern: {" + pod_template() + "}}]"}, // it keeps those of roles
       {"roles: [{name: a, standalonePattern: {" + pod_template() + "}}], zzz: 1"}},
      {"spark.apache.org/v1",
       "SparkApplication",
       {"sparkConf: {a: b}, runtimeVersions: {sparkVersion: \"4\"}"},
       {"zzz: 1", "runtimeVersions: {zzz: 1}", "driverSpec: {zzz: 1}"}},
      {"sparkoperator.k8s.io/v1beta2",
       "ScheduledSparkApplication",
       {"schedule: \"@daily\", template: {" + spark + "}"},
       {"zzz: 1", "template: {zzz: 1}", "template: {executor: {zzz: 1}}"}},
  };
  for (const Kind& each : kinds) {
    CAPTURE(each.kind);
    for (const std::string& spec : each.known) { CHECK_FALSE(is_unknown(each.api_version, each.kind, spec)); }
    for (const std::string& spec : each.unknown) { CHECK(is_unknown(each.api_version, each.kind, spec)); }
  }
}

TEST_CASE("objects that make no pods are validated too") {
  const auto refusal = [](std::string_view api_version, std::string_view kind, std::string_view spec) {
    const DryRun run = dry_run("", object(api_version, kind, "ml/x", std::string(spec)));
    const model::Asked* const entry = model::first_with(run.cluster.asked, model::Reply::Refuses);
    return entry == nullptr ? std::string() : entry->because;
  };
  CHECK(refusal("v1", "PersistentVolumeClaim", "spec: {accessModes: [ReadWriteOnce]}") ==
        "PersistentVolumeClaim ml/x is invalid: spec.resources[storage]: Required value");
  CHECK(refusal("v1", "ResourceQuota", "spec: {hard: {gpus: 1}}")
            .starts_with("ResourceQuota ml/x is invalid: spec.hard[gpus]"));
  CHECK(refusal("scheduling.k8s.io/v1", "PriorityClass", "value: 2000000000") ==
        "PriorityClass x is invalid: value: Forbidden: maximum allowed value of a user defined priority is 1000000000");
  CHECK(refusal("v1", "ConfigMap", "data: {a: b}").empty());
}

TEST_CASE("an object that a manifest has twice counts once, as the last one says") {
  const auto twice = [](std::string_view api_version, std::string_view kind, const std::string& first,
                        const std::string& last) {
    return dry_run("", object(api_version, kind, "ml/x", "spec: {" + first + "}") +
                           object(api_version, kind, "ml/x", "spec: {" + last + "}"));
  };
  const std::string job = "completions: 3, " + pod_template("", "restartPolicy: Never");
  CHECK(twice("batch/v1", "Job", "parallelism: 3, " + job, "parallelism: 2, " + job).made().size() == 2);
  const std::string set = "selector: {matchLabels: {a: b}}, " + pod_template("a: b");
  for (const char* kind : {"Deployment", "ReplicaSet", "StatefulSet"}) {
    CHECK(twice("apps/v1", kind, "replicas: 3, " + set, "replicas: 2, " + set).made().size() == 2);
  }
  const auto mpi = [](int workers) {
    return "mpiReplicaSpecs: {Worker: {replicas: " + std::to_string(workers) + ", " + pod_template() + "}}";
  };
  CHECK(twice("kubeflow.org/v2beta1", "MPIJob", mpi(3), mpi(2)).made().size() == 2);
  CHECK(twice("scheduling.x-k8s.io/v1alpha1", "PodGroup", "minMember: 3", "minMember: 2").cluster.groups.size() == 1);
}

TEST_CASE("an object that a manifest has twice is created and then updated") {
  const auto answer = [](std::string_view api_version, std::string_view kind, const std::string& first,
                         const std::string& last) {
    const DryRun run = dry_run("", object(api_version, kind, "ml/x", "spec: {" + first + "}") +
                                       object(api_version, kind, "ml/x", "spec: {" + last + "}"));
    for (const model::Asked& entry : run.cluster.asked) {
      if (entry.because.find("twice") != std::string::npos) { return entry.because; }
    }
    for (const util::Problem& problem : run.cluster.problems) {
      if (problem.message.find("twice") != std::string::npos) { return problem.message; }
    }
    return std::string();
  };
  const std::string small = "completions: 1, " + pod_template("", "restartPolicy: Never");
  const std::string large = "completions: 64, " + pod_template("", "restartPolicy: Never", "cpu: 8");
  const std::string twice = "Job ml/x is in the manifest twice, and the second one changes ";
  CHECK(answer("batch/v1", "Job", small, small).empty());
  CHECK(answer("batch/v1", "Job", large, small) == twice + "spec.completions: field is immutable");
  CHECK(answer("batch/v1", "Job", "suspend: true, " + large, small).starts_with(twice));
  CHECK(answer("batch/v1", "Job", "backoffLimit: 1, " + small, small) ==
        "is in the manifest twice; kubectl apply creates it and then updates it, so the last one counts");
  CHECK(answer("batch/v1", "Job", "completionMode: Indexed, parallelism: 1, " + small,
               "completionMode: Indexed, parallelism: 64, completions: 64, " + pod_template("", "restartPolicy: Never"))
            .starts_with("is in the manifest twice"));
  const std::string container = "containers: [{name: c, image: x}]";
  CHECK(answer("v1", "Pod", "nodeName: node-1, " + container, container) ==
        "Pod ml/x is in the manifest twice, and the second one changes spec.nodeName: field is immutable");
  CHECK(
      answer("v1", "Pod", container, "containers: [{name: c, image: other}]").starts_with("is in the manifest twice"));
  const std::string set = "selector: {matchLabels: {a: b}}, ";
  CHECK(answer("apps/v1", "Deployment", set + pod_template("a: b"), set + pod_template("a: b", "", "cpu: 2"))
            .ends_with("what its controller does then is not simulated"));
  const std::string claim = "accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}";
  CHECK(answer("v1", "PersistentVolumeClaim", claim + ", storageClassName: a", claim + ", storageClassName: b")
            .ends_with("changes spec.storageClassName: field is immutable"));
}

TEST_CASE("an operator may complete its template, but amounts stay as they are") {
  const std::string replicas =
      "tfReplicaSpecs: {Worker: {replicas: 1, template: {spec: {containers: [{name: tensorflow, image: x, "
      "resources: {requests: {nvidia.com/gpu: 1}}}]}}}}";
  const DryRun run = dry_run("", object("kubeflow.org/v1", "TFJob", "ml/t", "spec: {" + replicas + "}"));
  const model::Asked* const refusal = model::first_with(run.cluster.asked, model::Reply::Refuses);
  REQUIRE(refusal != nullptr);
  CHECK(refusal->because.ends_with(
      "resources.limits: Required value: Limit must be set for non overcommitable resources"));
  CHECK(std::ranges::count(run.cluster.asked, model::Reply::Refuses, &model::Asked::reply) == 1);
}

TEST_CASE("an object that exists keeps what the API server does not change") {
  const auto refused = [](const std::string& cluster, const std::string& manifest) {
    const DryRun run = dry_run(cluster, manifest);
    const model::Asked* const refusal = model::first_with(run.cluster.asked, model::Reply::Refuses);
    return refusal == nullptr ? std::string() : refusal->because;
  };
  const auto pod_of = [](const std::string& cpu, const std::string& more = {}) {
    return object("v1", "Pod", "ml/p",
                  "spec: {" + more + " containers: [{name: c, image: x, resources: {requests: {cpu: " + cpu + "}}}]}");
  };
  CHECK(refused(pod_of("4"), pod_of("4000m")).empty());
  CHECK(refused(pod_of("4"), pod_of("2")).starts_with("Pod ml/p is invalid: spec: Forbidden: pod updates may not"));
  CHECK(!refused(pod_of("4"), pod_of("4", "nodeSelector: {a: b},")).empty());
  CHECK(refused(pod_of("4", "schedulingGates: [{name: e.com/g}],"), pod_of("4", "nodeSelector: {a: b},")).empty());

  const auto job_of = [](const std::string& cpu, const std::string& more = {}) {
    return object("batch/v1", "Job", "ml/j",
                  "spec: {" + more + pod_template("", "restartPolicy: Never", "cpu: " + cpu) + "}");
  };
  const auto pod_of_job = [](const std::string& containers) {
    return "---\n{apiVersion: v1, kind: Pod, metadata: {namespace: ml, name: j-x, ownerReferences: [{apiVersion: "
           "batch/v1, kind: Job, name: j, controller: true}]}, spec: {containers: [{name: a, image: a, resources: "
           "{requests: {cpu: 4}}}" +
           containers + "]}}\n";
  };
  const std::string exists = job_of("4") + pod_of_job("");
  CHECK(refused(exists, job_of("4", "parallelism: 3, ")).empty());
  CHECK(refused(exists, job_of("2")) == "Job ml/j is invalid: spec.template: Invalid value: {…}: field is immutable");
  CHECK(refused(pod_of_job(""), job_of("2")).empty()); // perhaps the Job is gone
  CHECK(refused(job_of("4") + pod_of_job(", {name: sidecar, image: b}"), job_of("2")).empty());
}

TEST_CASE("a path of the host that has to exist is assumed to exist") {
  const auto assumed = [](const std::string& type) {
    Texts texts;
    const std::string volume = "volumes: [{name: v, hostPath: {path: /data, type: '" + type + "'}}]";
    for (const model::Asked& entry : dry_run("", pod("ml/a", {.spec = volume})).cluster.asked) {
      if (entry.authority == model::Authority::Inputs && entry.reply == model::Reply::Assumed) {
        texts.push_back(entry.because);
      }
    }
    return texts;
  };
  CHECK(assumed("Directory") == Texts{"the nodes have the Directory /data that Pod ml/a mounts"});
  CHECK(assumed("DirectoryOrCreate").empty());
  CHECK(assumed("").empty());
}

TEST_CASE("the API server refuses an image volume of a pod without a reference, and a padded AppArmor profile") {
  const auto refusals = [](const std::string& manifest) {
    Texts texts;
    for (const model::Asked& entry : dry_run("", manifest).cluster.asked) {
      if (entry.reply == model::Reply::Refuses) { texts.push_back(entry.because); }
    }
    return texts;
  };
  CHECK(refusals(pod("ml/a", {.spec = "volumes: [{name: v, image: {}}]"})) ==
        Texts{"Pod ml/a is invalid: spec.volumes[0].image.reference: Required value"});
  CHECK(refusals(pod("ml/a", {.spec = "volumes: [{name: v, image: {reference: i}}]"})).empty());
  CHECK(refusals_of({.pod_spec = "restartPolicy: Never, volumes: [{name: v, image: {reference: i}}]"}).empty());
  const auto profile = [](const std::string& file) {
    return pod("ml/a",
               {.spec = "securityContext: {appArmorProfile: {type: Localhost, localhostProfile: \"" + file + "\"}}"});
  };
  CHECK(refusals(profile("x")).empty());
  const std::string path = "Pod ml/a is invalid: spec.securityContext.appArmorProfile.localhostProfile: ";
  CHECK(refusals(profile(" x ")) == Texts{path + "Invalid value: \" x \": must not be padded with whitespace"});
  CHECK(refusals(profile("")) == Texts{path + "Required value: must be set when AppArmor type is Localhost"});
}

TEST_CASE("the API server refuses a mirror pod without a node") {
  const DryRun run = dry_run("", pod("ml/a", {.metadata = "annotations: {kubernetes.io/config.mirror: x}, "}));
  const model::Asked* const entry = model::first_with(run.cluster.asked, model::Reply::Refuses);
  REQUIRE(entry != nullptr);
  CHECK(entry->because == "Pod ml/a is invalid: metadata.annotations[kubernetes.io/config.mirror]: Invalid value: "
                          "\"x\": must set spec.nodeName if mirror pod annotation is set");
}
