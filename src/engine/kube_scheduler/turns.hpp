// SPDX-License-Identifier: Apache-2.0
// Whose turn it is. Detects retry loops: the queue would never come to rest, so their units are set aside in the end.
#pragma once

#include "engine/kube_scheduler/state.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace engine {

class Turns {
 public:
  explicit Turns(SchedulerState& state) : m_state(state) {}

  struct Next {
    std::optional<model::PodIndex> pod;     // in flight from now on
    std::optional<model::Time> waits_until; // the next pod is in a retry loop, and this answer may end it
  };
  // Neither if no pod is ready.
  Next next();

 private:
  bool repeats(model::PodIndex pod);
  bool repeats_for_long(std::int64_t rounds) const;
  bool pass_on_turn();
  std::optional<model::PodIndex> first_untried_of(std::int32_t unit) const;
  std::span<const model::PodIndex> pods_of(std::int32_t unit, const model::PodIndex& own) const;

  SchedulerState& m_state;
  std::optional<model::PodIndex> m_popped; // a pod in a retry loop, to be tried after an answer of the API server
  std::int64_t m_repetitions = 0;          // consecutive attempts of units that repeat themselves
};

} // namespace engine
