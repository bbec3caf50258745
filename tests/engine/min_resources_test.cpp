// SPDX-License-Identifier: Apache-2.0
// The sums that Coscheduling compares with minResources, and the message as Go prints it.
#include "engine/ask.hpp"
#include "engine/rules/min_resources.hpp"
#include "engine/run/simulation.hpp"
#include "support/catch.hpp"
#include "support/indexes.hpp"

#include <algorithm>

using namespace tests;

TEST_CASE("the message prints a gap as Go does") {
  ClusterBuilder c;
  c.node("a").has("cpu", 4000).has("memory", 8 * k_gib);
  c.pod("there").on("a").asks("cpu", 1000);
  c.group("g").min_member(1).min_resources("cpu", "5").min_resources("memory", "10Gi");
  c.pod("p").in("g");
  const auto report = explain(c.build());
  CHECK(group(report, "g").code == model::Code::MinResourcesShort);
  CHECK(group(report, "g").stage == model::Stage::PreFilter);
  CHECK(pod(report, "p").message ==
        "0/1 nodes are available: resource gap: map[cpu:{{2000 -3} {<nil>}  DecimalSI} memory:{{2147483648 0} {<nil>}  "
        "BinarySI}]. no new claims to deallocate, preemption: 0/1 nodes are available: 1 Preemption is not helpful for "
        "scheduling., PodGroup default/g gets rejected due to Pod p is unschedulable even after PostFilter");
  CHECK(group(report, "g").evidence.gap ==
        std::vector<std::pair<std::string, std::int64_t>>{{"cpu", 2000}, {"memory", 2 * k_gib}});
}

TEST_CASE("requests of own members count as free; minMember replaces the entry pods") {
  ClusterBuilder c;
  c.node("a").has("cpu", 4000).has("pods", 3);
  c.group("g").min_member(2).min_resources("cpu", "4").min_resources("pods", "100");
  c.pod("m-0").in("g").on("a").asks("cpu", 2000);
  c.pod("m-1").in("g").asks("cpu", 2000);
  CHECK(group(explain(c.build()), "g").verdict == model::GroupVerdict::Fits);
}

TEST_CASE("cordoned and tainted nodes count in the sum: it passes although no node fits") {
  ClusterBuilder c;
  c.node("a").has("cpu", 4000).cordoned();
  c.group("g").min_member(1).min_resources("cpu", "4");
  c.pod("p").in("g").asks("cpu", 4000);
  CHECK(group(explain(c.build()), "g").code == model::Code::NoFeasibleNode);
}

TEST_CASE("a resource that no node offers is a gap") {
  ClusterBuilder c;
  c.node("a");
  c.group("g").min_member(1).min_resources("example.com/fpga", "2");
  c.pod("p").in("g");
  CHECK(pod(explain(c.build()), "p").message.find("resource gap: map[example.com/fpga:{{2 0} {<nil>}  DecimalSI}].") !=
        std::string::npos);
}

TEST_CASE("requests raise the gap only on a node that lists the resource") {
  const auto gap_of = [](bool known) {
    ClusterBuilder c;
    auto& node = c.node("a");
    if (known) { node.has("nvidia.com/gpu", 0); }
    c.pod("there").on("a").asks("nvidia.com/gpu", 5);
    c.group("g").min_member(1).min_resources("nvidia.com/gpu", "4");
    c.pod("p").in("g");
    return group(explain(c.build()), "g").evidence.gap;
  };
  CHECK(gap_of(false) == std::vector<std::pair<std::string, std::int64_t>>{{"nvidia.com/gpu", 4}});
  CHECK(gap_of(true) == std::vector<std::pair<std::string, std::int64_t>>{{"nvidia.com/gpu", 9}});
}

TEST_CASE("an over-committed node raises the gap, and in another order of nodes the check may pass") {
  ClusterBuilder c;
  c.node("a").has("cpu", 1000);
  c.node("b").has("cpu", 4000);
  c.pod("over").on("a").asks("cpu", 3000);
  c.group("g").min_member(1).min_resources("cpu", "3");
  c.pod("p").in("g");
  const auto cluster = c.build();
  const engine::NodeTable nodes(cluster);
  const auto gap = engine::resource_gap(nodes, engine::usage_of_bound_pods(cluster, nodes), cluster.groups[0], {});
  REQUIRE(gap);
  CHECK(gap->missing == std::vector<std::pair<std::string, std::int64_t>>{{"cpu", 1000}});
  CHECK(gap->depends_on_order);
}

TEST_CASE("WorstFirst puts over-committed nodes first") {
  const auto gap_in = [](engine::NodeOrder order) {
    ClusterBuilder c;
    c.node("a").has("cpu", 4000);
    c.node("b").has("cpu", 1000);
    c.pod("over").on("b").asks("cpu", 3000);
    c.group("g").min_member(1).min_resources("cpu", "3");
    c.pod("p").in("g");
    const auto cluster = c.build();
    const engine::NodeTable nodes(cluster);
    const auto usage = engine::usage_of_bound_pods(cluster, nodes);
    const auto gap = engine::resource_gap(nodes, usage, cluster.groups[0], {}, order);
    return gap ? gap->missing.front().second : 0;
  };
  CHECK(gap_in(engine::NodeOrder::ByZone) == 0);
  CHECK(gap_in(engine::NodeOrder::WorstFirst) == 1000); // 3 + 2 - 4
}

TEST_CASE("a Yes that depends on the order of over-committed nodes becomes Unknown") {
  const auto verdict = [](const std::string& wanted) {
    ClusterBuilder c;
    c.node("a").has("cpu", 4000);
    c.node("b").has("cpu", 1000);
    c.pod("over").on("b").asks("cpu", 3000);
    c.group("g").min_member(1).min_resources("cpu", wanted);
    c.pod("p").in("g").asks("cpu", 500);
    const model::GroupReport report = group(explain(c.build()), "g");
    const bool has_doubt =
        std::ranges::find(report.asked, model::Reply::NotAsked, &model::Asked::reply) != report.asked.end();
    CHECK(has_doubt == (report.verdict == model::GroupVerdict::Unknown));
    return report.verdict;
  };
  CHECK(verdict("2") == model::GroupVerdict::Fits);    // 2 + 2 - 4, in any order
  CHECK(verdict("3") == model::GroupVerdict::Unknown); // a alone is enough, but not if b comes first
}

TEST_CASE("the check sums up nodes in the scheduler's order, one of each zone in turn") {
  ClusterBuilder c;
  c.node("a").has("cpu", 2000).label("topology.kubernetes.io/zone", "z1");
  c.node("b").has("cpu", 2000).label("topology.kubernetes.io/zone", "z1");
  c.node("c").has("cpu", 1000).label("topology.kubernetes.io/zone", "z2");
  c.pod("over").on("c").asks("cpu", 3000);
  c.group("g").min_member(1).min_resources("cpu", "4");
  c.pod("p").in("g");
  const auto cluster = c.build();
  const engine::NodeTable nodes(cluster);
  CHECK(nodes.zone_order ==
        std::vector<model::NodeIndex>{0_node, 2_node, 1_node}); // a, c, b; by name 4 cpu would come before c
  const auto gap = engine::resource_gap(nodes, engine::usage_of_bound_pods(cluster, nodes), cluster.groups[0], {});
  REQUIRE(gap);
  CHECK(gap->missing == std::vector<std::pair<std::string, std::int64_t>>{{"cpu", 2000}}); // 4 - 2 + 2 - 2
}
