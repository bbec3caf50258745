// SPDX-License-Identifier: Apache-2.0
#include "kube/values/compact_json.hpp"

#include "document/reading/json_line.hpp"
#include "util/utf8.hpp"

#include <cstdint>

namespace kube {

namespace {

void append_escaped(std::string& out, std::uint32_t code) {
  constexpr std::string_view k_digits = "0123456789abcdef";
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) { out += k_digits[(code >> shift) & 15U]; }
}

// Go escapes < > & so that HTML can contain the JSON, and the line separators that JavaScript treats as line ends.
bool is_escaped(char32_t code) {
  return code < 0x20 || code == U'<' || code == U'>' || code == U'&' || code == 0x2028 || code == 0x2029;
}

void append_character(std::string& out, std::string_view bytes, char32_t code) {
  switch (code) {
  case U'"':
    out += "\\\"";
    break;
  case U'\\':
    out += "\\\\";
    break;
  case U'\b':
    out += "\\b";
    break;
  case U'\f':
    out += "\\f";
    break;
  case U'\n':
    out += "\\n";
    break;
  case U'\r':
    out += "\\r";
    break;
  case U'\t':
    out += "\\t";
    break;
  default:
    if (is_escaped(code)) {
      append_escaped(out, static_cast<std::uint32_t>(code));
    } else {
      out += bytes;
    }
  }
}

} // namespace

std::string json_text(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    const util::Utf8Character character = util::first_character(text);
    if (character.valid) {
      append_character(out, text.substr(0, character.bytes), character.code);
    } else {
      out += "\\ufffd";
    }
    text.remove_prefix(character.bytes);
  }
  return out + '"';
}

// The reader has repaired the texts of a value, so they contain no bytes that only json_text would escape.
std::string compact_json(document::Value value) {
  std::string out;
  document::append_json_line(out, value);
  return out;
}

} // namespace kube
