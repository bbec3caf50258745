// SPDX-License-Identifier: Apache-2.0
#include "snapshot/pods/daemon_pods.hpp"

#include <algorithm>

namespace snapshot {

namespace {

bool term_matches(const model::NodeSelectorTerm& term, const model::Node& node) {
  if (term.expressions.empty() && term.fields.empty()) { return false; }
  const model::Labels fields = {{"metadata.name", node.name}};
  return model::matches(term.expressions, *node.labels) && model::matches(term.fields, fields);
}

} // namespace

bool runs_daemon(const model::PodSpec& spec, const model::Node& node) {
  for (const model::Label& label : spec.node_selector) {
    if (model::find_label(*node.labels, label.key) != label.value) { return false; }
  }
  const auto& terms = spec.required_node_terms;
  const auto matches = [&](const model::NodeSelectorTerm& term) { return term_matches(term, node); };
  if (terms && std::ranges::none_of(*terms, matches)) { return false; }
  return std::ranges::all_of(node.taints, [&](const model::Taint& taint) {
    return taint.effect == model::TaintEffect::PreferNoSchedule || model::tolerated(spec.tolerations, taint);
  });
}

std::string_view node_of_daemon(const model::Pod& pod) {
  if (pod.finished()) { return {}; }
  if (!pod.node_name.empty() || !pod.spec->required_node_terms) { return pod.node_name; }
  for (const model::NodeSelectorTerm& term : *pod.spec->required_node_terms) {
    for (const model::Requirement& field : term.fields) {
      if (field.key == "metadata.name" && field.values.size() == 1) { return field.values.front(); }
    }
  }
  return {};
}

model::PodSpec without_pinned_node(model::PodSpec spec) {
  if (!spec.required_node_terms) { return spec; }
  bool is_only_pinned = false;
  for (model::NodeSelectorTerm& term : *spec.required_node_terms) {
    is_only_pinned = is_only_pinned || (term.expressions.empty() && !term.fields.empty());
    term.fields.clear();
  }
  if (is_only_pinned) { spec.required_node_terms.reset(); }
  return spec;
}

} // namespace snapshot
