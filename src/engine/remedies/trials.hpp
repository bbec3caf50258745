// SPDX-License-Identifier: Apache-2.0
// Simulations of changes, of which a search may spend only so many. The limit is a number and no time, so that the same
// input gives the same answer on every machine.
#pragma once

#include "engine/remedies/scenario.hpp"
#include "engine/remedies/step_by_step.hpp"

#include <algorithm>
#include <cstdint>

namespace engine {

class Trials {
 public:
  // That a group starts after a change means: in one run, whatever its parts. With `before`, the run that left the
  // cluster as it is: however the change is carried out, that is step by step, with victims that take their time, with
  // a scheduler that is started anew and with one that goes on running.
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

  // The same beyond the limit: for the one change that is to be told.
  template <typename Apply>
  bool starts_in_any_case(Apply apply) {
    m_scenario.take_back();
    apply(m_scenario);
    if (m_before == nullptr) { return m_scenario.starts(); }
    if (!m_scenario.starts_surely()) { return false; }
    StepByStep step_by_step(m_scenario, most_portions());
    if (!step_by_step.starts() || !step_by_step.retry_after(*m_before)) { return false; }
    return !is_of_manifest() || step_by_step.starts_if_submitted_after(*m_before);
  }

  // A new search begins, which may take `at_least` trials however dear they are: to halve a range, say.
  void begin(std::int64_t at_least = 0) {
    m_left = std::max(m_limit, at_least);
    m_ran_out = false;
  }

  std::int64_t limit() const { return m_limit; }
  std::int64_t left() const { return m_left; }
  bool ran_out() const { return m_ran_out; } // since begin()
  const Scenario& scenario() const { return m_scenario; }
  // Into how many portions the steps of a change are cut at most: each is a simulation.
  std::size_t most_portions() const { return static_cast<std::size_t>(std::clamp<std::int64_t>(m_limit, 2, 16)); }

 private:
  // Whether members come with a manifest, before or after the change.
  bool is_of_manifest() const {
    const model::ClusterSnapshot& cluster = m_scenario.cluster();
    const std::vector<model::PodIndex>& members = cluster.groups[static_cast<std::size_t>(m_scenario.group())].members;
    return std::ranges::any_of(
        members, [&](model::PodIndex member) { return cluster.pods[static_cast<std::size_t>(member)].from_manifest; });
  }

  Scenario& m_scenario;
  std::int64_t m_limit, m_left;
  const Timeline* m_before;
  bool m_ran_out = false;
};

} // namespace engine
