// SPDX-License-Identifier: Apache-2.0
#include "model/values/int_or_string.hpp"

#include "support/catch.hpp"
#include "support/vectors.hpp"

#include <vector>

using model::IntOrString;
using model::Rounding;

TEST_CASE("numbers must be int32 literals, and strings keep their text") {
  support::Vectors("int_or_string.json").for_each("cases", [](const support::Case& row) {
    const std::string token = row.text("json");
    if (token == "null" || token == "[1]") { // the reader handles other kinds of tokens
      CHECK(row.flag("ok") == (token == "null"));
    } else if (token.starts_with('"')) {
      const IntOrString value = IntOrString::from_string(token.substr(1, token.size() - 2));
      CHECK(row.flag("ok"));
      CHECK(value.is_text);
      CHECK(value.text == row.text("output"));
    } else {
      const auto value = IntOrString::from_number_text(token);
      REQUIRE(value.has_value() == row.flag("ok"));
      if (value) { CHECK(std::to_string(value->number) == row.integer("output")); }
    }
  });
}

TEST_CASE("an int32 literal has no fraction, no exponent, no plus and 32 bits") {
  CHECK(IntOrString::from_number_text("2147483647")->number == 2'147'483'647);
  CHECK(IntOrString::from_number_text("-2147483648"));
  for (const std::string& token : std::vector<std::string>{"80.0", "1e2", "2147483648", "-2147483649", "+1", "", "x"}) {
    INFO(token);
    CHECK(!IntOrString::from_number_text(token));
  }
}

TEST_CASE("percentages scale the total and round in the given direction") {
  CHECK(IntOrString::from_string("25%").scaled(10, Rounding::Up) == 3);
  CHECK(IntOrString::from_string("25%").scaled(10, Rounding::Down) == 2);
  CHECK(IntOrString::from_string("100%").scaled(7, Rounding::Up) == 7);
  CHECK(IntOrString::from_number_text("4")->scaled(10, Rounding::Up) == 4);
  for (const std::string& text :
       std::vector<std::string>{"50", "%", "", " 5%", "5 %", "-5%", "5%%", "1.5%", "99999999999999999999%"}) {
    INFO(text);
    CHECK(!IntOrString::from_string(text).scaled(10, Rounding::Up));
  }
}
