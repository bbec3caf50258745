// SPDX-License-Identifier: Apache-2.0
// Typed access to the members of an object; errors name the path of the bad value.
#include "snapshot/collected/fields.hpp"

#include "util/ascii.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

namespace snapshot {

namespace {

bool is_plain_word(std::string_view key) {
  return !key.empty() && std::ranges::all_of(key, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
}

// A value as errors quote it: strings in quotes, long strings shortened.
std::string shown(document::Value value) {
  constexpr std::size_t k_longest = 80;
  switch (value.type()) {
  case document::Type::String:
    if (value.text().size() > k_longest) { return util::concat('"', value.text().substr(0, k_longest), "…\""); }
    return util::concat('"', value.text(), '"');
  case document::Type::Number:
    return std::string(value.text());
  case document::Type::Boolean:
    return value.boolean() ? "true" : "false";
  case document::Type::Array:
    return "a list";
  case document::Type::Object:
    return "an object";
  default:
    return "null";
  }
}

[[noreturn]] void refuse(document::Value value, const Path& path, std::string_view wanted) {
  throw DecodeError(path, util::concat(shown(value), " is not ", wanted));
}

} // namespace

std::string Path::text() const {
  if (m_parent == nullptr) { return {}; }
  std::string out = m_parent->text();
  if (m_index >= 0) { return util::concat(out, '[', m_index, ']'); }
  if (m_index == k_member || !is_plain_word(m_key)) { return util::concat(out, '[', m_key, ']'); }
  if (!out.empty()) { out += '.'; }
  return out.append(m_key);
}

std::string Path::text_with_dots() const {
  if (m_parent == nullptr) { return {}; }
  const std::string out = m_parent->text_with_dots();
  if (m_index >= 0) { return util::concat(out, '[', m_index, ']'); }
  return util::concat(out, out.empty() ? "" : ".", m_key);
}

DecodeError::DecodeError(const Path& path, std::string_view what)
    : std::runtime_error(path.text().empty() ? std::string(what) : util::concat(path.text(), ": ", what)) {}

std::string_view text_of(document::Value value, const Path& path) {
  if (value.is_string()) { return value.text(); }
  if (value.absent()) { return {}; }
  refuse(value, path, "a string");
}

bool boolean_of(document::Value value, const Path& path) {
  if (value.is_boolean()) { return value.boolean(); }
  if (value.absent()) { return false; }
  refuse(value, path, "true or false");
}

std::int64_t int64_of(document::Value value, const Path& path) {
  if (value.absent()) { return 0; }
  std::int64_t number = 0;
  const std::string_view text = value.is_number() ? value.text() : std::string_view();
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) { refuse(value, path, "an integer"); }
  return number;
}

std::int32_t int32_of(document::Value value, const Path& path) {
  const std::int64_t number = int64_of(value, path);
  if (number < std::numeric_limits<std::int32_t>::min() || number > std::numeric_limits<std::int32_t>::max()) {
    refuse(value, path, "an integer of 32 bits");
  }
  return static_cast<std::int32_t>(number);
}

std::optional<model::Time> time_of(document::Value value, const Path& path) {
  if (value.absent()) { return std::nullopt; }
  model::TimeError error = model::TimeError::None;
  const std::optional<model::Time> time = model::parse_time(value.is_string() ? value.text() : "", &error);
  if (error != model::TimeError::None) { refuse(value, path, "a time such as 2026-01-02T03:04:05Z"); }
  return time;
}

model::Quantity quantity_of(document::Value value, const Path& path) {
  if (value.absent()) { return {}; }
  const std::string_view text = value.is_string() ? util::trimmed(value.text()) : value.text();
  if (const auto quantity = model::Quantity::parse(text); !text.empty() && quantity) { return *quantity; }
  refuse(value, path, "a quantity");
}

document::Value object_of(document::Value value, const Path& path) {
  if (value.absent() || value.is_object()) { return value; }
  refuse(value, path, "an object");
}

document::Value array_of(document::Value value, const Path& path) {
  if (value.absent() || value.is_array()) { return value; }
  refuse(value, path, "a list");
}

} // namespace snapshot
