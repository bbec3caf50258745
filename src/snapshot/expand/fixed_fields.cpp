// SPDX-License-Identifier: Apache-2.0
#include "snapshot/expand/fixed_fields.hpp"

#include "snapshot/expand/template_ledger.hpp"
#include "util/concat.hpp"

#include <algorithm>

namespace snapshot {

void note_fixed_fields(model::PodIndex there, const Prepared& prepared, const char* error, Expander& expander) {
  if (prepared.refusal) { return; }
  const model::PodSpec& old = *expander.collected().cluster.pods[static_cast<std::size_t>(there)].spec;
  DeclaredSpec declared = prepared.declared;
  const model::PodSpec wanted = completed(std::move(declared), expander.collected().sharing);
  if (old.container_count != wanted.container_count) { // perhaps a webhook added some
    const std::string object = text_of(expander.top());
    expander.note(model::Authority::Admission, model::Reply::NotAsked,
                  util::concat(object, " exists with another number of containers, and whether the file may change it "
                                       "is not compared"),
                  object);
    return;
  }
  // The nodes of a pod with a scheduling gate may be narrowed.
  const bool has_nodes =
      !old.scheduling_gates.empty() || std::ranges::includes(old.node_selector, wanted.node_selector);
  if (old.requests != wanted.requests || !has_nodes) { note_invalid({error}, expander); }
}

} // namespace snapshot
