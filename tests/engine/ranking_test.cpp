// SPDX-License-Identifier: Apache-2.0
// The ranking that Feasibility keeps up to date chooses the same node as a fresh ranking for every pod.
#include "engine/feasibility/feasibility.hpp"
#include "support/catch.hpp"
#include "support/cluster_builder.hpp"

#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace engine;
using tests::ClusterBuilder;

TEST_CASE("pods of one class get the same nodes from the kept ranking as from a fresh one") {
  int chosen = 0, ties = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    std::mt19937 random(seed);
    const auto upto = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most)); };
    ClusterBuilder c;
    const int node_count = 1 + upto(70);
    for (int i = 0; i < node_count; ++i) {
      auto& node = c.node("node-" + std::to_string(i));
      node.has("cpu", 2000 * (1 + upto(3))).has("memory", tests::k_gib * (4 + upto(3))).has("pods", 3 + upto(6));
      if (upto(3) == 0) { node.taint("old", model::TaintEffect::PreferNoSchedule); }
      if (upto(4) == 0) { node.taint("worn", model::TaintEffect::PreferNoSchedule); }
    }
    const int pods = 150;
    for (int i = 0; i < pods; ++i) {
      auto& pod = c.pod("pod-" + std::to_string(i)).asks("cpu", 500 * (1 + i % 3)).asks("memory", tests::k_gib);
      if (i % 4 == 0) { pod.tolerates("old"); }
    }
    const model::ClusterSnapshot cluster = c.build();
    const model::SchedulerProfile profile = model::default_profile_with_coscheduling();
    const NodeTable nodes(cluster);
    Feasibility kept(nodes, NodeUsage(nodes), {});
    std::vector<std::pair<model::PodIndex, model::NodeIndex>> placed;
    for (model::PodIndex pod(0); pod < pods; ++pod) {
      INFO("seed " << seed << ", pod " << pod);
      const int pod_class = kept.class_of(pod, profile);
      const NodeSet candidates = kept.feasible(pod_class);
      Feasibility anew(nodes, kept.usage(), {});
      const int same_class = anew.class_of(pod, profile);
      const NodeSet same_candidates = anew.feasible(same_class);
      REQUIRE(candidates == same_candidates);
      if (candidates.empty()) { break; }
      bool tied = false, same_tied = false;
      const model::NodeIndex node = kept.best(pod_class, candidates, &tied);
      REQUIRE(node == anew.best(same_class, same_candidates, &same_tied));
      REQUIRE(tied == same_tied);
      ++chosen;
      ties += tied ? 1 : 0;
      kept.add(pod, node);
      placed.emplace_back(pod, node);
      for (int gone = upto(3); gone > 1 && !placed.empty(); --gone) { // sometimes one leaves
        std::swap(placed[static_cast<std::size_t>(upto(static_cast<int>(placed.size())))], placed.back());
        kept.remove(placed.back().first, placed.back().second);
        placed.pop_back();
      }
    }
  }
  CHECK(chosen > 3000);
  CHECK(ties > 300);
  CHECK(ties < chosen);
}

TEST_CASE("the best of the first nodes found is the same from the ranking as from a walk along the nodes") {
  int ranked = 0, limited = 0, went_around = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    std::mt19937 random(seed);
    const auto upto = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most)); };
    ClusterBuilder c;
    const int node_count = 1 + upto(70);
    const int zones = 1 + upto(4);
    for (int i = 0; i < node_count; ++i) {
      auto& node = c.node("node-" + std::to_string(i)).has("cpu", 2000 * (1 + upto(3))).has("pods", 3 + upto(6));
      node.label("topology.kubernetes.io/zone", "zone-" + std::to_string(upto(zones)));
      if (seed % 3 == 0 && upto(3) == 0) { node.taint("old", model::TaintEffect::PreferNoSchedule); }
    }
    const int pods = 150;
    for (int i = 0; i < pods; ++i) { c.pod("pod-" + std::to_string(i)).asks("cpu", 500 * (1 + i % 3)); }
    const model::ClusterSnapshot cluster = c.build();
    const model::SchedulerProfile profile = model::default_profile_with_coscheduling();
    const NodeTable nodes(cluster);
    Feasibility kept(nodes, NodeUsage(nodes), {});
    for (model::PodIndex pod(0); pod < pods; ++pod) {
      INFO("seed " << seed << ", pod " << pod);
      const Feasibility::Search search{static_cast<std::size_t>(upto(node_count)),
                                       static_cast<std::size_t>(1 + upto(node_count))};
      const int pod_class = kept.class_of(pod, profile);
      const NodeSet feasible = kept.feasible(pod_class);
      if (feasible.empty()) { break; }
      NodeSet first = NodeSet::none(nodes.size());
      std::size_t visited = 0;
      for (; visited < nodes.size(); ++visited) {
        const model::NodeIndex node = nodes.zone_order[(search.start + visited) % nodes.size()];
        if (!feasible.has(node)) { continue; }
        if (first.size() == search.wanted) { break; }
        first.insert(node);
      }
      Feasibility anew(nodes, kept.usage(), {});
      bool tied = false;
      const int same_class = anew.class_of(pod, profile);
      REQUIRE(anew.feasible(same_class) == feasible);
      const model::NodeIndex node = anew.best(same_class, first, &tied);
      const auto found = kept.best_of_first(pod_class, search);
      const bool is_limited = feasible.size() > search.wanted;
      if (found) {
        REQUIRE(found->node == node);
        REQUIRE(found->tied == tied);
        REQUIRE(found->visited == visited);
        ++ranked;
        limited += is_limited ? 1 : 0;
        went_around += is_limited && search.start + visited > nodes.size() ? 1 : 0;
      } else {
        REQUIRE(seed % 3 == 0); // preferred taints: the scores depend on the nodes found
        REQUIRE(is_limited);
      }
      kept.add(pod, node);
    }
  }
  CHECK(ranked > 2000);
  CHECK(limited > 500);
  CHECK(went_around > 100);
}
