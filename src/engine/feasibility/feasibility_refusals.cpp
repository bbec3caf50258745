// SPDX-License-Identifier: Apache-2.0
// Explains why nodes reject a class, for reports.
#include "engine/feasibility/feasibility_parts.hpp"

#include <algorithm>
#include <iterator>

namespace engine {

std::vector<const Filter*> Feasibility::skip_cycle(int pod_class) const {
  const Class& pods = *m_classes[static_cast<std::size_t>(pod_class)];
  std::vector<const Filter*> skipping;
  std::ranges::copy_if(pods.filters, std::back_inserter(skipping), [in = input(pods)](const Filter* row) {
    return row->skips_cycle != nullptr && row->skips_cycle(in);
  });
  return skipping;
}

Refusal Feasibility::refusal_on(int pod_class, model::NodeIndex node, const Filter** filter,
                                const std::vector<const Filter*>& left_out) const {
  const Class& pods = *m_classes[static_cast<std::size_t>(pod_class)];
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

RefusalId Feasibility::intern(const Filter* filter, const Refusal& refusal) {
  const auto is_same = [&](const KnownRefusal& known) {
    return known.filter == filter && known.refusal.unresolvable == refusal.unresolvable &&
           known.refusal.reasons == refusal.reasons;
  };
  // A cluster has only a handful of distinct refusals, and most nodes repeat that of the previous node.
  if (m_last_interned != 0 && is_same(m_known[m_last_interned])) { return m_last_interned; }
  const auto found = std::find_if(m_known.begin() + 1, m_known.end(), is_same);
  m_last_interned = static_cast<RefusalId>(found - m_known.begin());
  if (found == m_known.end()) { m_known.push_back({filter, refusal}); }
  return m_last_interned;
}

// Recomputes the refusals of `nodes`. A filter drops many nodes at a time; why() runs only for the dropped ones.
void Feasibility::refuse(Class& pods, NodeSet nodes) {
  const FilterInput in = input(pods);
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
      pods.columns->refusals[static_cast<std::size_t>(node)] = intern(row, refusal);
    });
    before = nodes;
  }
  before.for_each([&](model::NodeIndex node) { pods.columns->refusals[static_cast<std::size_t>(node)] = 0; });
}

void Feasibility::refresh_refusals(Class& pods) {
  if (pods.columns->refusals_seen == m_log.size()) { return; }
  if (pods.columns->refusals_seen == k_never || pods.any_placement_scope) {
    pods.columns->refusals.resize(m_nodes.size());
    refuse(pods, NodeSet(m_nodes.size()));
  } else {
    NodeSet changed = NodeSet::none(m_nodes.size());
    for (const model::NodeIndex node : changed_since(pods.columns->refusals_seen)) { changed.insert(node); }
    refuse(pods, std::move(changed));
  }
  pods.columns->refusals_seen = m_log.size();
}

const std::vector<RefusalId>& Feasibility::refusals(int pod_class) {
  Class& pods = at(pod_class);
  columns_of(pods);
  refresh_refusals(pods);
  return pods.columns->refusals;
}

} // namespace engine
