// SPDX-License-Identifier: Apache-2.0
// Every way to break the ties of a run, one after the other. Ways that differ by nodes that nothing can tell apart, and
// on which nothing is, count as one.
#pragma once

#include "engine/explain/diagnose.hpp"

#include <cstdint>
#include <vector>

namespace engine {

class TieWalk {
 public:
  explicit TieWalk(const Run& run);

  // For TieBreak; at first, none: the run as it was.
  const std::vector<std::uint32_t>& choices() const { return m_choices; }

  // After a run by choices() that met these ties: goes to the next way. False: all were taken.
  bool next(const std::vector<Tie>& ties);

 private:
  bool is_like_an_earlier(const Tie& tie, std::uint32_t choice) const;

  std::vector<int> m_kinds; // by node; empty: every node is told apart
  std::vector<std::uint32_t> m_choices;
};

} // namespace engine
