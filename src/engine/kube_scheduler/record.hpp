// SPDX-License-Identifier: Apache-2.0
// What a scheduler writes into the timeline of its refusals and attempts.
#pragma once

#include "engine/world/simulation_setup.hpp"
#include "engine/world/timeline.hpp"

#include <cstdint>
#include <vector>

namespace engine {

class Record {
 public:
  // Both must outlive it.
  Record(const SimulationSetup& setup, std::size_t pods, Timeline& timeline)
      : m_setup(setup), m_timeline(timeline), m_last(pods, -1) {}

  // These return where it stands: in Timeline::refusals, and in Timeline::attempts (-1: attempts are not recorded).
  // Where they are not, only the last refusal of each pod is kept.
  std::int32_t refusal(RefusalRecord record, model::PodIndex pod);
  std::int32_t attempt(Attempt attempt);

  bool has_refusal(model::PodIndex pod) const { return m_last[static_cast<std::size_t>(pod)] >= 0; }
  void forget(model::PodIndex pod) { m_last[static_cast<std::size_t>(pod)] = -1; }

  // What the run looks for has happened.
  void end_run() { m_is_over = true; }
  bool is_over() const { return m_is_over; }

  // Into Timeline::pods, at the end: the last refusal of each of `pods`.
  void write(const std::vector<model::PodIndex>& pods);

 private:
  const SimulationSetup& m_setup;
  Timeline& m_timeline;
  std::vector<std::int32_t> m_last; // by pod, into Timeline::refusals; -1: none
  bool m_is_over = false;
};

} // namespace engine
