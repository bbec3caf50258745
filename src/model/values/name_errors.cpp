// SPDX-License-Identifier: Apache-2.0
#include "model/values/name_errors.hpp"

#include "model/values/names.hpp"

namespace model {

namespace {

constexpr std::string_view k_too_long_name = "must be no more than 63 characters";
constexpr std::string_view k_too_long_subdomain = "must be no more than 253 characters";
constexpr std::string_view k_empty = "must be non-empty";

void complain(std::string& errors, std::string_view part, std::string_view complaint) {
  if (!errors.empty()) { errors += "; "; }
  errors += part;
  errors += complaint;
}

void check_prefix(std::string_view prefix, std::string& errors) {
  if (prefix.empty()) { return complain(errors, "prefix part ", k_empty); }
  if (prefix.size() > 253) { complain(errors, "prefix part ", k_too_long_subdomain); }
  if (!has_dns_subdomain_shape(prefix)) { complain(errors, "prefix part ", k_dns_subdomain_shape); }
}

} // namespace

std::string label_key_error(std::string_view text) {
  std::string errors;
  std::string_view name = text;
  if (const std::size_t slash = text.find('/'); slash != std::string_view::npos) {
    name = text.substr(slash + 1);
    if (name.find('/') != std::string_view::npos) {
      complain(errors, "a qualified name ", k_qualified_name_shape);
      return errors + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')";
    }
    check_prefix(text.substr(0, slash), errors);
  }
  if (name.empty()) { complain(errors, "name part ", k_empty); }
  if (name.size() > 63) { complain(errors, "name part ", k_too_long_name); }
  if (!has_label_name_shape(name)) { complain(errors, "name part ", k_qualified_name_shape); }
  return errors;
}

std::string label_value_error(std::string_view text) {
  std::string errors;
  if (text.size() > 63) { complain(errors, "", k_too_long_name); }
  if (!text.empty() && !has_label_name_shape(text)) { complain(errors, "", k_label_value_shape); }
  return errors;
}

} // namespace model
