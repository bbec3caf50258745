// SPDX-License-Identifier: Apache-2.0
// Where in a file an object was declared, for whoever shows findings beside the text.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace model {

struct SourcePlace {
  std::string file;      // as the user named it; empty: none
  std::int64_t line = 0; // of the object, from 1; 0: not known
  friend bool operator==(const SourcePlace&, const SourcePlace&) = default;
};

// The lines of an object's members: "spec.template.spec.schedulerName", without the numbers of list elements, each path
// once, in the order of the text.
using FieldLines = std::vector<std::pair<std::string, std::int64_t>>;

// An object of a manifest, and where it stands.
struct DeclaredObject {
  std::string kind, namespace_name, name;
  SourcePlace place;
  FieldLines fields = {};       // empty: not known
  std::string api_version = {}; // empty: not known
};

} // namespace model
