// SPDX-License-Identifier: Apache-2.0
// A remedy as people carry it out: step by step, while a scheduler runs. Other pending pods may use the capacity that
// a step frees. So a change that helps in one stroke may fail in two steps, and one that helps a restarted scheduler
// may fail with a running one.
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

// The changes of a scenario, in portions; the scheduler comes to rest after each portion. If there are many changes, a
// portion has several of them, and the group must not start yet with that portion.
class StepByStep {
 public:
  // `changed` has all the changes. Uses at most `most_portions` portions.
  StepByStep(const Scenario& changed, std::size_t most_portions);
  StepByStep(const StepByStep&) = delete;
  StepByStep& operator=(const StepByStep&) = delete;

  // True if the group starts with a scheduler that restarts after each portion. Simulates.
  bool starts();
  // True if the group of a manifest starts when people submit the manifest after the changes. The scheduler keeps
  // running from the end of `before`. Simulates.
  bool starts_if_submitted_after(const Timeline& before);
  // The pods that the last simulation evicted on the way.
  const std::set<model::PodIndex>& victims() const { return m_victims; }

  // When a scheduler that keeps running from the end of `before`, a run of the same pods, retries the members.
  // nullopt: other pods then use the capacity that the group needs. Simulates.
  std::optional<model::Retry> retry_after(const Timeline& before);

 private:
  // Hurried: each step comes during the back-off of the rejected gangs.
  // Reversed: other pods have their turns in another order, because some of them are in back-off.
  // OneByOne: the scheduler tries each recreated member before the next one exists.
  // WithoutManifest, WithoutGroup: these pods do not exist yet, or are in back-off.
  enum class Start : std::uint8_t { Anew, Running, Rested, Hurried, Reversed, OneByOne, WithoutManifest, WithoutGroup };
  // For each portion, the number of steps done by its end. The scheduler then comes to rest.
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
  std::size_t m_most; // number of portions
  // True if, in any walk, the group or anything in the run was in a retry loop after some step.
  bool m_group_spins = false, m_run_spins = false;
  std::set<model::PodIndex> m_victims;
  // Of the last walk: each element refers to the previous one.
  std::vector<std::unique_ptr<Scenario>> m_played;
  std::vector<std::unique_ptr<Aftermath>> m_rests;
};

} // namespace engine
