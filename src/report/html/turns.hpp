// SPDX-License-Identifier: Apache-2.0
// The attempts of a run, folded into turns: what the scheduler tried of one group, or of one pod, before it went on to
// somebody else or tried a pod again.
#pragma once

#include "model/report/report.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace report {

enum class TurnPart : std::uint8_t { Bound, WaitsThenBound, WaitsInVain, TimesOut, Refused, Preempts };

struct Turn {
  std::size_t row = 0;                                  // in Turns::rows
  model::Time at;                                       // of its first attempt
  std::vector<std::pair<TurnPart, std::int64_t>> parts; // in order, neighbours of one kind added up
  std::int64_t attempts = 0;
  std::optional<model::Time> waits_until; // the last of its pods that waited was bound or rejected then
  bool waits_on = false;                  // some of them still wait at the end
  std::string message;                    // of the last attempt that was refused
  std::vector<std::string> victims;       // "ns/name"
};

struct TurnRow {
  std::string name; // "ml/train", "pod shop/early"; the last row may stand for many others
  std::int64_t attempts = 0, bound = 0, refused = 0;
};

struct Turns {
  std::vector<TurnRow> rows; // the queue's order where it is known, else as they were first tried
  std::vector<Turn> turns;
  std::int64_t left_out = 0; // turns that are not in the list, as there are too many
  std::int64_t others = 0;   // how many the last row stands for; 0: itself
};

Turns turns_of(const model::Report& report, std::size_t most_rows, std::size_t most_turns);

// "3 wait for their group, then bound", "1 refused".
std::string part_words(TurnPart part, std::int64_t count);

} // namespace report
