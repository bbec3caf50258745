// SPDX-License-Identifier: Apache-2.0
// What keeps a pod off nodes besides capacity: the label, the domains, the pods, the volume.
#include "engine/ask.hpp"
#include "support/catch.hpp"

#include <algorithm>

using namespace tests;
using Kind = model::Obstacle::Kind;
using Names = std::vector<std::string>;

namespace {

// Nodes a in zone a and b in zone b.
ClusterBuilder node_per_zone() {
  ClusterBuilder c;
  c.node("a").label("zone", "a");
  c.node("b").label("zone", "b");
  return c;
}

// Of pod "p", which is in no group and does not fit.
std::vector<model::Obstacle> obstacles(const model::ClusterSnapshot& cluster) {
  const model::PodReport report = pod(explain(cluster), "p");
  REQUIRE(report.outcome == model::Outcome::Unschedulable);
  REQUIRE(report.evidence != nullptr);
  return report.evidence->obstacles;
}

model::Obstacle only(const ClusterBuilder& c) {
  const auto found = obstacles(c.build());
  REQUIRE(found.size() == 1);
  return found.front();
}

} // namespace

TEST_CASE("obstacles: a label that no node has") {
  ClusterBuilder c = node_per_zone();
  c.pod("p").selects("zone", "a").selects("disk", "");
  const model::Obstacle selected = only(c);
  CHECK(selected.kind == Kind::NodeLabel);
  CHECK(selected.subject == "disk");
  CHECK(selected.names == Names{""});
}

TEST_CASE("obstacles: the values of a node affinity, if it is the only term") {
  ClusterBuilder c = node_per_zone();
  model::NodeSelectorTerm wanted;
  wanted.expressions = {{"zone", model::SelectorOperator::In, {"x", "y"}}};
  auto& p = c.pod("p");
  p.spec.required_node_terms = {{wanted}};
  const model::Obstacle required = only(c);
  CHECK(required.kind == Kind::NodeLabel);
  CHECK(required.names == Names{"x", "y"});
  CHECK(required.count == 2);
  p.spec.required_node_terms = {{wanted, wanted}};
  CHECK(obstacles(c.build()).empty());
}

TEST_CASE("obstacles: labels that nodes have one by one and none has together") {
  ClusterBuilder c = node_per_zone();
  c.node("c").label("zone", "b");
  c.node("d").label("disk", "ssd");
  auto& p = c.pod("p").selects("zone", "b");
  model::NodeSelectorTerm wanted;
  wanted.expressions = {{"disk", model::SelectorOperator::Exists, {}}};
  p.spec.required_node_terms = {{wanted}};
  const model::Obstacle together = only(c);
  CHECK(together.kind == Kind::NodeLabels);
  CHECK(together.names == Names{"zone=b on b, c", "disk on d"});
  c.node("e").label("zone", "b").label("disk", "hdd").taint("pool");
  const auto found = obstacles(c.build()); // a node has both, and another constraint keeps the pod off it
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == Kind::Taint);
}

TEST_CASE("obstacles: the nodes that a node affinity names") {
  ClusterBuilder c = node_per_zone();
  c.node("c").has("cpu", 1);
  auto& p = c.pod("p").asks("cpu", 2);
  model::NodeSelectorTerm wanted;
  wanted.fields = {{"metadata.name", model::SelectorOperator::In, {"c"}}};
  p.spec.required_node_terms = {{wanted}};
  const model::Obstacle named = only(c);
  CHECK(named.kind == Kind::NodeNames);
  CHECK(named.names == Names{"c"});
}

TEST_CASE("obstacles: the topologyKey of an affinity that no node has") {
  ClusterBuilder c = node_per_zone();
  c.pod("p").label("app", "g").spec.required_affinity = {term("g", "zone"), term("g", "rack")};
  const model::Obstacle key = only(c);
  CHECK(key.kind == Kind::AffinityKey);
  CHECK(key.subject == "rack");
}

TEST_CASE("obstacles: the pods that an affinity needs nearby, or their labels if there are none") {
  ClusterBuilder c = node_per_zone();
  auto& p = c.pod("p").asks("cpu", 1);
  p.spec.required_affinity = {term("cache", "zone")};
  SECTION("none matches") {
    const model::Obstacle none = only(c);
    CHECK(none.kind == Kind::NoWantedPod);
    CHECK(none.subject == "app=cache in namespace default");
  }
  SECTION("a pod that has no node does not count") {
    c.pod("cache").label("app", "cache").selects("zone", "nowhere");
    CHECK(only(c).kind == Kind::NoWantedPod);
  }
  SECTION("one is on a node without capacity") {
    c.node("full").label("zone", "c").has("cpu", 1);
    c.pod("cache").on("full").label("app", "cache").asks("cpu", 1);
    const model::Obstacle near = only(c);
    CHECK(near.kind == Kind::WantedPods);
    CHECK(near.subject == "zone");
    CHECK(near.names == Names{"default/cache on full"});
    REQUIRE(near.reasons.size() == 1);
    CHECK(near.reasons[0].reason == "Insufficient cpu");
    CHECK(near.reasons[0].nodes == 1);
  }
}

TEST_CASE("obstacles: the domains that a spread constraint leaves, and why their nodes refuse") {
  ClusterBuilder c = node_per_zone();
  c.node("c").label("zone", "c").taint("control-plane");
  c.pod("one").on("a").label("app", "g");
  c.pod("two").on("b").label("app", "g");
  model::TopologySpreadConstraint constraint;
  constraint.selector = model::Selector{{"app", model::SelectorOperator::In, {"g"}}};
  constraint.topology_key = "zone";
  auto& p = c.pod("p").label("app", "g");
  p.spec.spread = {constraint};
  const model::Obstacle spread = only(c);
  CHECK(spread.kind == Kind::SpreadDomains);
  CHECK(spread.subject == "zone");
  CHECK(spread.names == Names{"c"});
  CHECK(spread.max_skew == 1);
  CHECK(spread.counts_tainted_nodes);
  REQUIRE(spread.reasons.size() == 1);
  CHECK(spread.reasons[0].plugin == "TaintToleration");
  CHECK(spread.reasons[0].nodes == 1);
  CHECK(spread.taints == Names{"control-plane:NoSchedule"});
  p.spec.spread[0].topology_key = "rack";
  const auto found = obstacles(c.build());
  REQUIRE(found.size() == 2); // the taint is named, too
  const auto key = std::ranges::find(found, Kind::SpreadKey, &model::Obstacle::kind);
  REQUIRE(key != found.end());
  CHECK(key->subject == "rack");
}

TEST_CASE("obstacles: pods that an anti-affinity matches, in either direction, but not others") {
  ClusterBuilder c;
  c.node("a").label("zone", "a");
  for (const char* name : {"db-0", "db-1", "db-2", "db-3"}) { c.pod(name).on("a").label("app", "db"); }
  c.pod("loner").on("a").label("app", "loner").spec.required_anti_affinity = {term("x", "zone")};
  auto& p = c.pod("p").label("app", "web");
  SECTION("its own") {
    p.spec.required_anti_affinity = {term("db", "zone")};
    const model::Obstacle own = only(c);
    CHECK(own.kind == Kind::AntiAffinity);
    CHECK(own.names == Names{"default/db-0", "default/db-1", "default/db-2"});
    CHECK(own.count == 4);
  }
  SECTION("theirs") {
    p.label_map["app"] = "x";
    const model::Obstacle theirs = only(c);
    CHECK(theirs.kind == Kind::AntiAffinityOfPods);
    CHECK(theirs.names == Names{"default/loner"});
  }
}

TEST_CASE("obstacles: the pods that use a host port") {
  ClusterBuilder c = node_per_zone();
  c.pod("store").on("a").spec.host_ports = {{"0.0.0.0", "TCP", 29500}};
  c.pod("dns").on("b").spec.host_ports = {{"0.0.0.0", "TCP", 29500}, {"0.0.0.0", "UDP", 53}};
  c.pod("other").on("b").spec.host_ports = {{"0.0.0.0", "TCP", 80}};
  auto& p = c.pod("p");
  p.spec.host_ports = {{"0.0.0.0", "TCP", 29500}};
  const model::Obstacle port = only(c);
  CHECK(port.kind == Kind::HostPort);
  CHECK(port.subject == "29500");
  CHECK(port.names == Names{"default/store on a", "default/dns on b"});
  p.spec.host_ports.push_back({"0.0.0.0", "UDP", 53});
  const auto both = obstacles(c.build());
  REQUIRE(both.size() == 2);
  CHECK(both[1].subject == "53/UDP");
}

TEST_CASE("obstacles: taints with their nodes, and of a gang those that report a node's state") {
  ClusterBuilder c;
  for (const char* name : {"a", "b"}) { c.node(name).taint("pool", model::TaintEffect::NoSchedule, "x"); }
  c.node("c").taint("node.kubernetes.io/not-ready");
  c.group("g").min_member(1);
  c.pod("p");
  c.pod("g-0").in("g");
  const auto found = obstacles(c.build());
  REQUIRE(found.size() == 2);
  CHECK(found[0].kind == Kind::Taint);
  CHECK(found[0].subject == "pool=x:NoSchedule");
  CHECK(found[0].names == Names{"a", "b"});
  CHECK(found[1].names == Names{"c"});
  const model::GroupReport report = group(explain(c.build()), "g");
  CHECK(report.evidence.taints == Names{"pool=x:NoSchedule", "node.kubernetes.io/not-ready:NoSchedule"});
  REQUIRE(report.evidence.obstacles.size() == 1);
  CHECK(report.evidence.obstacles[0].names == Names{"c"});
}

TEST_CASE("obstacles: the pods that are being deleted on the node for which the pod is nominated") {
  ClusterBuilder c;
  c.node("a").has("cpu", 8);
  c.pod("low").on("a").asks("cpu", 4).terminating().pod.preempted = true;
  c.pod("x").on("a").asks("cpu", 4);
  c.pod("p").asks("cpu", 4).priority(10).nominated("a");
  const model::Obstacle low = only(c);
  CHECK(low.kind == Kind::Terminating);
  CHECK(low.subject == "a");
  CHECK(low.names == Names{"default/low"});
}

TEST_CASE("obstacles: pods of lower priority that preemptionPolicy Never spares") {
  ClusterBuilder c;
  c.node("a").has("gpu", 8);
  c.pod("low").on("a").asks("gpu", 6).priority(-10);
  c.pod("equal").on("a").asks("gpu", 2).priority(10);
  c.group("g").min_member(1);
  for (const char* name : {"p", "g-0"}) {
    auto& made = c.pod(name).asks("gpu", 6).priority(10);
    made.spec.never_preempts = true;
    if (std::string_view(name) == "g-0") { made.in("g"); }
  }
  const model::Obstacle spared = only(c);
  CHECK(spared.kind == Kind::NeverPreempts);
  CHECK(spared.names == Names{"default/low"});
  const model::GroupReport report = group(explain(c.build()), "g");
  REQUIRE(report.evidence.obstacles.size() == 1);
  CHECK(report.evidence.obstacles[0].kind == Kind::NeverPreempts);
}

TEST_CASE("obstacles of a gang are those of a member that is left when the most others are placed") {
  ClusterBuilder c;
  c.node("a").label("zone", "a").has("gpu", 8);
  c.node("b").label("zone", "b").has("gpu", 0);
  c.group("g").min_member(3);
  model::TopologySpreadConstraint constraint;
  constraint.selector = model::Selector{{"app", model::SelectorOperator::In, {"g"}}};
  constraint.topology_key = "zone";
  for (const char* name : {"g-0", "g-1", "g-2"}) {
    c.pod(name).in("g").asks("gpu", 2).label("app", "g").spec.spread = {constraint};
  }
  const model::GroupReport report = group(explain(c.build()), "g");
  CHECK(report.code == model::Code::NotEnoughRoom);
  CHECK(report.evidence.have == 1);
  REQUIRE(report.evidence.obstacles.size() == 1);
  CHECK(report.evidence.obstacles[0].kind == Kind::SpreadDomains);
  CHECK(report.evidence.obstacles[0].names == Names{"b"});
}

TEST_CASE("obstacles: a bound volume that no node of the cluster reaches") {
  ClusterBuilder c = node_per_zone();
  c.pod("p").spec.volumes.push_back({"persistentVolumeClaim", "v", "data", false});
  model::ClusterSnapshot cluster = c.build();
  cluster.lists_storage = true;
  auto& claim = cluster.persistent_volume_claims.emplace_back();
  claim.namespace_name = "default";
  claim.name = "data";
  claim.requested = model::Quantity::parse("1Gi");
  claim.volume_name = "disk-7";
  claim.bind_completed = true;
  auto& volume = cluster.persistent_volumes.emplace_back();
  volume.name = "disk-7";
  volume.capacity = *model::Quantity::parse("1Gi");
  volume.available = true;
  volume.labels = &cluster.label_sets.emplace_back();
  volume.node_terms = {{{{"host", model::SelectorOperator::In, {"worker-1"}}}, {}}};
  const auto found = obstacles(cluster);
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == Kind::VolumeNodes);
  CHECK(found[0].subject == "disk-7");
  CHECK(found[0].names == Names{"host=worker-1"});
}

TEST_CASE("obstacles: claims that nothing binds, and claims larger than the published capacity") {
  ClusterBuilder c = node_per_zone();
  c.pod("p").spec.volumes.push_back({"persistentVolumeClaim", "v", "data", false});
  model::ClusterSnapshot cluster = c.build();
  cluster.lists_storage = true;
  auto& claim = cluster.persistent_volume_claims.emplace_back();
  claim.namespace_name = "default";
  claim.name = "data";
  claim.requested = model::Quantity::parse("2Gi");
  const auto found = [&] {
    const auto all = obstacles(cluster);
    REQUIRE(all.size() == 1);
    CHECK(all[0].subject == "default/data");
    return all[0];
  };
  CHECK(found().kind == Kind::UnboundClaim);
  CHECK(found().names.empty());
  claim.storage_class = "fast";
  CHECK(found().names == Names{"fast"});
  CHECK(found().count == 0);
  cluster.storage_classes.push_back({"fast", "disk.example.com", false, {}});
  CHECK(found().kind == Kind::UnboundClaim);
  CHECK(found().count == 1);
  cluster.storage_classes.back().wait_for_first_consumer = true;
  cluster.csi_drivers.push_back({"disk.example.com", true});
  CHECK(found().kind == Kind::ClaimCapacity);
  CHECK(found().names == Names{"fast", "2Gi"});
  CHECK(found().count == 0);
  cluster.csi_storage_capacities.push_back({"", "all", "fast", model::Selector{}, model::Quantity::parse("1Gi")});
  CHECK(found().count == 1);
}

TEST_CASE("obstacles: a claim that waits for a volume on the node that a scheduler chose") {
  ClusterBuilder c = node_per_zone();
  c.pod("p").spec.volumes.push_back({"persistentVolumeClaim", "v", "data", false});
  model::ClusterSnapshot cluster = c.build();
  cluster.lists_storage = true;
  cluster.storage_classes.push_back({"local", "disk.example.com", true, {}});
  auto& claim = cluster.persistent_volume_claims.emplace_back();
  claim.namespace_name = "default";
  claim.name = "data";
  claim.requested = model::Quantity::parse("2Gi");
  claim.storage_class = "local";
  claim.selected_node = "gone";
  const auto found = obstacles(cluster);
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == Kind::SelectedNode);
  CHECK(found[0].subject == "default/data");
  CHECK(found[0].names == Names{"gone"});
  CHECK(found[0].count == 0);
}

TEST_CASE("obstacles: the largest users of a device of which too little is free in all") {
  ClusterBuilder c;
  c.node("a").has("x.com/gpu", 8).has("cpu", 8);
  c.node("b").has("x.com/gpu", 8).taint("pool");
  c.pod("other").on("b").asks("x.com/gpu", 8);
  for (const char* name : {"small-0", "small-1", "small-2"}) {
    c.pod(name).on("a").asks("x.com/gpu", 1).asks("cpu", 1);
  }
  c.pod("large").on("a").asks("x.com/gpu", 4);
  c.pod("p").asks("x.com/gpu", 2);
  c.pod("first").asks("x.com/gpu", 1).priority(1); // takes the last one, but does not run yet
  const auto found = obstacles(c.build());
  REQUIRE(found.size() == 2);
  CHECK(found[0].kind == Kind::Taint);
  CHECK(found[1].kind == Kind::Users);
  CHECK(found[1].subject == "x.com/gpu");
  CHECK(found[1].names == Names{"default/large", "default/small-0", "default/small-1"});
  CHECK(found[1].count == 4);
}

TEST_CASE("shortages: what DaemonSets leave on a node that would be large enough") {
  ClusterBuilder c;
  c.node("a").has("cpu", 16);
  c.node("b").has("cpu", 8);
  c.pod("agent").on("a").asks("cpu", 1).owned_by("DaemonSet", "agent");
  c.pod("other").on("a").asks("cpu", 10);
  auto& p = c.pod("p").asks("cpu", 16);
  const auto of_p = [&] {
    const model::Report report = explain(c.build());
    REQUIRE(pod(report, "p").evidence != nullptr);
    REQUIRE(pod(report, "p").evidence->shortages.size() == 1);
    return pod(report, "p").evidence->shortages.front();
  };
  CHECK(of_p().beside_daemons == 15);
  p.asks("cpu", 15); // an empty node of the kind would do
  CHECK(of_p().beside_daemons == std::nullopt);
}

TEST_CASE("the numbers behind a refusal come once per kind of pod, and with the shortage at the end") {
  ClusterBuilder c;
  c.node("a").has("gpu", 8);
  c.node("b").has("gpu", 8);
  for (const char* name : {"on-a", "on-b"}) { c.pod(name).on(name + 3).asks("gpu", 6); }
  c.pod("p").asks("gpu", 8);
  c.pod("q").asks("gpu", 8);
  c.pod("fits").asks("gpu", 2);
  const model::Report report = explain(c.build());
  const auto& evidence = pod(report, "p").evidence;
  REQUIRE(evidence != nullptr);
  REQUIRE(evidence->shortages.size() == 1);
  CHECK(evidence->shortages[0].free_total == 2); // after "fits"
  CHECK(evidence->obstacles.empty());
  CHECK(pod(report, "fits").evidence == nullptr);
}
