// SPDX-License-Identifier: Apache-2.0
// Decoding of nodes.
#include "snapshot/objects.hpp"

TEST_CASE("a node decodes all its fields") {
  const auto cluster = tests::cluster(R"(
apiVersion: v1
kind: Node
metadata: {name: gpu-1, uid: u1, labels: {zone: a}}
spec:
  unschedulable: true
  taints: [{key: gpu, value: "yes", effect: NoSchedule}, {key: soft, effect: PreferNoSchedule}]
status:
  allocatable: {cpu: 3900m, memory: 8Gi, pods: "110", nvidia.com/gpu: 8, ephemeral-storage: 100Gi}
  capacity: {cpu: 4}
  conditions: [{type: MemoryPressure, status: "False"}, {type: Ready, status: Unknown}]
  images: [{names: [b, a@sha256:1], sizeBytes: 1000}]
  declaredFeatures: [F1]
  features: {supplementalGroupsPolicy: true}
  nodeInfo: {kubeletVersion: v1.33.5-gke.1080000}
  runtimeHandlers: [{name: "", features: {userNamespaces: true}}, {name: kata}]
)");
  REQUIRE(texts(cluster.problems).empty());
  REQUIRE(cluster.nodes.size() == 1);
  const model::Node& node = cluster.nodes[0];
  CHECK(node.name == "gpu-1");
  CHECK(node.uid == "u1");
  CHECK(*node.labels == model::Labels{{"zone", "a"}});
  CHECK(node.unschedulable);
  CHECK_FALSE(node.ready);
  CHECK(node.taints == std::vector<model::Taint>{{"gpu", "yes", model::TaintEffect::NoSchedule},
                                                 {"soft", "", model::TaintEffect::PreferNoSchedule}});
  CHECK(model::amount_of(node.allocatable, model::k_cpu) == 3900);
  CHECK(model::amount_of(node.allocatable, model::k_pods) == 110);
  CHECK(model::amount_of(node.allocatable, *cluster.resources.find("nvidia.com/gpu")) == 8);
  REQUIRE(node.images != nullptr);
  CHECK(*node.images == std::vector<model::NodeImage>{{"a@sha256:1", 1000}, {"b", 1000}});
  CHECK(node.declared_features == std::vector<std::string_view>{"F1"});
  CHECK(node.strict_groups);
  CHECK(node.kubelet_release == 33);
  CHECK(node.runtime_handlers == std::vector<model::RuntimeHandler>{{"", true}, {"kata", false}});
}

TEST_CASE("the release of a kubelet is unknown if its version is not one of Kubernetes 1") {
  for (const std::string_view version :
       {"", "1.28.2", "v2.1.0", "v1.", "v1.x", "v1.99999", "v1.99999999999999999999"}) {
    const std::string text =
        std::string("{apiVersion: v1, kind: Node, metadata: {name: n1}, status: {nodeInfo: {kubeletVersion: \"") +
        std::string(version) + "\"}}}";
    CHECK(tests::cluster(text).nodes[0].kubelet_release == 0);
  }
}

TEST_CASE("a NodeResourceTopology counts if its policy refuses pods and the node has several NUMA nodes") {
  const auto policy = [](const std::string& fields) {
    const auto cluster = tests::cluster(node("n1") + "---\n" +
                                        "{apiVersion: topology.node.k8s.io/v1alpha2, kind: NodeResourceTopology, "
                                        "metadata: {name: n1}, " +
                                        fields + "}");
    CHECK(texts(cluster.problems).empty());
    return std::string(cluster.nodes[0].topology_policy);
  };
  const std::string two = "zones: [{type: Node}, {type: Node}, {type: Cache}]";
  CHECK(policy("topologyPolicies: [SingleNUMANodePodLevel], " + two) == "single-numa-node");
  CHECK(policy("topologyPolicies: [RestrictedContainerLevel], " + two) == "restricted");
  CHECK(policy("topologyPolicies: [BestEffort], " + two).empty());
  const std::string attribute = "attributes: [{name: topologyManagerPolicy, value: restricted}], ";
  CHECK(policy(attribute + two) == "restricted");
  CHECK(policy(attribute + "zones: [{type: Node}, {type: Cache}]").empty());
  CHECK(policy("attributes: [{name: topologyManagerScope, value: pod}], " + two).empty());
}

TEST_CASE("a node without a Ready condition is ready") { CHECK(tests::cluster(node("n1")).nodes[0].ready); }

TEST_CASE("capacity replaces a missing allocatable") {
  const auto cluster =
      tests::cluster("{apiVersion: v1, kind: Node, metadata: {name: n1}, status: {capacity: {cpu: 4}}}");
  CHECK(model::amount_of(cluster.nodes[0].allocatable, model::k_cpu) == 4000);
}

TEST_CASE("nodes come in the order of their names") {
  const auto cluster = tests::cluster(node("b") + node("c") + node("a"));
  CHECK(cluster.nodes[0].name == "a");
  CHECK(cluster.nodes[2].name == "c");
  CHECK(cluster.find_node("b") == 1);
}
