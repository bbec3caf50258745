// SPDX-License-Identifier: Apache-2.0
// The annotations and fields of a pod, or of a pod template, that name its gang, and the annotation of mirror pods.
// Labels are elsewhere.
#pragma once

#include "model/values/labels.hpp"
#include "snapshot/collected/collected.hpp"
#include "snapshot/collected/fields.hpp"

#include <string_view>

namespace snapshot {

// The annotations that some dialect reads, the one of mirror pods, and the spec fields that name a native group, sorted
// by key. `path` is the path of the pod or template.
model::Labels marks_of(Collected& collected, document::Value metadata, document::Value spec, const Path& path);

// Does the same in two steps, of which only the second needs `collected`. written_marks_of returns the strings as
// written; settle_marks applies mark_text to them.
model::Labels written_marks_of(document::Value metadata, document::Value spec, const Path& path);
void settle_marks(Collected& collected, model::Labels& marks);

// The value of a dialect's annotation. A JSON list is reduced to the fields that we read, so that a saved snapshot
// gives the same value.
std::string_view mark_text(Collected& collected, std::string_view key, std::string_view text);

} // namespace snapshot
