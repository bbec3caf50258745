// SPDX-License-Identifier: Apache-2.0
// The notation of the tables of types. Blanks separate the fields of a row:
//
//   name            a string (Known::Types) or a value of any type
//   name:int32      another basic type: any bool bytes int32 int64 intstr quantity string time
//   name:Type       an object of the type of another row; name!:Type is empty where it is absent (no pointer in Go)
//   name[]:Type     a list; name{}:Type a map
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace snapshot {

enum class Known : std::uint8_t {
  Some,  // only the fields that are easily misspelt
  All,   // all fields, but not their types
  Types, // all fields with their types
};

struct FieldRow {
  std::string_view type, words;
  Known known;
  std::string_view fields;
};

std::span<const FieldRow> kubernetes_field_rows(); // api_types.cpp

} // namespace snapshot
