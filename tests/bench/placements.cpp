// SPDX-License-Identifier: Apache-2.0
// placements_bench [TRACE [ONLY]]: measures how quickly the simulation places pods, as lines of JSON for bench.py: the
// median of several runs on initially empty nodes. With a trace (examples/15-real-cluster) it places the trace's pods
// on its GPU nodes, in the order of their creation. Other lines are the time to sort a large queue, and how the time of
// an attempt grows with the number of waiting gangs. ONLY: a part of the name of the case to run.
#include "engine/kube_scheduler/queue_sort.hpp"
#include "engine/run/simulation.hpp"
#include "openb_cluster.hpp"
#include "support/cluster_builder.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
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

enum class Told { PerSecond, Milliseconds, Ratio };

void print(std::string_view what, Told told, double figure, double goal) {
  const std::string_view unit = told == Told::PerSecond ? "1/s" : told == Told::Milliseconds ? "ms" : "x";
  std::cout << "{\"case\": \"" << what << "\", \"figure\": " << figure << ", \"unit\": \"" << unit
            << "\", \"better\": \"" << (told == Told::PerSecond ? "more" : "less") << "\", \"goal\": " << goal << "}"
            << std::endl; // flushed: a case can take long
}

constexpr int k_runs = 5;

double median_seconds(const std::function<void()>& work) {
  std::vector<double> seconds;
  for (int run = 0; run < k_runs; ++run) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    seconds.push_back(took.count());
  }
  std::ranges::sort(seconds);
  return seconds[k_runs / 2];
}

// Static, because Rules keep a reference.
const engine::Options& options() {
  static const engine::Options options = [] {
    engine::Options chosen;
    chosen.now = model::Time::from_seconds(tests::ClusterBuilder::k_start + 1'000'000);
    return chosen;
  }();
  return options;
}

std::string_view g_only;

bool is_wanted(std::string_view what) { return what.find(g_only) != std::string_view::npos; }

struct Measured {
  double seconds = 0; // of one simulation
  std::int64_t placed = 0;
  std::size_t attempts = 0;
};

Measured measured(const model::ClusterSnapshot& cluster) {
  const engine::Rules rules(cluster, options());
  const engine::NodeTable nodes(cluster);
  const engine::NodeUsage usage = engine::usage_of_bound_pods(cluster, nodes);
  const engine::PodsAtStart start(rules);
  const std::vector<model::PodIndex> pending = engine::pending_pods(cluster);
  Measured out;
  out.seconds = median_seconds([&] { (void)engine::simulate(rules, nodes, usage, start, {.pending = pending}); });
  const engine::Timeline timeline =
      engine::simulate(rules, nodes, usage, start, {.pending = pending, .record_attempts = true});
  out.placed = std::ranges::count_if(pending, [&](model::PodIndex pod) {
    return timeline.pods[static_cast<std::size_t>(pod)].outcome == model::Outcome::Bound;
  });
  out.attempts = timeline.attempts.size();
  return out;
}

void measure(std::string_view what, Told told, double goal, const std::function<model::ClusterSnapshot()>& make) {
  if (!is_wanted(what)) { return; }
  const Measured took = measured(make());
  const bool per_second = told == Told::PerSecond;
  print(what, told, per_second ? static_cast<double>(took.placed) / took.seconds : took.seconds * 1000, goal);
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

// Members of one gang with a spread constraint over zones, with affinity to one zone, or with anti-affinity by node.
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

// Groups of 15 members; their order of creation differs from their order by name.
void measure_queue_order() {
  constexpr std::string_view k_what = "order of a queue of 10,000 groups, 150,000 pods";
  if (!is_wanted(k_what)) { return; }
  tests::ClusterBuilder builder;
  for (int i = 0; i < 10'000; ++i) {
    const std::string name = "gang-" + std::to_string(i);
    builder.group(name).min_member(15).at(i * 7919 % 10'000);
    for (int member = 0; member < 15; ++member) {
      builder.pod(name + '-' + std::to_string(member)).in(name).asks("cpu", 1'000).priority(i % 3);
    }
  }
  const model::ClusterSnapshot cluster = builder.build();
  const engine::Rules rules(cluster, options());
  std::vector<model::PodIndex> order;
  const double seconds = median_seconds([&] {
    order = engine::pending_pods(cluster);
    const engine::QueueSort queue_sort(rules, {}, order);
    queue_sort.sort(order);
  });
  print(k_what, Told::Milliseconds, seconds * 1000, 10);
}

// Gangs of many sizes and priorities, 300 of which ask for twice the GPUs that there are.
model::ClusterSnapshot waiting_gangs(int gangs) {
  tests::ClusterBuilder builder;
  for (std::int64_t i = 0; i < k_nodes; ++i) {
    auto& node = builder.node("node-" + std::to_string(i));
    if (i % 5 == 0) { node.has("nvidia.com/gpu", 8); }
  }
  for (int gang = 0; gang < gangs; ++gang) {
    const std::string name = "gang-" + std::to_string(gang);
    const int members = 2 << (gang * 7919 % 5), gpus = 1 << (gang / 5 % 4);
    builder.group(name).min_member(members);
    for (int member = 0; member < members; ++member) {
      auto& pod = builder.pod(name + '-' + std::to_string(member)).in(name).priority(gang % 3);
      pod.asks("cpu", 2'000 * gpus).asks("nvidia.com/gpu", gpus);
      if (gang % 8 == 7 && member == 0) { pod.gate("example.com/review"); }
    }
  }
  return builder.build();
}

void measure_growth() {
  constexpr std::string_view k_what = "time of an attempt, 600 waiting gangs / 300";
  if (!is_wanted(k_what)) { return; }
  const auto seconds_an_attempt = [](int gangs) {
    const Measured took = measured(waiting_gangs(gangs));
    return took.seconds / static_cast<double>(took.attempts);
  };
  print(k_what, Told::Ratio, seconds_an_attempt(600) / seconds_an_attempt(300), 1);
}

} // namespace

int main(int count, char** arguments) {
  if (count > 2) { g_only = arguments[2]; }
  measure("20,000 equal replicas on 5,000 nodes", Told::PerSecond, 500'000, equal_replicas);
  measure("the same, every pod another shape", Told::PerSecond, 100'000, all_different);
  measure("gang of 1,000 on 5,000 nodes, spread over 3 zones", Told::Milliseconds, 50,
          [] { return constrained(Rule::Spread); });
  measure("gang of 1,000, all in one zone", Told::Milliseconds, 50, [] { return constrained(Rule::Near); });
  measure("gang of 1,000, one member a node", Told::Milliseconds, 50, [] { return constrained(Rule::Apart); });
  measure_queue_order();
  measure_growth();
  if (count < 2) { return 0; }
  measure("openb: 8,152 pods in the order of the trace", Told::Milliseconds, 250,
          [&] { return openb::read_trace(arguments[1]); });
}
