// SPDX-License-Identifier: Apache-2.0
// Writes a scheduler's refusals and attempts into the timeline.
#pragma once

#include "engine/paged_column.hpp"
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

  // Both return the new entry's index: in Timeline::refusals, or in Timeline::attempts (-1 if the run records no
  // attempts, no reasons). Without recorded attempts, each pod keeps only its last refusal.
  std::int32_t refusal(RefusalRecord record, model::PodIndex pod);
  std::int32_t attempt(Attempt attempt);

  bool has_refusal(model::PodIndex pod) const { return m_last[static_cast<std::size_t>(pod)] >= 0; }
  void forget(model::PodIndex pod) { m_last.edit(static_cast<std::size_t>(pod)) = -1; }

  // Call when the event that the run looks for has happened.
  void end_run() { m_is_over = true; }
  bool is_over() const { return m_is_over; }

  // At the end, writes the last refusal of each of `pods` into Timeline::pods.
  void write(const std::vector<model::PodIndex>& pods);

 private:
  const SimulationSetup& m_setup;
  Timeline& m_timeline;
  PagedColumn<std::int32_t> m_last; // by pod, into Timeline::refusals; -1: none
  bool m_is_over = false;
};

} // namespace engine
