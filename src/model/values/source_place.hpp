// SPDX-License-Identifier: Apache-2.0
// File and line of an object's declaration; used to annotate findings.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace model {

struct SourcePlace {
  std::string file;      // as the user named it; empty: none
  std::int64_t line = 0; // of the object, from 1; 0: unknown
  friend bool operator==(const SourcePlace&, const SourcePlace&) = default;
};

// The lines of an object's fields by path, without list indexes: "spec.template.spec.schedulerName". Each path once,
// in the order of the text.
using FieldLines = std::vector<std::pair<std::string, std::int64_t>>;

// An object of a manifest, and its place in the file.
struct DeclaredObject {
  std::string kind, namespace_name, name;
  SourcePlace place;
  FieldLines fields = {};       // empty: unknown
  std::string api_version = {}; // empty: unknown
};

} // namespace model
