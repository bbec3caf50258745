// SPDX-License-Identifier: Apache-2.0
// One string in YAML, in the style that kubectl would choose.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace document {

struct YamlPlace {
  enum class Role : std::uint8_t { Value, Key };
  int indent = 0;         // of the line that the scalar begins in; further lines stand two columns further in
  std::size_t column = 0; // where the scalar begins: long lines are folded at blanks beyond column 80
  Role role = Role::Value;
};

// Appends `text` without a line end behind it. Keys stay on one line: see is_simple_yaml_key.
void append_yaml_scalar(std::string& out, std::string_view text, YamlPlace place);

// Whether `text` can stand before a colon; other keys are written behind "? ".
bool is_simple_yaml_key(std::string_view text);

} // namespace document
