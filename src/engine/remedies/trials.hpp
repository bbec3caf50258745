// SPDX-License-Identifier: Apache-2.0
// Simulations of changes, of which a search may spend only so many. The limit is a number and no time, so that the same
// input gives the same answer on every machine.
#pragma once

#include "engine/remedies/scenario.hpp"
#include "model/report/fix.hpp"

#include <algorithm>
#include <cstdint>
#include <set>

namespace engine {

class Trials {
 public:
  // Without `before`, a group starts after a change if it does in one run. With it, the run that left the cluster as it
  // is, the group has to start however the change is carried out: step by step, with victims that take their time, with
  // a scheduler that restarts and with one that goes on running.
  Trials(Scenario& scenario, std::int64_t limit, const Timeline* before)
      : m_scenario(scenario), m_limit(limit), m_left(limit), m_before(before) {}

  // Whether the group starts after `apply(Scenario&)`. False, too, when the limit is reached: then ran_out() holds.
  template <typename Apply>
  bool starts(Apply apply) {
    if (m_left <= 0) {
      m_ran_out = true;
      return false;
    }
    --m_left;
    return starts_in_any_case(apply);
  }

  // The same beyond the limit: for the change that is printed.
  template <typename Apply>
  bool starts_in_any_case(Apply apply) {
    m_scenario.take_back();
    apply(m_scenario);
    return starts_now();
  }

  // Of the last change with which the group starts, where there is a run before: when a running scheduler tries the
  // group, and the pods that were evicted on the way, step by step.
  model::Retry retry() const { return m_retry; }
  const std::set<model::PodIndex>& victims() const { return m_victims; }

  // A new search begins, which may take `at_least` trials however dear they are: to halve a range, say.
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
  bool is_of_manifest() const; // whether a manifest makes members, before or after the change

  Scenario& m_scenario;
  std::int64_t m_limit, m_left;
  const Timeline* m_before;
  bool m_ran_out = false;
  model::Retry m_retry = model::Retry::AtOnce;
  std::set<model::PodIndex> m_victims;
};

} // namespace engine
