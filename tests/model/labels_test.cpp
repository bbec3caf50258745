// SPDX-License-Identifier: Apache-2.0
// Selectors and the labels that they match.
#include "model/values/labels.hpp"

#include "support/catch.hpp"

using model::Labels;
using model::matches;
using model::Requirement;
using model::Selector;
using enum model::SelectorOperator;

namespace {

const Labels k_labels = {{"app", "web"}, {"empty", ""}, {"size", "10"}, {"tier", "gold"}};

bool picks(std::string_view text) {
  std::string error;
  const auto selector = model::ParsedSelector::parse(text, error);
  REQUIRE(selector);
  return selector->matches(k_labels);
}

} // namespace

TEST_CASE("find_label finds a label by its key") {
  CHECK(model::find_label(k_labels, "app") == "web");
  CHECK(model::find_label(k_labels, "empty") == "");
  CHECK(!model::find_label(k_labels, "ap"));
  CHECK(!model::find_label({}, "app"));
}

TEST_CASE("In needs the key and one of the values") {
  CHECK(matches(Requirement{"app", In, {"db", "web"}}, k_labels));
  CHECK(!matches(Requirement{"app", In, {"db"}}, k_labels));
  CHECK(!matches(Requirement{"none", In, {""}}, k_labels));
  CHECK(matches(Requirement{"empty", In, {""}}, k_labels));
}

TEST_CASE("NotIn holds if the key is absent") {
  CHECK(matches(Requirement{"none", NotIn, {"web"}}, k_labels));
  CHECK(matches(Requirement{"app", NotIn, {"db"}}, k_labels));
  CHECK(!matches(Requirement{"app", NotIn, {"db", "web"}}, k_labels));
}

TEST_CASE("Exists and DoesNotExist check only the key") {
  CHECK(matches(Requirement{"empty", Exists, {}}, k_labels));
  CHECK(!matches(Requirement{"none", Exists, {}}, k_labels));
  CHECK(matches(Requirement{"none", DoesNotExist, {}}, k_labels));
  CHECK(!matches(Requirement{"empty", DoesNotExist, {}}, k_labels));
}

TEST_CASE("Gt and Lt need the key and integers on both sides") {
  CHECK(matches(Requirement{"size", Gt, {"9"}}, k_labels));
  CHECK(!matches(Requirement{"size", Gt, {"10"}}, k_labels));
  CHECK(matches(Requirement{"size", Lt, {"+11"}}, k_labels));
  CHECK(!matches(Requirement{"size", Lt, {"10"}}, k_labels));
  CHECK(!matches(Requirement{"size", Gt, {"nine"}}, k_labels));
  CHECK(!matches(Requirement{"app", Gt, {"1"}}, k_labels));
  CHECK(!matches(Requirement{"none", Lt, {"1"}}, k_labels));
  CHECK(!matches(Requirement{"size", Gt, {"1", "2"}}, k_labels));
  CHECK(!matches(Requirement{"size", Gt, {}}, k_labels));
}

TEST_CASE("all requirements must hold, and an empty selector always holds") {
  CHECK(matches(Selector{{"app", In, {"web"}}, {"tier", Exists, {}}}, k_labels));
  CHECK(!matches(Selector{{"app", In, {"web"}}, {"tier", DoesNotExist, {}}}, k_labels));
  CHECK(matches(Selector{}, k_labels));
  CHECK(matches(Selector{}, Labels{}));
}

TEST_CASE("the text form matches the same labels") {
  CHECK(picks(""));
  CHECK(picks("app=web,tier"));
  CHECK(picks("app==web,!none,none!=x"));
  CHECK(picks("size>9,size<11"));
  CHECK(picks("tier in (silver,gold),tier notin (bronze)"));
  CHECK(!picks("app=web,none"));
  CHECK(!picks("empty!="));
}
