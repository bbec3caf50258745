// SPDX-License-Identifier: Apache-2.0
// Robustness of an answer against other tie-breaks, other nodes found, and the loss of one node.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace model {

struct Robustness {
  std::int64_t tie_orders = 0;           // number of tried alternatives for ties of scores
  std::int64_t tie_flips = 0;            // number of those that reverse the answer
  bool all_ties = false;                 // the tries cover all that make a difference; 0 tries: no tie does
  std::int64_t searches = 0;             // runs that find other nodes; 0: each attempt scores all nodes that fit
  std::int64_t search_flips = 0;         // number of those that reverse the answer
  std::int64_t speeds = 0;               // runs with a faster or slower API server; 0: the run evicts no pod
  std::int64_t speed_flips = 0;          // number of those that reverse the answer
  std::int64_t nodes = 0;                // nodes that the group would use, each removed once; 0: it uses none
  std::vector<std::string> needed_nodes; // nodes without which it does not fit
};

} // namespace model
