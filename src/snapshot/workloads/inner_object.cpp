// SPDX-License-Identifier: Apache-2.0
// An object inside another one. It inherits the namespace of the outer object if it names none.
#include "snapshot/expand/kueue_units.hpp"
#include "snapshot/expand/manifest_ledger.hpp"
#include "snapshot/expand/workloads.hpp"
#include "snapshot/validation/validate.hpp"

#include "util/concat.hpp"

namespace snapshot {

void expand_inner(document::Value value, const Path& path, const Source& outer, Expander& expander, Inner as) {
  if (value["metadata"]["namespace"].absent()) {
    document::Output placed = document::editable(value);
    placed["metadata"]["namespace"] = outer.namespace_name;
    value = expander.readable(placed);
  }
  const KeptObject inner(expander.collected(), value, outer.origin);
  const WorkloadKind* const kind = find_workload_kind(inner.api_version, inner.kind);
  if (as != Inner::Made) {
    const Validity validity = validity_of(value, path, inner.api_version, inner.kind);
    note_invalid(validity.errors, expander);
    if (!validity.is_readable) { return; }
  }
  // Kueue manages the inner object if it does not manage the outer one. (kueue, FindAncestorJobManagedByKueue)
  const std::string_view queue = local_queue_of(expander.collected(), inner, outer.namespace_name);
  const bool is_in_queue = !queue.empty() && as != Inner::Queued;
  if (is_in_queue) {
    const std::string local = util::concat("LocalQueue ", outer.namespace_name, '/', queue);
    expander.note(
        model::Authority::Queue, model::Reply::NotAsked,
        util::concat(local, " decides about ", inner.kind, " inside ", text_of(outer), ", which is not simulated"),
        local);
  }
  try {
    if (kind != nullptr) {
      if (as != Inner::Made) { note_inner_switches(inner, is_in_queue, expander); }
      kind->expand(inner, expander);
    } else {
      note_other_object(expander.collected(), inner);
      expand_templates(inner, pod_template_paths(value), expander);
    }
  } catch (const DecodeError& error) {
    const std::string_view name = value["metadata"]["name"].text();
    throw DecodeError(path, util::concat(inner.kind, ' ', name, ": ", error.what()));
  }
}

} // namespace snapshot
