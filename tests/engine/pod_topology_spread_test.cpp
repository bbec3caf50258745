// SPDX-License-Identifier: Apache-2.0
// DoNotSchedule spread constraints, one rule per test, and both sides of the filter on random clusters.
#include "engine/ask.hpp"
#include "engine/feasibility/feasibility.hpp"
#include "engine/run/simulation.hpp"
#include "support/catch.hpp"

#include <random>

using namespace engine;
using namespace tests;

namespace {

model::TopologySpreadConstraint constraint(std::string_view app, std::string_view key = "zone") {
  model::TopologySpreadConstraint out;
  out.selector = model::Selector{{"app", model::SelectorOperator::In, {app}}};
  out.topology_key = key;
  return out;
}

// Nodes a1, a2 in zone a, b1 in zone b, and x without a zone.
struct Answer {
  std::string nodes; // nodes on which pod "p" fits
  std::string a1, x; // reasons for refusing these nodes
  bool a1_unresolvable = false, x_unresolvable = false;
};

Answer ask(const ClusterBuilder& builder) {
  const model::ClusterSnapshot cluster = builder.build();
  const NodeTable nodes(cluster);
  const model::SchedulerProfile profile = model::default_profile_with_coscheduling();
  Feasibility feasibility(nodes, usage_of_bound_pods(cluster, nodes), {});
  const int pod_class = feasibility.class_of(cluster.find_pod("default", "p"), profile);
  Answer answer;
  feasibility.feasible(pod_class).for_each([&](model::NodeIndex node) {
    answer.nodes += (answer.nodes.empty() ? "" : " ") + std::string(nodes.node(node).name);
  });
  const Refusal a1 = feasibility.refusal_on(pod_class, cluster.find_node("a1"));
  for (const std::string_view reason : a1.reasons) { answer.a1 += reason; }
  answer.a1_unresolvable = a1.unresolvable;
  const Refusal x = feasibility.refusal_on(pod_class, cluster.find_node("x"));
  for (const std::string_view reason : x.reasons) { answer.x += reason; }
  answer.x_unresolvable = x.unresolvable;
  return answer;
}

} // namespace

TEST_CASE("spread: no domain exceeds the emptiest by more than maxSkew, and nodes need the label") {
  ClusterBuilder c = zones();
  c.pod("there").on("a2").label("app", "g");
  auto& p = c.pod("p").label("app", "g");
  p.spec.spread = {constraint("g")};
  const Answer answer = ask(c);
  CHECK(answer.nodes == "b1");
  CHECK(answer.a1 == "node(s) didn't match pod topology spread constraints");
  CHECK_FALSE(answer.a1_unresolvable);
  CHECK(answer.x == "node(s) didn't match pod topology spread constraints (missing required label)");
  CHECK(answer.x_unresolvable);
  p.spec.spread[0].max_skew = 2;
  CHECK(ask(c).nodes == "a1 a2 b1");
  p.spec.spread[0].max_skew = 1;
  p.spec.spread[0].do_not_schedule = false;
  CHECK(ask(c).nodes == "a1 a2 b1 x");
}

TEST_CASE("spread: a pod outside its own selector does not count itself") {
  ClusterBuilder c = zones();
  c.pod("there").on("a2").label("app", "g");
  c.pod("p").label("app", "other").spec.spread = {constraint("g")};
  CHECK(ask(c).nodes == "a1 a2 b1"); // 1 + 0 - 0
}

TEST_CASE("spread: terminating pods and pods of other namespaces do not count") {
  ClusterBuilder c = zones();
  c.pod("leaving").on("a1").label("app", "g").terminating();
  c.pod("there", "elsewhere").on("a2").label("app", "g");
  c.pod("p").label("app", "g").spec.spread = {constraint("g")};
  CHECK(ask(c).nodes == "a1 a2 b1");
}

TEST_CASE("spread: with fewer domains than minDomains the global minimum is 0") {
  ClusterBuilder c = zones();
  c.pod("one").on("a1").label("app", "g");
  c.pod("two").on("b1").label("app", "g");
  auto& p = c.pod("p").label("app", "g");
  p.spec.spread = {constraint("g")};
  CHECK(ask(c).nodes == "a1 a2 b1");
  p.spec.spread[0].min_domains = 3;
  CHECK(ask(c).nodes.empty());
}

TEST_CASE("spread: nodeTaintsPolicy and nodeAffinityPolicy decide which nodes count") {
  ClusterBuilder c = zones();
  c.node("c1").label("zone", "c").taint("t");
  c.pod("one").on("a1").label("app", "g");
  c.pod("two").on("b1").label("app", "g");
  auto& p = c.pod("p").label("app", "g");
  p.spec.spread = {constraint("g")};
  CHECK(ask(c).nodes.empty()); // zone c is empty, though its taint keeps the pod away
  p.spec.spread[0].honor_taints = true;
  CHECK(ask(c).nodes == "a1 a2 b1");
  p.spec.spread[0].honor_taints = false;
  p.selects("zone", "a"); // the default is Honor: only zone a counts
  CHECK(ask(c).nodes == "a1 a2");
  p.spec.spread[0].honor_affinity = false;
  CHECK(ask(c).nodes.empty());
}

TEST_CASE("spread: matchLabelKeys compare only pods with the same value") {
  ClusterBuilder c = zones();
  c.pod("old").on("a1").label("app", "g").label("hash", "1");
  auto& p = c.pod("p").label("app", "g").label("hash", "2");
  p.spec.spread = {constraint("g")};
  CHECK(ask(c).nodes == "b1");
  p.spec.spread[0].match_label_keys = {"hash"};
  CHECK(ask(c).nodes == "a1 a2 b1");
}

TEST_CASE("a gang that must spread over zones fits as far as the smallest zone allows") {
  ClusterBuilder c;
  c.node("a").label("zone", "a").has("pods", 10);
  c.node("b").label("zone", "b").has("pods", 1);
  c.group("g").min_member(3);
  for (const char* name : {"m-0", "m-1", "m-2"}) {
    c.pod(name).in("g").label("app", "g").label("index", name).spec.spread = {constraint("g")};
  }
  CHECK(group(explain(c.build()), "g").verdict == model::GroupVerdict::Fits); // 2 and 1
  c.pod("m-3").in("g").label("app", "g").spec.spread = {constraint("g")};
  c.group("h").min_member(1);
  const auto report = explain(c.build());
  CHECK(pod(report, "m-3").outcome == model::Outcome::Unschedulable);
}

TEST_CASE("keep and why agree on spread, and answers after placements equal fresh ones") {
  std::mt19937 random(99);
  const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const std::string_view apps[] = {"a", "b"};
  const std::string_view keys[] = {"zone", "kubernetes.io/hostname"};
  int dropped = 0;
  int kept = 0;
  for (int round = 0; round < 60; ++round) {
    ClusterBuilder c;
    const int node_count = 1 + pick(10);
    for (int i = 0; i < node_count; ++i) {
      auto& node = c.node("n" + std::to_string(i));
      if (pick(6)) { node.label("zone", std::to_string(pick(3))); }
      if (pick(5) == 0) { node.taint("t"); }
    }
    for (int i = 0; i < 20; ++i) {
      auto& pod = c.pod("p" + std::to_string(i)).label("app", std::string(apps[pick(2)]));
      if (pick(2)) { pod.on("n" + std::to_string(pick(node_count))); }
      for (int n = pick(3); n > 0; --n) {
        auto rule = constraint(apps[pick(2)], keys[pick(2)]);
        rule.max_skew = 1 + pick(2);
        rule.min_domains = 1 + pick(3);
        rule.honor_taints = pick(2) == 0;
        pod.spec.spread.push_back(rule);
      }
    }
    const auto cluster = c.build();
    const NodeTable nodes(cluster);
    const model::SchedulerProfile profile = model::default_profile_with_coscheduling();
    Feasibility live(nodes, usage_of_bound_pods(cluster, nodes), {});
    for (const model::PodIndex pod : pending_pods(cluster)) {
      const int pod_class = live.class_of(pod, profile);
      const NodeSet now = live.feasible(pod_class);
      Feasibility fresh(nodes, live.usage(), {});
      REQUIRE(now == fresh.feasible(fresh.class_of(pod, profile)));
      const auto& refusals = live.refusals(pod_class);
      for (std::size_t node = 0; node < nodes.size(); ++node) {
        const bool stays = now.has(static_cast<model::NodeIndex>(node));
        REQUIRE(stays == (refusals[node] == 0));
        ++(stays ? kept : dropped);
      }
      if (!now.empty()) { live.add(pod, live.best(pod_class, now)); }
    }
  }
  CHECK(dropped > 500);
  CHECK(kept > 500);
}
