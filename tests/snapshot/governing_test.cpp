// SPDX-License-Identifier: Apache-2.0
// Labels and annotations of several dialects on one pod: which dialect governs, and the layers of the others.
#include "snapshot/groups/governing.hpp"

#include "snapshot/objects.hpp"

using model::Dialect;
using model::LayerRole;

namespace {

const std::string k_group_name = "scheduling.k8s.io/group-name: ";

// A group g for each dialect that has an object with a plain minMember.
std::string every_group() {
  return group("g", 2) + group("g", 2, "scheduling.sigs.k8s.io") +
         object("scheduling.volcano.sh/v1beta1", "PodGroup", "g", "spec: {minMember: 2}") +
         object("scheduling.run.ai/v2alpha2", "PodGroup", "g", "spec: {minMember: 2}");
}

std::string marked(const std::string& scheduler, const std::string& annotations, const std::string& labels,
                   const std::string& more = "") {
  return pod("a", {.metadata = "uid: u, annotations: {" + annotations + "}, ",
                   .labels = labels,
                   .spec = (scheduler.empty() ? "" : "schedulerName: " + scheduler + ", ") + more});
}

// The group of pod a, as "volcano g".
std::string governing(const model::ClusterSnapshot& cluster) {
  const model::GroupIndex group = find(cluster, "default/a").group;
  if (group == model::k_none) { return "none"; }
  const model::PodGroup& found = cluster.groups[static_cast<std::size_t>(group)];
  return std::string(model::dialect_name(found.dialect)) + ' ' + std::string(found.name);
}

std::vector<model::Layer> layers(const model::ClusterSnapshot& cluster) {
  return cluster.groups[static_cast<std::size_t>(find(cluster, "default/a").group)].layers;
}

} // namespace

TEST_CASE("the pod's schedulerName decides which dialect governs") {
  struct Row {
    const char *scheduler, *governing;
  };
  const Row row = GENERATE(Row{"volcano", "volcano g"}, Row{"kube-batch", "kube-batch g"},
                           Row{"kai-scheduler", "kai g"}, Row{"koord-scheduler", "koordinator g"},
                           Row{"default-scheduler", "coscheduling g"}, Row{"", "coscheduling g"});
  const auto cluster = tests::cluster(every_group() + marked(row.scheduler, k_group_name + "g, pod-group-name: g",
                                                             k_label + "g, " + k_sigs_label + "g"));
  INFO(row.scheduler);
  CHECK(governing(cluster) == row.governing);
}

TEST_CASE("with an unknown schedulerName the existing object decides which dialect governs") {
  const std::string volcano = object("scheduling.volcano.sh/v1beta1", "PodGroup", "g", "spec: {minMember: 2}");
  const std::string both = marked("mine", k_group_name + "g", k_label + "g");
  CHECK(governing(tests::cluster(volcano + both)) == "volcano g");
  CHECK(governing(tests::cluster(group("g", 2) + both)) == "coscheduling g");
  const std::string kube_batch =
      object("scheduling.incubator.k8s.io/v1alpha1", "PodGroup", "g", "spec: {minMember: 2}");
  CHECK(governing(tests::cluster(kube_batch + marked("mine", k_group_name + "g", ""))) == "kube-batch g");
  CHECK(governing(tests::cluster(volcano + marked("mine", k_group_name + "g", ""))) == "volcano g");
}

TEST_CASE("other dialects are layers: ignored ones, and Kueue as a gate") {
  const auto cluster =
      tests::cluster(group("g", 2) + marked("", k_group_name + "v", k_label + "g, kueue.x-k8s.io/pod-group-name: q"));
  CHECK(governing(cluster) == "coscheduling g");
  CHECK(layers(cluster) ==
        std::vector<model::Layer>{{Dialect::Kueue, "q", LayerRole::Gate}, {Dialect::Volcano, "v", LayerRole::Ignored}});
}

TEST_CASE("a gate of Kueue is a layer by itself, and Kueue's group appears once") {
  const std::string gated = "schedulingGates: [{name: example.com/x}, {name: kueue.x-k8s.io/admission}]";
  const auto cluster = tests::cluster(group("g", 2) + marked("", "", k_label + "g", gated));
  CHECK(layers(cluster) == std::vector<model::Layer>{{Dialect::Kueue, "kueue.x-k8s.io/admission", LayerRole::Gate}});
  const auto grouped =
      tests::cluster(group("g", 2) + marked("", "", k_label + "g, kueue.x-k8s.io/pod-group-name: q", gated));
  CHECK(layers(grouped) == std::vector<model::Layer>{{Dialect::Kueue, "q", LayerRole::Gate}});
}

TEST_CASE("a dialect that its scheduler does not read still names the group, and is an ignored layer") {
  const auto volcano = tests::cluster(object("scheduling.volcano.sh/v1beta1", "PodGroup", "g", "spec: {minMember: 2}") +
                                      marked("default-scheduler", k_group_name + "g", ""));
  CHECK(governing(volcano) == "volcano g");
  CHECK(layers(volcano) == std::vector<model::Layer>{{Dialect::Volcano, "g", LayerRole::Ignored}});
  const auto labelled = tests::cluster(group("g", 2) + marked("volcano", "", k_label + "g"));
  CHECK(governing(labelled) == "coscheduling g");
  CHECK(layers(labelled) == std::vector<model::Layer>{{Dialect::Coscheduling, "g", LayerRole::Ignored}});
}

TEST_CASE("two dialects with the same label make no layer") {
  const auto cluster = tests::cluster(every_group() + marked("volcano", k_group_name + "g", ""));
  CHECK(layers(cluster).empty());
  const auto koordinator =
      tests::cluster(group("g", 2, "scheduling.sigs.k8s.io") + marked("koord-scheduler", "", k_sigs_label + "g"));
  CHECK(layers(koordinator).empty());
}

TEST_CASE("a PodGang that led to KAI's PodGroup is its origin, and no group of its own") {
  const auto cluster = tests::cluster(
      object("scheduler.grove.io/v1alpha1", "PodGang", "g", "spec: {podgroups: [{name: c, minReplicas: 1}]}") +
      object("scheduling.run.ai/v2alpha2", "PodGroup", "g", "spec: {minMember: 1}") +
      marked("kai-scheduler", "pod-group-name: g", "grove.io/podgang: g"));
  CHECK(governing(cluster) == "kai g");
  CHECK(layers(cluster) == std::vector<model::Layer>{{Dialect::Grove, "g", LayerRole::Origin}});
  CHECK(cluster.groups.size() == 1);
}

TEST_CASE("labels of workloads make a group only if nothing else does, and are no layer") {
  const std::string labels = "jobset.sigs.k8s.io/jobset-name: js, leaderworkerset.sigs.k8s.io/name: l, "
                             "leaderworkerset.sigs.k8s.io/group-index: \"0\"";
  CHECK(governing(tests::cluster(marked("", "", labels))) == "leaderworkerset l-0");
  const auto labelled = tests::cluster(group("g", 2) + marked("", "", k_label + "g, " + labels));
  CHECK(governing(labelled) == "coscheduling g");
  CHECK(layers(labelled).empty());
  CHECK(governing(tests::cluster(marked("volcano", "", labels))) == "volcano podgroup-u"); // created by Volcano
}

TEST_CASE("keys in the wrong place make no group") {
  CHECK(governing(tests::cluster(marked("", "scheduling.volcano.sh/group-name: g", ""))) == "none");
  CHECK(governing(tests::cluster(marked("", "scheduling.x-k8s.io/pod-group: g", ""))) == "none"); // not a label
  CHECK(governing(tests::cluster(marked("", "", k_group_name + "g"))) == "none");                 // not an annotation
  CHECK(governing(tests::cluster(marked("", "", "pod-group-name: g"))) == "none");
  CHECK(governing(tests::cluster(marked("kai-scheduler", "", ""))) == "none");
  CHECK(governing(tests::cluster(marked("volcano", "", ""))) == "volcano podgroup-u");
}

TEST_CASE("pods of two schedulers that name one object share a group") {
  const auto cluster =
      tests::cluster(group("g", 2, "scheduling.sigs.k8s.io") + pod("a", {.labels = k_sigs_label + "g"}) +
                     pod("b", {.labels = k_sigs_label + "g", .spec = "schedulerName: koord-scheduler"}));
  REQUIRE(cluster.groups.size() == 1);
  CHECK(cluster.groups[0].members.size() == 2);
  CHECK(cluster.groups[0].dialect == Dialect::Koordinator);
}
