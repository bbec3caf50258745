// SPDX-License-Identifier: Apache-2.0
// Decoding of pods.
#include "snapshot/objects.hpp"

#include "model/values/time.hpp"

using model::amount_of;

namespace {

const model::PodSpec& spec_of(const model::ClusterSnapshot& cluster, std::string_view key) {
  return *find(cluster, key).spec;
}

} // namespace

TEST_CASE("a pod decodes its identity, owner and times") {
  const auto cluster = tests::cluster(R"(
apiVersion: v1
kind: Pod
metadata:
  name: worker-0
  namespace: ml
  uid: 4a12
  creationTimestamp: "2026-03-02T12:00:00Z"
  deletionTimestamp: "2026-03-02T13:00:00Z"
  labels: {b: "2", a: "1"}
  ownerReferences:
  - {apiVersion: v1, kind: ConfigMap, name: first}
  - {apiVersion: batch/v1, kind: Job, name: train, controller: true}
spec: {nodeName: n1, containers: [{name: main, image: a}]}
status: {phase: Running, startTime: "2026-03-02T12:01:00Z"}
---
{apiVersion: v1, kind: Node, metadata: {name: n1}, status: {allocatable: {cpu: 4}}}
)");
  REQUIRE(texts(cluster.problems).empty());
  const model::Pod& pod = find(cluster, "ml/worker-0");
  CHECK(pod.uid == "4a12");
  CHECK(*pod.labels == model::Labels{{"a", "1"}, {"b", "2"}});
  REQUIRE(pod.owner != nullptr);
  CHECK(pod.owner->kind == "Job");
  CHECK(pod.owner->name == "train");
  CHECK(pod.created == model::parse_time("2026-03-02T12:00:00Z"));
  CHECK(pod.started == model::parse_time("2026-03-02T12:01:00Z"));
  CHECK(pod.terminating);
  CHECK(pod.bound());
  CHECK(pod.phase == model::PodPhase::Running);
  CHECK(node_of(cluster, "ml/worker-0") == cluster.find_node("n1"));
  CHECK(pod.pending == nullptr);
}

TEST_CASE("null counts as absent") {
  const auto cluster = tests::cluster(pod("a", {.metadata = "creationTimestamp: null, ownerReferences: null, ",
                                                .spec = "priority: null, affinity: null, tolerations: null",
                                                .status = "phase: null, startTime: null, conditions: null"}));
  REQUIRE(texts(cluster.problems).empty());
  CHECK(find(cluster, "default/a").created == std::nullopt);
  CHECK(find(cluster, "default/a").phase == model::PodPhase::Pending);
}

TEST_CASE("a pod without a namespace is in default, and has the default scheduler") {
  const auto cluster = tests::cluster(pod("a"));
  CHECK(find(cluster, "default/a").namespace_name == "default");
  CHECK(spec_of(cluster, "default/a").scheduler_name == "default-scheduler");
}

TEST_CASE("a spec holds the effective requests") {
  const auto cluster = tests::cluster(R"(
apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  overhead: {cpu: 250m}
  initContainers:
  - {name: sidecar, image: s, restartPolicy: Always, resources: {requests: {cpu: 1}}}
  - {name: setup, image: i, resources: {requests: {cpu: 8}}}
  containers:
  - {name: main, image: m, resources: {requests: {cpu: 2, memory: 1Gi}, limits: {nvidia.com/gpu: 4}}}
)");
  const model::PodSpec& spec = spec_of(cluster, "default/a");
  CHECK(amount_of(spec.requests, model::k_cpu) == 9250);
  CHECK(amount_of(spec.requests, model::k_memory) == 1 << 30);
  CHECK(amount_of(spec.requests, *cluster.resources.find("nvidia.com/gpu")) == 4);
  CHECK(spec.container_count == 3);
  CHECK(spec.images == std::vector<std::string_view>{"i", "m", "s"});
  CHECK_FALSE(spec.best_effort);
}

TEST_CASE("a pod without requests is best effort and scores with minimum requests") {
  const auto cluster = tests::cluster(pod("a", {.requests = ""}));
  const model::PodSpec& spec = spec_of(cluster, "default/a");
  CHECK(spec.best_effort);
  CHECK(spec.requests.empty());
  CHECK(spec.scoring_cpu_milli == 100);
  CHECK(spec.scoring_memory == 200 * 1024 * 1024);
}

TEST_CASE("resources granted by the kubelet count for a bound pod and not for a pending one") {
  const std::string granted = "containerStatuses: [{name: main, resources: {requests: {cpu: 3}}, "
                              "allocatedResources: {cpu: 3}}]";
  const auto cluster = tests::cluster(node("n1") + pod("bound", {.spec = "nodeName: n1", .status = granted}) +
                                      pod("waiting", {.status = granted}));
  CHECK(amount_of(spec_of(cluster, "default/bound").requests, model::k_cpu) == 3000);
  CHECK(amount_of(spec_of(cluster, "default/waiting").requests, model::k_cpu) == 1000);
}

TEST_CASE("requests of an infeasible resize do not count") {
  const std::string status = "conditions: [{type: PodResizePending, status: \"True\", reason: Infeasible}], "
                             "containerStatuses: [{name: main, resources: {requests: {cpu: 1}}, "
                             "allocatedResources: {cpu: 1}}]";
  const auto cluster =
      tests::cluster(node("n1") + pod("a", {.requests = "cpu: 100", .spec = "nodeName: n1", .status = status}));
  CHECK(amount_of(spec_of(cluster, "default/a").requests, model::k_cpu) == 1000);
}

TEST_CASE("a spec holds priority, preemption policy, scheduler and gates") {
  const auto cluster = tests::cluster(pod(
      "a", {.spec = "priority: 1000, preemptionPolicy: Never, schedulerName: gang, schedulingGates: [{name: q/w}]"}));
  const model::PodSpec& spec = spec_of(cluster, "default/a");
  CHECK(spec.priority == 1000);
  CHECK(spec.never_preempts);
  CHECK(spec.scheduler_name == "gang");
  CHECK(spec.scheduling_gates == std::vector<std::string_view>{"q/w"});
  CHECK(find(cluster, "default/a").gated());
}

TEST_CASE("a spec holds node selector and node affinity") {
  const auto cluster = tests::cluster(R"(
apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers: []
  nodeSelector: {disk: ssd}
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
        - matchExpressions: [{key: zone, operator: In, values: [b, a, b]}, {key: cores, operator: Gt, values: ["8"]}]
          matchFields: [{key: metadata.name, operator: NotIn, values: [n9]}]
        - {}
      preferredDuringSchedulingIgnoredDuringExecution:
      - weight: 10
        preference: {matchExpressions: [{key: gpu, operator: Exists}]}
)");
  const model::PodSpec& spec = spec_of(cluster, "default/a");
  CHECK(spec.node_selector == model::Labels{{"disk", "ssd"}});
  REQUIRE(spec.required_node_terms);
  REQUIRE(spec.required_node_terms->size() == 2);
  const model::NodeSelectorTerm& term = spec.required_node_terms->front();
  CHECK(term.expressions[0].values == std::vector<std::string_view>{"a", "b"});
  CHECK(term.expressions[1].op == model::SelectorOperator::Gt);
  CHECK(term.fields[0].key == "metadata.name");
  CHECK(spec.required_node_terms->back() == model::NodeSelectorTerm{});
  REQUIRE(spec.preferred_node_terms.size() == 1);
  CHECK(spec.preferred_node_terms[0].weight == 10);
}

TEST_CASE("required node affinity that is present but empty matches nothing, and an absent one is no affinity") {
  const auto cluster =
      tests::cluster(pod("a", {.spec = "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
                                       "{nodeSelectorTerms: []}}}"}) +
                     pod("b", {.spec = "affinity: {nodeAffinity: {}}"}));
  CHECK(spec_of(cluster, "default/a").required_node_terms == std::vector<model::NodeSelectorTerm>{});
  CHECK(spec_of(cluster, "default/b").required_node_terms == std::nullopt);
}

TEST_CASE("pod affinity terms look in the pod's own namespace unless they name others") {
  const auto affinity = [](std::string_view term) {
    return "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: zone, " +
           std::string(term) + "}]}}";
  };
  const auto cluster = tests::cluster(pod("ml/own", {.spec = affinity("labelSelector: {matchLabels: {app: x}}")}) +
                                      pod("ml/named", {.spec = affinity("labelSelector: {}, namespaces: [z, b]")}) +
                                      pod("ml/all", {.spec = affinity("labelSelector: {}, namespaceSelector: {}")}) +
                                      pod("ml/none", {.spec = affinity("")}));
  const auto term = [&](std::string_view key) { return spec_of(cluster, key).required_anti_affinity.at(0); };
  CHECK(term("ml/own").namespaces == std::vector<std::string_view>{"ml"});
  CHECK(term("ml/own").selector == model::Selector{{"app", model::SelectorOperator::In, {"x"}}});
  CHECK(term("ml/named").namespaces == std::vector<std::string_view>{"b", "z"});
  CHECK(term("ml/named").selector == model::Selector{});
  CHECK(term("ml/all").namespaces.empty());
  CHECK(term("ml/all").namespace_selector == model::Selector{});
  CHECK(term("ml/none").selector == std::nullopt);
}

TEST_CASE("matchLabelKeys of a stored pod do not change its selector") {
  const auto cluster = tests::cluster(
      pod("a", {.labels = "app: x",
                .spec = "affinity: {podAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 7, "
                        "podAffinityTerm: {topologyKey: zone, labelSelector: {}, matchLabelKeys: [app]}}]}}"}));
  const auto& preferred = spec_of(cluster, "default/a").preferred_affinity;
  REQUIRE(preferred.size() == 1);
  CHECK(preferred[0].weight == 7);
  CHECK(preferred[0].selector == model::Selector{});
}

TEST_CASE("topology spread constraints decode with their defaults") {
  const auto cluster = tests::cluster(R"(
apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers: []
  topologySpreadConstraints:
  - {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: x}}}
  - {maxSkew: 3, topologyKey: host, whenUnsatisfiable: ScheduleAnyway, minDomains: 2, nodeAffinityPolicy: Ignore,
     nodeTaintsPolicy: Honor, matchLabelKeys: [pod-template-hash]}
)");
  const auto& spread = spec_of(cluster, "default/a").spread;
  REQUIRE(spread.size() == 2);
  CHECK(spread[0].do_not_schedule);
  CHECK(spread[0].min_domains == 1);
  CHECK(spread[0].honor_affinity);
  CHECK_FALSE(spread[0].honor_taints);
  CHECK_FALSE(spread[1].do_not_schedule);
  CHECK(spread[1].selector == std::nullopt);
  CHECK(spread[1].min_domains == 2);
  CHECK_FALSE(spread[1].honor_affinity);
  CHECK(spread[1].honor_taints);
  CHECK(spread[1].match_label_keys == std::vector<std::string_view>{"pod-template-hash"});
}

TEST_CASE("a spec holds all tolerations but those with Lt") {
  const auto cluster = tests::cluster(
      pod("a", {.spec = "tolerations: [{key: gpu, value: \"yes\", effect: NoSchedule}, {operator: Exists}, "
                        "{key: cost, operator: Lt, value: \"5\", effect: NoSchedule}]"}));
  const auto& tolerations = spec_of(cluster, "default/a").tolerations;
  REQUIRE(tolerations.size() == 2); // Lt tolerates nothing while its gate is off
  CHECK(tolerations[0] == model::Toleration{"gpu", "yes", false, model::TaintEffect::NoSchedule});
  CHECK(tolerations[1] == model::Toleration{"", "", true, std::nullopt});
}

TEST_CASE("host ports come from containers and sidecars, not from init containers") {
  const auto cluster = tests::cluster(R"(
apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  initContainers:
  - {name: setup, ports: [{containerPort: 1, hostPort: 1}]}
  - {name: side, restartPolicy: Always, ports: [{containerPort: 2, hostPort: 2, protocol: UDP, hostIP: 10.0.0.1}]}
  containers:
  - {name: main, ports: [{containerPort: 80}, {containerPort: 3, hostPort: 3}]}
)");
  CHECK(spec_of(cluster, "default/a").host_ports ==
        std::vector<model::HostPort>{{"0.0.0.0", "TCP", 3}, {"10.0.0.1", "UDP", 2}});
}

TEST_CASE("with hostNetwork each container port is a host port") {
  const auto cluster =
      tests::cluster(pod("a", {.container = "ports: [{containerPort: 80}]", .spec = "hostNetwork: true"}));
  CHECK(spec_of(cluster, "default/a").host_ports == std::vector<model::HostPort>{{"0.0.0.0", "TCP", 80}});
  CHECK(spec_of(cluster, "default/a").host_network);
}

TEST_CASE("a spec keeps only volumes that a filter reads") {
  const auto cluster = tests::cluster(R"(
apiVersion: v1
kind: Pod
metadata: {name: a}
spec:
  containers: []
  volumes:
  - {name: token, projected: {sources: []}}
  - {name: data, persistentVolumeClaim: {claimName: data-0, readOnly: true}}
  - {name: scratch, ephemeral: {volumeClaimTemplate: {}}}
  - {name: lun, iscsi: {targetPortal: p, iqn: q, lun: 3}}
  - {name: block, rbd: {monitors: [m2, m1], image: i, pool: r}}
  resourceClaims:
  - {name: gpu, resourceClaimName: mine}
  - {name: nic, resourceClaimTemplateName: nics}
)");
  const auto& spec = spec_of(cluster, "default/a");
  CHECK(spec.volumes == std::vector<model::Volume>{{"persistentVolumeClaim", "data", "data-0", true},
                                                   {"ephemeral", "scratch", "", false},
                                                   {"iscsi", "lun", "p|q|3", false},
                                                   {"rbd", "block", "m1,m2|r|i", false}});
  CHECK(spec.resource_claims == std::vector<std::string_view>{"name=mine", "template=nics|nic"});
}

TEST_CASE("a spec lists the features that a node must declare") {
  const auto cluster = tests::cluster(pod("a", {.container = "restartPolicyRules: [{action: RestartAllContainers}]",
                                                .spec = "hostNetwork: true, hostUsers: false"}) +
                                      pod("b", {.spec = "hostUsers: false"}));
  CHECK(spec_of(cluster, "default/a").required_features ==
        std::vector<std::string_view>{"RestartAllContainersOnContainerExits", "UserNamespacesHostNetworkSupport"});
  CHECK(spec_of(cluster, "default/b").required_features.empty());
  CHECK(spec_of(cluster, "default/b").user_namespace);
}

TEST_CASE("a spec has what its kubelet and its runtime must support") {
  const auto cluster = tests::cluster(pod("a", {.spec = "securityContext: {supplementalGroupsPolicy: Strict}, "
                                                        "runtimeClassName: kata, hostUsers: true"}) +
                                      pod("b", {.spec = "securityContext: {supplementalGroupsPolicy: Merge}"}));
  CHECK(spec_of(cluster, "default/a").has_strict_groups);
  CHECK(spec_of(cluster, "default/a").runtime_class == "kata");
  CHECK_FALSE(spec_of(cluster, "default/a").user_namespace);
  CHECK_FALSE(spec_of(cluster, "default/b").has_strict_groups);
}

TEST_CASE("a spec knows whether it has a sidecar, and resources of the pod") {
  const auto cluster = tests::cluster(
      pod("a", {.spec = "initContainers: [{name: i}, {name: s, restartPolicy: Always}], resources: {}"}) +
      pod("b", {.spec = "initContainers: [{name: i}], resources: {limits: {cpu: 2}}"}) +
      pod("c", {.spec = "resources: {requests: {cpu: 1}}"}));
  CHECK(spec_of(cluster, "default/a").has_sidecar);
  CHECK_FALSE(spec_of(cluster, "default/a").has_pod_resources);
  CHECK_FALSE(spec_of(cluster, "default/b").has_sidecar);
  CHECK(spec_of(cluster, "default/b").has_pod_resources);
  CHECK(spec_of(cluster, "default/c").has_pod_resources);
}

TEST_CASE("equal pods share one spec and one set of labels") {
  const auto cluster = tests::cluster(pod("a", {.labels = "app: x"}) + pod("b", {.labels = "app: x"}) +
                                      pod("c", {.labels = "app: z", .requests = "cpu: 2"}));
  CHECK(find(cluster, "default/a").spec == find(cluster, "default/b").spec);
  CHECK(find(cluster, "default/a").labels == find(cluster, "default/b").labels);
  CHECK(find(cluster, "default/a").spec != find(cluster, "default/c").spec);
  CHECK(cluster.pod_specs.size() == 2);
}

TEST_CASE("a finished pod keeps only scheduler and priority") {
  const auto cluster =
      tests::cluster(pod("a", {.spec = "priority: 5, nodeName: gone, schedulerName: s", .status = "phase: Failed"}));
  const model::Pod& pod = find(cluster, "default/a");
  CHECK(pod.finished());
  CHECK(pod.node_name.empty());
  CHECK(pod.pending == nullptr);
  CHECK(pod.spec->requests.empty());
  CHECK(pod.spec->priority == 5);
  CHECK(pod.spec->scheduler_name == "s");
  CHECK(texts(cluster.problems).empty());
}

TEST_CASE("a pod keeps its node if the kubelet rejected it for the alignment of its resources") {
  const auto cluster =
      tests::cluster(pod("a", {.spec = "nodeName: n1", .status = "phase: Failed, reason: TopologyAffinityError"}) +
                     pod("b", {.spec = "nodeName: n1", .status = "phase: Failed, reason: Evicted"}));
  const model::Pod& pod = find(cluster, "default/a");
  CHECK(pod.node_name == "n1");
  CHECK_FALSE(pod.bound());
  CHECK(model::start_failure_name(pod.start_failure) == "TopologyAffinityError");
  CHECK(find(cluster, "default/b").node_name.empty());
  CHECK(texts(cluster.problems).empty());
}

TEST_CASE("pods come in the byte order of their keys") {
  const auto cluster = tests::cluster(pod("ns/x") + pod("ns-a/x") + pod("ns/a"));
  REQUIRE(cluster.pods.size() == 3);
  CHECK(model::pod_key(cluster.pods[0]) == "ns-a/x");
  CHECK(model::pod_key(cluster.pods[1]) == "ns/a");
  CHECK(model::pod_key(cluster.pods[2]) == "ns/x");
}

TEST_CASE("texts of the snapshot outlive the documents") {
  model::ClusterSnapshot moved =
      tests::cluster(pod("ml/a", {.labels = "a-label-of-some-length: with-a-value-of-some-length",
                                  .spec = "schedulerName: a-scheduler-of-some-length"}));
  const model::ClusterSnapshot cluster = std::move(moved);
  CHECK(cluster.pods[0].name == "a");
  CHECK(cluster.pods[0].labels->at(0).value == "with-a-value-of-some-length");
  CHECK(cluster.pods[0].spec->scheduler_name == "a-scheduler-of-some-length");
}

TEST_CASE("preempted is true only for pods that the scheduler evicts") {
  const auto preempted = [](const std::string& reason, const std::string& status) {
    const auto cluster =
        tests::cluster(node("n1") + pod("ml/a", {.metadata = "deletionTimestamp: \"2026-03-02T12:00:00Z\", ",
                                                 .spec = "nodeName: n1",
                                                 .status = "conditions: [{type: DisruptionTarget, status: \"" + status +
                                                           "\", reason: " + reason + "}]"}));
    CHECK(find(cluster, "ml/a").terminating);
    return find(cluster, "ml/a").preempted;
  };
  CHECK(preempted("PreemptionByScheduler", "True"));
  CHECK_FALSE(preempted("PreemptionByScheduler", "False"));
  CHECK_FALSE(preempted("EvictionByEvictionAPI", "True"));
}
