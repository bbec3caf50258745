// SPDX-License-Identifier: Apache-2.0
// One string in YAML, in kubectl's style.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace document {

struct YamlPlace {
  enum class Role : std::uint8_t { Value, Key };
  int indent = 0;         // of the scalar's first line; further lines have two columns more
  std::size_t column = 0; // start of the scalar: long lines are folded at blanks beyond column 80
  Role role = Role::Value;
};

// Appends `text` without a line end after it. Keys stay on one line: see is_simple_yaml_key.
void append_yaml_scalar(std::string& out, std::string_view text, YamlPlace place);

// True if `text` is valid before a colon; other keys are written after "? ".
bool is_simple_yaml_key(std::string_view text);

} // namespace document
