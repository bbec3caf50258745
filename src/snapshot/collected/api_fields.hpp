// SPDX-License-Identifier: Apache-2.0
// Names of the fields that objects of manifests have, to detect misspelt ones. The API server rejects or drops an
// unknown field; either way, nothing reads it.
#pragma once

#include <string_view>
#include <vector>

namespace snapshot {

struct FieldsType {
  struct Field {
    std::string_view name;
    const FieldsType* below = nullptr; // type of its value, or of the elements of a list; null: not checked
    bool is_map = false;               // `below` is the type of each member
  };

  std::string_view words; // "the spec of a Job"
  // True if `fields` is complete. Otherwise it lists only the fields that are easily misspelt.
  bool complete = true;
  std::vector<Field> fields;

  const Field* find(std::string_view name) const;
};

// Null for a kind without a row.
const FieldsType* fields_of_kind(std::string_view api_group, std::string_view kind);

const FieldsType& fields_of_pod_template();

} // namespace snapshot
