// SPDX-License-Identifier: Apache-2.0
// A remedy as people carry it out: step by step, while a scheduler takes its turns. Other pending pods may take what a
// step frees, so a change that helps in one stroke may not help in two steps, and one that helps a restarted scheduler
// may not help one that goes on running.
#pragma once

#include "engine/remedies/aftermath.hpp"
#include "engine/remedies/scenario.hpp"
#include "model/report/fix.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace engine {

// The changes of a scenario, one after another; the scheduler is at rest after each. Of many, several in one portion,
// with which the group must not start yet.
class StepByStep {
 public:
  // `changed` has all the changes. At most `most_portions` portions.
  StepByStep(const Scenario& changed, std::size_t most_portions);
  StepByStep(const StepByStep&) = delete;
  StepByStep& operator=(const StepByStep&) = delete;

  // Whether the group starts, with a scheduler that restarts after each portion. Simulates.
  bool starts();
  // Whether the group of a manifest that is submitted after the changes starts, with a scheduler that goes on running
  // from the end of `before`. Simulates.
  bool starts_if_submitted_after(const Timeline& before);
  // The pods that were evicted on the way, in the last simulation.
  const std::set<model::PodIndex>& victims() const { return m_victims; }

  // When a scheduler tries the members again that goes on running from the end of `before`, a run of the same pods;
  // nullopt: others then have what the group needs. Simulates.
  std::optional<model::Retry> retry_after(const Timeline& before);

 private:
  // Hurried: each step comes within the back-off of the gangs that the scheduler has refused.
  // Reversed: others have their turns in another order, as some of them are in their back-off.
  // OneByOne: the scheduler tries each recreated member before the next one exists.
  // WithoutManifest, WithoutGroup: those pods do not exist yet, or are in their back-off.
  enum class Start : std::uint8_t { Anew, Running, Rested, Hurried, Reversed, OneByOne, WithoutManifest, WithoutGroup };
  // By portions: how many steps are taken by its end, after which the scheduler comes to rest.
  using Ends = std::vector<std::size_t>;
  Ends one_by_one() const;
  Ends in_one_stroke() const { return {m_changed.steps().size()}; }
  std::vector<Ends> in_two_strokes() const;
  bool walk(Start start, const Timeline* before, const Ends& ends);
  bool starts_behind_others(Start start, const Timeline& before);
  std::optional<model::Retry> retry_from(Start start, const Timeline& before, const Ends& ends);
  bool hears_of_everything() const;
  bool others_wait() const;

  const Scenario& m_changed;
  std::size_t m_most; // portions
  // Something is retried without end after some of the steps, in any walk: the group, or others.
  bool m_group_spins = false, m_run_spins = false;
  std::set<model::PodIndex> m_victims;
  // Of the last walk: each refers to the one before it.
  std::vector<std::unique_ptr<Scenario>> m_played;
  std::vector<std::unique_ptr<Aftermath>> m_rests;
};

} // namespace engine
