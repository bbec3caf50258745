// SPDX-License-Identifier: Apache-2.0
// The metadata of an object. (apimachinery api/validation, ValidateObjectMeta)
#pragma once

#include "snapshot/validation/formats.hpp"
#include "snapshot/validation/rules.hpp"

namespace snapshot {

// The name, or one that the API server could make from generateName: it adds five characters to the first 58. Empty if
// the object has neither.
std::string made_name(document::Value metadata);

// `name_complaints`: the rule for names of the kind.
void check_metadata(const Place& object, Complaints (*name_complaints)(std::string_view));

// Keys may have capital letters; all annotations together at most 256 KiB. (ValidateAnnotations)
void check_annotations(document::Value annotations, const Path& path, Errors& errors);

} // namespace snapshot
