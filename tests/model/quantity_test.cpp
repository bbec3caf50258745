// SPDX-License-Identifier: Apache-2.0
// Compares quantities with kubectl's own answers, and checks edge cases that these do not cover.
#include "model/values/quantity.hpp"

#include "support/catch.hpp"
#include "support/vectors.hpp"

#include <limits>
#include <vector>

using model::Quantity;
using model::QuantityError;
using model::QuantityFormat;

namespace {

std::string format_name(QuantityFormat format) {
  switch (format) {
  case QuantityFormat::DecimalSI:
    return "DecimalSI";
  case QuantityFormat::BinarySI:
    return "BinarySI";
  case QuantityFormat::DecimalExponent:
    return "DecimalExponent";
  }
  return "";
}

std::string error_kind(QuantityError error) {
  switch (error) {
  case QuantityError::None:
    return "none";
  case QuantityError::Format:
    return "format";
  case QuantityError::Suffix:
    return "suffix";
  case QuantityError::Numeric:
    return "numeric";
  }
  return "";
}

Quantity read(std::string_view text) {
  INFO("quantity " << text);
  const auto quantity = Quantity::parse(text);
  REQUIRE(quantity);
  return *quantity;
}

void check_accepted(const support::Case& row, const Quantity& quantity) {
  CHECK(format_name(quantity.format()) == row.text("format"));
  CHECK(std::to_string(quantity.value()) == row.integer("value_i64_saturated"));
  CHECK(std::to_string(quantity.milli_value()) == row.integer("milli_i64_saturated"));
  if (row.text("exact") == "huge") { // beyond 1.7e29 units a Quantity is only huge
    CHECK(quantity == read("1e29999"));
  } else {
    CHECK(quantity.text() == row.text("canonical"));
    CHECK(read(quantity.text()) == quantity);
  }
}

} // namespace

TEST_CASE("Quantity parses, refuses and prints every text as Kubernetes does") {
  support::Vectors("quantity_cases.json").for_each("cases", [](const support::Case& row) {
    QuantityError error = QuantityError::Numeric;
    const auto quantity = Quantity::parse(row.text("input"), &error);
    REQUIRE(quantity.has_value() == row.flag("ok"));
    CHECK(error_kind(error) == (row.flag("ok") ? "none" : row.text("error")));
    if (quantity) { check_accepted(row, *quantity); }
  });
}

TEST_CASE("the text inside a JSON token is a quantity, with optional blanks around a string") {
  support::Vectors("quantity_cases.json").for_each("json_token_cases", [](const support::Case& row) {
    std::string token = row.text("json");
    const bool is_string = token.starts_with('"');
    const bool is_number = !is_string && token.find_first_of("0123456789") != std::string::npos;
    if (!is_string && !is_number) { // null is 0, and the reader refuses false and {}, so no text reaches Quantity
      CHECK((token == "null" || !row.flag("ok")));
      return;
    }
    // Upstream reads the raw token, so an escape such as \t is a backslash, which no quantity contains.
    const auto quantity =
        is_string ? Quantity::parse_json_string(token.substr(1, token.size() - 2)) : Quantity::parse(token);
    REQUIRE(quantity.has_value() == row.flag("ok"));
    if (token == "1e400") {
      CHECK(quantity->value() == std::numeric_limits<std::int64_t>::max());
    } else if (quantity) {
      CHECK(quantity->text() == row.text("kubectl_string"));
    }
  });
}

TEST_CASE("a decoded string keeps its tab, and no quantity may contain one") {
  CHECK(!Quantity::parse_json_string("\t2"));
  CHECK(Quantity::parse_json_string(" 2 ") == read("2"));
  CHECK(!Quantity::parse_json_string("   "));
}

TEST_CASE("sums and differences are exact and keep the left side's format") {
  support::Vectors("quantity_cases.json").for_each("arithmetic", [](const support::Case& row) {
    Quantity result = read(row.text("a"));
    const std::string op = row.text("op");
    REQUIRE((op == "add" || op == "sub"));
    op == "add" ? result += read(row.text("b")) : result -= read(row.text("b"));
    CHECK(result.text() == row.text("canonical"));
  });
}

TEST_CASE("quantities compare by value, whatever their suffix") {
  support::Vectors("quantity_cases.json").for_each("compare", [](const support::Case& row) {
    const Quantity a = read(row.text("a")), b = read(row.text("b"));
    const int order = a < b ? -1 : a > b ? 1 : 0;
    CHECK(std::to_string(order) == row.integer("cmp"));
    CHECK((a == b) == (order == 0));
  });
}

TEST_CASE("sums saturate instead of wrapping, on both sides") {
  const Quantity huge = read("1e29999");
  Quantity sum = huge;
  sum += huge;
  CHECK(sum == huge);
  Quantity negative = Quantity();
  negative -= huge;
  negative -= huge;
  CHECK(negative == read("-1e29999"));
  CHECK(negative.value() == std::numeric_limits<std::int64_t>::min());
  Quantity twice = negative;
  twice *= 2;
  CHECK(twice == negative);
  twice *= -2;
  CHECK(twice == huge);
  negative += huge;
  CHECK(negative.is_zero());
}

TEST_CASE("binary quantities below 1024 print in decimal, and those below 1 are decimal") {
  Quantity thousand = read("1Ki");
  thousand -= read("24");
  CHECK(thousand.format() == QuantityFormat::BinarySI);
  CHECK(thousand.text() == "1k");
  CHECK(read("0.0005Ki").format() == QuantityFormat::DecimalSI);
  CHECK(read("-0.0005Ki").format() == QuantityFormat::DecimalSI);
}

TEST_CASE("long texts parse exactly and quickly") {
  CHECK(read("0." + std::string(100'000, '0') + "1") == read("1n"));
  CHECK(read(std::string(100'000, '0') + "7") == read("7"));
  CHECK(read("1" + std::string(100'000, '0')) == read("1e29999"));
  CHECK(read("0.1" + std::string(100'000, '0') + "Ki") == read("102400m"));
  CHECK(read("1e-2000000000") == read("1n"));
  CHECK(read("0.9999999999").text() == "1");
}

TEST_CASE("the integers that a scheduler counts with round away from zero") {
  CHECK(read("0.0001").milli_value() == 1);
  CHECK(read("-0.0001").milli_value() == -1);
  CHECK(read("1500m").value() == 2);
  CHECK(Quantity::from_milli(1500) == read("1.5"));
  CHECK(Quantity::from_units(std::numeric_limits<std::int64_t>::min()).value() ==
        std::numeric_limits<std::int64_t>::min());
  CHECK(Quantity::from_units(2048, QuantityFormat::BinarySI).text() == "2Ki");
}

TEST_CASE("a suffix without any digit is zero or invalid, as upstream") {
  CHECK(read("Ki").is_zero());
  CHECK(read("+.Ti").is_zero());
  CHECK(read("-e-9").is_zero());
  CHECK(read("0Pi").is_zero());
  for (const std::string& text : std::vector<std::string>{"Pi", "-Ei", "+.Ei", "e-10", ".e-12"}) {
    INFO(text);
    QuantityError error = QuantityError::None;
    CHECK(!Quantity::parse(text, &error));
    CHECK(error == QuantityError::Numeric);
  }
}

TEST_CASE("error messages match kubectl's") {
  CHECK(model::quantity_error_text(QuantityError::Format) ==
        "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
  CHECK(model::quantity_error_text(QuantityError::Suffix) == "unable to parse quantity's suffix");
  CHECK(model::quantity_error_text(QuantityError::Numeric) == "unable to parse numeric part of quantity");
}
