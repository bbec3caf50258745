// SPDX-License-Identifier: Apache-2.0
// The one JSON and YAML writer. Prints the same bytes as kubectl: sorted keys, JSON indented by four blanks with < > &
// escaped, YAML with quotes only if YAML 1.1 needs them.
#pragma once

#include <concepts>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace document {

// A number in its original spelling ("1e3", "12345678901234567890"), printed unchanged.
struct NumberText {
  std::string text;
};

// A value to write. Absent fields are not set; nothing is null.
class Output {
 public:
  using Array = std::vector<Output>;
  using Object = std::map<std::string, Output, std::less<>>;

  Output() : m_data(Object{}) {}
  Output(bool value) : m_data(value) {}
  Output(std::integral auto value) : m_data(static_cast<std::int64_t>(value)) {}
  Output(std::string value) : m_data(std::move(value)) {}
  Output(std::string_view value) : m_data(std::string(value)) {}
  Output(NumberText value) : m_data(std::move(value)) {}
  Output(const char* value) : m_data(std::string(value)) {}
  Output(Array value) : m_data(std::move(value)) {}
  Output(Object value) : m_data(std::move(value)) {}

  // The member of that name, created if absent. Anything but an object becomes an empty one.
  Output& operator[](std::string_view key);
  void push(Output value); // only on arrays
  static Output array() { return Output(Array{}); }

  using Data = std::variant<bool, std::int64_t, NumberText, std::string, Array, Object>;
  const Data& data() const { return m_data; }
  Data& data() { return m_data; }

 private:
  Data m_data;
};

std::string to_json(const Output& value);      // ends in a newline
std::string to_json_line(const Output& value); // without blanks and without a newline
std::string to_yaml(const Output& value);      // ends in a newline

// A JSON string with its quotes and kubectl's escapes; invalid UTF-8 becomes U+FFFD.
void append_json_string(std::string& out, std::string_view text);
std::string json_string(std::string_view text);

// One YAML scalar in kubectl's style; `indent` is that of the line, for block scalars.
std::string yaml_scalar(std::string_view text, int indent);

} // namespace document
