// SPDX-License-Identifier: Apache-2.0
#include "engine/rules/known_schedulers.hpp"

#include <algorithm>
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

} // namespace engine
