// SPDX-License-Identifier: Apache-2.0
#include "engine/feasibility/known_refusals.hpp"

#include <algorithm>

namespace engine {

RefusalId KnownRefusals::intern(const Filter* filter, const Refusal& refusal) {
  const auto is_same = [&](const KnownRefusal& known) {
    return known.filter == filter && known.refusal.unresolvable == refusal.unresolvable &&
           known.refusal.reasons == refusal.reasons;
  };
  // A cluster has only a handful of distinct refusals, and most nodes repeat that of the previous node.
  if (m_last_interned != 0 && is_same(m_known[m_last_interned])) { return m_last_interned; }
  const auto found = std::find_if(m_known.begin() + 1, m_known.end(), is_same);
  m_last_interned = static_cast<RefusalId>(found - m_known.begin());
  if (found == m_known.end()) { m_known.push_back({filter, refusal}); }
  return m_last_interned;
}

} // namespace engine
