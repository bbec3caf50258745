// SPDX-License-Identifier: Apache-2.0
// An object inside another one. It inherits the namespace of the outer object if it names none.
#include "snapshot/expand/manifest_ledger.hpp"
#include "snapshot/expand/workloads.hpp"
#include "snapshot/validation/validate.hpp"

#include "util/concat.hpp"

namespace snapshot {

void expand_inner(document::Value value, const Path& path, const Source& outer, Expander& expander) {
  if (value["metadata"]["namespace"].absent()) {
    document::Output placed = document::editable(value);
    placed["metadata"]["namespace"] = outer.namespace_name;
    value = expander.readable(placed);
  }
  const KeptObject inner(expander.collected(), value, outer.origin);
  const WorkloadKind* const kind = find_workload_kind(inner.api_version, inner.kind);
  const Validity validity = validity_of(value, path, inner.api_version, inner.kind);
  note_invalid(validity.errors, expander);
  if (!validity.is_readable) { return; }
  try {
    if (kind != nullptr) {
      kind->expand(inner, expander);
    } else if (!pod_template_paths(value).empty()) {
      expand_templates(inner, pod_template_paths(value), expander);
    }
  } catch (const DecodeError& error) {
    const std::string_view name = value["metadata"]["name"].text();
    throw DecodeError(path, util::concat(inner.kind, ' ', name, ": ", error.what()));
  }
}

} // namespace snapshot
