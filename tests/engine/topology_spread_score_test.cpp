// SPDX-License-Identifier: Apache-2.0
// PodTopologySpread's score, computed by hand from scoring.go. With n domains a pod weighs ln(n + 2): ln 4 = 1.386, ln
// 5 = 1.609, ln 6 = 1.792. The profile's weight doubles the result.
#include "engine/ask.hpp"
#include "engine/feasibility/feasibility.hpp"
#include "engine/run/simulation.hpp"
#include "support/catch.hpp"
#include "support/cluster_builder.hpp"
#include "support/indexes.hpp"

#include <algorithm>

using namespace engine;
using tests::ClusterBuilder;
using tests::zones;
using tests::operator""_node;

namespace {

constexpr std::string_view k_zone = "topology.kubernetes.io/zone";
constexpr std::string_view k_hostname = "kubernetes.io/hostname";

model::TopologySpreadConstraint soft(std::string_view key = k_zone) {
  model::TopologySpreadConstraint out;
  out.selector = model::Selector{{"app", model::SelectorOperator::In, {"g"}}};
  out.topology_key = key;
  out.do_not_schedule = false;
  return out;
}

// Nodes a1, a2 in zone a, b1 in zone b, and x without a zone.
void place(ClusterBuilder& c, const std::string& node, int pods) {
  for (int i = 0; i < pods; ++i) { c.pod("on-" + node + "-" + std::to_string(i)).on(node).label("app", "g"); }
}

// Weighted score of each feasible node for pod "p", as "node=score"; "skipped" if the plugin does not score.
std::string score_text(const ClusterBuilder& builder,
                       const model::SchedulerProfile& profile = model::default_profile_with_coscheduling()) {
  const model::ClusterSnapshot cluster = builder.build();
  const NodeTable nodes(cluster);
  Feasibility feasibility(nodes, usage_of_bound_pods(cluster, nodes), {});
  const int pod_class = feasibility.class_of(cluster.find_pod("default", "p"), profile);
  const ScoreSheet sheet = feasibility.score_sheet(pod_class, feasibility.feasible(pod_class));
  const auto plugin = std::find(sheet.plugins.begin(), sheet.plugins.end(), "PodTopologySpread");
  if (plugin == sheet.plugins.end()) { return "skipped"; }
  std::string text;
  for (const ScoreSheet::Row& row : sheet.rows) {
    const std::int64_t score = row.scores[static_cast<std::size_t>(plugin - sheet.plugins.begin())];
    text += (text.empty() ? "" : " ") + std::string(nodes.node(row.node).name) + "=" + std::to_string(score);
  }
  return text;
}

} // namespace

TEST_CASE("spread score: fewer pods in the domain score higher, and a node without the key scores 0") {
  ClusterBuilder c = zones(k_zone);
  place(c, "a2", 3);
  place(c, "b1", 1);
  auto& p = c.pod("p").label("app", "g");
  p.spec.spread = {soft()};
  // a 3·ln 4 = 4.16, b 1.39: rounded 4 and 1. a 100·(4 + 1 - 4)/4, b 100·(4 + 1 - 1)/4.
  CHECK(score_text(c) == "a1=50 a2=50 b1=200 x=0");
  p.spec.spread[0].max_skew = 5;
  // a 8.16, b 5.39: 100·(8 + 5 - 8)/8 = 62, 100·(8 + 5 - 5)/8.
  CHECK(score_text(c) == "a1=124 a2=124 b1=200 x=0");
  p.spec.spread[0].do_not_schedule = true;
  p.spec.spread[0].max_skew = 9;
  CHECK(score_text(c) == "skipped");
}

TEST_CASE("spread score: without a matching pod all domains get the best score") {
  ClusterBuilder c = zones(k_zone);
  c.pod("p").label("app", "g").spec.spread = {soft()};
  CHECK(score_text(c) == "a1=200 a2=200 b1=200 x=0");
}

TEST_CASE("spread score: each host is a domain of its own") {
  ClusterBuilder c = zones(k_zone);
  place(c, "a1", 3);
  place(c, "b1", 1);
  c.pod("p").label("app", "g").spec.spread = {soft(k_hostname)};
  // ln 6: a1 5.38, b1 1.79, the others 0: 5, 2, 0. b1 100·(5 + 0 - 2)/5.
  CHECK(score_text(c) == "a1=0 a2=200 b1=120 x=200");
}

TEST_CASE("spread score: constraints add up before rounding, over the nodes that have all keys") {
  ClusterBuilder c = zones(k_zone);
  place(c, "a1", 3);
  place(c, "a2", 1);
  c.pod("p").label("app", "g").spec.spread = {soft(), soft(k_hostname)};
  // Zones ln 4, hosts ln 5 (x does not count). a1 5.545 + 4.828 = 10.37, a2 5.545 + 1.609 = 7.15, b1 0.
  CHECK(score_text(c) == "a1=0 a2=60 b1=200 x=0");
}

TEST_CASE("spread score: nodeTaintsPolicy decides which nodes count") {
  ClusterBuilder c = zones(k_zone);
  c.node("a3").label(std::string(k_zone), "a").taint("t");
  c.node("c1").label(std::string(k_zone), "c").taint("t"); // not a candidate, so not a domain
  place(c, "a3", 2);
  place(c, "b1", 1);
  auto& p = c.pod("p").label("app", "g");
  p.spec.spread = {soft()};
  // a 2.77, b 1.39: 3 and 1. 100·(3 + 1 - 3)/3 = 33.
  CHECK(score_text(c) == "a1=66 a2=66 b1=200 x=0");
  p.spec.spread[0].honor_taints = true;
  CHECK(score_text(c) == "a1=200 a2=200 b1=0 x=0"); // 0 and 1
}

TEST_CASE("spread score: nodes outside the pod's own affinity count only with nodeAffinityPolicy Ignore") {
  ClusterBuilder c = zones(k_zone);
  c.node("a3").label(std::string(k_zone), "a").label("pool", "p");
  c.node("b3").label(std::string(k_zone), "b").label("pool", "p");
  place(c, "a1", 2);
  place(c, "b3", 1);
  auto& p = c.pod("p").label("app", "g").selects("pool", "p");
  p.spec.spread = {soft()};
  CHECK(score_text(c) == "a3=200 b3=0"); // 0 and 1
  p.spec.spread[0].honor_affinity = false;
  CHECK(score_text(c) == "a3=66 b3=200"); // 3 and 1
}

TEST_CASE("spread score: terminating pods and pods that do not match do not count") {
  ClusterBuilder c = zones(k_zone);
  c.pod("leaving").on("a1").label("app", "g").terminating();
  c.pod("elsewhere", "elsewhere").on("a1").label("app", "g");
  c.pod("other").on("a1").label("app", "h");
  c.pod("another").on("a1").label("app", "h");
  c.pod("old").on("b1").label("app", "g").label("hash", "1");
  auto& p = c.pod("p").label("app", "g").label("hash", "2");
  p.spec.spread = {soft()};
  CHECK(score_text(c) == "a1=200 a2=200 b1=0 x=0");
  p.spec.spread[0].match_label_keys = {"hash"};
  CHECK(score_text(c) == "a1=200 a2=200 b1=200 x=0");
  p.spec.spread[0].match_label_keys.clear();
  p.spec.spread[0].selector = model::Selector(); // matches all pods, and counts none
  CHECK(score_text(c) == "a1=200 a2=200 b1=200 x=0");
  p.spec.spread[0].selector.reset();
  CHECK(score_text(c) == "a1=200 a2=200 b1=200 x=0");
}

TEST_CASE("spread score: the system's constraints apply to pods with a selector, and without their own") {
  ClusterBuilder c = zones(k_zone);
  place(c, "a1", 2);
  place(c, "b1", 1);
  auto& p = c.pod("p").label("app", "g");
  CHECK(score_text(c) == "skipped");
  c.service("app", "g");
  // Hosts ln 6, and 2 for maxSkew 3; zones ln 5 ("" is one), and 4 for maxSkew 5.
  // a1 5.58 + 7.22 = 13, a2 2 + 7.22 = 9, b1 3.79 + 5.61 = 9, x 2: 100·(13 + 2 - 13)/13 = 15, 46, 46, 100.
  CHECK(score_text(c) == "a1=30 a2=92 b1=92 x=200");
  p.spec.spread = {soft()};
  p.spec.spread[0].do_not_schedule = true;
  p.spec.spread[0].max_skew = 9;
  CHECK(score_text(c) == "skipped"); // own constraints, but none that scores
}

TEST_CASE("spread score: default constraints from the profile require all keys") {
  ClusterBuilder c = zones(k_zone);
  c.service("app", "g");
  place(c, "a1", 2);
  place(c, "b1", 1);
  c.pod("p").label("app", "g");
  model::SchedulerProfile profile = model::default_profile_with_coscheduling();
  profile.spread = {false, {soft()}, nullptr};
  profile.spread.default_constraints[0].selector.reset();
  CHECK(score_text(c, profile) == "a1=66 a2=66 b1=200 x=0"); // 2·ln 4 = 3, 1
  profile.spread.default_constraints.clear();
  CHECK(score_text(c, profile) == "skipped");
}

TEST_CASE("spread score: remembered counts follow the pods that come and go") {
  ClusterBuilder c = zones(k_zone);
  c.service("app", "g");
  place(c, "a1", 2);
  c.pod("p").label("app", "g");
  const model::ClusterSnapshot cluster = c.build();
  const NodeTable nodes(cluster);
  const model::SchedulerProfile profile = model::default_profile_with_coscheduling();
  Feasibility live(nodes, usage_of_bound_pods(cluster, nodes), {});
  const model::PodIndex pod = cluster.find_pod("default", "p");
  const model::PodIndex moved = cluster.find_pod("default", "on-a1-0");
  const auto figures = [&](Feasibility& feasibility) {
    const int pod_class = feasibility.class_of(pod, profile);
    std::vector<std::int64_t> all;
    for (const auto& row : feasibility.score_sheet(pod_class, feasibility.feasible(pod_class)).rows) {
      all.insert(all.end(), row.scores.begin(), row.scores.end());
    }
    return all;
  };
  const auto anew = [&] {
    Feasibility fresh(nodes, live.usage(), {});
    return figures(fresh);
  };
  const auto before = figures(live);
  live.remove(moved, 0_node);
  CHECK(figures(live) != before);
  CHECK(figures(live) == anew());
  live.add(moved, 2_node);
  CHECK(figures(live) == anew());
  const auto on_c = figures(live);
  {
    Feasibility::NodeSimulation question(live, 2_node);
    question.remove_pod(moved);
    CHECK(figures(live) == anew());
  }
  CHECK(figures(live) == on_c);
  live.remove(moved, 2_node);
  live.add(moved, 0_node);
  CHECK(figures(live) == before);
}
