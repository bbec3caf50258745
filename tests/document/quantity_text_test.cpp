// SPDX-License-Identifier: Apache-2.0
// From the text of a manifest to a Quantity: the reader's result must suit Quantity::parse.
#include "document/reading.hpp"
#include "model/values/quantity.hpp"
#include "support/vectors.hpp"

#include <optional>

namespace {

// apimachinery, Quantity.UnmarshalJSON: null is zero, and blanks around a string have no meaning.
std::optional<model::Quantity> quantity(document::Value value) {
  if (value.is_null()) { return model::Quantity(); }
  if (!value.is_string() && !value.is_number()) { return std::nullopt; }
  std::string_view text = value.text();
  while (value.is_string() && text.ends_with(' ')) { text.remove_suffix(1); }
  while (value.is_string() && text.starts_with(' ')) { text.remove_prefix(1); }
  return model::Quantity::parse(text);
}

// The value of "cpu" as canonical text, "refused", or the text of an exception.
std::string cpu(const std::string& manifest) {
  std::string result = "refused";
  const document::ItemSink sink = [&](const document::Item& item) {
    if (const auto value = quantity(item.value["cpu"])) { result = value->text(); }
  };
  try {
    document::read_text(manifest, "test", {}, sink, [](const util::Problem&) {});
  } catch (const std::runtime_error& error) { result = error.what(); }
  return result;
}

void compare(const std::string& manifest, const support::Case& row) {
  if (!row.flag("ok")) {
    CHECK(cpu(manifest) == "refused");
    return;
  }
  // kubectl's text need not be canonical, so compare the values.
  const auto expected = model::Quantity::parse(row.text("kubectl_string"));
  REQUIRE(expected);
  CHECK(cpu(manifest) == expected->text());
}

} // namespace

TEST_CASE("quantities in JSON: json_token_cases") {
  support::Vectors("quantity_cases.json").for_each("json_token_cases", [](const support::Case& row) {
    compare("{\"cpu\": " + row.text("json") + "}", row);
  });
}

TEST_CASE("quantities in YAML: yaml_scalar_cases") {
  support::Vectors("quantity_cases.json").for_each("yaml_scalar_cases", [](const support::Case& row) {
    compare("cpu: " + row.text("yaml") + "\n", row);
  });
}

TEST_CASE("numbers stay exact") {
  CHECK(cpu("{\"cpu\": 12345678901234567890}") == "12345678901234567890");
  CHECK(cpu("cpu: 12345678901234567890") == "12345678901234567890");
  CHECK(cpu("{\"cpu\": 0.1}") == "100m");
  CHECK(cpu("{\"cpu\": 9007199254740993}") == "9007199254740993");
}
