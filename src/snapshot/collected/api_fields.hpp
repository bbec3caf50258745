// SPDX-License-Identifier: Apache-2.0
// Fields of the objects in manifests and their types, to find misspelt fields and values of a wrong type. The API
// server refuses both (kubectl asks it to: --validate=strict).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace snapshot {

enum class ValueType : std::uint8_t { Any, Boolean, Bytes, Int32, Int64, IntOrString, Object, Quantity, String, Time };
enum class FieldShape : std::uint8_t { Single, List, Map };

struct FieldsType {
  struct Field {
    std::string_view name;
    ValueType type = ValueType::Any; // of the value, or of the elements of a list, or of the members of a map
    FieldShape shape = FieldShape::Single;
    const FieldsType* below = nullptr; // type of the object; null for other types
    bool is_always_there = false;      // an object that counts as empty where it is absent
  };

  std::string_view name;  // "JobSpec", as in Kubernetes' sources
  std::string_view words; // "the spec of a Job"
  // True if `fields` is complete. Otherwise it lists only the fields that are easily misspelt.
  bool complete = true;
  bool typed = false; // the types of the fields are known
  std::vector<Field> fields;

  const Field* find(std::string_view field) const;
};

// Null for a kind without a row.
const FieldsType* fields_of_kind(std::string_view api_version, std::string_view kind);

const FieldsType& fields_of_pod_template();

} // namespace snapshot
