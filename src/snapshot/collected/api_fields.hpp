// SPDX-License-Identifier: Apache-2.0
// The names of fields that objects of manifests have, so that a misspelt one is noticed: the API server refuses what it
// does not know, or drops it, and either way nobody reads it.
#pragma once

#include <string_view>
#include <vector>

namespace snapshot {

struct FieldsType {
  struct Field {
    std::string_view name;
    const FieldsType* below = nullptr; // of its value, or of the elements of a list; null: not looked into
    bool is_map = false;               // `below` is of each of its members
  };

  std::string_view words; // "the spec of a Job"
  // All fields of the type are there. Otherwise these are the ones that are easily misspelt, and others exist.
  bool complete = true;
  std::vector<Field> fields;

  const Field* find(std::string_view name) const;
};

// Null for a kind that has no row.
const FieldsType* fields_of_kind(std::string_view api_group, std::string_view kind);

const FieldsType& fields_of_pod_template();

} // namespace snapshot
