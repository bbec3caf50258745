// SPDX-License-Identifier: Apache-2.0
// Changes that an API server makes to the pods of a manifest, and its refusals.
#include "snapshot/dry_run.hpp"
#include "util/concat.hpp"

namespace {

using Texts = std::vector<std::string>;
using model::amount_of;

std::string priority_class(std::string_view name, std::string_view body) {
  return object("scheduling.k8s.io/v1", "PriorityClass", name, body);
}

std::string limit_range(std::string_view item) {
  return object("v1", "LimitRange", "ml/limits", "spec: {limits: [{" + std::string(item) + "}]}");
}

const model::PodSpec& spec_of(const DryRun& run, std::string_view key = "ml/a") { return *run.pod(key).spec; }

} // namespace

TEST_CASE("ConfigMaps that a pod names are asked for if the input has others of the namespace") {
  const auto mounts = [](const std::string& source) {
    return pod("ml/a", {.spec = "volumes: [{name: v, configMap: {name: cfg" + source + "}}]"});
  };
  const std::string cfg = object("v1", "ConfigMap", "ml/cfg", "data: {k: v}");
  const std::string other = object("v1", "ConfigMap", "ml/other", "data: {k: v}");
  CHECK(unasked(dry_run("", mounts(""))).empty());
  CHECK(unasked(dry_run(cfg, mounts(""))).empty());
  CHECK(unasked(dry_run(other, mounts(""))) ==
        Texts{"there is no ConfigMap ml/cfg in the input, and no container starts without it"});
  CHECK(unasked(dry_run(object("v1", "ConfigMap", "elsewhere/other", "data: {k: v}"), mounts(""))).empty());
  CHECK(unasked(dry_run(other, mounts(", optional: true"))).empty());
  CHECK(unasked(dry_run(other, mounts("") + cfg)).empty()); // the kubelet tries again
  CHECK(unasked(dry_run(cfg, mounts(", items: [{key: z, path: z}]"))) ==
        Texts{"ConfigMap ml/cfg has no key z, and no container starts without it"});
  CHECK(unasked(dry_run(object("v1", "ConfigMap", "ml/cfg"), mounts(", items: [{key: z, path: z}]"))).empty());
}

TEST_CASE("ConfigMaps and Secrets whose lists are not given are assumed to exist, by name") {
  const auto assumed = [](const std::string& cluster, const std::string& manifest) {
    Texts texts;
    for (const model::Asked& entry : dry_run(cluster, manifest).cluster.asked) {
      const bool is_it = entry.reply == model::Reply::Assumed && entry.authority == model::Authority::Inputs;
      if (is_it) { texts.push_back(entry.because); }
    }
    return texts;
  };
  const auto mounts = [](const std::vector<std::string>& names) {
    std::string volumes;
    for (const std::string& name : names) {
      volumes += util::concat("{name: ", name, ", configMap: {name: ", name, "}}, ");
    }
    return pod("ml/a", {.spec = "volumes: [" + volumes + "{name: s, secret: {secretName: key}}]"});
  };
  const std::string cfg = object("v1", "ConfigMap", "ml/cfg", "data: {k: v}");
  CHECK(assumed("", mounts({"cfg"})) == Texts{"ConfigMap ml/cfg and Secret ml/key exist"});
  CHECK(assumed(cfg, mounts({"cfg"})) == Texts{"Secret ml/key exists"});
  CHECK(assumed("", mounts({"cfg"}) + cfg) == Texts{"Secret ml/key exists"});
  CHECK(assumed("", mounts({"kube-root-ca.crt"})) == Texts{"Secret ml/key exists"}); // every namespace has it
  CHECK(assumed("", mounts({"u", "v", "w", "x"})) ==
        Texts{"ConfigMap ml/u, ConfigMap ml/v, ConfigMap ml/w and 2 more exist"});
  CHECK(assumed("", pod("ml/a", {.spec = "volumes: [{name: s, secret: {secretName: k, optional: true}}]"})).empty());
}

TEST_CASE("a PriorityClass sets priority and preemption policy") {
  const DryRun run = dry_run(priority_class("urgent", "value: 1000, preemptionPolicy: Never"),
                             pod("ml/a", {.spec = "priorityClassName: urgent"}));
  CHECK(spec_of(run).priority == 1000);
  CHECK(spec_of(run).never_preempts);
}

TEST_CASE("a PriorityClass of the manifest counts even after the pod, and the value of an existing one stays") {
  const std::string manifest =
      pod("ml/a", {.spec = "priorityClassName: urgent"}) + priority_class("urgent", "value: 7");
  CHECK(spec_of(dry_run("", manifest)).priority == 7);
  const DryRun run = dry_run(priority_class("urgent", "value: 1000"), manifest);
  CHECK(spec_of(run).priority == 1000);
  CHECK(std::ranges::any_of(run.cluster.asked, [](const model::Asked& entry) {
    return entry.because == "PriorityClass urgent exists, and the manifest changes its value, which is immutable";
  }));
}

TEST_CASE("the global default, with several the lowest one") {
  const DryRun run =
      dry_run(priority_class("a", "value: 50, globalDefault: true") +
                  priority_class("b", "value: 20, globalDefault: true") + priority_class("c", "value: 1"),
              pod("ml/a"));
  CHECK(spec_of(run).priority == 20);
}

TEST_CASE("the system's PriorityClasses always exist") {
  CHECK(spec_of(dry_run("", pod("ml/a", {.spec = "priorityClassName: system-node-critical"}))).priority == 2000001000);
}

TEST_CASE("admission refuses a missing PriorityClass, and a priority that differs from the class's") {
  const DryRun none = dry_run(priority_class("urgent", "value: 1"), pod("ml/a", {.spec = "priorityClassName: none"}));
  CHECK(none.refusals == Texts{"Pod ml/a: no PriorityClass with name none was found"});
  CHECK(none.cluster.pods.empty());
  CHECK(none.role().pods == Texts{"a"});
  CHECK(unasked(dry_run("", pod("ml/a", {.spec = "priorityClassName: none"}))) ==
        Texts{"PriorityClass none is not in the input"});
  CHECK(dry_run(priority_class("urgent", "value: 1"), pod("ml/a", {.spec = "priorityClassName: urgent, priority: 2"}))
            .refusals ==
        Texts{"Pod ml/a: the integer value of priority (2) must not be provided in pod spec; priority admission "
              "controller computed 1 from the given PriorityClass name"});
}

TEST_CASE("a refusal proposes a class with a similar name") {
  CHECK(dry_run(priority_class("urgent", "value: 1"), pod("ml/a", {.spec = "priorityClassName: urgnet"})).refusals ==
        Texts{"Pod ml/a: no PriorityClass with name urgnet was found; did you mean urgent?"});
  CHECK(dry_run(priority_class("urgent", "value: 1"), pod("ml/a", {.spec = "priorityClassName: system-node-critcal"}))
            .refusals == Texts{"Pod ml/a: no PriorityClass with name system-node-critcal was found; did you mean "
                               "system-node-critical?"});
  CHECK(dry_run(object("node.k8s.io/v1", "RuntimeClass", "kata", "handler: kata"),
                pod("ml/a", {.spec = "runtimeClassName: katta"}))
            .refusals == Texts{"Pod ml/a: pod rejected: RuntimeClass \"katta\" not found; did you mean kata?"});
}

TEST_CASE("one refusal covers equal pods") {
  const DryRun run = dry_run(
      priority_class("urgent", "value: 1"),
      object("batch/v1", "Job", "ml/j", "spec: {parallelism: 3, " + pod_template("", "priorityClassName: none") + "}"));
  CHECK(run.refusals == Texts{"Pod ml/j-0 and 2 more: no PriorityClass with name none was found"});
}

TEST_CASE("a RuntimeClass adds overhead, selector and tolerations") {
  const std::string kata = object("node.k8s.io/v1", "RuntimeClass", "kata",
                                  "handler: kata, overhead: {podFixed: {cpu: 250m}}, scheduling: {nodeSelector: {kata: "
                                  "\"1\"}, tolerations: [{key: kata, operator: Exists, effect: NoSchedule}]}");
  const DryRun run = dry_run(kata, pod("ml/a", {.spec = "runtimeClassName: kata, nodeSelector: {disk: ssd}"}));
  CHECK(amount_of(spec_of(run).requests, model::k_cpu) == 1250);
  CHECK(spec_of(run).node_selector == model::Labels{{"disk", "ssd"}, {"kata", "1"}});
  CHECK(spec_of(run).tolerations.at(0).key == "kata");
  CHECK(run.role().requests == std::vector<std::pair<std::string, std::string>>{{"cpu", "1250m"}});
  CHECK(unasked(dry_run("", pod("ml/a", {.spec = "runtimeClassName: kata"}))) ==
        Texts{"RuntimeClass kata is not in the input"});
  CHECK(dry_run(kata, pod("ml/a", {.spec = "runtimeClassName: kata, nodeSelector: {kata: \"2\"}"})).refusals ==
        Texts{"Pod ml/a: pod rejected: conflict: runtimeClass.scheduling.nodeSelector[kata] = 1; "
              "pod.spec.nodeSelector[kata] = 2"});
  CHECK(dry_run("", pod("ml/a", {.spec = "overhead: {cpu: 1}"})).refusals ==
        Texts{"Pod ml/a: pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead"});
}

TEST_CASE("a namespace adds OpenShift's node selector, and may add the one of PodNodeSelector") {
  const auto space = [](std::string_view annotation) {
    return "---\n{apiVersion: v1, kind: Namespace, metadata: {name: ml, annotations: {" + std::string(annotation) +
           "}}}\n";
  };
  const auto openshift = [&](std::string_view text) {
    return space("openshift.io/node-selector: \"" + std::string(text) + "\"");
  };
  const std::string wants_ssd = pod("ml/a", {.spec = "nodeSelector: {disk: ssd}"});
  CHECK(spec_of(dry_run(openshift("pool=a, pool = gpu,"), wants_ssd)).node_selector ==
        model::Labels{{"disk", "ssd"}, {"pool", "gpu"}});
  CHECK(spec_of(dry_run(openshift(""), wants_ssd)).node_selector == model::Labels{{"disk", "ssd"}});
  CHECK(spec_of(dry_run(openshift("pool=gpu"), pod("ops/a")), "ops/a").node_selector.empty());
  CHECK(dry_run(openshift("disk=hdd"), wants_ssd).refusals ==
        Texts{"Pod ml/a: pod node label selector conflicts with its project node label selector"});
  CHECK(
      unasked(dry_run(openshift("pool"), wants_ssd)) ==
      Texts{
          "whether new pods get the node selector \"pool\" of Namespace ml (annotation openshift.io/node-selector) is "
          "not in the input"});
  const DryRun unsure = dry_run(space("scheduler.alpha.kubernetes.io/node-selector: pool=gpu"), wants_ssd);
  CHECK(unasked(unsure) == Texts{"whether new pods get the node selector \"pool=gpu\" of Namespace ml (annotation "
                                 "scheduler.alpha.kubernetes.io/node-selector) is not in the input"});
  CHECK(spec_of(unsure).node_selector == model::Labels{{"disk", "ssd"}});
  CHECK(unasked(dry_run(space("scheduler.alpha.kubernetes.io/node-selector: disk=ssd"), wants_ssd)).empty());
}

TEST_CASE("admission adds tolerations for nodes that are not ready or not reachable") {
  const DryRun run = dry_run("", pod("ml/a"));
  const auto& tolerations = spec_of(run).tolerations;
  REQUIRE(tolerations.size() == 2);
  CHECK(tolerations[0] == model::Toleration{"node.kubernetes.io/not-ready", "", true, model::TaintEffect::NoExecute});
  CHECK(tolerations[1] == model::Toleration{"node.kubernetes.io/unreachable", "", true, model::TaintEffect::NoExecute});
  CHECK(spec_of(dry_run("", pod("ml/a", {.spec = "tolerations: [{operator: Exists}]"}))).tolerations.size() == 1);
}

TEST_CASE("a LimitRange gives requests and limits to containers that have none") {
  const std::string range =
      limit_range("type: Container, default: {cpu: 2, memory: 1Gi}, defaultRequest: {memory: 512Mi}");
  const DryRun run = dry_run(range, pod("ml/a", {.requests = ""}) + pod("ops/a", {.requests = ""}) +
                                        pod("ml/b", {.requests = "cpu: 500m, memory: 2Mi"}));
  CHECK(amount_of(spec_of(run).requests, model::k_cpu) == 2000); // from the default limit
  CHECK(amount_of(spec_of(run).requests, model::k_memory) == 512 << 20);
  CHECK(amount_of(spec_of(run, "ops/a").requests, model::k_cpu) == 0);
  CHECK(amount_of(spec_of(run, "ml/b").requests, model::k_cpu) == 500);
}

TEST_CASE("a container's own limit becomes its request before the LimitRange applies") {
  const DryRun run =
      dry_run(limit_range("type: Container, defaultRequest: {cpu: 100m}"),
              "{apiVersion: v1, kind: Pod, metadata: {namespace: ml, name: a}, spec: {containers: [{name: m, "
              "resources: {limits: {cpu: 3}}}]}}");
  CHECK(amount_of(spec_of(run).requests, model::k_cpu) == 3000);
}

TEST_CASE("a LimitRange enforces its minimum and maximum") {
  const auto refusal = [](std::string_view item, std::string_view requests, std::string_view limits = "") {
    const std::string manifest = "{apiVersion: v1, kind: Pod, metadata: {namespace: ml, name: a}, spec: {containers: "
                                 "[{name: m, resources: {requests: {" +
                                 std::string(requests) + "}, limits: {" + std::string(limits) + "}}}]}}";
    const DryRun run = dry_run(limit_range(item), manifest);
    return run.refusals.empty() ? std::string() : run.refusals.front();
  };
  CHECK(refusal("type: Container, max: {cpu: 2}", "cpu: 1", "cpu: 2").empty());
  CHECK(refusal("type: Container, max: {cpu: 2}", "cpu: 1", "cpu: 3") ==
        "Pod ml/a: maximum cpu usage per Container is 2, but limit is 3");
  CHECK(refusal("type: Container, min: {memory: 1Gi}", "memory: 1Mi") ==
        "Pod ml/a: minimum memory usage per Container is 1Gi, but request is 1Mi");
  CHECK(refusal("type: Pod, max: {memory: 1Gi}", "memory: 1Mi") ==
        "Pod ml/a: maximum memory usage per Pod is 1Gi.  No limit is specified");
  CHECK(refusal("type: Pod, min: {cpu: 2}, max: {cpu: 3}", "cpu: 1", "cpu: 4") ==
        "Pod ml/a: [minimum cpu usage per Pod is 2, but request is 1, maximum cpu usage per Pod is 3, but limit is 4]");
  CHECK(refusal("type: PersistentVolumeClaim, max: {storage: 1Gi}", "cpu: 1").empty());
  CHECK(refusal("type: openshift.io/Image, max: {storage: 1Gi, cpu: 500m}", "cpu: 1").empty());
}

TEST_CASE("the default limit of a LimitRange must not be below a request") {
  const DryRun run = dry_run(limit_range("type: Container, default: {cpu: 500m}"), pod("ml/a", {.requests = "cpu: 1"}));
  CHECK(run.refusals == Texts{"Pod ml/a: spec.containers[0].resources.requests: Invalid value: \"1\": must be less "
                              "than or equal to cpu limit of 500m, by the defaults of LimitRange ml/limits"});
}

TEST_CASE("the maxima of LimitRanges bound the sizes that an answer proposes") {
  const DryRun run =
      dry_run(limit_range("type: Container, max: {cpu: 2, nvidia.com/gpu: 4}"), pod("ml/a", {.requests = "cpu: 1"}));
  const std::vector<model::RequestBound>& bounds = run.cluster.request_bounds;
  REQUIRE(bounds.size() == 2);
  CHECK(bounds[0].namespace_name == "ml");
  CHECK(bounds[0].resource == "cpu");
  CHECK(bounds[0].most == 2000);
  CHECK(bounds[0].of_container);
  CHECK(bounds[1].resource == "nvidia.com/gpu");
  CHECK(bounds[1].most == 4);
}

TEST_CASE("a LimitRange of the manifest counts for pods after it and for those of controllers") {
  const std::string range = limit_range("type: Container, default: {cpu: 2}");
  const std::string bare = pod("ml/a", {.requests = ""});
  const auto resources = [](const DryRun& run, const std::string& name) { return run.pod(name).spec->requests.size(); };
  CHECK(resources(dry_run("", range + bare), "ml/a") == 1);
  CHECK(resources(dry_run("", bare + range), "ml/a") == 0);
  const std::string deployment = object("apps/v1", "Deployment", "ml/d",
                                        "spec: {replicas: 1, selector: {matchLabels: {a: b}}, template: {metadata: "
                                        "{labels: {a: b}}, spec: {containers: [{name: main, image: i}]}}}");
  CHECK(resources(dry_run("", deployment + range), "ml/d-0") == 1);
}

TEST_CASE("a quota on objects counts those that the manifest creates, and no updates") {
  const std::string quota =
      object("v1", "ResourceQuota", "ml/few",
             "spec: {hard: {count/podgroups.scheduling.x-k8s.io: \"1\"}}, status: {hard: "
             "{count/podgroups.scheduling.x-k8s.io: \"1\"}, used: {count/podgroups.scheduling.x-k8s.io: \"1\"}}");
  const auto group = [](const std::string& name) {
    return object("scheduling.x-k8s.io/v1alpha1", "PodGroup", name, "spec: {minMember: 1}");
  };
  const auto refusals = [](const DryRun& run) {
    return std::ranges::count(run.cluster.asked, model::Reply::Refuses, &model::Asked::reply);
  };
  CHECK(refusals(dry_run(quota + group("ml/old"), group("ml/old"))) == 0);
  CHECK(refusals(dry_run(quota + group("ml/old"), group("ml/new"))) == 1);
}

TEST_CASE("a VerticalPodAutoscaler that sizes new pods leaves the answer open") {
  const std::string web = object("apps/v1", "Deployment", "ml/web",
                                 "spec: {replicas: 1, selector: {matchLabels: {a: b}}, template: {metadata: {labels: "
                                 "{a: b}}, spec: {containers: [{name: main, image: i}]}}}");
  const auto vpa = [](std::string_view spec) {
    return object("autoscaling.k8s.io/v1", "VerticalPodAutoscaler", "ml/size",
                  "spec: {targetRef: {kind: Deployment, name: web}" + std::string(spec) +
                      "}, status: {recommendation: {containerRecommendations: [{containerName: main, target: {cpu: "
                      "\"9\", memory: 1Gi}}]}}");
  };
  CHECK(unasked(dry_run(vpa(""), web)) ==
        Texts{"VerticalPodAutoscaler ml/size replaces the requests of new pods by its recommendation (cpu 9 and memory "
              "1Gi for main), and only the requests of the file are counted"});
  CHECK(unasked(dry_run(vpa(", updatePolicy: {updateMode: Initial}"), web)).size() == 1);
  CHECK(unasked(dry_run(vpa(", updatePolicy: {updateMode: \"Off\"}"), web)).empty());
  CHECK(unasked(dry_run(vpa(", resourcePolicy: {containerPolicies: [{containerName: \"*\", mode: \"Off\"}]}"), web))
            .empty());
  CHECK(unasked(dry_run(vpa(""), pod("ml/web"))).empty()); // another kind
}

TEST_CASE("what another such job charges on quotas on objects is known, also of objects that exist") {
  const std::string quota = object("v1", "ResourceQuota", "ml/few",
                                   "spec: {hard: {count/jobs.batch: \"5\", count/secrets: \"5\"}}, status: {hard: "
                                   "{count/jobs.batch: \"5\", count/secrets: \"5\"}, used: {count/jobs.batch: \"2\", "
                                   "count/secrets: \"5\"}}");
  const std::string job = object("batch/v1", "Job", "ml/a", "spec: {" + pod_template() + "}");
  const auto left = [](const DryRun& run) {
    REQUIRE(run.cluster.object_charges.size() == 1);
    const model::ObjectCharge& charge = run.cluster.object_charges.front();
    CHECK(charge.namespace_name == "ml");
    CHECK(charge.quota == "few");
    CHECK(charge.resource == "count/jobs.batch");
    CHECK(charge.of_another == model::Quantity::from_units(1));
    return charge.left;
  };
  CHECK(left(dry_run(quota, job)) == model::Quantity::from_units(2));
  CHECK(left(dry_run(quota + job, job)) == model::Quantity::from_units(3));
}
