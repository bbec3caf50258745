// SPDX-License-Identifier: Apache-2.0
#include "engine/rules/nodes_to_score.hpp"

#include <algorithm>
#include <cstdint>

namespace engine {

std::size_t nodes_to_score(const Rules& rules, const model::SchedulerProfile& profile, std::size_t searched) {
  constexpr std::size_t k_least = 100;
  constexpr std::size_t k_default = 50, k_lowest_default = 5, k_nodes_per_percent = 125;
  const auto scores = profile.plugins.find(model::ExtensionPoint::Score);
  if (scores == profile.plugins.end() || scores->second.empty()) { return 1; } // the first one found serves
  if (searched < k_least || rules.options.nodes_to_score == NodesToScore::All) { return searched; }
  auto percentage = static_cast<std::size_t>(
      profile.percentage_of_nodes_to_score.value_or(rules.options.configuration.percentage_of_nodes_to_score));
  if (percentage == 0) {
    percentage = k_default - std::min(searched / k_nodes_per_percent, k_default - k_lowest_default);
  }
  return std::max(searched * percentage / 100, k_least);
}

} // namespace engine
