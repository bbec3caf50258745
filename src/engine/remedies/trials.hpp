// SPDX-License-Identifier: Apache-2.0
// Simulations of changes. A search may spend a limited number of them. The limit is a count and not a time, so the
// same input gives the same answer on every machine.
#pragma once

#include "engine/remedies/scenario.hpp"
#include "model/report/fix.hpp"

#include <algorithm>
#include <cstdint>
#include <set>

namespace engine {

class Trials {
 public:
  // `before` is the run that led to the current cluster; it may be null. Without it, a group starts after a change if
  // it does so in one run. With it, the group must start however people carry out the change: step by step, with
  // victims that terminate slowly, with a scheduler that restarts and with one that keeps running.
  Trials(Scenario& scenario, std::int64_t limit, const Timeline* before)
      : m_scenario(scenario), m_limit(limit), m_left(limit), m_before(before) {}

  // True if the group starts after `apply(Scenario&)`. False, too, once the limit is reached; ran_out() is then true.
  template <typename Apply>
  bool starts(Apply apply) {
    if (m_left <= 0) {
      m_ran_out = true;
      return false;
    }
    --m_left;
    return starts_in_any_case(apply);
  }

  // The same beyond the limit, for the change that the report shows.
  template <typename Apply>
  bool starts_in_any_case(Apply apply) {
    m_scenario.take_back();
    apply(m_scenario);
    return starts_now();
  }

  // Of the last change that starts the group, if `before` is set: when a running scheduler retries the group, and the
  // pods that the steps evict on the way.
  model::Retry retry() const { return m_retry; }
  const std::set<model::PodIndex>& victims() const { return m_victims; }

  // Starts a new search. It may use `at_least` trials, however expensive, for example to halve a range.
  void begin(std::int64_t at_least = 0) {
    m_left = std::max(m_limit, at_least);
    m_ran_out = false;
  }

  std::int64_t limit() const { return m_limit; }
  std::int64_t left() const { return m_left; }
  bool ran_out() const { return m_ran_out; } // since begin()
  const Scenario& scenario() const { return m_scenario; }

 private:
  bool starts_now();
  bool is_of_manifest() const; // true if a manifest creates members, before or after the change

  Scenario& m_scenario;
  std::int64_t m_limit, m_left;
  const Timeline* m_before;
  bool m_ran_out = false;
  model::Retry m_retry = model::Retry::AtOnce;
  std::set<model::PodIndex> m_victims;
};

} // namespace engine
