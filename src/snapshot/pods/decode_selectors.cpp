// SPDX-License-Identifier: Apache-2.0
// Labels and selectors as objects write them.
#include "snapshot/pods/decode_selectors.hpp"

#include "util/concat.hpp"

#include <algorithm>
#include <iterator>

namespace snapshot {

namespace {

model::SelectorOperator operator_of(document::Value value, const Path& path) {
  using enum model::SelectorOperator;
  const std::string_view text = text_of(value, path);
  if (text == "In") { return In; }
  if (text == "NotIn") { return NotIn; }
  if (text == "Exists") { return Exists; }
  if (text == "DoesNotExist") { return DoesNotExist; }
  if (text == "Gt") { return Gt; }
  if (text == "Lt") { return Lt; }
  throw DecodeError(path, util::concat('"', text, "\" is not an operator of selectors"));
}

void add_requirements(document::Value value, const Path& path, std::vector<model::Requirement>& out) {
  each_element(value, path,
               [&](document::Value element, const Path& at) { out.push_back(requirement_of(element, at)); });
}

} // namespace

model::Requirement requirement_of(document::Value value, const Path& path, std::string_view key_member) {
  model::Requirement requirement;
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == key_member) {
      requirement.key = text_of(member, at);
    } else if (key == "operator") {
      requirement.op = operator_of(member, at);
    } else if (key == "values") {
      requirement.values = texts_of(member, at);
    }
  });
  std::ranges::sort(requirement.values);
  requirement.values.erase(std::unique(requirement.values.begin(), requirement.values.end()), requirement.values.end());
  return requirement;
}

std::vector<std::string_view> texts_of(document::Value value, const Path& path) {
  std::vector<std::string_view> texts;
  texts.reserve(value.size());
  each_element(value, path, [&](document::Value element, const Path& at) { texts.push_back(text_of(element, at)); });
  return texts;
}

model::Labels labels_of(document::Value value, const Path& path) {
  model::Labels labels;
  labels.reserve(value.size());
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    labels.push_back({key, text_of(member, at)});
  });
  const auto by_key = [](const model::Label& a, const model::Label& b) { return a.key < b.key; };
  if (!std::ranges::is_sorted(labels, by_key)) { std::ranges::stable_sort(labels, by_key); }
  const auto is_overridden = [](const model::Label& a, const model::Label& b) { return a.key == b.key; };
  if (std::ranges::adjacent_find(labels, is_overridden) != labels.end()) {
    model::Labels last_wins;
    for (const model::Label& label : labels) {
      if (!last_wins.empty() && last_wins.back().key == label.key) { last_wins.pop_back(); }
      last_wins.push_back(label);
    }
    return last_wins;
  }
  return labels;
}

std::optional<model::Selector> label_selector_of(document::Value value, const Path& path) {
  if (value.absent()) { return std::nullopt; }
  model::Selector selector;
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "matchLabels") {
      for (const model::Label& label : labels_of(member, at)) {
        selector.push_back({label.key, model::SelectorOperator::In, {label.value}});
      }
    } else if (key == "matchExpressions") {
      add_requirements(member, at, selector);
    }
  });
  std::ranges::sort(selector); // makes selectors comparable, however they are written
  return selector;
}

model::NodeSelectorTerm node_selector_term_of(document::Value value, const Path& path) {
  model::NodeSelectorTerm term;
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "matchExpressions") {
      add_requirements(member, at, term.expressions);
    } else if (key == "matchFields") {
      add_requirements(member, at, term.fields);
    }
  });
  return term;
}

std::vector<model::NodeSelectorTerm> node_selector_of(document::Value value, const Path& path) {
  std::vector<model::NodeSelectorTerm> terms;
  each_element(object_of(value, path)["nodeSelectorTerms"], path["nodeSelectorTerms"],
               [&](document::Value element, const Path& at) { terms.push_back(node_selector_term_of(element, at)); });
  return terms;
}

} // namespace snapshot
