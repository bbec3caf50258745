// SPDX-License-Identifier: Apache-2.0
// A remedy as it is carried out: step by step, while a scheduler takes its turns. Whoever else is pending may take what
// a step frees, so that what helps in one stroke may not help in two.
#pragma once

#include "engine/remedies/scenario.hpp"
#include "model/fix.hpp"

#include <cstddef>
#include <set>

namespace engine {

// The changes of a scenario, one after another; the scheduler is at rest after each. Of many, several in one portion,
// with which the group must not start yet.
class StepByStep {
 public:
  // `changed` has all the changes. At most `most_portions` portions.
  StepByStep(const Scenario& changed, std::size_t most_portions);

  // Whether the group starts, with a scheduler that is started anew after each portion. Simulates.
  bool starts();
  // Of the last run: who was evicted on the way.
  const std::set<model::PodIndex>& victims() const { return m_victims; }

  // When a scheduler tries the members again that goes on running from the end of `before`, a run of the same pods.
  // Simulates. For a remedy with which the group starts.
  model::Retry retry_after(const Timeline& before);

 private:
  // What is done after the last step so that the scheduler takes notice.
  struct Nudge {
    bool group_changes = false;                // the PodGroup's object is updated
    model::PodIndex made_anew = model::k_none; // a pending member is deleted and created again
  };
  bool starts(const Timeline* before, Nudge nudge);
  std::size_t begin_of(std::size_t portion) const; // the first step of it
  bool hears_of_everything() const;

  const Scenario& m_changed;
  std::size_t m_portions;
  std::set<model::PodIndex> m_victims;
};

} // namespace engine
