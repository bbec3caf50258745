// SPDX-License-Identifier: Apache-2.0
// Selectors that outlive the document they were read from.
#pragma once

#include "snapshot/collected.hpp"

#include <utility>
#include <vector>

namespace snapshot {

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
