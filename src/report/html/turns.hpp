// SPDX-License-Identifier: Apache-2.0
// Groups the attempts of a run into turns: consecutive attempts at one group, or one pod, until the scheduler goes on
// to another one or retries a pod.
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
  std::vector<std::pair<TurnPart, std::int64_t>> parts; // in order; adjacent parts of one kind are merged
  std::int64_t attempts = 0;
  std::optional<model::Time> waits_until; // time at which the last waiting pod was bound or rejected
  bool waits_on = false;                  // true: some pods still wait at the end
  std::string message;                    // of the last refused attempt
  std::vector<std::string> victims;       // "ns/name"
  std::int64_t times = 1;                 // so often the run repeats the turn, alone or with its neighbours
  model::Time last_at;                    // time of the last repetition
};

struct TurnRow {
  std::string name; // "ml/train", "pod shop/early"; the last row may stand for many others
  std::int64_t attempts = 0, bound = 0, refused = 0;
};

struct Turns {
  std::vector<TurnRow> rows; // in queue order if known, else in order of the first attempt
  std::vector<Turn> turns;
  std::int64_t left_out = 0; // turns beyond the limit
  std::int64_t others = 0;   // number of groups in the last row; 0: it is one itself
};

Turns turns_of(const model::Report& report, std::size_t most_rows, std::size_t most_turns);

// "3 wait for their group, then bound", "1 refused".
std::string part_words(TurnPart part, std::int64_t count);

} // namespace report
