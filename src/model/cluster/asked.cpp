// SPDX-License-Identifier: Apache-2.0
#include "model/cluster/asked.hpp"

#include <algorithm>

namespace model {

const Asked* first_with(const Ledger& ledger, Reply reply) {
  const auto found = std::ranges::find(ledger, reply, &Asked::reply);
  return found == ledger.end() ? nullptr : &*found;
}

} // namespace model
