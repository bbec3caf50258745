// SPDX-License-Identifier: Apache-2.0
#include "engine/nodes/node_affinity.hpp"

#include <algorithm>
#include <iterator>

namespace engine {

namespace {

bool matches_field(const model::Requirement& field, std::string_view node_name) {
  if (field.key != "metadata.name") { return false; }
  const bool listed = std::find(field.values.begin(), field.values.end(), node_name) != field.values.end();
  return field.op == model::SelectorOperator::In ? listed : field.op == model::SelectorOperator::NotIn && !listed;
}

} // namespace

bool matches(const model::NodeSelectorTerm& term, const model::Node& node) {
  if (term.expressions.empty() && term.fields.empty()) { return false; }
  return model::matches(term.expressions, *node.labels) &&
         std::all_of(term.fields.begin(), term.fields.end(),
                     [&](const model::Requirement& field) { return matches_field(field, node.name); });
}

bool matches_any(const std::vector<model::NodeSelectorTerm>& terms, const model::Node& node) {
  return std::any_of(terms.begin(), terms.end(),
                     [&](const model::NodeSelectorTerm& term) { return matches(term, node); });
}

bool admits(const model::PodSpec& pod, const model::Node& node) {
  for (const model::Label& wanted : pod.node_selector) {
    if (model::find_label(*node.labels, wanted.key) != wanted.value) { return false; }
  }
  return !pod.required_node_terms || matches_any(*pod.required_node_terms, node);
}

std::optional<std::vector<std::string_view>> names_required(const model::PodSpec& pod) {
  if (!pod.required_node_terms || pod.required_node_terms->empty()) { return std::nullopt; }
  std::vector<std::string_view> names; // of all terms, which are alternatives
  for (const model::NodeSelectorTerm& term : *pod.required_node_terms) {
    std::optional<std::vector<std::string_view>> of_term;
    for (const model::Requirement& field : term.fields) {
      if (field.key != "metadata.name" || field.op != model::SelectorOperator::In) { continue; }
      std::vector<std::string_view> values = field.values;
      std::sort(values.begin(), values.end());
      if (!of_term) {
        of_term = std::move(values);
        continue;
      }
      std::vector<std::string_view> both;
      std::set_intersection(of_term->begin(), of_term->end(), values.begin(), values.end(), std::back_inserter(both));
      of_term = std::move(both);
    }
    if (!of_term) { return std::nullopt; } // this term may match any node
    names.insert(names.end(), of_term->begin(), of_term->end());
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

} // namespace engine
