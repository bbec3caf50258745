// SPDX-License-Identifier: Apache-2.0
// placements_bench [TRACE]: how many pods a second the simulation places, as lines of JSON: the median of several runs
// over nodes that are empty at first. With a trace (examples/15-real-cluster) its pods are placed on its GPU nodes, in
// the order of their creation.
#include "engine/simulation.hpp"
#include "openb_cluster.hpp"
#include "support/cluster_builder.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::int64_t k_nodes = 5'000;
constexpr std::int64_t k_pods = 20'000;

tests::ClusterBuilder empty_nodes(int zones) {
  tests::ClusterBuilder builder;
  for (std::int64_t i = 0; i < k_nodes; ++i) {
    auto& node = builder.node("node-" + std::to_string(i));
    node.has("cpu", 64'000).has("memory", std::int64_t{256} << 30).has("pods", 110);
    node.label("kubernetes.io/hostname", "node-" + std::to_string(i));
    if (zones > 0) { node.label("zone", "zone-" + std::to_string(i % zones)); }
  }
  return builder;
}

void measure(std::string_view what, const model::ClusterSnapshot& cluster) {
  engine::Options options;
  options.now = model::Time::from_seconds(tests::ClusterBuilder::k_start + 1'000'000);
  const engine::Rules rules(cluster, options);
  const engine::NodeTable nodes(cluster);
  const engine::NodeUsage usage = engine::usage_of_bound_pods(cluster, nodes);
  const std::vector<model::PodIndex> pending = engine::pending_pods(cluster);
  std::vector<double> seconds;
  std::int64_t placed = 0;
  for (int run = 0; run < 5; ++run) {
    const auto start = std::chrono::steady_clock::now();
    const engine::Timeline timeline = engine::simulate(rules, nodes, usage, {.pending = pending});
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    seconds.push_back(took.count());
    placed = std::ranges::count(timeline.pods, model::Outcome::Bound, &engine::PodOutcome::outcome);
  }
  std::ranges::sort(seconds);
  const double median = seconds[seconds.size() / 2];
  std::cout << "{\"case\": \"" << what << "\", \"nodes\": " << nodes.size() << ", \"pods\": " << pending.size()
            << ", \"placed\": " << placed << ", \"milliseconds\": " << median * 1000
            << ", \"placements per second\": " << static_cast<std::int64_t>(static_cast<double>(placed) / median)
            << "}" << std::endl;
}

model::ClusterSnapshot equal_replicas() {
  tests::ClusterBuilder builder = empty_nodes(0);
  for (std::int64_t i = 0; i < k_pods; ++i) {
    builder.pod("p-" + std::to_string(i)).asks("cpu", 4'000).asks("memory", std::int64_t{8} << 30);
  }
  return builder.build();
}

model::ClusterSnapshot all_different() {
  tests::ClusterBuilder builder = empty_nodes(0);
  for (std::int64_t i = 0; i < k_pods; ++i) {
    builder.pod("p-" + std::to_string(i)).asks("cpu", 1'000 + i % 4'000).asks("memory", (std::int64_t{4} << 30) + i);
  }
  return builder.build();
}

// Members of one gang that are spread over zones, or keep to one, or away from each other's nodes.
enum class Rule { Spread, Near, Apart };
model::ClusterSnapshot constrained(Rule rule) {
  tests::ClusterBuilder builder = empty_nodes(3);
  builder.group("gang").min_member(1'000);
  for (int i = 0; i < 1'000; ++i) {
    auto& pod = builder.pod("p-" + std::to_string(i)).in("gang").asks("cpu", 4'000).label("app", "gang");
    const std::optional<model::Selector> own{{{"app", model::SelectorOperator::In, {"gang"}}}};
    if (rule == Rule::Spread) {
      model::TopologySpreadConstraint spread;
      spread.topology_key = "zone";
      spread.max_skew = 1;
      spread.do_not_schedule = true;
      spread.selector = own;
      pod.spec.spread.push_back(spread);
    } else if (rule == Rule::Near) {
      pod.spec.required_affinity.push_back({own, {"default"}, std::nullopt, "zone"});
    } else {
      pod.spec.required_anti_affinity.push_back({own, {"default"}, std::nullopt, "kubernetes.io/hostname"});
    }
  }
  return builder.build();
}

} // namespace

int main(int count, char** arguments) {
  measure("equal replicas", equal_replicas());
  measure("every pod another shape", all_different());
  measure("one gang, spread over 3 zones", constrained(Rule::Spread));
  measure("one gang, in one zone", constrained(Rule::Near));
  measure("one gang, one member a node", constrained(Rule::Apart));
  if (count > 1) { measure("trace", openb::read_trace(arguments[1])); }
}
