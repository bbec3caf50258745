// SPDX-License-Identifier: Apache-2.0
// Scores, compared with figures computed by hand from kube-scheduler's formulas.
#include "engine/feasibility/feasibility.hpp"
#include "engine/run/simulation.hpp"
#include "engine/scores/scores.hpp"
#include "support/catch.hpp"
#include "support/cluster_builder.hpp"
#include "support/indexes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

using namespace engine;
using tests::ClusterBuilder;
using tests::operator""_pod;

namespace {

Figures figures(const Score& score, const FilterInput& input) {
  std::vector<model::NodeIndex> nodes(input.nodes.size());
  std::iota(nodes.begin(), nodes.end(), model::NodeIndex(0));
  Figures by_node(nodes.size(), -1);
  score.raw(input, nodes, by_node);
  return by_node;
}

std::int64_t raw(const Score& score, const model::ClusterSnapshot& cluster, const model::SchedulerProfile& profile,
                 const std::string& pod = "p") {
  const NodeTable nodes(cluster);
  const NodeUsage usage = usage_of_bound_pods(cluster, nodes);
  const model::Pod& asking = nodes.pod(cluster.find_pod("default", pod));
  return figures(score, {nodes, usage, asking, *asking.spec, profile, {}}).front();
}

// 4 cpu and 10 GiB, with 1 cpu and 1 GiB in use; the pod requests 1 cpu and 4 GiB.
model::ClusterSnapshot half_full() {
  ClusterBuilder c;
  c.node("a").has("cpu", 4000).has("memory", 10 * tests::k_gib);
  c.pod("there").on("a").asks("cpu", 1000).asks("memory", tests::k_gib);
  c.pod("p").asks("cpu", 1000).asks("memory", 4 * tests::k_gib);
  return c.build();
}

} // namespace

TEST_CASE("NodeResourcesFit scores by each of its three strategies") {
  model::SchedulerProfile profile = model::default_profile_with_coscheduling();
  // Least: cpu (4000-2000)/4000 = 50, memory (10-5)/10 = 50.
  CHECK(raw(scores::k_node_resources_fit, half_full(), profile) == 50);
  profile.fit.strategy = model::FitStrategy::MostAllocated;
  CHECK(raw(scores::k_node_resources_fit, half_full(), profile) == 50);
  profile.fit.resources = {{"cpu", 3}, {"memory", 1}};
  CHECK(raw(scores::k_node_resources_fit, half_full(), profile) == 50);
  profile.fit.strategy = model::FitStrategy::RequestedToCapacityRatio;
  profile.fit.shape = {{0, 0}, {100, 10}};
  CHECK(raw(scores::k_node_resources_fit, half_full(), profile) == 50);
  profile.fit.shape = {{0, 10}, {50, 4}, {100, 0}};
  CHECK(raw(scores::k_node_resources_fit, half_full(), profile) == 40);
}

TEST_CASE("containers without requests count 100m and 200Mi in the fit score") {
  ClusterBuilder c;
  c.node("a").has("cpu", 1000).has("memory", 1000 * (std::int64_t{1} << 20));
  c.pod("p");
  // cpu (1000-100)/1000 = 90, memory (1000-200)/1000 = 80.
  CHECK(raw(scores::k_node_resources_fit, c.build(), model::default_profile_with_coscheduling()) == 85);
}

TEST_CASE("BalancedAllocation takes real requests, and skips pods without requests") {
  const model::SchedulerProfile profile = model::default_profile_with_coscheduling();
  // cpu 2/4 = 0.5, memory 5/10 = 0.5: perfectly balanced.
  CHECK(raw(scores::k_balanced_allocation, half_full(), profile) == 100);
  ClusterBuilder c;
  c.node("a").has("cpu", 4000).has("memory", 10 * tests::k_gib);
  c.pod("p").asks("cpu", 2000).asks("memory", tests::k_gib);
  c.pod("nothing");
  // cpu 0.5, memory 0.1: sigma 0.2.
  CHECK(raw(scores::k_balanced_allocation, c.build(), profile) == 80);
  const auto cluster = c.build();
  const NodeTable nodes(cluster);
  const NodeUsage usage(nodes);
  const auto skips = [&](const char* name) {
    const model::Pod& pod = nodes.pod(cluster.find_pod("default", name));
    return scores::k_balanced_allocation.skips({nodes, usage, pod, *pod.spec, profile, {}});
  };
  CHECK(skips("nothing"));
  CHECK_FALSE(skips("p"));
}

TEST_CASE("an extended resource counts only if the pod requests it") {
  model::SchedulerProfile profile = model::default_profile_with_coscheduling();
  profile.fit.strategy = model::FitStrategy::MostAllocated;
  profile.fit.resources = {{"gpu.example/x", 1}};
  ClusterBuilder c;
  c.node("a").has("gpu.example/x", 4);
  c.pod("p").asks("gpu.example/x", 1);
  c.pod("q").asks("cpu", 1000);
  CHECK(raw(scores::k_node_resources_fit, c.build(), profile) == 25);
  CHECK(raw(scores::k_node_resources_fit, c.build(), profile, "q") == 0);
}

TEST_CASE("PreferNoSchedule taints lower the score, and of equal nodes the first by name wins") {
  ClusterBuilder c;
  c.node("a").taint("soft", model::TaintEffect::PreferNoSchedule);
  c.node("b");
  c.node("c");
  c.pod("p").asks("cpu", 1000);
  const auto cluster = c.build();
  const model::SchedulerProfile profile = model::default_profile_with_coscheduling();
  const NodeTable nodes(cluster);
  Feasibility feasibility(nodes, NodeUsage(nodes), {});
  const int pod_class = feasibility.class_of(0_pod, profile);
  const NodeSet all = feasibility.feasible(pod_class);
  CHECK(all.size() == 3);
  bool tied = false;
  CHECK(feasibility.best(pod_class, all, &tied) == 1);
  CHECK(tied);
}

TEST_CASE("preferred node affinity adds the weights of the terms that match, times two") {
  ClusterBuilder c;
  c.node("a").label("zone", "a");
  c.node("b").label("zone", "b");
  auto& row = c.pod("p").asks("cpu", 1000);
  model::PreferredNodeTerm term;
  term.weight = 10;
  term.term.expressions.push_back({"zone", model::SelectorOperator::In, {"b"}});
  row.spec.preferred_node_terms.push_back(term);
  const auto cluster = c.build();
  const model::SchedulerProfile profile = model::default_profile_with_coscheduling();
  const NodeTable nodes(cluster);
  Feasibility feasibility(nodes, NodeUsage(nodes), {});
  const int pod_class = feasibility.class_of(0_pod, profile);
  const NodeSet all = feasibility.feasible(pod_class);
  CHECK(feasibility.best(pod_class, all) == 1);
}

TEST_CASE("ImageLocality takes the size of the pod's images on a node, less if fewer nodes have them") {
  constexpr std::int64_t k_mi = std::int64_t{1} << 20;
  const auto scored = [&](std::vector<std::string_view> images) {
    ClusterBuilder c;
    c.node("a").image("r/app:v1", 523 * k_mi).image("r/base:latest", 4000 * k_mi);
    c.node("b").image("r/app:v1", 9999 * k_mi); // the size on the first node counts
    c.node("c");
    c.node("d");
    auto& pod = c.pod("p");
    pod.spec.container_count = static_cast<std::int32_t>(images.size());
    pod.spec.images = std::move(images);
    const auto cluster = c.build();
    const model::SchedulerProfile profile = model::default_profile_with_coscheduling();
    const NodeTable nodes(cluster);
    const NodeUsage usage(nodes);
    const FilterInput input{nodes, usage, cluster.pods[0], *cluster.pods[0].spec, profile, {}};
    Figures by_node = figures(scores::k_image_locality, input);
    by_node.pop_back(); // d, like c
    return by_node;
  };
  using Scores = Figures;
  CHECK(scored({"r/app:v1"}) == Scores{24, 24, 0}); // 523 on 2 of 4 nodes: 100·(261.5-23)/(1000-23) = 24.4
  CHECK(scored({"r/app:v2"}) == Scores{0, 0, 0});
  CHECK(scored({"r/base"}) == Scores{100, 0, 0}); // no tag means :latest; 4000/4 = 1000, the maximum
  // Two containers: 100·(1000+261.5-23)/(2000-23) = 62.6 and 100·(261.5-23)/(2000-23) = 12.06.
  CHECK(scored({"r/app:v1", "r/base"}) == Scores{62, 12, 0});
  CHECK(image_name("registry:5000/app") == "registry:5000/app:latest");
}

TEST_CASE("ScoreSheet holds the score of each plugin for each node, weighted and normalised") {
  ClusterBuilder c;
  c.node("a").has("cpu", 4000).has("memory", 10 * tests::k_gib).taint("soft", model::TaintEffect::PreferNoSchedule);
  c.node("b").has("cpu", 2000).has("memory", 10 * tests::k_gib);
  c.pod("p").asks("cpu", 1000).asks("memory", 5 * tests::k_gib);
  const auto cluster = c.build();
  const model::SchedulerProfile profile = model::default_profile_with_coscheduling();
  const NodeTable nodes(cluster);
  Feasibility feasibility(nodes, NodeUsage(nodes), {});
  const int pod_class = feasibility.class_of(0_pod, profile);
  const ScoreSheet sheet = feasibility.score_sheet(pod_class, feasibility.feasible(pod_class));
  REQUIRE(sheet.rows.size() == 2);
  const auto score = [&](std::size_t row, std::string_view plugin) {
    const auto found = std::find(sheet.plugins.begin(), sheet.plugins.end(), plugin);
    REQUIRE(found != sheet.plugins.end());
    return sheet.rows[row].scores[static_cast<std::size_t>(found - sheet.plugins.begin())];
  };
  CHECK(score(0, "TaintToleration") == 0);   // no node has more soft taints than this one
  CHECK(score(1, "TaintToleration") == 300); // 100, weight 3
  CHECK(score(0, "NodeResourcesFit") == 62); // cpu 75, memory 50
  CHECK(score(1, "NodeResourcesFit") == 50);
  CHECK(score(0, "NodeResourcesBalancedAllocation") == 87); // |0.25 - 0.5| / 2 = 0.125
  CHECK(score(1, "NodeResourcesBalancedAllocation") == 100);
  // PreScore skips NodeAffinity: the pod prefers no node.
  CHECK(std::find(sheet.plugins.begin(), sheet.plugins.end(), "NodeAffinity") == sheet.plugins.end());
}

TEST_CASE("sweeps over all nodes give the figures of the formulas, in the version for each processor") {
  constexpr std::size_t k_count = 1003; // not a multiple of any vector width
  std::mt19937_64 random(5);
  std::vector<const scores::Sweeps*> made = {&scores::sweeps_anywhere, &scores::best_sweeps()};
  for (int round = 0; round < 40; ++round) {
    const unsigned bits = round % 2 == 0 ? 12 : 45;
    const auto some = [&] { return static_cast<std::int64_t>(random() >> (64 - bits)); };
    std::vector<std::vector<std::int64_t>> allocatable(2), requested(2);
    std::vector<scores::AllocationColumn> columns;
    for (std::size_t c = 0; c < 2; ++c) {
      for (std::size_t at = 0; at < k_count; ++at) {
        allocatable[c].push_back(1 + some() / 2);
        requested[c].push_back(at % 3 == 0 ? some() : at % 3 == 1 ? 0 : allocatable[c][at] / 2);
      }
      columns.push_back({allocatable[c].data(), requested[c].data(), some() / 4, 1 + round % 100});
    }
    columns[1].weight = 3;
    for (const scores::Sweeps* sweeps : made) {
      Figures least(k_count, -1), balance(k_count, -1), gain(k_count, -1);
      REQUIRE(sweeps->least_allocated(columns.data(), 2, k_count, least.data()));
      REQUIRE(sweeps->balance_of_two(columns[0], columns[1], false, k_count, balance.data()));
      REQUIRE(sweeps->balance_of_two(columns[0], columns[1], true, k_count, gain.data()));
      for (std::size_t at = 0; at < k_count; ++at) {
        std::int64_t sum = 0;
        std::vector<double> with, without;
        for (const scores::AllocationColumn& column : columns) {
          const std::int64_t whole = column.allocatable[at], taken = column.requested[at] + column.own;
          sum += column.weight * (taken > whole ? 0 : (whole - taken) * 100 / whole);
          with.push_back(std::min(1.0, static_cast<double>(taken) / static_cast<double>(whole)));
          without.push_back(std::min(1.0, static_cast<double>(column.requested[at]) / static_cast<double>(whole)));
        }
        const auto balance_of = [](const std::vector<double>& shares) {
          return static_cast<std::int64_t>((1 - std::abs((shares[0] - shares[1]) / 2)) * 100);
        };
        REQUIRE(least[at] == sum / (columns[0].weight + columns[1].weight));
        REQUIRE(balance[at] == balance_of(with));
        REQUIRE(gain[at] == 50 + (50 + balance_of(with) - balance_of(without)) / 2);
      }
      // The sweeps refuse a zero divisor, an amount too large for a float, and a negative amount.
      for (const std::int64_t odd : {std::int64_t{0}, (std::int64_t{1} << 45) + 1, std::int64_t{-1}}) {
        const std::int64_t before = std::exchange(allocatable[1][k_count - 1], odd);
        CHECK_FALSE(sweeps->least_allocated(columns.data(), 2, k_count, least.data()));
        CHECK_FALSE(sweeps->balance_of_two(columns[0], columns[1], false, k_count, balance.data()));
        allocatable[1][k_count - 1] = before;
      }
    }
  }
}
