// SPDX-License-Identifier: Apache-2.0
#include "kube/values/fields.hpp"

#include "kube/values/base64.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

namespace kube {

namespace {

[[noreturn]] void refuse(const std::string& path, std::string_view what) {
  throw util::Error(util::concat(path, " is no ", what));
}

std::string text_of(document::Value value, const std::string& path) {
  if (value.absent()) { return {}; }
  if (!value.is_string()) { refuse(path, "text; put it into quotes"); }
  return std::string(value.text());
}

document::Value array_of(document::Value value, const std::string& path) {
  if (!value.absent() && !value.is_array()) { refuse(path, "list"); }
  return value;
}

document::Value object_of(document::Value value, const std::string& path) {
  if (!value.absent() && !value.is_object()) { refuse(path, "object"); }
  return value;
}

} // namespace

std::string Fields::path_of(std::string_view key) const {
  return path.empty() ? std::string(key) : util::concat(path, '.', key);
}

std::string Fields::text(std::string_view key) const { return text_of(value[key], path_of(key)); }

bool Fields::flag(std::string_view key) const {
  const document::Value member = value[key];
  if (member.absent()) { return false; }
  if (!member.is_boolean()) { refuse(path_of(key), "boolean"); }
  return member.boolean();
}

Fields Fields::object(std::string_view key) const {
  const std::string at = path_of(key);
  return {object_of(value[key], at), at};
}

std::vector<std::string> Fields::texts(std::string_view key) const {
  const std::string at = path_of(key);
  std::vector<std::string> result;
  for (const document::Value element : array_of(value[key], at).elements()) {
    result.push_back(text_of(element, util::concat(at, '[', result.size(), ']')));
  }
  return result;
}

std::vector<Fields> Fields::objects(std::string_view key) const {
  const std::string at = path_of(key);
  std::vector<Fields> result;
  for (const document::Value element : array_of(value[key], at).elements()) {
    const std::string element_path = util::concat(at, '[', result.size(), ']');
    result.push_back({object_of(element, element_path), element_path});
  }
  return result;
}

std::vector<std::pair<std::string, std::string>> Fields::text_map(std::string_view key) const {
  const Fields map = object(key);
  std::vector<std::pair<std::string, std::string>> result;
  for (const auto [name, member] : map.value.members()) {
    result.emplace_back(std::string(name), text_of(member, map.path_of(name)));
  }
  return result;
}

std::string Fields::data(std::string_view key) const {
  Base64 decoded = from_base64(text(key));
  if (!decoded.ok) {
    throw util::Error(
        util::concat("illegal base64 data at input byte ", decoded.failed_at, " (in ", path_of(key), ')'));
  }
  return std::move(decoded.bytes);
}

} // namespace kube
