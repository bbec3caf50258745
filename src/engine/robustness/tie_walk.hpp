// SPDX-License-Identifier: Apache-2.0
// Enumerates the ways to break the ties of a run. Choices between empty nodes that differ only in name count
// as one.
#pragma once

#include "engine/explain/diagnose.hpp"

#include <cstdint>
#include <vector>

namespace engine {

class TieWalk {
 public:
  explicit TieWalk(const Run& run);

  // For TieBreak. Empty at first: the run as it was.
  const std::vector<std::uint32_t>& choices() const { return m_choices; }

  // Call after a run with choices() that met `ties`. Moves on to the next way; returns false if none is left.
  bool next(const std::vector<Tie>& ties);

 private:
  bool is_like_an_earlier(const Tie& tie, std::uint32_t choice) const;

  std::vector<int> m_kinds; // by node; empty: all nodes count as different
  std::vector<std::uint32_t> m_choices;
};

} // namespace engine
