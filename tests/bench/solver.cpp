// SPDX-License-Identifier: Apache-2.0
// solver_bench [NODES]: measures the solver's time for gangs of one, two and three kinds of members on a cluster in
// use. Prints lines of JSON: the median of several runs. Each gang has one case that fits, and one with too many
// members.
#include "engine/solver/solver.hpp"
#include "engine/run/simulation.hpp"
#include "support/cluster_builder.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>

namespace {

using engine::solver::Gang;

struct Shape {
  std::int64_t gpus, milli_cpu, count;
};

// Nodes with 8 GPUs each, where running pods use 0 to 8.
void add_nodes(tests::ClusterBuilder& builder, std::int64_t nodes) {
  std::mt19937 random(7);
  for (std::int64_t i = 0; i < nodes; ++i) {
    const std::string name = "node-" + std::to_string(i);
    builder.node(name).has("cpu", 64'000).has("nvidia.com/gpu", 8).has("pods", 110);
    for (std::int64_t used = static_cast<std::int64_t>(random() % 9); used > 0;) {
      const std::int64_t gpus = std::min<std::int64_t>(used, std::int64_t{1} << (random() % 4));
      builder.pod("run-" + std::to_string(i) + "-" + std::to_string(used))
          .asks("nvidia.com/gpu", gpus)
          .asks("cpu", 4000 * gpus)
          .on(name);
      used -= gpus;
    }
  }
}

void measure(const std::string& what, std::int64_t nodes, const std::vector<Shape>& shapes) {
  tests::ClusterBuilder builder;
  add_nodes(builder, nodes);
  builder.group("gang");
  for (std::size_t s = 0; s < shapes.size(); ++s) {
    for (std::int64_t i = 0; i < shapes[s].count; ++i) {
      builder.pod("m-" + std::to_string(s) + "-" + std::to_string(i))
          .in("gang")
          .asks("nvidia.com/gpu", shapes[s].gpus)
          .asks("cpu", shapes[s].milli_cpu);
    }
  }
  const model::ClusterSnapshot cluster = builder.build();
  engine::Options options;
  options.now = model::Time::from_seconds(tests::ClusterBuilder::k_start);
  const engine::Rules rules(cluster, options);
  const engine::NodeTable table(cluster);
  engine::Feasibility on_bound(table, engine::usage_of_bound_pods(cluster, table), rules.version);
  const std::vector<model::PodIndex>& members = cluster.groups.front().members;
  std::vector<double> times;
  engine::Solution solution;
  for (int run = 0; run < 15; ++run) {
    const auto start = std::chrono::steady_clock::now();
    solution = engine::solve(Gang{rules, on_bound, members, 0, static_cast<std::int32_t>(members.size())});
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    times.push_back(took.count());
  }
  std::ranges::nth_element(times, times.begin() + std::ssize(times) / 2);
  std::cout << "{\"case\": \"" << what << "\", \"nodes\": " << nodes << ", \"members\": " << members.size()
            << ", \"placeable\": " << solution.report.largest_placeable.value_or(-1)
            << ", \"milliseconds\": " << times[times.size() / 2] << "}\n";
}

} // namespace

int main(int count, char** arguments) {
  const std::int64_t nodes = count > 1 ? std::strtoll(arguments[1], nullptr, 10) : 5000;
  measure("one kind, fits", nodes, {{8, 8000, 64}});
  measure("one kind, too many", nodes, {{8, 8000, 2 * nodes}});
  measure("two kinds, fit", nodes, {{4, 8000, 16}, {8, 8000, 48}});
  measure("two kinds, too many", nodes, {{5, 8000, 64}, {8, 8000, nodes}});
  measure("three kinds, fit", nodes, {{0, 4000, 1}, {2, 8000, 8}, {8, 16'000, 64}});
  measure("three kinds, too many", nodes, {{3, 4000, 8}, {5, 8000, 16}, {8, 16'000, nodes}});
}
