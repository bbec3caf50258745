// SPDX-License-Identifier: Apache-2.0
// Finds unknown fields of a manifest, as in published manifests: labels next to metadata, a misspelt field. With
// kubectl's strict validation, the API server refuses them; without it, they have no effect.
#pragma once

#include "document/bytes/value.hpp"
#include "snapshot/collected/fields.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace snapshot {

struct Oddity {
  std::string field;       // "spec.paralelism"
  std::string_view where;  // "the spec of a Job"
  std::string remark;      // "; did you mean parallelism?", or empty
  bool is_certain = false; // false: only the similar name says that the field is misspelt
  bool is_kept = false;    // the API server takes it: the schema of the kind keeps unknown fields there
};

// For kinds without a row in api_fields.cpp, checks only the pod templates in them.
std::vector<Oddity> oddities_of(document::Value object, const Path& path, std::string_view api_version,
                                std::string_view kind);

// "spec.paralelism: the spec of a Job has no such field, so it has no effect; did you mean parallelism?"
std::string warning_about(const Oddity& oddity);

// "strict decoding error: unknown field "spec.paralelism"; did you mean parallelism?"
std::string refusal_of(const Oddity& oddity);

} // namespace snapshot
