// SPDX-License-Identifier: Apache-2.0
// An object inside another one, or made from it. One inside inherits the namespace of the outer object if it names
// none.
#include "snapshot/expand/kueue_units.hpp"
#include "snapshot/expand/manifest_ledger.hpp"
#include "snapshot/expand/template_ledger.hpp"
#include "snapshot/expand/workloads.hpp"
#include "snapshot/validation/validate.hpp"

#include "util/concat.hpp"

namespace snapshot {

namespace {

void note_refusals_of_made(const std::vector<std::string>& errors, const Source& made, Expander& expander) {
  const std::string object = text_of(expander.top());
  for (const std::string& error : errors) {
    expander.note(model::Authority::Admission, model::Reply::Refuses,
                  util::concat(object, " makes an invalid ", made.kind, ": ", error), object);
  }
}

} // namespace

void note_made_object(document::Value object, const Path& path, const Source& made, Expander& expander) {
  note_refusals_of_made(invalid_fields_of_made(object, path, made.api_version, made.kind), made, expander);
}

void note_made_template(document::Value pod_template, const Path& path, const Source& made, Expander& expander) {
  note_refusals_of_made(invalid_fields_for_kind(pod_template, path, made.api_version, made.kind), made, expander);
}

void expand_inner(document::Value value, const Path& path, const Source& outer, Expander& expander, Inner as) {
  if (value["metadata"]["namespace"].absent()) {
    document::Output placed = document::editable(value);
    placed["metadata"]["namespace"] = outer.namespace_name;
    value = expander.readable(placed);
  }
  const KeptObject inner(expander.collected(), value, outer.origin);
  const WorkloadKind* const kind = find_workload_kind(inner.api_version, inner.kind);
  if (as != Inner::Made) {
    const Validity validity = validity_of(value, path, inner.api_version, inner.kind, server_release_of(expander));
    note_invalid(validity.errors, expander);
    if (!validity.is_readable) { return; }
  } else {
    const Path spec = path["spec"];
    note_made_template(value["spec"]["template"], spec["template"], expander.source_of(inner), expander);
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
      note_other_object(expander.collected(), inner, server_release_of(expander));
      expand_templates(inner, pod_template_paths(value), expander);
    }
  } catch (const DecodeError& error) {
    const std::string_view name = value["metadata"]["name"].text();
    throw DecodeError(path, util::concat(inner.kind, ' ', name, ": ", error.what()));
  }
}

} // namespace snapshot
