// SPDX-License-Identifier: Apache-2.0
#include "snapshot/validation/formats.hpp"

#include "model/values/name_errors.hpp"
#include "model/values/names.hpp"
#include "util/concat.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>

namespace snapshot {

namespace {

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_lower_or_digit(char c) { return is_lower(c) || is_digit(c); }
bool is_letter_or_digit(char c) { return is_lower_or_digit(c) || (c >= 'A' && c <= 'Z'); }

// [a-z0-9]([-a-z0-9]*[a-z0-9])?
bool has_label_shape(std::string_view text) {
  return !text.empty() && is_lower_or_digit(text.front()) && is_lower_or_digit(text.back()) &&
         std::ranges::all_of(text, [](char c) { return is_lower_or_digit(c) || c == '-'; });
}

bool has_1035_shape(std::string_view text) { return has_label_shape(text) && is_lower(text.front()); }

// _?[a-z0-9]([-_a-z0-9]*[a-z0-9])? joined by dots
bool has_search_domain_shape(std::string_view text) {
  while (true) {
    const std::size_t dot = std::min(text.find('.'), text.size());
    std::string part(text.substr(0, dot));
    if (part.starts_with('_')) { part.erase(0, 1); }
    if (part.starts_with('_')) { return false; }
    std::ranges::replace(part, '_', '-');
    if (!has_label_shape(part)) { return false; }
    if (dot == text.size()) { return true; }
    text.remove_prefix(dot + 1);
  }
}

std::string most(std::size_t length, std::string_view unit) {
  return util::concat("must be no more than ", length, ' ', unit);
}

constexpr std::string_view k_label_shape =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with "
    "an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is "
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
constexpr std::string_view k_search_shape =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must "
    "start "
    "and end with an alphanumeric character (e.g. 'example.com', regex used for validation is "
    "'_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*')";
constexpr std::string_view k_1035_shape =
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, "
    "and "
    "end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is "
    "'[a-z]([-a-z0-9]*[a-z0-9])?')";
constexpr std::string_view k_config_key_shape =
    "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or "
    "'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";
constexpr std::string_view k_header_shape = "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. "
                                            "'X-Header-Name', regex used for validation "
                                            "is '[-A-Za-z0-9]+')";
constexpr std::string_view k_percent_shape =
    "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for "
    "validation is '[0-9]+%')";

} // namespace

Complaints dns_label_complaints(std::string_view text) {
  Complaints complaints;
  if (text.size() > 63) { complaints.push_back(most(63, "characters")); }
  if (!has_label_shape(text)) {
    complaints.emplace_back(model::has_dns_subdomain_shape(text) ? "must not contain dots" : k_label_shape);
  }
  return complaints;
}

Complaints dns_subdomain_complaints(std::string_view text) {
  Complaints complaints;
  if (text.size() > 253) { complaints.push_back(most(253, "characters")); }
  if (!model::has_dns_subdomain_shape(text)) { complaints.emplace_back(model::k_dns_subdomain_shape); }
  return complaints;
}

Complaints search_domain_complaints(std::string_view text) {
  Complaints complaints;
  if (text.size() > 253) { complaints.push_back(most(253, "characters")); }
  if (!has_search_domain_shape(text)) { complaints.emplace_back(k_search_shape); }
  return complaints;
}

Complaints dns_1035_label_complaints(std::string_view text) {
  Complaints complaints;
  if (text.size() > 63) { complaints.push_back(most(63, "characters")); }
  if (!has_1035_shape(text)) { complaints.emplace_back(k_1035_shape); }
  return complaints;
}

Complaints path_segment_complaints(std::string_view text) {
  if (text == "." || text == "..") { return {util::concat("may not be '", text, '\'')}; }
  Complaints complaints;
  for (const char c : {'/', '%'}) {
    if (text.find(c) != std::string_view::npos) { complaints.push_back(util::concat("may not contain '", c, '\'')); }
  }
  return complaints;
}

Complaints label_key_complaints(std::string_view text) {
  Complaints complaints;
  std::string_view name = text;
  if (const std::size_t slash = text.find('/'); slash != std::string_view::npos) {
    name = text.substr(slash + 1);
    if (name.find('/') != std::string_view::npos) {
      return {util::concat("a valid label key ", model::k_qualified_name_shape,
                           " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')")};
    }
    if (slash == 0) {
      complaints.emplace_back("prefix part must be non-empty");
    } else {
      const std::string_view prefix = text.substr(0, slash);
      if (prefix.size() > 253) { complaints.push_back(util::concat("prefix part ", most(253, "bytes"))); }
      if (!model::has_dns_subdomain_shape(prefix)) {
        complaints.push_back(util::concat("prefix part ", model::k_dns_subdomain_shape));
      }
    }
  }
  if (name.empty()) { complaints.emplace_back("name part must be non-empty"); }
  if (name.size() > 63) { complaints.push_back(util::concat("name part ", most(63, "bytes"))); }
  if (!model::has_label_name_shape(name)) {
    complaints.push_back(util::concat("name part ", model::k_qualified_name_shape));
  }
  return complaints;
}

Complaints label_value_complaints(std::string_view text) {
  Complaints complaints;
  if (text.size() > 63) { complaints.push_back(most(63, "bytes")); }
  if (!text.empty() && !model::has_label_name_shape(text)) { complaints.emplace_back(model::k_label_value_shape); }
  return complaints;
}

Complaints port_name_complaints(std::string_view text) {
  Complaints complaints;
  if (text.size() > 15) { complaints.push_back(most(15, "characters")); }
  if (text.empty() || !std::ranges::all_of(text, [](char c) { return is_lower_or_digit(c) || c == '-'; })) {
    complaints.emplace_back("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
  }
  if (!std::ranges::any_of(text, is_lower)) { complaints.emplace_back("must contain at least one letter (a-z)"); }
  if (text.find("--") != std::string_view::npos) { complaints.emplace_back("must not contain consecutive hyphens"); }
  if (text.starts_with('-') || text.ends_with('-')) { complaints.emplace_back("must not begin or end with a hyphen"); }
  return complaints;
}

Complaints variable_name_complaints(std::string_view text) {
  if (text.empty()) { return {"environment variable name must be non-empty"}; }
  if (std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~' && c != '='; })) { return {}; }
  return {"a valid environment variable name must consist only of printable ASCII characters other than '='"};
}

Complaints config_key_complaints(std::string_view text) {
  Complaints complaints;
  if (text.size() > 253) { complaints.push_back(most(253, "characters")); }
  const auto is_allowed = [](char c) { return is_letter_or_digit(c) || c == '-' || c == '_' || c == '.'; };
  if (text.empty() || !std::ranges::all_of(text, is_allowed)) { complaints.emplace_back(k_config_key_shape); }
  if (text == "." || text == "..") {
    complaints.push_back(util::concat("must not be '", text, '\''));
  } else if (text.starts_with("..")) {
    complaints.emplace_back("must not start with '..'");
  }
  return complaints;
}

Complaints header_name_complaints(std::string_view text) {
  const auto is_allowed = [](char c) { return is_letter_or_digit(c) || c == '-'; };
  if (!text.empty() && std::ranges::all_of(text, is_allowed)) { return {}; }
  return {std::string(k_header_shape)};
}

Complaints percent_complaints(std::string_view text) {
  const std::string_view number = text.substr(0, text.empty() ? 0 : text.size() - 1);
  if (text.ends_with('%') && !number.empty() && std::ranges::all_of(number, is_digit)) { return {}; }
  return {std::string(k_percent_shape)};
}

std::string range_complaint(std::int64_t low, std::int64_t high) {
  return util::concat("must be between ", low, " and ", high, ", inclusive");
}

Complaints port_number_complaints(std::int64_t port) {
  if (port >= 1 && port <= 65535) { return {}; }
  return {range_complaint(1, 65535)};
}

// Leading zeros in the numbers of an IPv4 address are allowed.
bool is_ip_address(std::string_view text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool is_first = at == 0 || text[at - 1] == '.';
    const bool has_next = at + 1 < text.size() && is_digit(text[at + 1]);
    if (text.find(':') == std::string_view::npos && text[at] == '0' && has_next && (is_first || plain.ends_with('.'))) {
      continue;
    }
    plain += text[at];
  }
  std::array<unsigned char, sizeof(in6_addr)> address{};
  return inet_pton(AF_INET, plain.c_str(), address.data()) == 1 ||
         inet_pton(AF_INET6, plain.c_str(), address.data()) == 1;
}

std::string as_prefix(std::string_view generate_name) {
  std::string name(generate_name);
  if (name.size() > 1 && name.ends_with('-')) {
    name.erase(name.size() - 2);
    name += 'a';
  }
  return name;
}

} // namespace snapshot
