// SPDX-License-Identifier: Apache-2.0
// Values of a wrong type, as the API server reports them.
#pragma once

#include "document/bytes/value.hpp"
#include "snapshot/collected/api_fields.hpp"
#include "snapshot/collected/fields.hpp"

#include <string>

namespace snapshot {

enum class TypesOf : bool {
  Kubernetes, // Go's words: json: cannot unmarshal string into Go struct field JobSpec.spec.parallelism of type int32
  Custom, // a schema's words: spec.minMember: Invalid value: "string": spec.minMember in body must be of type integer
};

// The first value of a wrong type, in the order in which kubectl sends the members of objects (by key); empty if there
// is none. The API server reports one at a time.
std::string type_error_of(document::Value object, const Path& path, const FieldsType& type, TypesOf types);

} // namespace snapshot
