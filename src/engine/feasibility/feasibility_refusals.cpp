// SPDX-License-Identifier: Apache-2.0
// Explains why nodes reject a class, for reports.
#include "engine/feasibility/feasibility_parts.hpp"

#include <algorithm>
#include <iterator>

namespace engine {

namespace {

// Recomputes the refusals of `nodes`. A filter drops many nodes at a time; why() runs only for the dropped ones.
void refuse(const FilterInput& in, PodClass& pods, NodeSet nodes, KnownRefusals& known) {
  NodeSet before = nodes;
  Refusal refusal; // reused for every node
  for (const Filter* row : pods.filters) {
    row->keep(in, nodes);
    if (nodes.size() == before.size()) { continue; }
    before.for_each([&](model::NodeIndex node) {
      if (nodes.has(node)) { return; }
      refusal.unresolvable = false;
      refusal.reasons.clear();
      row->why(in, node, refusal);
      pods.columns->refusals[static_cast<std::size_t>(node)] = known.intern(row, refusal);
    });
    before = nodes;
  }
  before.for_each([&](model::NodeIndex node) { pods.columns->refusals[static_cast<std::size_t>(node)] = 0; });
}

} // namespace

std::vector<const Filter*> Feasibility::skip_cycle(int pod_class) const {
  const PodClass& pods = *m_classes[static_cast<std::size_t>(pod_class)];
  std::vector<const Filter*> skipping;
  std::ranges::copy_if(pods.filters, std::back_inserter(skipping), [in = input(pods)](const Filter* row) {
    return row->skips_cycle != nullptr && row->skips_cycle(in);
  });
  return skipping;
}

Refusal Feasibility::refusal_on(int pod_class, model::NodeIndex node, const Filter** filter,
                                const std::vector<const Filter*>& left_out) const {
  const PodClass& pods = *m_classes[static_cast<std::size_t>(pod_class)];
  const FilterInput in = input(pods);
  Refusal refusal;
  for (const Filter* row : pods.filters) {
    if (std::ranges::find(left_out, row) != left_out.end()) { continue; }
    row->why(in, node, refusal);
    if (!refusal.reasons.empty()) {
      if (filter) { *filter = row; }
      return refusal;
    }
  }
  return refusal;
}

void Feasibility::refresh_refusals(PodClass& pods) {
  if (pods.columns->refusals_seen == log().size()) { return; }
  if (pods.columns->refusals_seen == k_never || pods.any_placement_scope) {
    pods.columns->refusals.resize(nodes().size());
    refuse(input(pods), pods, NodeSet(nodes().size()), m_known);
  } else {
    NodeSet changed = NodeSet::none(nodes().size());
    for (const model::NodeIndex node : changed_since(pods.columns->refusals_seen)) { changed.insert(node); }
    refuse(input(pods), pods, std::move(changed), m_known);
  }
  pods.columns->refusals_seen = log().size();
}

const std::vector<RefusalId>& Feasibility::refusals(int pod_class) {
  PodClass& pods = at(pod_class);
  columns_of(pods);
  refresh_refusals(pods);
  return pods.columns->refusals;
}

} // namespace engine
