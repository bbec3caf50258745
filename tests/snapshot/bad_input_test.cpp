// SPDX-License-Identifier: Apache-2.0
// An invalid object is a problem with its place, its name and the path of the error; the other objects stay.
#include "snapshot/objects.hpp"

#include "util/concat.hpp"

namespace {

using Texts = std::vector<std::string>;

// Problems of a cluster with one bad object, followed by a good pod that must survive.
Texts problems_beside_good_pod(const std::string& bad) {
  const auto cluster = tests::cluster(bad + pod("good"));
  CHECK(cluster.pods.size() == 1);
  CHECK(find(cluster, "default/good").name == "good");
  return texts(cluster.problems);
}

std::string problem(std::string_view object, std::string_view message) {
  return util::concat("cluster.yaml, line 2 | ", object, " | ", message);
}

} // namespace

TEST_CASE("a request that is not a quantity leaves the pod out") {
  CHECK(problems_beside_good_pod(pod("ml/a", {.requests = "cpu: 1x"})) ==
        Texts{problem("Pod ml/a",
                      "spec.containers[0].resources.requests.cpu: \"1x\" is not a quantity; the pod is left out")});
  CHECK(problems_beside_good_pod(pod("ml/a", {.requests = "nvidia.com/gpu: []"})) ==
        Texts{problem("Pod ml/a", "spec.containers[0].resources.requests[nvidia.com/gpu]: a list is not a quantity; "
                                  "the pod is left out")});
  CHECK(problems_beside_good_pod(pod("ml/a", {.requests = "cpu: \"\""})) ==
        Texts{problem("Pod ml/a",
                      "spec.containers[0].resources.requests.cpu: \"\" is not a quantity; the pod is left out")});
}

TEST_CASE("a negative request leaves the pod out") {
  CHECK(problems_beside_good_pod(pod("ml/a", {.requests = "memory: -1Gi"})) ==
        Texts{problem("Pod ml/a",
                      "spec.containers[0].resources.requests.memory: \"-1Gi\" is negative; the pod is left out")});
}

TEST_CASE("quantities may have blanks around them, as in the API") {
  CHECK(problems_beside_good_pod("").empty());
  const auto cluster = tests::cluster(pod("a", {.requests = "cpu: \" 500m \""}));
  CHECK(model::amount_of(find(cluster, "default/a").spec->requests, model::k_cpu) == 500);
}

TEST_CASE("a value of the wrong type leaves the pod out") {
  CHECK(problems_beside_good_pod(pod("a", {.spec = "priority: high"})) ==
        Texts{problem("Pod a", "spec.priority: \"high\" is not an integer; the pod is left out")});
  CHECK(problems_beside_good_pod(pod("a", {.spec = "priority: 1.5"})) ==
        Texts{problem("Pod a", "spec.priority: 1.5 is not an integer; the pod is left out")});
  CHECK(problems_beside_good_pod(pod("a", {.spec = "priority: 3000000000"})) ==
        Texts{problem("Pod a", "spec.priority: 3000000000 is not an integer of 32 bits; the pod is left out")});
  CHECK(problems_beside_good_pod(pod("a", {.labels = "version: 2"})) ==
        Texts{problem("Pod a", "metadata.labels.version: 2 is not a string; the pod is left out")});
  CHECK(problems_beside_good_pod(pod("a", {.spec = "tolerations: {}"})) ==
        Texts{problem("Pod a", "spec.tolerations: an object is not a list; the pod is left out")});
  CHECK(problems_beside_good_pod(pod("a", {.spec = "affinity: [none]"})) ==
        Texts{problem("Pod a", "spec.affinity: a list is not an object; the pod is left out")});
  CHECK(problems_beside_good_pod(pod("a", {.spec = "hostNetwork: \"yes\""})) ==
        Texts{problem("Pod a", "spec.hostNetwork: \"yes\" is not true or false; the pod is left out")});
  CHECK(problems_beside_good_pod(pod("a", {.metadata = "creationTimestamp: yesterday, "})) ==
        Texts{problem("Pod a", "metadata.creationTimestamp: \"yesterday\" is not a time such as 2026-01-02T03:04:05Z; "
                               "the pod is left out")});
}

TEST_CASE("a value that the API does not define leaves the pod out") {
  CHECK(problems_beside_good_pod(pod("a", {.status = "phase: Sleeping"})) ==
        Texts{problem("Pod a", "status.phase: \"Sleeping\" is not a phase of pods; the pod is left out")});
  CHECK(
      problems_beside_good_pod(pod("a", {.spec = "tolerations: [{effect: Never}]"})) ==
      Texts{problem("Pod a", "spec.tolerations[0].effect: \"Never\" is not an effect of taints; the pod is left out")});
  CHECK(problems_beside_good_pod(pod("a", {.spec = "tolerations: [{operator: Like}]"})) ==
        Texts{problem("Pod a", "spec.tolerations[0].operator: \"Like\" is not an operator of tolerations; "
                               "the pod is left out")});
}

TEST_CASE("a missing spec or name or wrong metadata leaves the pod out") {
  CHECK(problems_beside_good_pod("---\n{apiVersion: v1, kind: Pod, metadata: {name: a}}\n") ==
        Texts{problem("Pod a", "spec: is missing; the pod is left out")});
  CHECK(problems_beside_good_pod("---\n{apiVersion: v1, kind: Pod, spec: {}}\n") ==
        Texts{problem("Pod", "metadata.name: is missing; the pod is left out")});
  CHECK(problems_beside_good_pod("---\n{apiVersion: v1, kind: Pod, metadata: [], spec: {}}\n") ==
        Texts{problem("Pod", "metadata: a list is not an object; the pod is left out")});
}

TEST_CASE("a name that no API server accepts leaves the pod out") {
  CHECK(problems_beside_good_pod(pod("ml/Worker_0")) ==
        Texts{problem("Pod ml/Worker_0", "metadata.name: \"Worker_0\" is not a valid name; the pod is left out")});
  CHECK(problems_beside_good_pod(pod("m.l/a")) ==
        Texts{problem("Pod m.l/a", "metadata.namespace: \"m.l\" is not a valid name; the pod is left out")});
  const std::string longest(253, 'a');
  CHECK(tests::cluster(pod(longest)).pods.size() == 1);
  CHECK(problems_beside_good_pod(pod(longest + "a")).size() == 1);
}

TEST_CASE("a negative allocatable counts as 0") {
  const auto cluster = tests::cluster(node("n1", {.allocatable = "cpu: -2, pods: 10"}));
  CHECK(texts(cluster.problems) == Texts{problem("Node n1", "status.allocatable.cpu: \"-2\" is negative; taken as 0")});
  REQUIRE(cluster.nodes.size() == 1);
  CHECK(model::amount_of(cluster.nodes[0].allocatable, model::k_cpu) == 0);
  CHECK(model::amount_of(cluster.nodes[0].allocatable, model::k_pods) == 10);
}

TEST_CASE("an allocatable that is not a quantity leaves the node out") {
  CHECK(problems_beside_good_pod(node("n1", {.allocatable = "cpu: lots"})) ==
        Texts{problem("Node n1", "status.allocatable.cpu: \"lots\" is not a quantity; the node is left out")});
}

TEST_CASE("a minMember that is not an integer leaves the group out") {
  const std::string bad = object("scheduling.x-k8s.io/v1alpha1", "PodGroup", "ml/g", "spec: {minMember: \"3\"}");
  CHECK(problems_beside_good_pod(bad) ==
        Texts{problem("PodGroup ml/g", "spec.minMember: \"3\" is not an integer; the pod group is left out")});
}

TEST_CASE("pods on a missing node stay: one problem per node") {
  const auto cluster =
      tests::cluster(node("here") + pod("a", {.spec = "nodeName: gone"}) + pod("b", {.spec = "nodeName: gone"}) +
                     pod("c", {.spec = "nodeName: lost"}) + pod("d", {.spec = "nodeName: here"}));
  CHECK(texts(cluster.problems) ==
        Texts{"cluster.yaml, line 4 | Node gone | this node is not among the nodes, but 2 pods are bound to it",
              "cluster.yaml, line 8 | Node lost | this node is not among the nodes, but 1 pod is bound to it"});
  CHECK(node_of(cluster, "default/a") == model::k_none);
  CHECK(find(cluster, "default/a").bound());
  CHECK(node_of(cluster, "default/d") == 0);
}

TEST_CASE("an object without a kind is a problem") {
  CHECK(tests::cluster("{apiVersion: v1, metadata: {name: a}}").problems.size() == 1);
}

TEST_CASE("what may have been a pod counts as unread") {
  CHECK(tests::cluster("{apiVersion: v1, metadata: {name: a}}").unread == Texts{"cluster.yaml, line 1"});
  CHECK(tests::cluster("{replicas: 3}").unread.empty());
  CHECK(tests::cluster("{apiVersion: v1, kind: PodList, items: [{metadata: {name: a}, spec: {containers: []}}, 5]}")
            .unread == Texts{"cluster.yaml, item 2, line 1"});
  snapshot::Builder builder;
  builder.add_problem({"pods.json", "", "cannot be read: it is empty; the rest of the file is left out", true});
  builder.add_problem({"more.json", "", "an oddity"});
  CHECK(builder.finish().unread == Texts{"pods.json"});
}

TEST_CASE("kinds that scheduling does not read cause no problem") {
  const auto cluster = tests::cluster(object("v1", "ConfigMap", "a", "data: [what, ever]") +
                                      object("v1", "Secret", "b") + object("example.com/v1", "Thing", "c"));
  CHECK(texts(cluster.problems).empty());
  CHECK(cluster.passed_over == 3);
}
