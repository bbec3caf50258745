// SPDX-License-Identifier: Apache-2.0
// The distinct refusals that a run has met, by number.
#pragma once

#include "engine/filters/filters.hpp"

#include <cstdint>
#include <vector>

namespace engine {

using RefusalId = std::uint16_t; // 0: not refused

struct KnownRefusal {
  const Filter* filter = nullptr;
  Refusal refusal;
};

class KnownRefusals {
 public:
  const KnownRefusal& operator[](RefusalId id) const { return m_known[id]; }
  const std::vector<KnownRefusal>& all() const { return m_known; } // by RefusalId
  // The number of this refusal, the same each time.
  RefusalId intern(const Filter* filter, const Refusal& refusal);

 private:
  std::vector<KnownRefusal> m_known = std::vector<KnownRefusal>(1); // [0] is "not refused"
  RefusalId m_last_interned = 0;
};

} // namespace engine
