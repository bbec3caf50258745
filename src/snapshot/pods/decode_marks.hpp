// SPDX-License-Identifier: Apache-2.0
// What of a pod, or of a pod template, says which gang it is of, labels aside.
#pragma once

#include "model/values/labels.hpp"
#include "snapshot/collected/collected.hpp"
#include "snapshot/collected/fields.hpp"

#include <string_view>

namespace snapshot {

// Of the annotations those that a dialect reads, and the fields of the spec that name a native group; sorted by key.
// `path` is that of the pod or template.
model::Labels marks_of(Collected& collected, document::Value metadata, document::Value spec, const Path& path);

// The same in two steps, of which only the second one needs what has been collected: texts as they are written, and
// then as mark_text has them.
model::Labels written_marks_of(document::Value metadata, document::Value spec, const Path& path);
void settle_marks(Collected& collected, model::Labels& marks);

// The text of a dialect's annotation: of lists in JSON what is read of them, so that a snapshot says the same.
std::string_view mark_text(Collected& collected, std::string_view key, std::string_view text);

} // namespace snapshot
