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
    constraints: [{matchAttribute: x.io/numa}]
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
  CHECK(a.constrained);
  CHECK_FALSE(a.allocated);
  REQUIRE(a.requests.size() == 2);
  CHECK(a.requests[0] == model::DeviceRequest{"r", "gpu", 2, {{"x.io"}, false}, true});
  CHECK(a.requests[1] == model::DeviceRequest{"s", "gpu", 1, {{}, true}, false});
  const model::ResourceClaim& b = cluster.resource_claims[1];
  CHECK(b.requests[0] == model::DeviceRequest{"r", "gpu", 1, {}, true});
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
  pool: {name: node-1, generation: 3, resourceSliceCount: 1}
  devices: [{name: d0}, {name: d1, attributes: {a: {int: 1}}}]
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
  CHECK(cluster.resource_slices[0].devices == std::vector<std::string_view>{"d0", "d1"});
  CHECK(cluster.resource_slices[0].plain);
  CHECK(cluster.resource_slices[1].all_nodes);
  CHECK_FALSE(cluster.resource_slices[1].plain);
  REQUIRE(cluster.device_classes.size() == 1);
  CHECK(cluster.device_classes[0].selectors == model::DeviceSelectors{{"x.io"}, true});
  REQUIRE(cluster.pods.at(0).pending != nullptr);
  CHECK(cluster.pods[0].pending->made_claims == std::vector<model::MadeClaim>{{"r", "p-r-x"}});
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
