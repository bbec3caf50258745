// SPDX-License-Identifier: Apache-2.0
// sizing_bench [NODES]: measures the time of --how-many and --largest on a large cluster in use. Prints lines of JSON:
// the median of three runs, and the results.
#include "engine/answer/answer.hpp"
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
          .on(name);
      used -= gpus;
    }
    for (int small = 0; small < 25; ++small) {
      builder.pod("web-" + std::to_string(i) + "-" + std::to_string(small)).asks("cpu", 500).on(name);
    }
  }
}

struct Job {
  std::string name;
  int workers = 0;
  std::int64_t gpus = 0;
  bool launcher = false; // the workers wait for it
};

model::ClusterSnapshot cluster_with(const Job& job, std::int64_t nodes) {
  tests::ClusterBuilder builder;
  add_nodes(builder, nodes);
  builder.group("job").min_member(job.workers);
  for (int i = 0; i < job.workers; ++i) {
    auto& pod = builder.pod("job-worker-" + std::to_string(i)).in("job").asks("nvidia.com/gpu", job.gpus);
    if (job.launcher) { pod.after("job-launcher-0"); }
  }
  if (job.launcher) { builder.pod("job-launcher-0").asks("cpu", 1000); }
  model::ClusterSnapshot cluster = builder.build();
  for (model::PodGroup& group : cluster.groups) { group.from_manifest = true; }
  for (model::Pod& pod : cluster.pods) { pod.from_manifest = pod.name.starts_with("job-"); }
  return cluster;
}

model::Report ask(const model::ClusterSnapshot& cluster, const engine::SizingOptions& sizing) {
  engine::Options options;
  options.now = model::Time::from_seconds(tests::ClusterBuilder::k_start);
  engine::Question question;
  question.kind = model::ReportKind::DryRun;
  question.groups = {model::GroupIndex(0)};
  question.sizing = sizing;
  model::Expansion& made = question.expansions.emplace_back();
  made.namespace_name = "default";
  made.roles.resize(1);
  for (std::size_t i = 0; i < cluster.pods.size(); ++i) {
    const model::Pod& pod = cluster.pods[i];
    if (!pod.from_manifest) { continue; }
    if (pod.group == model::k_none) { question.pods.emplace_back(i); }
    if (pod.group != model::k_none) { made.roles.front().pods.emplace_back(pod.name); }
  }
  return engine::answer(cluster, options, question);
}

double milliseconds(const model::ClusterSnapshot& cluster, const engine::SizingOptions& sizing, model::Report& report) {
  std::vector<double> times;
  for (int run = 0; run < 3; ++run) {
    const auto start = std::chrono::steady_clock::now();
    report = ask(cluster, sizing);
    times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  std::ranges::sort(times);
  return times[1];
}

} // namespace

int main(int argc, char** argv) {
  const std::int64_t nodes = argc > 1 ? std::strtol(argv[1], nullptr, 10) : 5000;
  for (const Job& job : {Job{"alike", 8, 2, false}, Job{"large", 64, 1, false}, Job{"after a launcher", 8, 2, true}}) {
    const model::ClusterSnapshot cluster = cluster_with(job, nodes);
    model::Report report;
    const double plain = milliseconds(cluster, {}, report);
    const double copies = milliseconds(cluster, {.how_many = true, .largest = false}, report);
    std::cout << R"({"job":")" << job.name << R"(","nodes":)" << nodes << R"(,"pods":)" << cluster.pods.size()
              << R"(,"dryRunMs":)" << plain << R"(,"howManyMs":)" << copies << R"(,"fit":)" << report.copies->fit
              << R"(,"atMost":)" << report.copies->at_most.value_or(-1);
    const double largest = milliseconds(cluster, {.how_many = false, .largest = true}, report);
    std::cout << R"(,"largestMs":)" << largest << R"(,"replicas":)" << report.largest.front().greatest << R"(,"gpus":)"
              << report.largest.back().greatest << "}\n";
  }
  return 0;
}
