// SPDX-License-Identifier: Apache-2.0
#include "util/random_bits.hpp"

#include "support/catch.hpp"

#include <set>

TEST_CASE("random_bits returns a new value at each call") {
  std::set<std::uint64_t> seen;
  for (int at = 0; at < 100; ++at) { seen.insert(util::random_bits()); }
  CHECK(seen.size() == 100);
}
