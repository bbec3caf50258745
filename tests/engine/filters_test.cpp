// SPDX-License-Identifier: Apache-2.0
// Each filter's keep and why agree on random clusters; each rule also has a case of its own.
#include "engine/feasibility/feasibility.hpp"
#include "engine/filters/filters.hpp"
#include "engine/run/simulation.hpp"
#include "support/catch.hpp"
#include "support/cluster_builder.hpp"
#include "support/indexes.hpp"

#include <random>

using namespace engine;
using tests::ClusterBuilder;
using tests::operator""_pod;
using tests::operator""_node;

namespace {

const model::SchedulerProfile& profile() {
  static const model::SchedulerProfile p = model::default_profile_with_coscheduling();
  return p;
}

// Reasons of the first refusing filter for the cluster's first node.
std::vector<std::string> reasons(const model::ClusterSnapshot& cluster, const std::string& pod,
                                 SchedulerVersion version = {}) {
  const NodeTable nodes(cluster);
  const model::PodIndex p = cluster.find_pod("default", pod);
  Feasibility feasibility(nodes, usage_of_bound_pods(cluster, nodes), version);
  std::vector<std::string> texts;
  for (const auto reason : feasibility.refusal_on(feasibility.class_of(p, profile()), 0_node).reasons) {
    texts.emplace_back(reason);
  }
  return texts;
}

// A cluster in which every filter can refuse.
ClusterBuilder random_cluster(std::mt19937& random) {
  const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  ClusterBuilder c;
  const int nodes = 1 + pick(70);
  for (int i = 0; i < nodes; ++i) {
    auto& node = c.node("n" + std::to_string(i)).has("cpu", pick(5) * 1000).has("gpu", pick(4)).has("pods", pick(5));
    node.label("zone", std::string(1, static_cast<char>('a' + pick(3))));
    if (pick(3) == 0) {
      node.taint("t", pick(2) ? model::TaintEffect::NoSchedule : model::TaintEffect::PreferNoSchedule);
    }
    if (pick(5) == 0) { node.cordoned(); }
  }
  for (int i = 0; i < nodes * 2; ++i) {
    auto& pod = c.pod("r" + std::to_string(i)).on("n" + std::to_string(pick(nodes)));
    pod.asks("cpu", pick(3) * 500).asks("gpu", pick(2));
    if (pick(4) == 0) { pod.port(8000 + pick(3)); }
  }
  for (int i = 0; i < 8; ++i) {
    auto& pod = c.pod("p" + std::to_string(i)).asks("cpu", pick(4) * 700).asks("gpu", pick(3));
    if (pick(2)) { pod.selects("zone", pick(2) ? "a" : "b"); }
    if (pick(2)) { pod.tolerates("t"); }
    if (pick(3) == 0) { pod.tolerates("node.kubernetes.io/unschedulable"); }
    if (pick(3) == 0) { pod.port(8000 + pick(3)); }
  }
  return c;
}

} // namespace

TEST_CASE("why gives a reason exactly for the nodes that keep drops") {
  std::mt19937 random(20'240'607);
  int dropped = 0;
  int kept = 0;
  for (int round = 0; round < 200; ++round) {
    const auto cluster = random_cluster(random).build();
    const NodeTable nodes(cluster);
    const NodeUsage usage = usage_of_bound_pods(cluster, nodes);
    for (const model::Pod& pod : cluster.pods) {
      if (pod.bound()) { continue; }
      const FilterInput input{nodes, usage, pod, *pod.spec, profile(), {}};
      for (const Filter& filter : all_filters()) {
        NodeSet set(nodes.size());
        filter.keep(input, set);
        for (std::size_t i = 0; i < nodes.size(); ++i) {
          Refusal refusal;
          filter.why(input, static_cast<model::NodeIndex>(i), refusal);
          const bool stays = set.has(static_cast<model::NodeIndex>(i));
          REQUIRE(stays == refusal.reasons.empty());
          ++(stays ? kept : dropped);
        }
      }
    }
  }
  CHECK(dropped > 10'000);
  CHECK(kept > 10'000);
}

TEST_CASE("feasible nodes after placements equal those of a fresh computation") {
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    const auto cluster = random_cluster(random).build();
    const NodeTable nodes(cluster);
    Feasibility live(nodes, usage_of_bound_pods(cluster, nodes), {});
    const std::vector<model::PodIndex> pending = pending_pods(cluster);
    std::vector<std::pair<model::PodIndex, model::NodeIndex>> placed;
    for (int step = 0; step < 30; ++step) {
      const model::PodIndex pod = pending[random() % pending.size()];
      const int pod_class = live.class_of(pod, profile());
      const NodeSet now = live.feasible(pod_class);
      Feasibility fresh(nodes, live.usage(), {});
      const int fresh_class = fresh.class_of(pod, profile());
      REQUIRE(now == fresh.feasible(fresh_class));
      const auto& refusals = live.refusals(pod_class);
      for (std::size_t i = 0; i < nodes.size(); ++i) {
        REQUIRE((refusals[i] == 0) == now.has(static_cast<model::NodeIndex>(i)));
        if (refusals[i] != 0) {
          const Refusal again = fresh.refusal_on(fresh_class, static_cast<model::NodeIndex>(i));
          REQUIRE(live.known()[refusals[i]].refusal.reasons == again.reasons);
          REQUIRE(live.known()[refusals[i]].refusal.unresolvable == again.unresolvable);
        }
      }
      if (!now.empty()) {
        REQUIRE(live.best(pod_class, now) == fresh.best(fresh_class, now));
        const model::NodeIndex node = live.best(pod_class, now);
        live.add(pod, node);
        placed.emplace_back(pod, node);
      }
      if (!placed.empty() && random() % 3 == 0) {
        live.remove(placed.back().first, placed.back().second);
        placed.pop_back();
      }
    }
  }
}

TEST_CASE("NodeResourcesFit reports all its reasons at once") {
  ClusterBuilder c;
  c.node("a").has("cpu", 1000).has("memory", 100).has("pods", 1).has("gpu", 2);
  c.pod("there").on("a").asks("gpu", 1);
  c.pod("p").asks("cpu", 2000).asks("memory", 50).asks("gpu", 2);
  CHECK(reasons(c.build(), "p") == std::vector<std::string>{"Too many pods", "Insufficient cpu", "Insufficient gpu"});
}

TEST_CASE("a request above allocatable is unresolvable from 1.34 on; too many pods never is") {
  ClusterBuilder c;
  c.node("a").has("cpu", 1000).has("pods", 1);
  c.pod("there").on("a");
  c.pod("huge").asks("cpu", 2000);
  c.pod("small").asks("cpu", 10);
  const auto cluster = c.build();
  const NodeTable nodes(cluster);
  const auto unresolvable = [&](const char* name, SchedulerVersion version) {
    Feasibility feasibility(nodes, usage_of_bound_pods(cluster, nodes), version);
    const model::PodIndex pod = cluster.find_pod("default", name);
    return feasibility.refusal_on(feasibility.class_of(pod, profile()), 0_node).unresolvable;
  };
  CHECK(unresolvable("huge", {34, 2}));
  CHECK_FALSE(unresolvable("huge", {31, 0}));
  CHECK_FALSE(unresolvable("small", {34, 2}));
}

TEST_CASE("taints: only NoSchedule and NoExecute refuse; older releases name the first taint") {
  ClusterBuilder c;
  c.node("a").taint("soft", model::TaintEffect::PreferNoSchedule).taint("hard", model::TaintEffect::NoExecute, "x");
  c.pod("p");
  c.pod("q").tolerates("hard");
  CHECK(reasons(c.build(), "p") == std::vector<std::string>{"node(s) had untolerated taint(s)"});
  CHECK(reasons(c.build(), "p", {34, 1}) == std::vector<std::string>{"node(s) had untolerated taint {hard: x}"});
  CHECK(reasons(c.build(), "q").empty());
}

TEST_CASE("a cordoned node refuses before any other filter, unless the pod tolerates it") {
  ClusterBuilder c;
  c.node("a").cordoned().taint("t");
  c.pod("p");
  c.pod("q").tolerates("node.kubernetes.io/unschedulable").tolerates("t");
  CHECK(reasons(c.build(), "p") == std::vector<std::string>{"node(s) were unschedulable"});
  CHECK(reasons(c.build(), "q").empty());
}

TEST_CASE("NodeAffinity refuses a node that does not match the node selector") {
  ClusterBuilder c;
  c.node("a").label("zone", "a");
  c.pod("p").selects("zone", "b");
  c.pod("q").selects("zone", "a");
  CHECK(reasons(c.build(), "p") == std::vector<std::string>{"node(s) didn't match Pod's node affinity/selector"});
  CHECK(reasons(c.build(), "q").empty());
}

TEST_CASE("NodePorts refuses a node with a taken host port") {
  ClusterBuilder c;
  c.node("a");
  c.pod("there").on("a").port(8080);
  c.pod("p").port(8080);
  c.pod("q").port(8081);
  CHECK(reasons(c.build(), "p") ==
        std::vector<std::string>{"node(s) didn't have free ports for the requested pod ports"});
  CHECK(reasons(c.build(), "q").empty());
}

TEST_CASE("NodePorts counts the host ports of pods that come with an added node") {
  ClusterBuilder c;
  c.node("a");
  c.pod("p").port(8080);
  c.pod("q").port(8081);
  model::ClusterSnapshot cluster = c.build();
  cluster.nodes[0].taken_ports = {{"0.0.0.0", "TCP", 8080}};
  CHECK(reasons(cluster, "p").size() == 1);
  CHECK(reasons(cluster, "q").empty());
}

TEST_CASE("NodeResourcesFit skips resources that the profile ignores") {
  ClusterBuilder c;
  c.node("a");
  c.pod("p").asks("example.com/fpga", 1);
  model::SchedulerProfile lenient = profile();
  lenient.fit.ignored_resource_groups = {"example.com"};
  const auto cluster = c.build();
  const NodeTable nodes(cluster);
  Feasibility feasibility(nodes, NodeUsage(nodes), {});
  CHECK_FALSE(feasibility.fits(feasibility.class_of(0_pod, profile()), 0_node));
  CHECK(feasibility.fits(feasibility.class_of(0_pod, lenient), 0_node));
}

TEST_CASE("node affinity from the profile has its own refusal text") {
  ClusterBuilder c;
  c.node("a").label("pool", "cpu");
  c.node("b").label("pool", "gpu");
  c.pod("p");
  const auto cluster = c.build();
  model::SchedulerProfile adding = model::default_profile_with_coscheduling();
  adding.added_affinity.required = {{{{"pool", model::SelectorOperator::In, {"gpu"}}}, {}}};
  adding.added_affinity.preferred = {{7, {{{"pool", model::SelectorOperator::Exists, {}}}, {}}}};
  const NodeTable nodes(cluster);
  Feasibility feasibility(nodes, NodeUsage(nodes), {});
  const int pod_class = feasibility.class_of(0_pod, adding);
  CHECK(feasibility.feasible(pod_class).size() == 1);
  const Refusal refusal = feasibility.refusal_on(pod_class, 0_node);
  CHECK(refusal.unresolvable);
  CHECK(refusal.reasons == std::vector<std::string_view>{"node(s) didn't match scheduler-enforced node affinity"});
  const ScoreSheet sheet = feasibility.score_sheet(pod_class, feasibility.feasible(pod_class));
  const auto plugin = std::find(sheet.plugins.begin(), sheet.plugins.end(), "NodeAffinity");
  REQUIRE(plugin != sheet.plugins.end());
  CHECK(sheet.rows[0].scores[static_cast<std::size_t>(plugin - sheet.plugins.begin())] == 200);
}
