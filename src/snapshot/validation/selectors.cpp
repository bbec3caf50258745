// SPDX-License-Identifier: Apache-2.0
#include "snapshot/validation/selectors.hpp"

#include "snapshot/validation/formats.hpp"

#include <algorithm>

namespace snapshot {

namespace {

bool has_text(document::Value values, std::string_view text) {
  for (const document::Value value : values.elements()) {
    if (value.text() == text) { return true; }
  }
  return false;
}

std::optional<bool> satisfies(document::Value requirement, const LabelMap& labels) {
  const std::string_view key = requirement["key"].text(), op = requirement["operator"].text();
  const document::Value values = requirement["values"];
  const bool is_one_of_values = op == "In" || op == "NotIn", is_presence = op == "Exists" || op == "DoesNotExist";
  if (!label_key_complaints(key).empty() || (is_one_of_values && values.size() == 0) ||
      (is_presence && values.size() > 0) || !(is_one_of_values || is_presence)) {
    return std::nullopt;
  }
  for (const document::Value value : values.elements()) {
    if (!label_value_complaints(value.text()).empty()) { return std::nullopt; }
  }
  const auto found = labels.find(key);
  const bool has = found != labels.end();
  if (op == "In") { return has && has_text(values, found->second); }
  if (op == "NotIn") { return !has || !has_text(values, found->second); }
  return has == (op == "Exists");
}

} // namespace

LabelMap labels_in(document::Value map) {
  LabelMap labels;
  for (const auto [key, value] : map.members()) { labels[key] = value.text(); }
  return labels;
}

bool is_empty_selector(document::Value selector) {
  return selector["matchLabels"].size() + selector["matchExpressions"].size() == 0;
}

std::optional<bool> selects(document::Value selector, const LabelMap& labels) {
  if (selector.absent()) { return false; }
  bool selected = true;
  for (const auto [key, value] : selector["matchLabels"].members()) {
    if (!label_key_complaints(key).empty() || !label_value_complaints(value.text()).empty()) { return std::nullopt; }
    const auto found = labels.find(key);
    selected = selected && found != labels.end() && found->second == value.text();
  }
  for (const document::Value requirement : selector["matchExpressions"].elements()) {
    const std::optional<bool> holds = satisfies(requirement, labels);
    if (!holds) { return std::nullopt; }
    selected = selected && *holds;
  }
  return selected;
}

} // namespace snapshot
