// SPDX-License-Identifier: Apache-2.0
#include "snapshot/expand/fixed_fields.hpp"

#include "snapshot/expand/manifest_ledger.hpp"

#include <algorithm>

namespace snapshot {

void note_fixed_fields(model::PodIndex there, const Prepared& prepared, const char* error, Expander& expander) {
  if (prepared.refusal) { return; }
  const model::PodSpec& old = *expander.collected().cluster.pods[static_cast<std::size_t>(there)].spec;
  DeclaredSpec declared = prepared.declared;
  const model::PodSpec wanted = completed(std::move(declared), expander.collected().sharing);
  if (old.container_count != wanted.container_count || old.images != wanted.images) { return; }
  // The nodes of a pod with a scheduling gate may be narrowed.
  const bool has_nodes =
      !old.scheduling_gates.empty() || std::ranges::includes(old.node_selector, wanted.node_selector);
  if (old.requests != wanted.requests || !has_nodes) { note_invalid({error}, expander); }
}

} // namespace snapshot
