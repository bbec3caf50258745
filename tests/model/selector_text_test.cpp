// SPDX-License-Identifier: Apache-2.0
// Compares our reading of -l with kubectl's.
#include "model/values/labels.hpp"

#include "support/catch.hpp"
#include "support/vectors.hpp"

#include <algorithm>
#include <set>
#include <vector>

using model::ParsedSelector;
using model::SelectorOperator;

namespace {

std::string operator_name(SelectorOperator op) {
  switch (op) {
  case SelectorOperator::In:
    return "In";
  case SelectorOperator::NotIn:
    return "NotIn";
  case SelectorOperator::Exists:
    return "Exists";
  case SelectorOperator::DoesNotExist:
    return "DoesNotExist";
  case SelectorOperator::Gt:
    return "Gt";
  case SelectorOperator::Lt:
    return "Lt";
  }
  return "";
}

std::string line(std::string_view key, std::string_view op, const std::set<std::string>& values) {
  std::string text = std::string(key) + " " + std::string(op);
  for (const std::string& value : values) { text += " [" + value + "]"; }
  return text;
}

std::set<std::string> lines(const ParsedSelector& selector) {
  std::set<std::string> found;
  for (const auto& requirement : selector.requirements()) {
    found.insert(line(requirement.key, operator_name(requirement.op),
                      std::set<std::string>(requirement.values.begin(), requirement.values.end())));
  }
  return found;
}

// The same lines from a LabelSelector object: matchLabels are In with one value.
std::set<std::string> expected_lines(simdjson::dom::element selector) {
  std::set<std::string> expected;
  simdjson::dom::object labels;
  if (selector["matchLabels"].get(labels) == simdjson::SUCCESS) {
    for (const auto [key, value] : labels) {
      expected.insert(line(key, "In", {std::string(value.get_string().value())}));
    }
  }
  simdjson::dom::array expressions;
  if (selector["matchExpressions"].get(expressions) == simdjson::SUCCESS) {
    for (const simdjson::dom::element expression : expressions) {
      std::set<std::string> values;
      simdjson::dom::array list;
      if (expression["values"].get(list) == simdjson::SUCCESS) {
        for (const simdjson::dom::element value : list) { values.emplace(value.get_string().value()); }
      }
      expected.insert(
          line(expression["key"].get_string().value(), expression["operator"].get_string().value(), values));
    }
  }
  return expected;
}

std::string refusal(std::string_view text) {
  std::string error;
  CHECK(!ParsedSelector::parse(text, error));
  return error;
}

ParsedSelector read_selector(std::string_view text) {
  std::string error;
  auto selector = ParsedSelector::parse(text, error);
  INFO(text << ": " << error);
  REQUIRE(selector);
  return *selector;
}

} // namespace

TEST_CASE("ParsedSelector accepts or refuses every selector as kubectl does, with its messages") {
  support::Vectors("label_selectors.json").for_each("cases", [](const support::Case& row) {
    std::string error;
    const auto selector = ParsedSelector::parse(row.text("selector"), error);
    REQUIRE(selector.has_value() == row.flag("ok"));
    if (!selector) {
      // The record may end in the middle of the message; our message must contain the recorded part.
      CHECK(error.find(row.text("message_tail")) != std::string::npos);
    } else if (row.has("parsed")) {
      CHECK(lines(*selector) == expected_lines(row.raw("parsed")));
    } else { // x>1, x<2: no object form
      REQUIRE(selector->requirements().size() == 1);
      const auto& requirement = selector->requirements().front();
      const std::string op = requirement.op == SelectorOperator::Gt ? ">" : "<";
      CHECK(requirement.key + op + requirement.values.front() == row.text("selector"));
    }
  });
}

TEST_CASE("requirements come in the order of keys and have each value once") {
  const ParsedSelector selector = read_selector("z,b in (2,1,2),a=1");
  REQUIRE(selector.requirements().size() == 3);
  CHECK(selector.requirements()[0].key == "a");
  CHECK(selector.requirements()[1].values == std::vector<std::string>{"1", "2"});
  CHECK(selector.requirements()[2].op == SelectorOperator::Exists);
}

TEST_CASE("keywords are ordinary words except between key and list") {
  CHECK(lines(read_selector("in in (in,notin)")) == std::set<std::string>{"in In [in] [notin]"});
  CHECK(lines(read_selector("notin notin (notin)")) == std::set<std::string>{"notin NotIn [notin]"});
  CHECK(lines(read_selector("!in")) == std::set<std::string>{"in DoesNotExist"});
}

TEST_CASE("empty entries of lists mean the empty value") {
  CHECK(lines(read_selector("x in (,)")) == std::set<std::string>{"x In []"});
  CHECK(lines(read_selector("x in (a,,b)")) == std::set<std::string>{"x In [] [a] [b]"});
  CHECK(refusal("x in (a,,)") == "unable to parse requirement: found ')', expected: ',', or identifier");
}

TEST_CASE("an empty value may follow an operator") {
  CHECK(lines(read_selector("x!=,y")) == std::set<std::string>{"x NotIn []", "y Exists"});
  CHECK(lines(read_selector("x==")) == std::set<std::string>{"x In []"});
}

TEST_CASE("an error names the text found and the text expected") {
  CHECK(refusal(",x") == "found ',', expected: !, identifier, or 'end of string'");
  CHECK(refusal("x=1,") == "found '', expected: identifier after ','");
  CHECK(refusal("x=a b") == "found 'b', expected: ',' or 'end of string'");
  CHECK(refusal("x===1") == "unable to parse requirement: found '=', expected: identifier");
  CHECK(refusal("!") == "unable to parse requirement: found '', expected: identifier");
  CHECK(refusal("!!x") == "unable to parse requirement: found '!', expected: identifier");
  CHECK(refusal("x in") == "unable to parse requirement: found '' expected: '('");
  CHECK(refusal("x in (a") == "unable to parse requirement: found '', expected: ',' or ')'");
  CHECK(refusal("x in (a,") == "unable to parse requirement: found '', expected: ',', or identifier");
  CHECK(refusal("x>") == "unable to parse requirement: values[0]: Invalid value: \"\": for 'Gt', 'Lt' operators, the "
                         "value must be an integer");
  CHECK(refusal("x in (a_,b_)").starts_with("unable to parse requirement: [values[0][x]: Invalid value: \"a_\""));
}
