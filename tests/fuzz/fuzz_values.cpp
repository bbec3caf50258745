// SPDX-License-Identifier: Apache-2.0
// Any text as a quantity, a time, a duration, a number or percentage, a selector: an error, or the exact value. The
// printed value reads back as itself.
#include "model/values/int_or_string.hpp"
#include "model/values/labels.hpp"
#include "model/values/quantity.hpp"
#include "model/values/time.hpp"
#include "support/checks.hpp"

#include <limits>
#include <string>

namespace {

using fuzz::must;
using model::Quantity;

constexpr std::int64_t k_max = std::numeric_limits<std::int64_t>::max();

void check_quantity(const std::string& text) {
  model::QuantityError error = model::QuantityError::None;
  const auto quantity = Quantity::parse(text, &error);
  must(quantity.has_value() == (error == model::QuantityError::None), "a quantity or an error, and never both");
  if (!quantity) {
    must(!model::quantity_error_text(error).empty(), "the error has words");
    return;
  }
  const auto again = Quantity::parse(quantity->text());
  must(again.has_value(), "a quantity's canonical text is one");
  must(again->nano() == quantity->nano(), "it has the same value");
  must(again->text() == quantity->text(), "it is canonical");
  must(Quantity::parse_json_string(" " + text + " ").has_value(), "blanks around a JSON string are allowed");
  const std::int64_t value = quantity->value(), milli = quantity->milli_value();
  must((value > 0) == (quantity->nano() > 0) && (value < 0) == (quantity->nano() < 0), "rounding keeps the sign");
  if (value > -(k_max / 1000) && value < k_max / 1000) {
    must(milli <= value * 1000 || value <= 0, "thousandths are no more than the rounded whole");
    must(milli >= value * 1000 || value >= 0, "nor less where it is negative");
    must(Quantity::from_milli(milli).value() == value, "rounding twice is rounding once");
  }
  Quantity sum = *quantity;
  sum += *quantity;
  Quantity twice = *quantity;
  twice *= 2;
  must(sum == twice, "twice is once and once more");
  constexpr util::int128 k_half = util::int128(1) << 125; // well below 2^126, where twice the value saturates
  sum -= *quantity;
  must(sum == *quantity || quantity->nano() > k_half || quantity->nano() < -k_half, "less once is once again");
}

void check_time(const std::string& text) {
  model::TimeError error = model::TimeError::None;
  const auto time = model::parse_time(text, &error);
  if (!time) { return; }
  must(error == model::TimeError::None, "a time or an error");
  const auto again = model::parse_time(model::time_text(*time));
  if (again) { must(again->seconds() == time->seconds(), "a time reads back to the second"); }
  (void)model::time_text_milli(*time);
}

void check_duration(const std::string& text) {
  const auto nanos = model::parse_go_duration(text);
  if (!nanos) { return; }
  must(model::parse_go_duration(model::go_duration_text(*nanos)) == nanos, "a duration reads back");
}

void check_int_or_string(const std::string& text) {
  if (const auto number = model::IntOrString::from_number_text(text)) {
    must(!number->is_text && number->scaled(100, model::Rounding::Up) == number->number, "a number is what it says");
  }
  const auto words = model::IntOrString::from_string(text);
  const auto up = words.scaled(1'000'000, model::Rounding::Up), down = words.scaled(1'000'000, model::Rounding::Down);
  must(up.has_value() == down.has_value(), "rounding decides nothing else");
  if (up) { must(*up - *down == 0 || *up - *down == 1, "rounding is of less than one"); }
}

void check_selector(const std::string& text) {
  std::string error;
  const auto selector = model::ParsedSelector::parse(text, error);
  must(selector.has_value() == error.empty(), "a selector or an error");
  if (!selector) { return; }
  const model::Labels none, one = {{"app", "x"}};
  bool matches_none = true;
  for (const auto& requirement : selector->requirements()) {
    must(!requirement.key.empty(), "a requirement has a key");
    const auto op = requirement.op;
    matches_none =
        matches_none && (op == model::SelectorOperator::NotIn || op == model::SelectorOperator::DoesNotExist);
  }
  must(selector->matches(none) == matches_none, "without labels only what asks for absence holds");
  (void)selector->matches(one);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = fuzz::text_of(data, size);
  check_quantity(text);
  check_time(text);
  check_duration(text);
  check_int_or_string(text);
  check_selector(text);
  return 0;
}
