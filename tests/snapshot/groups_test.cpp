// SPDX-License-Identifier: Apache-2.0
// Membership of pods in groups, in each dialect.
#include "snapshot/objects.hpp"

#include "model/values/time.hpp"

using model::Dialect;
using Views = std::vector<std::string_view>;

namespace {

Views member_names(const model::ClusterSnapshot& cluster, const model::PodGroup& group) {
  Views names;
  for (const model::PodIndex index : group.members) {
    names.push_back(cluster.pods[static_cast<std::size_t>(index)].name);
  }
  return names;
}

std::string lightweight(std::string_view name, std::string_view min) {
  return "pod-group.scheduling.sigs.k8s.io/name: " + std::string(name) +
         ", pod-group.scheduling.sigs.k8s.io/min-available: \"" + std::string(min) + "\"";
}

} // namespace

TEST_CASE("a PodGroup of either generation has its members") {
  const auto [api_group, label, dialect] = GENERATE(
      table<std::string, std::string, Dialect>({{"scheduling.x-k8s.io", k_label, Dialect::Coscheduling},
                                                {"scheduling.sigs.k8s.io", k_sigs_label, Dialect::CoschedulingSigs}}));
  const auto cluster = tests::cluster(group("ml/train", 2, api_group) + pod("ml/b", {.labels = label + "train"}) +
                                      pod("ml/a", {.labels = label + "train"}) + pod("ml/c"));
  REQUIRE(cluster.groups.size() == 1);
  CHECK(cluster.groups[0].dialect == dialect);
  CHECK(cluster.groups[0].declared);
  CHECK(cluster.groups[0].min_member == 2);
  CHECK(member_names(cluster, cluster.groups[0]) == Views{"a", "b"});
  CHECK(find(cluster, "ml/a").group == 0);
  CHECK(find(cluster, "ml/c").group == model::k_none);
}

TEST_CASE("a PodGroup decodes all its fields") {
  const auto cluster = tests::cluster(R"(
apiVersion: scheduling.sigs.k8s.io/v1alpha1
kind: PodGroup
metadata: {name: g, namespace: ml, uid: u, creationTimestamp: "2026-03-02T12:00:00Z"}
spec: {minMember: 3, scheduleTimeoutSeconds: 10, minResources: {nvidia.com/gpu: 4, cpu: 500m}}
status: {phase: Scheduling, occupiedBy: ml/job, running: 1, succeeded: 2, failed: 3, scheduled: 4,
         scheduleStartTime: "2026-03-02T12:05:00Z"}
)");
  const model::PodGroup& group = find_group(cluster, "ml/g");
  CHECK(group.uid == "u");
  CHECK(group.created == model::parse_time("2026-03-02T12:00:00Z"));
  CHECK(group.schedule_timeout_seconds == 10);
  REQUIRE(group.min_resources);
  REQUIRE(group.min_resources->size() == 2);
  CHECK(group.min_resources->at(0).first == "cpu");
  CHECK(group.min_resources->at(0).second.text() == "500m");
  CHECK(group.status.phase == "Scheduling");
  CHECK(group.status.occupied_by == "ml/job");
  CHECK(group.status.running == 1);
  CHECK(group.status.succeeded == 2);
  CHECK(group.status.failed == 3);
  CHECK(group.status.scheduled == 4);
  CHECK(group.status.schedule_start == model::parse_time("2026-03-02T12:05:00Z"));
}

TEST_CASE("a PodGroup with scheduleStartTime null, minMember absent, minResources empty") {
  const auto cluster = tests::cluster(object("scheduling.x-k8s.io/v1alpha1", "PodGroup", "g",
                                             "spec: {minResources: {}}, status: {scheduleStartTime: null}"));
  REQUIRE(texts(cluster.problems).empty());
  CHECK(cluster.groups[0].min_member == std::nullopt);
  CHECK(cluster.groups[0].min_resources == model::ResourceQuantities{});
  CHECK(cluster.groups[0].status.schedule_start == std::nullopt);
  CHECK(cluster.groups[0].schedule_timeout_seconds == std::nullopt);
}

TEST_CASE("an empty label value means no group") {
  const auto cluster = tests::cluster(pod("a", {.labels = k_label + "\"\""}));
  CHECK(cluster.groups.empty());
  CHECK(find(cluster, "default/a").group == model::k_none);
}

TEST_CASE("the same label in another namespace names another group") {
  const auto cluster = tests::cluster(group("ml/g", 2) + pod("ml/a", {.labels = k_label + "g"}) +
                                      pod("ops/a", {.labels = k_label + "g"}));
  REQUIRE(cluster.groups.size() == 2);
  CHECK(find_group(cluster, "ml/g").declared);
  CHECK(find_group(cluster, "ml/g").members.size() == 1);
  CHECK_FALSE(find_group(cluster, "ops/g").declared);
}

TEST_CASE("a finished pod is a member that is not live") {
  const auto cluster =
      tests::cluster(group("g", 2) + pod("a", {.labels = k_label + "g", .status = "phase: Succeeded"}) +
                     pod("b", {.labels = k_label + "g"}));
  CHECK(member_names(cluster, cluster.groups[0]) == Views{"a", "b"});
  CHECK_FALSE(find(cluster, "default/a").live());
  CHECK(find(cluster, "default/a").group == 0);
}

TEST_CASE("a group without an object lists where its name exists instead") {
  const auto cluster = tests::cluster(
      pod("ml/a", {.labels = k_label + "g"}) + group("staging/g", 2) + group("archive/g", 2) +
      group("ml/g", 2, "scheduling.sigs.k8s.io") +
      object("scheduling.volcano.sh/v1beta1", "PodGroup", "ml/g", "spec: {minMember: 2}") + group("ml/other", 1));
  const model::PodGroup& group = cluster.groups[static_cast<std::size_t>(find(cluster, "ml/a").group)];
  CHECK(group.dialect == Dialect::Coscheduling);
  CHECK_FALSE(group.declared);
  CHECK(group.near_misses ==
        Views{"namespace archive", "namespace staging", "scheduling.sigs.k8s.io", "scheduling.volcano.sh"});
  CHECK(find_group(cluster, "staging/g").near_misses.empty());
}

TEST_CASE("groups come in the order of namespace, name and dialect") {
  const auto cluster =
      tests::cluster(group("b/a", 1) + group("a/z", 1) + group("a/b", 1) + group("a/b", 1, "scheduling.sigs.k8s.io"));
  REQUIRE(cluster.groups.size() == 4);
  CHECK(cluster.groups[0].dialect == Dialect::CoschedulingSigs);
  CHECK(cluster.groups[1].dialect == Dialect::Coscheduling);
  CHECK(cluster.groups[2].name == "z");
  CHECK(cluster.groups[3].namespace_name == "b");
}

TEST_CASE("labels alone make a group if both exist and the number is one") {
  const auto cluster =
      tests::cluster(pod("a", {.labels = lightweight("g", "3")}) + pod("b", {.labels = lightweight("zero", "0")}) +
                     pod("c", {.labels = lightweight("word", "three")}) +
                     pod("d", {.labels = "pod-group.scheduling.sigs.k8s.io/name: alone"}) +
                     pod("e", {.labels = "pod-group.scheduling.sigs.k8s.io/min-available: \"2\""}));
  REQUIRE(cluster.groups.size() == 1);
  CHECK(cluster.groups[0].dialect == Dialect::Lightweight);
  CHECK(cluster.groups[0].declared);
  CHECK(cluster.groups[0].min_member == 3);
  CHECK(member_names(cluster, cluster.groups[0]) == Views{"a"});
  CHECK(find(cluster, "default/a").group_min_available == 3);
}

TEST_CASE("with labels alone the oldest live pod sets minMember, and each pod keeps its own number") {
  const auto cluster = tests::cluster(
      pod("a", {.metadata = "creationTimestamp: \"2026-01-01T00:00:02Z\", ", .labels = lightweight("g", "2")}) +
      pod("b", {.metadata = "creationTimestamp: \"2026-01-01T00:00:01Z\", ", .labels = lightweight("g", "3")}) +
      pod("c", {.metadata = "creationTimestamp: \"2026-01-01T00:00:01Z\", ", .labels = lightweight("g", "4")}) +
      pod("d", {.metadata = "creationTimestamp: \"2026-01-01T00:00:00Z\", ",
                .labels = lightweight("g", "5"),
                .status = "phase: Succeeded"}));
  CHECK(cluster.groups[0].min_member == 3);
  CHECK(find(cluster, "default/c").group_min_available == 4);
}

TEST_CASE("the renamed labels of the proposal work, with one problem per group") {
  const std::string labels =
      "pod-group.scheduling.x-k8s.io/name: g, pod-group.scheduling.x-k8s.io/min-available: \"2\"";
  const auto cluster = tests::cluster(pod("a", {.labels = labels}) + pod("b", {.labels = labels}));
  REQUIRE(cluster.groups.size() == 1);
  CHECK(cluster.groups[0].dialect == Dialect::Lightweight);
  CHECK(cluster.groups[0].min_member == 2);
  REQUIRE(cluster.problems.size() == 1);
  CHECK(cluster.problems[0].object == "Pod default/a");
  CHECK(cluster.problems[0].message.find("no release reads them") != std::string::npos);
}

TEST_CASE("of several dialects on a pod the one with a PodGroup governs, else the current one") {
  const std::string both = k_label + "g, " + k_sigs_label + "g";
  const auto declared = tests::cluster(group("g", 2, "scheduling.sigs.k8s.io") + pod("a", {.labels = both}));
  CHECK(declared.groups.size() == 1);
  CHECK(declared.groups[0].dialect == Dialect::CoschedulingSigs);
  const auto undeclared = tests::cluster(pod("a", {.labels = both}));
  CHECK(undeclared.groups.size() == 1);
  CHECK(undeclared.groups[0].dialect == Dialect::Coscheduling);
}
