// SPDX-License-Identifier: Apache-2.0
#include "document/yaml/yaml_resolve.hpp"

#include "document/bytes/utf8.hpp"
#include "document/yaml/yaml_number.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace document {

namespace {

using Kind = YamlScalar::Kind;

struct Word {
  std::string_view text;
  Kind kind;
  bool boolean;
};

// go-yaml v2, resolveMapList. Only these spellings: tRue is a string.
// clang-format off
constexpr Word k_words[] = {
  {"y", Kind::Boolean, true}, {"Y", Kind::Boolean, true}, {"yes", Kind::Boolean, true}, {"Yes", Kind::Boolean, true}, {"YES", Kind::Boolean, true},
  {"true", Kind::Boolean, true}, {"True", Kind::Boolean, true}, {"TRUE", Kind::Boolean, true},
  {"on", Kind::Boolean, true}, {"On", Kind::Boolean, true}, {"ON", Kind::Boolean, true},
  {"n", Kind::Boolean, false}, {"N", Kind::Boolean, false}, {"no", Kind::Boolean, false}, {"No", Kind::Boolean, false}, {"NO", Kind::Boolean, false},
  {"false", Kind::Boolean, false}, {"False", Kind::Boolean, false}, {"FALSE", Kind::Boolean, false},
  {"off", Kind::Boolean, false}, {"Off", Kind::Boolean, false}, {"OFF", Kind::Boolean, false},
  {"", Kind::Null, false}, {"~", Kind::Null, false}, {"null", Kind::Null, false}, {"Null", Kind::Null, false}, {"NULL", Kind::Null, false},
  {".nan", Kind::Infinite, false}, {".NaN", Kind::Infinite, false}, {".NAN", Kind::Infinite, false},
  {".inf", Kind::Infinite, false}, {".Inf", Kind::Infinite, false}, {".INF", Kind::Infinite, false},
  {"+.inf", Kind::Infinite, false}, {"+.Inf", Kind::Infinite, false}, {"+.INF", Kind::Infinite, false},
  {"-.inf", Kind::Infinite, false}, {"-.Inf", Kind::Infinite, false}, {"-.INF", Kind::Infinite, false},
};
// clang-format on

constexpr std::size_t k_longest_word = 5;

const Word* find_word(std::string_view text) {
  if (text.size() > k_longest_word) { return nullptr; }
  const auto found =
      std::find_if(std::begin(k_words), std::end(k_words), [&](const Word& word) { return word.text == text; });
  return found == std::end(k_words) ? nullptr : found;
}

YamlScalar float_scalar(double value) { return {Kind::Float, false, value, go_json_float(value)}; }

constexpr std::string_view k_tag = "tag:yaml.org,2002:";

std::string_view tag_of(Kind kind) {
  switch (kind) {
  case Kind::Null:
    return "null";
  case Kind::Boolean:
    return "bool";
  case Kind::Integer:
    return "int";
  case Kind::Float:
  case Kind::Infinite:
    return "float";
  case Kind::Timestamp:
    return "timestamp";
  case Kind::String:
    break;
  }
  return "str";
}

} // namespace

YamlScalar resolve_plain(std::string_view text) {
  if (const Word* const word = find_word(text)) { return {word->kind, word->boolean, 0, {}}; }
  const char first = text[0];
  const bool digit = first >= '0' && first <= '9';
  if (first == '.') {
    const std::optional<double> value = yaml_float(text);
    return value ? float_scalar(*value) : YamlScalar{};
  }
  if (!digit && first != '+' && first != '-') { return {}; }
  if (is_yaml_timestamp(text)) { return {Kind::Timestamp, false, 0, {}}; }
  std::string plain(text);
  std::erase(plain, '_');
  if (std::string integer = yaml_integer(plain); !integer.empty()) {
    return {Kind::Integer, false, 0, std::move(integer)};
  }
  if (const std::optional<double> value = yaml_float(plain)) { return float_scalar(*value); }
  return {};
}

YamlScalar resolve_tagged(std::string_view tag, const std::string& text, std::string& error) {
  if (!tag.starts_with(k_tag)) { return {}; }
  const std::string_view wanted = tag.substr(k_tag.size());
  constexpr std::array<std::string_view, 5> k_resolved = {"bool", "int", "float", "null", "timestamp"};
  if (std::find(k_resolved.begin(), k_resolved.end(), wanted) == k_resolved.end()) { return {}; }
  YamlScalar scalar = resolve_plain(text);
  if (wanted == "float" && scalar.kind == Kind::Integer) {
    double value = 0;
    std::from_chars(scalar.number.data(), scalar.number.data() + scalar.number.size(), value);
    return float_scalar(value);
  }
  if (wanted != tag_of(scalar.kind)) {
    error = util::concat("cannot decode !!", tag_of(scalar.kind), " `", text, "` as a !!", wanted);
  }
  return scalar;
}

std::string key_text(const YamlScalar& scalar, std::string_view text, std::string& error) {
  switch (scalar.kind) {
  case Kind::Boolean:
    return scalar.boolean ? "true" : "false";
  case Kind::Float:
    return go_general_float(static_cast<float>(scalar.real));
  case Kind::Integer: {
    std::int64_t value = 0;
    const char* const end = scalar.number.data() + scalar.number.size();
    if (std::from_chars(scalar.number.data(), end, value).ec == std::errc()) { return scalar.number; }
    error = util::concat("the key ", text, " is an integer that is too large; put it into quotes");
    return {};
  }
  case Kind::Null:
  case Kind::Infinite:
    error = util::concat("the key ", text.empty() ? "(nothing)" : text, " is no text; put it into quotes");
    return {};
  case Kind::Timestamp:
  case Kind::String:
    break;
  }
  return std::string(text);
}

std::string from_base64(std::string_view text, std::string& error) {
  constexpr std::string_view k_letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string letters(text);
  std::erase_if(letters, [](char letter) { return letter == '\n' || letter == '\r'; });
  const bool whole = letters.size() % 4 == 0;
  std::size_t padding = 0;
  while (padding < 2 && letters.ends_with('=')) {
    letters.pop_back();
    ++padding;
  }
  if (!whole || letters.find_first_not_of(k_letters) != std::string::npos) {
    error = "this !!binary text is no base64";
    return {};
  }
  std::string out;
  unsigned bits = 0;
  int count = 0;
  for (const char letter : letters) {
    bits = bits << 6 | static_cast<unsigned>(k_letters.find(letter));
    count += 6;
    if (count < 8) { continue; }
    count -= 8;
    out += static_cast<char>(bits >> count & 0xff);
  }
  return repaired_utf8(out);
}

} // namespace document
