// SPDX-License-Identifier: Apache-2.0
// Whether an answer would be another one with ties broken otherwise, or with one node less.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace model {

struct Robustness {
  std::int64_t tie_orders = 0;           // other ways to break ties of scores that were tried
  std::int64_t tie_flips = 0;            // with how many of them the answer is the other one
  bool all_ties = false;                 // these are all that make a difference; 0 of them: no node was a tie
  std::int64_t nodes = 0;                // nodes that it would use, each of which was lost once; 0: it uses none
  std::vector<std::string> needed_nodes; // without which it does not fit
};

} // namespace model
