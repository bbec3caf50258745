// SPDX-License-Identifier: Apache-2.0
#include "util/integers.hpp"

#include "support/catch.hpp"

#include <string>
#include <vector>

TEST_CASE("an optional sign and digits within int64 are a number") {
  CHECK(util::parse_int64("0") == 0);
  CHECK(util::parse_int64("+5") == 5);
  CHECK(util::parse_int64("-007") == -7);
  CHECK(util::parse_int64("9223372036854775807") == 9'223'372'036'854'775'807);
  CHECK(util::parse_int64("-9223372036854775808") == -9'223'372'036'854'775'807 - 1);
}

TEST_CASE("every other text is no number") {
  for (const std::string& text :
       std::vector<std::string>{"", "+", "-", "+-5", "-+5", "++5", " 5", "5 ", "5x", "0x5", "1_0", "1e3", "1.0",
                                "9223372036854775808", "-9223372036854775809"}) {
    INFO(text);
    CHECK(!util::parse_int64(text));
  }
}
