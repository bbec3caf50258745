// SPDX-License-Identifier: Apache-2.0
// remedies_bench [NODES]: measures the time of remedies in addition to the answer itself, for a gang without enough
// capacity on a large cluster in use. Prints lines of JSON, kind by kind and all together: the median of several runs.
#include "engine/remedies/remedies.hpp"
#include "engine/answer/answer.hpp"
#include "model/report/report_words.hpp"
#include "support/cluster_builder.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>

namespace {

// Nodes with 8 GPUs, where running pods use 4 to 8, and 25 pods without a GPU each.
void add_nodes(tests::ClusterBuilder& builder, std::int64_t nodes) {
  std::mt19937 random(7);
  for (std::int64_t i = 0; i < nodes; ++i) {
    const std::string name = "node-" + std::to_string(i);
    builder.node(name).has("cpu", 64'000).has("nvidia.com/gpu", 8).has("pods", 110);
    for (std::int64_t used = 4 + static_cast<std::int64_t>(random() % 5); used > 0;) {
      const std::int64_t gpus = std::min<std::int64_t>(used, std::int64_t{1} << (random() % 3));
      builder.pod("run-" + std::to_string(i) + "-" + std::to_string(used))
          .asks("nvidia.com/gpu", gpus)
          .asks("cpu", 2000 * gpus)
          .priority(static_cast<std::int32_t>(random() % 3) * 10)
          .owned_by(random() % 2 == 0 ? "Job" : "StatefulSet", "of-" + std::to_string(i % 20))
          .on(name);
      used -= gpus;
    }
    for (int small = 0; small < 25; ++small) {
      builder.pod("web-" + std::to_string(i) + "-" + std::to_string(small)).asks("cpu", 500).on(name);
    }
  }
}

model::ClusterSnapshot crowded(std::int64_t nodes) {
  tests::ClusterBuilder builder;
  add_nodes(builder, nodes);
  builder.group("gang").min_member(16);
  for (int i = 0; i < 16; ++i) {
    builder.pod("member-" + std::to_string(i)).in("gang").asks("nvidia.com/gpu", 8).asks("cpu", 8000);
  }
  return builder.build();
}

double milliseconds(const model::ClusterSnapshot& cluster, const engine::RemedyOptions& remedies, std::size_t& found) {
  engine::Options options;
  options.now = model::Time::from_seconds(tests::ClusterBuilder::k_start);
  engine::Question question;
  question.groups = {model::GroupIndex(0)};
  question.remedies = remedies;
  std::vector<double> times;
  for (int run = 0; run < 5; ++run) {
    const auto start = std::chrono::steady_clock::now();
    found = engine::answer(cluster, options, question).groups.front().fixes.size();
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    times.push_back(took.count());
  }
  std::ranges::sort(times);
  return times[times.size() / 2];
}

void print(std::string_view what, double took, std::size_t found) {
  std::cout << "{\"case\": \"" << what << "\", \"found\": " << found << ", \"milliseconds\": " << took << "}\n";
}

} // namespace

int main(int count, char** arguments) {
  const model::ClusterSnapshot cluster = crowded(count > 1 ? std::strtoll(arguments[1], nullptr, 10) : 5000);
  std::cout << "{\"nodes\": " << cluster.nodes.size() << ", \"pods\": " << cluster.pods.size() << "}\n";
  std::size_t found = 0;
  const double answer = milliseconds(cluster, {}, found);
  print("the answer alone", answer, found);
  for (const engine::RemedyKind& row : engine::remedy_kinds()) {
    const double took = milliseconds(cluster, {1, {row.kind}}, found);
    print(model::word(row.kind), took - answer, found);
  }
  const double all = milliseconds(cluster, {100, {}}, found);
  print("all kinds", all - answer, found);
}
