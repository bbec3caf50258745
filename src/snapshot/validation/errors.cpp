// SPDX-License-Identifier: Apache-2.0
#include "snapshot/validation/errors.hpp"

#include "util/concat.hpp"

#include <algorithm>
#include <map>

namespace snapshot {

namespace {

// Go's %q for the texts that users write: quotes, backslashes and control characters are escaped.
std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    switch (c) {
    case '"':
    case '\\':
      out += '\\';
      out += c;
      break;
    case '\n':
      out += "\\n";
      break;
    case '\t':
      out += "\\t";
      break;
    case '\r':
      out += "\\r";
      break;
    default:
      out += c;
    }
  }
  return out + '"';
}

// Compact JSON. Go sorts the keys of a map; the types that errors show have their fields in the same order, except that
// matchLabels precedes matchExpressions. Empty members are left out.
std::string json_of(document::Value value) {
  if (value.is_string()) { return quoted(value.text()); }
  if (value.is_number()) { return std::string(value.text()); }
  if (value.is_boolean()) { return value.boolean() ? "true" : "false"; }
  std::string out;
  if (value.is_array()) {
    for (const document::Value element : value.elements()) {
      out += util::concat(out.empty() ? "" : ",", json_of(element));
    }
    return util::concat('[', out, ']');
  }
  if (!value.is_object()) { return "null"; }
  std::map<std::string_view, document::Value> members;
  for (const auto [key, member] : value.members()) {
    const bool is_left_out = member.is_null() || ((member.is_array() || member.is_object()) && member.size() == 0);
    if (!is_left_out) { members[key == "matchLabels" ? "match" : key] = member; }
  }
  for (const auto& [key, member] : members) {
    out += util::concat(out.empty() ? "" : ",", quoted(key == "match" ? "matchLabels" : key), ':', json_of(member));
  }
  return util::concat('{', out, '}');
}

} // namespace

BadValue::BadValue(std::string_view value) : text(quoted(value)) {}
BadValue::BadValue(document::Value value) : text(json_of(value)) {}

void Errors::add(const ErrorField& field, std::string_view body, std::string_view detail) {
  texts.push_back(util::concat(field.text, ": ", body, detail.empty() ? "" : ": ", detail));
}

void Errors::required(const ErrorField& field, std::string_view detail) { add(field, "Required value", detail); }

void Errors::invalid(const ErrorField& field, const BadValue& value, std::string_view detail) {
  add(field, util::concat("Invalid value: ", value.text), detail);
}

void Errors::invalid(const ErrorField& field, std::string_view value, const std::vector<std::string>& details) {
  for (const std::string& detail : details) { invalid(field, BadValue(value), detail); }
}

void Errors::omitted(const ErrorField& field, std::string_view detail) { add(field, "Invalid value", detail); }

void Errors::forbidden(const ErrorField& field, std::string_view detail) { add(field, "Forbidden", detail); }

void Errors::duplicate(const ErrorField& field, const BadValue& value) {
  add(field, util::concat("Duplicate value: ", value.text), {});
}

void Errors::not_found(const ErrorField& field, std::string_view value, std::string_view detail) {
  add(field, util::concat("Not found: ", quoted(value)), detail);
}

void Errors::not_supported(const ErrorField& field, const BadValue& value, std::string_view supported) {
  std::string list;
  while (!supported.empty()) {
    const std::size_t end = std::min(supported.find(' '), supported.size());
    list += util::concat(list.empty() ? "" : ", ", quoted(supported.substr(0, end)));
    supported.remove_prefix(std::min(end + 1, supported.size()));
  }
  add(field, util::concat("Unsupported value: ", value.text), util::concat("supported values: ", list));
}

void Errors::too_long(const ErrorField& field, std::int64_t most_bytes) {
  add(field, "Too long", util::concat("may not be more than ", most_bytes, " bytes"));
}

void Errors::too_many(const ErrorField& field, std::size_t count, std::int64_t most) {
  add(field, util::concat("Too many: ", count),
      util::concat("must have at most ", most, most == 1 ? " item" : " items"));
}

} // namespace snapshot
