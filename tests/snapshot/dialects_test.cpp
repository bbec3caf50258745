// SPDX-License-Identifier: Apache-2.0
// Dialects with an object: the members, the quorum and its source. Field names and keys are those of the projects' own
// types.
#include "snapshot/dialects/dialects.hpp"

#include "snapshot/collected/allow_list.hpp"
#include "snapshot/groups.hpp"

#include <algorithm>

using model::Dialect;
using namespace tests;

namespace {

std::string of_volcano(std::string_view key, const std::string& annotation, const std::string& labels = "") {
  return pod(key, {.metadata = annotations(annotation), .labels = labels, .spec = scheduled_by("volcano")});
}

} // namespace

TEST_CASE("Volcano: PodGroup and annotation, tasks with their own quorum, queue, conditions") {
  const auto cluster =
      tests::cluster(R"(
apiVersion: scheduling.volcano.sh/v1beta1
kind: PodGroup
metadata: {name: g, namespace: ml}
spec: {minMember: 3, minTaskMember: {ps: 1, worker: 2, spare: 0}, queue: research, priorityClassName: high}
status:
  phase: Inqueue
  conditions:
  - {type: Unschedulable, status: "True", reason: NotEnoughResources, message: 3/3 tasks in gang unschedulable, lastTransitionTime: "2026-03-02T12:00:00Z"}
)" + of_volcano("ml/ps", "scheduling.k8s.io/group-name: g, volcano.sh/task-spec: ps") +
                     of_volcano("ml/w", "scheduling.k8s.io/group-name: g", "volcano.sh/task-spec: worker"));
  REQUIRE(texts(cluster.problems).empty());
  const model::PodGroup& group = find_group(cluster, "ml/g");
  CHECK(group.dialect == Dialect::Volcano);
  CHECK(group.api_version == "scheduling.volcano.sh/v1beta1");
  CHECK(group.min_member == 3);
  CHECK(group.queue == "research");
  CHECK(group.priority_class == "high");
  CHECK(group.status.phase == "Inqueue");
  REQUIRE(group.conditions.size() == 1);
  CHECK(group.conditions[0].reason == "NotEnoughResources");
  CHECK(group.conditions[0].since);
  REQUIRE(group.sub_groups.size() == 2); // a task with 0 has no quorum
  CHECK(names_of(cluster, part(group, "ps").members) == Views{"ps"});
  CHECK(part(group, "worker").min_member == 2);
  CHECK(names_of(cluster, part(group, "worker").members) == Views{"w"});
}

TEST_CASE("Volcano reads tasks only if minMember covers them all") {
  const auto cluster = tests::cluster(object("scheduling.volcano.sh/v1beta1", "PodGroup", "g",
                                             "spec: {minMember: 2, minTaskMember: {ps: 1, worker: 2}}"));
  CHECK(find_group(cluster, "default/g").sub_groups.empty());
}

TEST_CASE("Volcano forms sub-groups by labels") {
  const auto cluster =
      tests::cluster(object("scheduling.volcano.sh/v1beta1", "PodGroup", "g",
                            "spec: {minMember: 2, subGroupPolicy: [{name: p, labelSelector: {matchLabels: {role: w}}, "
                            "matchLabelKeys: [slice], subGroupSize: 2, minSubGroups: 1}]}") +
                     of_volcano("a", "scheduling.k8s.io/group-name: g", "role: w, slice: s0") +
                     of_volcano("b", "scheduling.k8s.io/group-name: g", "role: w, slice: s0") +
                     of_volcano("c", "scheduling.k8s.io/group-name: g", "role: w, slice: s1") +
                     of_volcano("d", "scheduling.k8s.io/group-name: g", "slice: s1"));
  const model::PodGroup& group = find_group(cluster, "default/g");
  CHECK(part(group, "p").min_sub_groups == 1);
  CHECK(part(group, "p-s0").parent == "p");
  CHECK(part(group, "p-s0").min_member == 2);
  CHECK(names_of(cluster, part(group, "p-s0").members) == Views{"a", "b"});
  CHECK(names_of(cluster, part(group, "p-s1").members) == Views{"c"});
}

TEST_CASE("Volcano creates a group for each owner of pods; the owner has its quorum") {
  const std::string owned =
      "ownerReferences: [{apiVersion: batch/v1, kind: Job, name: j, uid: u-1, controller: true}], ";
  const auto cluster =
      tests::cluster("---\n{apiVersion: batch/v1, kind: Job, metadata: {name: j, namespace: default, annotations: "
                     "{scheduling.volcano.sh/group-min-member: \"2\"}}, spec: {parallelism: 2}}\n" +
                     pod("a", {.metadata = owned, .spec = scheduled_by("volcano")}) +
                     pod("b", {.metadata = owned, .spec = scheduled_by("volcano")}) +
                     pod("c", {.metadata = "uid: u-2, ", .spec = scheduled_by("volcano")}) + pod("d"));
  const model::PodGroup& of_job = find_group(cluster, "default/podgroup-u-1");
  CHECK(of_job.dialect == Dialect::Volcano);
  CHECK(of_job.implicit);
  CHECK(of_job.declared);
  CHECK(of_job.min_member == 2);
  CHECK(of_job.members.size() == 2);
  CHECK(find_group(cluster, "default/podgroup-u-2").min_member == 1);
  CHECK(find(cluster, "default/d").group == model::k_none);
}

TEST_CASE("kube-batch: both of its API groups, and groups without an object") {
  const auto [api_version, name] = GENERATE(table<std::string, std::string>(
      {{"scheduling.incubator.k8s.io/v1alpha1", "old"}, {"scheduling.sigs.dev/v1alpha2", "new"}}));
  const auto by = [](const std::string& annotation) {
    return PodText{.metadata = "uid: u-" + annotation.substr(0, 1) + ", " + annotations(annotation),
                   .spec = scheduled_by("kube-batch")};
  };
  const auto cluster = tests::cluster(object(api_version, "PodGroup", name, "spec: {minMember: 4, queue: q}") +
                                      pod("a", by("scheduling.k8s.io/group-name: " + name)) +
                                      pod("b", by("\"scheduling.k8s.io/group-min-member\": \"3\"")));
  const model::PodGroup& group = find_group(cluster, "default/" + name);
  CHECK(group.dialect == Dialect::KubeBatch);
  CHECK(group.api_version == api_version);
  CHECK(group.min_member == 4);
  CHECK(members(cluster, "default/" + name) == Views{"a"});
  const model::PodGroup& shadow = cluster.groups[static_cast<std::size_t>(find(cluster, "default/b").group)];
  CHECK(shadow.implicit);
  CHECK(shadow.min_member == 3);
}

TEST_CASE("Koordinator: the old PodGroup under its scheduler, with mode and gang group on the object") {
  const std::string koordinator = scheduled_by("koord-scheduler");
  const auto cluster = tests::cluster(R"(
apiVersion: scheduling.sigs.k8s.io/v1alpha1
kind: PodGroup
metadata:
  name: marked
  namespace: ml
  annotations:
    gang.scheduling.koordinator.sh/mode: NonStrict
    gang.scheduling.koordinator.sh/groups: '["ml/marked", "ml/a"]'
    gang.scheduling.koordinator.sh/waiting-time: 90s
    pod-group.scheduling.sigs.k8s.io/match-policy: only-waiting
spec: {minMember: 2}
)" + group("ml/plain", 2, "scheduling.sigs.k8s.io") +
                                      group("ml/other", 2, "scheduling.sigs.k8s.io") +
                                      pod("ml/a", {.labels = k_sigs_label + "plain", .spec = koordinator}) +
                                      pod("ml/b", {.labels = k_sigs_label + "other"}));
  const model::PodGroup& marked = find_group(cluster, "ml/marked");
  CHECK(marked.dialect == Dialect::Koordinator);
  CHECK(marked.mode == "NonStrict");
  CHECK(marked.match_policy == "only-waiting");
  CHECK(marked.schedule_timeout_seconds == 90);
  REQUIRE(marked.layers.size() == 1);
  CHECK(marked.layers[0] == model::Layer{Dialect::Koordinator, "ml/a,ml/marked", model::LayerRole::Parent});
  CHECK(find_group(cluster, "ml/plain").dialect == Dialect::Koordinator);
  CHECK(find_group(cluster, "ml/plain").members.size() == 1);
  CHECK(find_group(cluster, "ml/other").dialect == Dialect::CoschedulingSigs);
}

TEST_CASE("Koordinator: annotations alone, and the older labels' number before the annotation's") {
  const std::string koordinator = scheduled_by("koord-scheduler");
  const std::string marks =
      "gang.scheduling.koordinator.sh/name: g, gang.scheduling.koordinator.sh/min-available: \"3\"";
  const auto cluster = tests::cluster(pod("a", {.metadata = annotations(marks), .spec = koordinator}) +
                                      pod("b", {.metadata = annotations(marks),
                                                .labels = "pod-group.scheduling.sigs.k8s.io/name: h, "
                                                          "pod-group.scheduling.sigs.k8s.io/min-available: \"2\"",
                                                .spec = koordinator}));
  CHECK(find_group(cluster, "default/g").dialect == Dialect::Koordinator);
  CHECK(find_group(cluster, "default/g").declared);
  CHECK(find_group(cluster, "default/g").min_member == 3);
  CHECK(find_group(cluster, "default/h").dialect == Dialect::Koordinator);
  CHECK(find_group(cluster, "default/h").min_member == 2);
}

TEST_CASE("KAI: PodGroup, sub-groups as a tree; the quorum is the least that satisfies the tree") {
  const auto cluster = tests::cluster(R"(
apiVersion: scheduling.run.ai/v2alpha2
kind: PodGroup
metadata: {name: pg, namespace: ml}
spec:
  queue: team
  subGroups:
  - {name: decode, minSubGroup: 1}
  - {name: decode-0, parent: decode, minMember: 4}
  - {name: decode-1, parent: decode, minMember: 3}
  - {name: router, minMember: 2}
status:
  schedulingConditions:
  - {type: UnschedulableOnNodePool, nodePool: default, reason: OverLimit, message: over the limit, status: "True"}
)" + pod("ml/a", {.metadata = annotations("pod-group-name: pg"),
                  .labels = "kai.scheduler/subgroup-name: decode-0",
                  .spec = scheduled_by("kai-scheduler")}));
  REQUIRE(texts(cluster.problems).empty());
  const model::PodGroup& group = find_group(cluster, "ml/pg");
  CHECK(group.dialect == Dialect::Kai);
  CHECK(group.min_member == 5); // the smaller half of decode, and the router
  CHECK(group.queue == "team");
  CHECK(names_of(cluster, part(group, "decode-0").members) == Views{"a"});
  REQUIRE(group.conditions.size() == 1);
  CHECK(group.conditions[0].reason == "OverLimit");
}

TEST_CASE("a snapshot keeps the annotations of pods that dialects read, the one of mirrors, and no others") {
  const snapshot::Field* const metadata = snapshot::find_allowed("", "Pod")->root.find("metadata");
  REQUIRE(metadata != nullptr);
  Views kept;
  for (const snapshot::Field::Member& row : metadata->find("annotations")->members) { kept.push_back(row.name); }
  std::ranges::sort(kept);
  CHECK(std::erase(kept, model::k_mirror_annotation) == 1);
  CHECK(std::ranges::equal(kept, snapshot::dialect_annotations()));
  CHECK(std::ranges::is_sorted(snapshot::dialect_annotations()));
}
