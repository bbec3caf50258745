// SPDX-License-Identifier: Apache-2.0
#include "engine/remedies/fewest.hpp"

#include <algorithm>
#include <numeric>

namespace engine {

namespace {

class SetSearch {
 public:
  SetSearch(Trials& trials, const Choice& choice) : m_trials(trials), m_choice(choice) {}

  std::int64_t weight_of(const Subset& set) const {
    std::int64_t weight = 0;
    for (const std::size_t element : set) { weight += m_choice.weights[element]; }
    return weight;
  }

  bool suffices(const Subset& set) {
    if (m_choice.is_allowed && !m_choice.is_allowed(set)) { return false; }
    return m_trials.starts([&](Scenario& scenario) { m_choice.apply(scenario, set); });
  }

  // Extends m_set by elements from `first` on. Returns the first set that adds exactly `weight` and suffices.
  std::optional<Subset> of_weight(std::int64_t weight, std::size_t first = 0) {
    if (weight == 0) { return suffices(m_set) ? std::optional(m_set) : std::nullopt; }
    for (std::size_t element = first; element < m_choice.weights.size() && !m_trials.ran_out(); ++element) {
      if (m_choice.weights[element] > weight) { continue; }
      m_set.push_back(element);
      std::optional<Subset> found = of_weight(weight - m_choice.weights[element], element + 1);
      m_set.pop_back();
      if (found) { return found; }
    }
    return std::nullopt;
  }

  // Drops elements that the set does not need, the last ones first.
  Subset reduced(Subset set) {
    for (std::size_t i = set.size(); i-- > 0 && set.size() > 1;) {
      Subset less = set;
      less.erase(less.begin() + static_cast<std::ptrdiff_t>(i));
      if (suffices(less)) { set = std::move(less); }
    }
    return set;
  }

 private:
  Trials& m_trials;
  const Choice& m_choice;
  Subset m_set;
};

} // namespace

std::optional<Subset> search(Trials& trials, const Choice& choice) {
  SetSearch sets(trials, choice);
  const std::int64_t most = std::accumulate(choice.weights.begin(), choice.weights.end(), std::int64_t{0});
  for (std::int64_t weight = 1; weight <= most && !trials.ran_out(); ++weight) {
    if (auto found = sets.of_weight(weight)) { return found; }
  }
  return std::nullopt;
}

Chosen fewest(Trials& trials, const Choice& choice, Subset enough) {
  SetSearch search(trials, choice);
  if (static_cast<std::int64_t>(choice.weights.size()) <= trials.left()) { // enough trials for each single element
    const std::int64_t most = search.weight_of(enough);
    for (std::int64_t weight = 1; weight <= most; ++weight) {
      std::optional<Subset> found = search.of_weight(weight);
      if (found) { return {std::move(*found), true}; }
      if (trials.ran_out()) { break; }
    }
  }
  trials.begin();
  enough = search.reduced(std::move(enough));
  return {enough, search.weight_of(enough) == 1};
}

} // namespace engine
