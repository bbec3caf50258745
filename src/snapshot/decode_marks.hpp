// SPDX-License-Identifier: Apache-2.0
// What of a pod, or of a pod template, says which gang it is of, labels aside.
#pragma once

#include "model/labels.hpp"
#include "snapshot/fields.hpp"

namespace snapshot {

// Of the annotations those that a dialect reads, and the fields of the spec that name a native group; sorted by key.
// `path` is that of the pod or template.
model::Labels marks_of(document::Value metadata, document::Value spec, const Path& path);

} // namespace snapshot
