// SPDX-License-Identifier: Apache-2.0
#include "engine/rules/known_schedulers.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace engine {

namespace {

// One row for each scheduler name in the table of dialects.
std::vector<KnownScheduler> rows_of_dialects() {
  const model::Dialects of_any =
      model::dialects_where([](const model::DialectFacts& facts) { return facts.placed_by == model::PlacedBy::Any; });
  std::vector<KnownScheduler> rows;
  for (const model::DialectFacts& facts : model::dialect_facts()) {
    for (const model::SchedulerName& known : facts.schedulers) {
      if (known.name.empty()) { continue; }
      rows.push_back(
          {known.name, facts.project, model::dialects({facts.dialect}) | facts.also_placed | of_any, known.queue_mark});
    }
  }
  return rows;
}

// A kube-scheduler with an extender or with plugins of its own, by the name that its installation and documentation
// use.
struct ExtendedScheduler {
  std::string_view name, added;
};
constexpr std::array<ExtendedScheduler, 6> k_extended = {{
    {"crane-scheduler", "Crane's plugin Dynamic"},              // crane-scheduler, pkg/plugins/dynamic: Filter
    {"hami-scheduler", "HAMi's extender"},                      // HAMi, pkg/scheduler/scheduler.go: Filter
    {"katalyst-scheduler", "Katalyst's plugins"},               // katalyst-core, pkg/scheduler/plugins: Filter
    {"spark-scheduler", "the extender for Spark applications"}, // k8s-spark-scheduler, internal/extender: Predicate
    {"stork", "Stork's extender"},                              // stork, pkg/extender: processFilterRequest
    {"topo-aware-scheduler", "the plugin NodeResourceTopologyMatch"}, // scheduler-plugins; NUMA Resources Operator
}};

} // namespace

std::span<const KnownScheduler> known_schedulers() {
  static const std::vector<KnownScheduler> rows = rows_of_dialects();
  return rows;
}

const KnownScheduler* find_scheduler(std::string_view name) {
  const auto rows = known_schedulers();
  const auto found = std::ranges::find(rows, name, &KnownScheduler::name);
  return found == rows.end() ? nullptr : &*found;
}

std::string_view added_filter_of(std::string_view scheduler_name) {
  const auto found = std::ranges::find(k_extended, scheduler_name, &ExtendedScheduler::name);
  return found == k_extended.end() ? std::string_view() : found->added;
}

} // namespace engine
