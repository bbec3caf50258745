// SPDX-License-Identifier: Apache-2.0
// Copies of labels, tolerations and selectors that outlive their document.
#pragma once

#include "snapshot/collected/collected.hpp"

#include <utility>
#include <vector>

namespace snapshot {

inline model::Labels lasting(Collected& collected, model::Labels labels) {
  for (model::Label& label : labels) { label = {collected.lasting(label.key), collected.lasting(label.value)}; }
  return labels;
}

inline std::vector<model::Toleration> lasting(Collected& collected, std::vector<model::Toleration> tolerations) {
  for (model::Toleration& toleration : tolerations) {
    toleration.key = collected.lasting(toleration.key);
    toleration.value = collected.lasting(toleration.value);
  }
  return tolerations;
}

inline model::Selector lasting(Collected& collected, model::Selector selector) {
  for (model::Requirement& requirement : selector) {
    requirement.key = collected.lasting(requirement.key);
    for (std::string_view& value : requirement.values) { value = collected.lasting(value); }
  }
  return selector;
}

inline std::vector<model::NodeSelectorTerm> lasting(Collected& collected, std::vector<model::NodeSelectorTerm> terms) {
  for (model::NodeSelectorTerm& term : terms) {
    term.expressions = lasting(collected, std::move(term.expressions));
    term.fields = lasting(collected, std::move(term.fields));
  }
  return terms;
}

} // namespace snapshot
