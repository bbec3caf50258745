// SPDX-License-Identifier: Apache-2.0
// Decoding of the kinds of resource.k8s.io.
#include "snapshot/objects.hpp"

TEST_CASE("a ResourceClaim decodes, old and new") {
  const auto cluster = tests::cluster(R"(
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: a, namespace: ml, ownerReferences: [{uid: u, kind: Pod, name: p, controller: true}]}
spec:
  devices:
    requests:
    - name: r
      exactly: {deviceClassName: gpu, count: 2, selectors: [{cel: {expression: ' device.driver == "x.io" '}}]}
    - {name: s, exactly: {deviceClassName: gpu, allocationMode: All, selectors: [{cel: {expression: "true"}}]}}
    - {name: t, firstAvailable: [{name: one, deviceClassName: gpu}, {name: two, deviceClassName: tape, count: 2}]}
    constraints: [{matchAttribute: x.io/numa, requests: [r, t/one]}]
---
apiVersion: resource.k8s.io/v1beta1
kind: ResourceClaim
metadata: {name: b, namespace: ml}
spec: {devices: {requests: [{name: r, deviceClassName: gpu}]}}
status:
  allocation:
    nodeSelector: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [node-1]}]}]}
    devices:
      results:
      - {request: r, driver: x.io, pool: node-1, device: d0}
      - {request: r, driver: x.io, pool: node-1, device: d1, adminAccess: true}
)");
  for (const auto& problem : cluster.problems) { FAIL_CHECK(problem.message); }
  REQUIRE(cluster.resource_claims.size() == 2);
  const model::ResourceClaim& a = cluster.resource_claims[0];
  CHECK(a.owner_uid == "u");
  CHECK_FALSE(a.constrained);
  CHECK(a.match_attributes == std::vector<model::MatchAttribute>{{"x.io/numa", {"r", "t/one"}}});
  CHECK_FALSE(a.allocated);
  REQUIRE(a.requests.size() == 3);
  CHECK(a.requests[0] == model::DeviceRequest{.name = "r",
                                              .device_class = "gpu",
                                              .count = 2,
                                              .selectors = {model::DeviceSelector(R"( device.driver == "x.io" )")}});
  CHECK(a.requests[1] ==
        model::DeviceRequest{
            .name = "s", .device_class = "gpu", .all = true, .selectors = {model::DeviceSelector("true")}});
  REQUIRE(a.requests[2].alternatives.size() == 2);
  CHECK(a.requests[2].alternatives[1] == model::DeviceRequest{.name = "two", .device_class = "tape", .count = 2});
  const model::ResourceClaim& b = cluster.resource_claims[1];
  CHECK(b.requests[0] == model::DeviceRequest{.name = "r", .device_class = "gpu"});
  CHECK(b.allocated);
  REQUIRE(b.nodes);
  CHECK(b.nodes->at(0).fields.at(0).key == "metadata.name");
  CHECK(b.devices == std::vector<model::DeviceId>{{"x.io", "node-1", "d0"}});
}

TEST_CASE("ResourceSlices, DeviceClasses and the claims created for a pod decode") {
  const auto cluster = tests::cluster(R"(
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: s}
spec:
  driver: x.io
  nodeName: node-1
  pool: {name: node-1, generation: 3, resourceSliceCount: 2}
  devices:
  - name: d0
  - name: d1
    attributes: {a: {int: 1}, y.io/b: {string: text}, c: {bool: true}, d: {version: 1.2.3}}
    capacity: {memory: {value: 1Gi}}
---
apiVersion: resource.k8s.io/v1beta1
kind: ResourceSlice
metadata: {name: t}
spec: {driver: x.io, allNodes: true, pool: {name: q}, devices: [{name: d0, basic: {consumesCounters: [{}]}}]}
---
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: gpu}
spec: {selectors: [{cel: {expression: "device.driver == 'x.io'"}}, {cel: {expression: 'device.driver == "z" || true'}}]}
---
apiVersion: v1
kind: Pod
metadata: {name: p}
spec: {resourceClaims: [{name: r, resourceClaimTemplateName: t}]}
status: {resourceClaimStatuses: [{name: r, resourceClaimName: p-r-x}]}
)");
  for (const auto& problem : cluster.problems) { FAIL_CHECK(problem.message); }
  REQUIRE(cluster.resource_slices.size() == 2);
  CHECK(cluster.resource_slices[0].node_name == "node-1");
  CHECK(cluster.resource_slices[0].generation == 3);
  CHECK(cluster.resource_slices[0].slice_count == 2);
  REQUIRE(cluster.resource_slices[0].devices.size() == 2);
  const model::Device& device = cluster.resource_slices[0].devices[1];
  CHECK(device.name == "d1");
  REQUIRE(device.attributes.size() == 4);
  CHECK(device.attributes[0] == model::DeviceAttribute{"x.io/a", std::int64_t{1}});
  CHECK(device.attributes[1] == model::DeviceAttribute{"y.io/b", std::string_view("text")});
  CHECK(device.attributes[2] == model::DeviceAttribute{"x.io/c", true});
  CHECK(device.attributes[3] == model::DeviceAttribute{"x.io/d", model::DeviceVersion{"1.2.3"}});
  REQUIRE(device.capacities.size() == 1);
  CHECK(device.capacities[0].name == "x.io/memory");
  CHECK(device.capacities[0].amount.value() == std::int64_t{1} << 30);
  CHECK(cluster.resource_slices[0].plain);
  CHECK(cluster.resource_slices[1].all_nodes);
  CHECK_FALSE(cluster.resource_slices[1].plain);
  REQUIRE(cluster.device_classes.size() == 1);
  CHECK(cluster.device_classes[0].selectors ==
        model::DeviceSelectors{model::DeviceSelector("device.driver == 'x.io'"),
                               model::DeviceSelector(R"(device.driver == "z" || true)")});
  REQUIRE(cluster.pods.at(0).pending != nullptr);
  CHECK(cluster.pods[0].pending->made_claims == std::vector<model::MadeClaim>{{"r", "p-r-x"}});
}

namespace {

// Node a has a device, node b a device plugin with 3, node c neither.
std::string device_nodes(std::string_view more) {
  return node("a") + node("b", {.allocatable = "cpu: 4, x.io/gpu: 3"}) + node("c") + R"(---
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: s}
spec: {driver: x.io, nodeName: a, pool: {name: a, generation: 1, resourceSliceCount: 1}, devices: [{name: d0}, {name: d1}]}
---
{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu}, spec: {extendedResourceName: x.io/gpu}}
)" + std::string(more);
}

std::vector<std::int64_t> on_each_node(const model::ClusterSnapshot& cluster, std::string_view resource) {
  std::vector<std::int64_t> amounts;
  for (const model::Node& node : cluster.nodes) {
    amounts.push_back(model::amount_of(node.allocatable, *cluster.resources.find(resource)));
  }
  return amounts;
}

} // namespace

TEST_CASE("nodes without an extended resource of a DeviceClass get the devices that they reach") {
  using Amounts = std::vector<std::int64_t>;
  const auto named = tests::cluster(device_nodes(pod("p", {.requests = "x.io/gpu: 1"})));
  CHECK(on_each_node(named, "x.io/gpu") == Amounts{2, 3, 0});
  CHECK(named.device_resources.size() == 1);
  const auto implicit =
      tests::cluster(device_nodes(pod("p", {.requests = "deviceclass.resource.kubernetes.io/gpu: 1"})));
  CHECK(on_each_node(implicit, "deviceclass.resource.kubernetes.io/gpu") == Amounts{2, 0, 0});
}

TEST_CASE("a DeviceTaintRule taints devices if it has a selector and an effect") {
  const auto cluster = tests::cluster(R"(
apiVersion: resource.k8s.io/v1beta2
kind: DeviceTaintRule
metadata: {name: a}
spec: {deviceSelector: {driver: x.io, pool: p, device: d0}, taint: {key: broken, effect: NoSchedule}}
---
{apiVersion: resource.k8s.io/v1, kind: DeviceTaintRule, metadata: {name: b}, spec: {deviceSelector: {}, taint: {key: k, effect: None}}}
---
{apiVersion: resource.k8s.io/v1, kind: DeviceTaintRule, metadata: {name: c}, spec: {taint: {key: k, effect: NoExecute}}}
)");
  REQUIRE(cluster.device_taint_rules.size() == 3);
  CHECK(cluster.device_taint_rules[0] == model::DeviceTaintRule{"a", true, "x.io", "p", "d0"});
  CHECK_FALSE(cluster.device_taint_rules[1].taints);
  CHECK_FALSE(cluster.device_taint_rules[2].taints);
}

TEST_CASE("an invalid device object becomes a problem that names its field") {
  const auto cluster = tests::cluster(R"(
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: a}
spec: {devices: {requests: [{name: r, exactly: {count: many}}]}}
)");
  CHECK(cluster.resource_claims.empty());
  REQUIRE(cluster.problems.size() == 1);
  CHECK(cluster.problems[0].message.find("spec.devices.requests[0].exactly.count") != std::string::npos);
}
