// SPDX-License-Identifier: Apache-2.0
#include "model/values/labels.hpp"

#include "util/integers.hpp"

#include <algorithm>

namespace model {

namespace {

// Compares both sides as integers; a text that is not an integer never matches.
bool compares(SelectorOperator op, std::string_view label_value, std::string_view required) {
  const auto left = util::parse_int64(label_value);
  const auto right = util::parse_int64(required);
  if (!left || !right) { return false; }
  return op == SelectorOperator::Gt ? *left > *right : *left < *right;
}

// The rule for both owned requirements and views; `values` is sorted.
template <typename Values>
bool matches_values(SelectorOperator op, const Values& values, std::optional<std::string_view> found) {
  switch (op) {
  case SelectorOperator::In:
    return found && std::binary_search(values.begin(), values.end(), *found);
  case SelectorOperator::NotIn:
    return !found || !std::binary_search(values.begin(), values.end(), *found);
  case SelectorOperator::Exists:
    return found.has_value();
  case SelectorOperator::DoesNotExist:
    return !found;
  case SelectorOperator::Gt:
  case SelectorOperator::Lt:
    return found && values.size() == 1 && compares(op, *found, values.front());
  }
  return false;
}

} // namespace

std::optional<std::string_view> find_label(const Labels& labels, std::string_view key) {
  const auto found = std::lower_bound(labels.begin(), labels.end(), key,
                                      [](const Label& label, std::string_view wanted) { return label.key < wanted; });
  if (found == labels.end() || found->key != key) { return std::nullopt; }
  return found->value;
}

bool matches(const Requirement& requirement, const Labels& labels) {
  return matches_values(requirement.op, requirement.values, find_label(labels, requirement.key));
}

bool matches(const Selector& selector, const Labels& labels) {
  return std::ranges::all_of(selector, [&](const Requirement& requirement) { return matches(requirement, labels); });
}

bool ParsedSelector::matches(const Labels& labels) const {
  return std::ranges::all_of(m_requirements, [&](const OwnedRequirement& requirement) {
    return matches_values(requirement.op, requirement.values, find_label(labels, requirement.key));
  });
}

} // namespace model
