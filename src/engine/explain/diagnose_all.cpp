// SPDX-License-Identifier: Apache-2.0
#include "engine/explain/diagnose.hpp"
#include "engine/run/experiment.hpp"

#include <algorithm>
#include <atomic>
#include <future>
#include <thread>
#include <vector>

namespace engine {

namespace {

constexpr std::size_t k_groups_for_a_thread = 8; // a thread fills caches of its own

} // namespace

std::vector<model::GroupReport> diagnose_all(const Run& run, const std::vector<model::GroupIndex>& groups,
                                             Depth depth) {
  std::vector<model::GroupReport> reports(groups.size());
  std::atomic<std::size_t> next = 0;
  const auto diagnose_next = [&](const Run& own) {
    for (std::size_t i = next++; i < groups.size(); i = next++) { reports[i] = diagnose(own, groups[i], depth); }
  };
  const std::size_t threads =
      std::min<std::size_t>(std::thread::hardware_concurrency(), groups.size() / k_groups_for_a_thread);
  std::vector<std::future<void>> helpers;
  while (helpers.size() + 1 < threads) {
    helpers.push_back(std::async(std::launch::async, [&] {
      const Experiment own(run.experiment, Experiment::OwnCaches());
      diagnose_next(Run(own, run.timeline));
    }));
  }
  diagnose_next(run);
  for (std::future<void>& helper : helpers) { helper.get(); }
  return reports;
}

} // namespace engine
