// SPDX-License-Identifier: Apache-2.0
// Field tables: one row for each field of the structured output. The same rows write the output
// (report/structured/field_writer.hpp), make schemas/*.json (tests/report/schema_fields.hpp), and read certificates
// back (snapshot/save/decode_feasibility.cpp).
//
// A table is a function each_field(object, fields). Each row calls one of
//   fields(name, value, about)                  the field is always there
//   fields.if_any(name, value, about)           absent if the value is nullopt, null, false, 0, the enumerator None, an
//                                               empty text, list or map, or an object without fields
//   fields.when(condition, name, value, about)  absent unless the condition holds
//   fields.definition(name, description)        the schema of the object has a name in $defs
//   fields.also(json)                           more JSON members of the schema of the object
// Nothing else may depend on a value: the schemas come from objects without values. The kind of a Report is an
// exception.
#pragma once

#include <string_view>

namespace model {

// A field in its schema. The C++ type of the value gives the type: texts are not empty, numbers are not negative.
struct About {
  std::string_view description = {};
  std::string_view type = {}; // JSON members in place of those of the C++ type
  std::string_view more = {}; // JSON members beside those
};

inline constexpr std::string_view k_any_text = R"("type": "string")"; // may be empty
inline constexpr std::string_view k_any_integer = R"("type": "integer")";
inline constexpr std::string_view k_priority = R"("$ref": "#/$defs/priority")";
inline constexpr std::string_view k_time = R"("$ref": "#/$defs/time")";
inline constexpr std::string_view k_pod_key = R"("$ref": "#/$defs/podKey")";
inline constexpr std::string_view k_pod_keys = R"("type": "array", "items": {"$ref": "#/$defs/podKey"})";

} // namespace model
