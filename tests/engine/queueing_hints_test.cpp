// SPDX-License-Identifier: Apache-2.0
// Queueing hints: which event gives a refused pod another attempt.
#include "engine/filters/queueing_hints.hpp"
#include "support/catch.hpp"
#include "support/cluster_builder.hpp"

#include <algorithm>

using namespace engine;
using tests::ClusterBuilder;
using Kind = ClusterEvent::Kind;

namespace {

model::PodAffinityTerm labelled_term(std::string_view key, std::string_view value,
                                     std::string_view namespace_name = "default") {
  model::PodAffinityTerm out;
  out.selector = model::Selector{{key, model::SelectorOperator::In, {value}}};
  out.namespaces = {namespace_name};
  out.topology_key = "zone";
  return out;
}

// True if the event wakes pod "p", which the plugin refused. The event is about pod "other" or node "n", if the cluster
// has them.
bool woken(const ClusterBuilder& c, std::string_view plugin, Kind kind, SchedulerVersion version = {},
           const model::SchedulerProfile& profile = model::default_profile_with_coscheduling()) {
  const model::ClusterSnapshot cluster = c.build();
  const auto pod = [&](std::string_view name) {
    const auto found = std::ranges::find(cluster.pods, name, &model::Pod::name);
    return found == cluster.pods.end() ? nullptr : &*found;
  };
  const auto node = std::ranges::find(cluster.nodes, "n", &model::Node::name);
  const NodeTable nodes(cluster);
  const ClusterEvent event{kind, pod("other"), node == cluster.nodes.end() ? nullptr : &*node};
  REQUIRE(pod("p") != nullptr);
  return is_worth_requeuing(event, unschedulable_plugin(plugin), *pod("p"), profile, nodes, version);
}

} // namespace

TEST_CASE("NodeResourcesFit: a deleted pod wakes, a bound one does not") {
  ClusterBuilder c;
  c.pod("p");
  c.pod("other");
  CHECK(woken(c, "NodeResourcesFit", Kind::PodDeleted));
  CHECK_FALSE(woken(c, "NodeResourcesFit", Kind::PodBound));
  CHECK_FALSE(woken(c, "NodeAffinity", Kind::PodDeleted));
}

TEST_CASE("Coscheduling: a bound pod wakes from 1.32 on") {
  ClusterBuilder c;
  c.pod("p");
  c.pod("other");
  CHECK(woken(c, "Coscheduling", Kind::PodBound));
  CHECK_FALSE(woken(c, "Coscheduling", Kind::PodBound, {31, 0}));
  CHECK_FALSE(woken(c, "Coscheduling", Kind::PodDeleted));
}

TEST_CASE("NodePorts: only a pod with one of the same ports wakes") {
  ClusterBuilder c;
  c.pod("p").port(80);
  c.pod("other").port(80);
  CHECK(woken(c, "NodePorts", Kind::PodDeleted));
  ClusterBuilder d;
  d.pod("p").port(80);
  d.pod("other").port(81);
  CHECK_FALSE(woken(d, "NodePorts", Kind::PodDeleted));
}

TEST_CASE("InterPodAffinity: a new match or a lost anti-match wakes, in the term's namespaces") {
  ClusterBuilder c;
  auto& p = c.pod("p");
  p.spec.required_affinity = {labelled_term("app", "db")};
  p.spec.required_anti_affinity = {labelled_term("app", "web")};
  auto& other = c.pod("other").label("app", "db");
  CHECK(woken(c, "InterPodAffinity", Kind::PodBound));
  CHECK_FALSE(woken(c, "InterPodAffinity", Kind::PodDeleted));
  other.label_map["app"] = "web";
  CHECK_FALSE(woken(c, "InterPodAffinity", Kind::PodBound));
  CHECK(woken(c, "InterPodAffinity", Kind::PodDeleted));
  p.spec.required_anti_affinity = {labelled_term("app", "web", "elsewhere")};
  CHECK_FALSE(woken(c, "InterPodAffinity", Kind::PodDeleted));
  p.spec.required_anti_affinity[0].namespace_selector = model::Selector();
  CHECK(woken(c, "InterPodAffinity", Kind::PodDeleted));
  p.spec.required_anti_affinity.clear();
  CHECK_FALSE(woken(c, "InterPodAffinity", Kind::PodDeleted));
}

TEST_CASE("InterPodAffinity: since 1.36, the end of a pod wakes those that its anti-affinity kept away") {
  ClusterBuilder c;
  c.pod("p").label("app", "web");
  auto& other = c.pod("other");
  other.spec.required_anti_affinity = {labelled_term("app", "web")};
  CHECK(woken(c, "InterPodAffinity", Kind::PodDeleted, {36}));
  CHECK_FALSE(woken(c, "InterPodAffinity", Kind::PodDeleted, {35}));
  CHECK_FALSE(woken(c, "InterPodAffinity", Kind::PodBound, {36}));
  other.spec.required_anti_affinity = {labelled_term("app", "db")};
  CHECK_FALSE(woken(c, "InterPodAffinity", Kind::PodDeleted, {36}));
}

TEST_CASE("PodTopologySpread: a pod that a constraint counts wakes, bound or deleted, in the same namespace") {
  ClusterBuilder c;
  auto& p = c.pod("p");
  p.spec.spread.push_back({});
  p.spec.spread[0].selector = model::Selector{{"app", model::SelectorOperator::In, {"web"}}};
  auto& other = c.pod("other").label("app", "web");
  CHECK(woken(c, "PodTopologySpread", Kind::PodBound));
  CHECK(woken(c, "PodTopologySpread", Kind::PodDeleted));
  other.ns = "elsewhere";
  CHECK_FALSE(woken(c, "PodTopologySpread", Kind::PodDeleted));
  other.ns = "default";
  other.label_map["app"] = "db";
  CHECK_FALSE(woken(c, "PodTopologySpread", Kind::PodBound));
}

TEST_CASE("PodTopologySpread: only DoNotSchedule constraints count, with matchLabelKeys") {
  ClusterBuilder c;
  auto& p = c.pod("p").label("hash", "2");
  p.spec.spread.push_back({});
  p.spec.spread[0].selector = model::Selector{{"app", model::SelectorOperator::In, {"web"}}};
  p.spec.spread[0].match_label_keys = {"hash"};
  auto& other = c.pod("other").label("app", "web").label("hash", "1");
  CHECK_FALSE(woken(c, "PodTopologySpread", Kind::PodBound));
  other.label_map["hash"] = "2";
  CHECK(woken(c, "PodTopologySpread", Kind::PodBound));
  p.spec.spread[0].do_not_schedule = false;
  CHECK_FALSE(woken(c, "PodTopologySpread", Kind::PodBound));
}

TEST_CASE("PodTopologySpread: DoNotSchedule default constraints count by the default selector") {
  ClusterBuilder c;
  c.service("app", "web");
  c.pod("p").label("app", "web");
  auto& other = c.pod("other").label("app", "web").label("more", "1");
  model::SchedulerProfile profile = model::default_profile_with_coscheduling();
  CHECK_FALSE(woken(c, "PodTopologySpread", Kind::PodBound, {}, profile)); // the system defaults only score
  profile.spread.default_constraints.at(0).do_not_schedule = true;
  CHECK(woken(c, "PodTopologySpread", Kind::PodBound, {}, profile));
  other.label_map["app"] = "db";
  CHECK_FALSE(woken(c, "PodTopologySpread", Kind::PodBound, {}, profile));
}

TEST_CASE("volumes: a pod with the same claim wakes, or one with any volume at the node's limit") {
  ClusterBuilder c;
  c.pod("p").spec.volumes = {{"persistentVolumeClaim", "v", "data", false}};
  auto& other = c.pod("other");
  other.spec.volumes = {{"persistentVolumeClaim", "w", "logs", false}};
  CHECK_FALSE(woken(c, "VolumeRestrictions", Kind::PodDeleted));
  CHECK(woken(c, "NodeVolumeLimits", Kind::PodDeleted));
  other.spec.volumes[0].reference = "data";
  CHECK(woken(c, "VolumeRestrictions", Kind::PodDeleted));
  other.spec.volumes.clear();
  CHECK_FALSE(woken(c, "NodeVolumeLimits", Kind::PodDeleted));
}

TEST_CASE("bound or new volumes, and allocated devices, wake the pods that wait for them") {
  ClusterBuilder c;
  auto& pod = c.pod("p");
  auto& other = c.pod("other");
  pod.spec.volumes = {{"persistentVolumeClaim", "v", "data", false}};
  other.spec.volumes = {{"persistentVolumeClaim", "w", "logs", false}};
  pod.spec.resource_claims = {"name=gpu", "template=t|r"};
  other.spec.resource_claims = {"name=nic", "template=t|r"};
  CHECK(woken(c, "VolumeBinding", Kind::VolumesBound)); // any volume that changes
  CHECK(woken(c, "VolumeBinding", Kind::VolumesProvisioned));
  CHECK_FALSE(woken(c, "VolumeBinding", Kind::PodBound));
  CHECK_FALSE(woken(c, "VolumeZone", Kind::VolumesBound)); // another claim
  CHECK(woken(c, "VolumeZone", Kind::VolumesProvisioned)); // a new volume
  CHECK_FALSE(woken(c, "DynamicResources", Kind::DevicesAllocated));
  other.spec.volumes[0].reference = "data";
  other.spec.resource_claims[0] = "name=gpu";
  CHECK(woken(c, "VolumeZone", Kind::VolumesBound));
  CHECK(woken(c, "DynamicResources", Kind::DevicesAllocated));
}

TEST_CASE("nodes: a new one wakes a pod that fits on it empty, and no gang") {
  ClusterBuilder c;
  c.node("n").has("gpu", 2);
  c.pod("p").asks("gpu", 2).selects("disk", "ssd");
  CHECK(woken(c, "NodeResourcesFit", Kind::NodeAdded));
  CHECK_FALSE(woken(c, "NodeAffinity", Kind::NodeAdded));
  CHECK_FALSE(woken(c, "Coscheduling", Kind::NodeAdded));
  CHECK_FALSE(woken(c, "NodeResourcesFit", Kind::NodeOpened));
  ClusterBuilder d;
  d.node("n").has("gpu", 1);
  d.pod("p").asks("gpu", 2);
  CHECK_FALSE(woken(d, "NodeResourcesFit", Kind::NodeAdded));
  CHECK(woken(d, "NodeAffinity", Kind::NodeAdded));
}

TEST_CASE("nodes: an opened one wakes pods that its taint or cordon kept away") {
  ClusterBuilder c;
  c.node("n").has("gpu", 2);
  c.pod("p").asks("gpu", 2);
  CHECK(woken(c, "TaintToleration", Kind::NodeOpened));
  CHECK(woken(c, "NodeUnschedulable", Kind::NodeOpened));
  ClusterBuilder d;
  d.node("n").has("gpu", 2).taint("left").cordoned();
  d.pod("p").asks("gpu", 2);
  CHECK_FALSE(woken(d, "TaintToleration", Kind::NodeOpened));
  CHECK_FALSE(woken(d, "NodeUnschedulable", Kind::NodeOpened));
}

TEST_CASE("gangs: an update of any PodGroup wakes pods that Coscheduling refused, and no others") {
  ClusterBuilder c;
  c.node("n");
  c.pod("p");
  CHECK(woken(c, "Coscheduling", Kind::GroupChanged));
  CHECK_FALSE(woken(c, "NodeResourcesFit", Kind::GroupChanged));
}
