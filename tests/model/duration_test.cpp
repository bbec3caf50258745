// SPDX-License-Identifier: Apache-2.0
// Go durations and the AGE column.
#include "model/values/time.hpp"

#include "support/catch.hpp"
#include "support/vectors.hpp"

#include <limits>
#include <vector>

using model::age_text;
using model::go_duration_text;
using model::parse_go_duration;

TEST_CASE("AGE matches kubectl's output") {
  support::Vectors("age.json").for_each("cases", [](const support::Case& row) {
    CHECK(age_text(row.number("seconds")) == row.text("age"));
  });
}

TEST_CASE("no number of seconds breaks AGE") {
  CHECK(age_text(std::numeric_limits<double>::quiet_NaN()) == "<invalid>");
  CHECK(age_text(-std::numeric_limits<double>::infinity()) == "<invalid>");
  CHECK(age_text(std::numeric_limits<double>::infinity()).back() == 'y');
}

TEST_CASE("durations print as in Go") {
  struct Row {
    std::int64_t nanos;
    std::string text;
  };
  for (const Row& row : std::vector<Row>{
           {0, "0s"},
           {1, "1ns"},
           {1'500, "1.5µs"},
           {100'000'000, "100ms"},
           {1'500'000'000, "1.5s"},
           {10'000'000'000, "10s"},
           {60'000'000'000, "1m0s"},
           {3'600'000'000'000, "1h0m0s"},
           {5'400'500'000'000, "1h30m0.5s"},
           {-1'000'000'000, "-1s"},
           {std::numeric_limits<std::int64_t>::max(), "2562047h47m16.854775807s"},
           {std::numeric_limits<std::int64_t>::min(), "-2562047h47m16.854775808s"},
       }) {
    CHECK(go_duration_text(row.nanos) == row.text);
    CHECK(parse_go_duration(row.text) == row.nanos);
  }
}

TEST_CASE("durations parse as in Go") {
  CHECK(parse_go_duration("0") == 0);
  CHECK(parse_go_duration("+5s") == 5'000'000'000);
  CHECK(parse_go_duration("1h30m") == 5'400'000'000'000);
  CHECK(parse_go_duration(".5s") == 500'000'000);
  CHECK(parse_go_duration("1.s") == 1'000'000'000);
  CHECK(parse_go_duration("1us") == 1'000);
  CHECK(parse_go_duration("1μs") == 1'000); // U+03BC
  CHECK(parse_go_duration("0.9999999999ns") == 0);
  CHECK(parse_go_duration("1m1m") == 120'000'000'000);
}

TEST_CASE("parse_go_duration refuses every other text") {
  for (const std::string& text :
       std::vector<std::string>{"", "1", "s", ".s", "1d", "1 s", "1s ", "-", "--1s", "1S", "1.5.5s",
                                "9223372036854775808ns", "2562048h", "1x1s", "99999999999999999999s"}) {
    INFO(text);
    CHECK(!parse_go_duration(text));
  }
}
