// SPDX-License-Identifier: Apache-2.0
#include "model/values/names.hpp"

#include "model/values/name_errors.hpp"

#include <algorithm>

namespace model {

namespace {

bool is_lower_alnum(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }
bool is_alnum(char c) { return is_lower_alnum(c) || (c >= 'A' && c <= 'Z'); }

// [a-z0-9]([-a-z0-9]*[a-z0-9])?
bool has_dns_label_shape(std::string_view text) {
  if (text.empty() || !is_lower_alnum(text.front()) || !is_lower_alnum(text.back())) { return false; }
  return std::ranges::all_of(text, [](char c) { return is_lower_alnum(c) || c == '-'; });
}

} // namespace

bool has_dns_subdomain_shape(std::string_view text) {
  while (true) {
    const std::size_t dot = text.find('.');
    if (!has_dns_label_shape(text.substr(0, dot))) { return false; }
    if (dot == std::string_view::npos) { return true; }
    text.remove_prefix(dot + 1);
  }
}

bool has_label_name_shape(std::string_view text) {
  if (text.empty() || !is_alnum(text.front()) || !is_alnum(text.back())) { return false; }
  return std::ranges::all_of(text, [](char c) { return is_alnum(c) || c == '-' || c == '_' || c == '.'; });
}

bool is_dns_label(std::string_view text) { return text.size() <= 63 && has_dns_label_shape(text); }
bool is_dns_subdomain(std::string_view text) { return text.size() <= 253 && has_dns_subdomain_shape(text); }
bool is_label_key(std::string_view text) { return label_key_error(text).empty(); }
bool is_label_value(std::string_view text) { return label_value_error(text).empty(); }

} // namespace model
