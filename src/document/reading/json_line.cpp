// SPDX-License-Identifier: Apache-2.0
// An object as one line of JSON.
#include "document/reading/json_line.hpp"

#include "document/yaml/writer.hpp"

#include <algorithm>
#include <vector>

namespace document {

namespace {

std::vector<Value::Member> sorted_members(Value object) {
  std::vector<Value::Member> members;
  members.reserve(object.size());
  for (const Value::Member member : object.members()) { members.push_back(member); }
  std::ranges::stable_sort(members, {}, &Value::Member::key);
  return members;
}

void append_object(std::string& out, Value object) {
  const std::vector<Value::Member> members = sorted_members(object);
  char before = '{';
  for (std::size_t at = 0; at < members.size(); ++at) {
    if (at + 1 < members.size() && members[at].key == members[at + 1].key) { continue; }
    out += before;
    before = ',';
    append_json_string(out, members[at].key);
    out += ':';
    append_json_line(out, members[at].value);
  }
  if (members.empty()) { out += '{'; }
  out += '}';
}

void append_array(std::string& out, Value array) {
  out += '[';
  bool first = true;
  for (const Value element : array.elements()) {
    if (!first) { out += ','; }
    first = false;
    append_json_line(out, element);
  }
  out += ']';
}

} // namespace

void append_json_line(std::string& out, Value value) {
  switch (value.type()) {
  case Type::Missing:
  case Type::Null:
    out += "null";
    return;
  case Type::Boolean:
    out += value.boolean() ? "true" : "false";
    return;
  case Type::Number:
    out += value.text();
    return;
  case Type::String:
    append_json_string(out, value.text());
    return;
  case Type::Array:
    append_array(out, value);
    return;
  case Type::Object:
    append_object(out, value);
    return;
  }
}

std::size_t json_line_bound(Value value) {
  constexpr std::size_t k_word = 5, k_quotes = 2, k_escaped = 6; // bytes: of false, of two quotes, of an escaped byte
  std::size_t bytes = 0;
  switch (value.type()) {
  case Type::Missing:
  case Type::Null:
  case Type::Boolean:
    return k_word;
  case Type::Number:
    return value.text().size();
  case Type::String:
    return k_quotes + k_escaped * value.text().size();
  case Type::Array:
    for (const Value element : value.elements()) { bytes += 1 + json_line_bound(element); }
    return k_quotes + bytes;
  case Type::Object:
    for (const auto [key, member] : value.members()) {
      bytes += 2 + k_quotes + k_escaped * key.size() + json_line_bound(member);
    }
    return k_quotes + bytes;
  }
  return bytes;
}

} // namespace document
