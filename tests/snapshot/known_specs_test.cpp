// SPDX-License-Identifier: Apache-2.0
// Bound pods with the same content share a spec without a second decoding. Different pods do not.
#include "support/catch.hpp"
#include "support/cluster_text.hpp"

#include <string>

namespace {

// True if two bound pods share a spec. The second pod has `change` in place of `instead_of`.
bool share(const std::string& pod, const std::string& instead_of, const std::string& change) {
  std::string other = pod;
  other.replace(other.find(instead_of), instead_of.size(), change);
  const std::string begin = "{apiVersion: v1, kind: Pod, metadata: {name: ";
  const model::ClusterSnapshot cluster =
      tests::cluster("{apiVersion: v1, kind: Node, metadata: {name: n1}}\n---\n" + begin + "a, namespace: one}, " +
                     pod + "}\n---\n" + begin + "b, namespace: two}, " + other + "}\n");
  REQUIRE(cluster.pods.size() == 2);
  CHECK(cluster.problems.empty());
  return cluster.pods[0].spec == cluster.pods[1].spec;
}

const std::string k_pod =
    "spec: {nodeName: n1, priority: 7, containers: [{name: main, image: one, resources: {requests: {cpu: 1}}}], "
    "nodeSelector: {image: one}, volumes: [{name: v}], tolerations: [{key: k, operator: Exists}]}, "
    "status: {phase: Running, containerStatuses: [{name: main, resources: {requests: {cpu: 1}}}]}";

} // namespace

TEST_CASE("copies of a bound pod share its spec, whatever the names of their images and volumes") {
  CHECK(share(k_pod, "priority: 7", "priority: 7"));
  CHECK(share(k_pod, "image: one, ", "image: two, "));
  CHECK(share(k_pod, "{name: v}", "{name: w}"));
}

TEST_CASE("bound pods that differ in a field that counts do not share") {
  CHECK_FALSE(share(k_pod, "priority: 7", "priority: 8"));
  CHECK_FALSE(share(k_pod, "requests: {cpu: 1}", "requests: {cpu: 2}"));
  CHECK_FALSE(share(k_pod, "{image: one}", "{image: two}")); // a node label
  CHECK_FALSE(share(k_pod, "key: k", "key: l"));
  CHECK_FALSE(share(k_pod, "[{name: main, resources: {requests: {cpu: 1}}}]}",
                    "[{name: main, resources: {requests: {cpu: 3}}}]}")); // allocated resources
  CHECK_FALSE(share(k_pod, "{name: v}", "{name: v, persistentVolumeClaim: {claimName: c}}"));
}

TEST_CASE("pods with terms on their own namespace do not share a spec across namespaces") {
  const std::string near =
      "spec: {nodeName: n1, containers: [{name: main}], affinity: {podAffinity: "
      "{requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: zone, labelSelector: {matchLabels: {a: b}}}]}}}";
  CHECK_FALSE(share(near, "topologyKey: zone", "topologyKey: zone"));
}

TEST_CASE("a pending pod keeps its images, and a bound one with the same spec does not") {
  const model::ClusterSnapshot cluster = tests::cluster(R"(
{apiVersion: v1, kind: Node, metadata: {name: n1}}
---
{apiVersion: v1, kind: Pod, metadata: {name: bound}, spec: {nodeName: n1, containers: [{name: c, image: i}]}}
---
{apiVersion: v1, kind: Pod, metadata: {name: waits}, spec: {containers: [{name: c, image: i}]}}
)");
  CHECK(cluster.pods[0].spec->images.empty());
  CHECK(cluster.pods[1].spec->images.size() == 1);
}

TEST_CASE("the deadline of a shared spec ends each pod at its own time") {
  const model::ClusterSnapshot cluster = tests::cluster(R"(
{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {nodeName: n1, activeDeadlineSeconds: 60, containers: [{name: c}]},
 status: {phase: Running, startTime: "2026-01-01T00:00:00Z"}}
---
{apiVersion: v1, kind: Pod, metadata: {name: b}, spec: {nodeName: n1, activeDeadlineSeconds: 60, containers: [{name: c}]},
 status: {phase: Running, startTime: "2026-01-01T01:00:00Z"}}
)");
  REQUIRE(cluster.pods[0].ends);
  REQUIRE(cluster.pods[1].ends);
  CHECK(cluster.pods[0].spec == cluster.pods[1].spec);
  CHECK(cluster.pods[1].ends->at.seconds() - cluster.pods[0].ends->at.seconds() == 3600);
}
