// SPDX-License-Identifier: Apache-2.0
// Kubernetes' native groups in each release, and Grove's.
#include "snapshot/groups.hpp"

using model::Dialect;
using namespace tests;

TEST_CASE("native, 1.35: a Workload has a group for each replica key") {
  const auto ref = [](const std::string& more) {
    return PodText{.spec = "workloadRef: {name: sweep, podGroup: trainers" + more + "}"};
  };
  const auto cluster = tests::cluster(
      object(
          "scheduling.k8s.io/v1alpha1", "Workload", "sweep",
          "spec: {podGroups: [{name: trainers, policy: {gang: {minCount: 3}}}, {name: rest, policy: {basic: {}}}]}") +
      pod("a", ref(", podGroupReplicaKey: r0")) + pod("b", ref(", podGroupReplicaKey: r1")) + pod("c", ref("")) +
      pod("d", {.spec = "workloadRef: {name: sweep, podGroup: rest}"}) +
      pod("e", {.spec = "workloadRef: {name: sweep, podGroup: none}"}));
  const model::PodGroup& group = find_group(cluster, "default/sweep:trainers:r0");
  CHECK(group.dialect == Dialect::Native);
  CHECK(group.declared);
  CHECK(group.min_member == 3);
  CHECK(group.workload == "sweep");
  CHECK(members(cluster, "default/sweep:trainers:r0") == Views{"a"});
  CHECK(members(cluster, "default/sweep:trainers:r1") == Views{"b"});
  CHECK(members(cluster, "default/sweep:trainers") == Views{"c"});
  CHECK_FALSE(find_group(cluster, "default/sweep:rest").gang);
  CHECK_FALSE(find_group(cluster, "default/sweep:none").declared);
}

TEST_CASE("native, 1.36 and 1.37: PodGroup, with groups of groups as layers") {
  const auto cluster = tests::cluster(
      object("scheduling.k8s.io/v1alpha2", "PodGroup", "old",
             "spec: {schedulingPolicy: {gang: {minCount: 2}}, disruptionMode: PodGroup, "
             "podGroupTemplateRef: {workload: {workloadName: w36, podGroupTemplateName: t}}}") +
      object("scheduling.k8s.io/v1alpha3", "PodGroup", "new",
             "spec: {schedulingPolicy: {basic: {}}, disruptionMode: {all: {}}, parentCompositePodGroupName: low, "
             "workloadRef: {workloadName: w37, templateName: t}}") +
      object("scheduling.k8s.io/v1alpha3", "CompositePodGroup", "low", "spec: {parentCompositePodGroupName: high}") +
      object("scheduling.k8s.io/v1alpha3", "CompositePodGroup", "high", "spec: {}") +
      pod("a", {.spec = "schedulingGroup: {podGroupName: old}"}));
  const model::PodGroup& old = find_group(cluster, "default/old");
  CHECK(old.min_member == 2);
  CHECK(old.gang);
  CHECK(old.disrupted_whole);
  CHECK(old.workload == "w36");
  CHECK(members(cluster, "default/old") == Views{"a"});
  const model::PodGroup& young = find_group(cluster, "default/new");
  CHECK_FALSE(young.gang);
  CHECK(young.disrupted_whole);
  CHECK(young.workload == "w37");
  CHECK(young.layers == std::vector<model::Layer>{{Dialect::Native, "high", model::LayerRole::Parent},
                                                  {Dialect::Native, "low", model::LayerRole::Parent}});
}

TEST_CASE("Grove: the groups of a PodGang are its sub-groups") {
  const auto cluster =
      tests::cluster(object("scheduler.grove.io/v1alpha1", "PodGang", "llm-0",
                            "spec: {priorityClassName: high, podgroups: [{name: llm-0-router, minReplicas: 1}, "
                            "{name: llm-0-worker, minReplicas: 3}]}, status: {phase: Pending}") +
                     pod("a", {.labels = "grove.io/podgang: llm-0, grove.io/podclique: llm-0-worker"}));
  const model::PodGroup& group = find_group(cluster, "default/llm-0");
  CHECK(group.dialect == Dialect::Grove);
  CHECK(group.min_member == 4);
  CHECK(group.priority_class == "high");
  CHECK(group.status.phase == "Pending");
  CHECK(names_of(cluster, part(group, "llm-0-worker").members) == Views{"a"});
}
