// SPDX-License-Identifier: Apache-2.0
// Counts of openb_gangs for each cluster, and their output.
#pragma once

#include "bench/openb_trial.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace openb {

using Missed = std::array<std::int64_t, 2>; // by Scoring: gangs that could start and do not

// Random gangs, the first shape first in the queue. Gangs with an unknown truth count only in `gangs` and `unknown`.
struct Judged {
  std::int64_t gangs = 0, unknown = 0, feasible = 0;
  std::int64_t sums_yes = 0, sums_wrong = 0; // wrong: yes, but the gang does not fit
  Missed missed = {};
};

// The same gangs with the most members of the second shape that fit.
struct AtBoundary {
  std::int64_t unknown = 0;
  std::int64_t gangs = 0; // with at least one member of each shape that fits
  Missed missed_a_first = {}, missed_b_first = {};
};

struct Row { // one cluster
  Fill fill;
  int percent; // of the GPUs in use
  Judged judged;
  AtBoundary boundary;
};

std::string_view name(Fill fill);

std::string as_markdown(const std::vector<Row>& rows, std::uint32_t seed);
std::string as_json_lines(const std::vector<Row>& rows, std::uint32_t seed); // a line for each cluster

} // namespace openb
