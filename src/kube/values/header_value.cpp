// SPDX-License-Identifier: Apache-2.0
#include "kube/values/header_value.hpp"

#include "util/concat.hpp"
#include "util/error.hpp"

#include <algorithm>

namespace kube {

namespace {

bool is_control_or_delete(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

// RFC 7230, token. Not the percent sign: every escape begins with one, so it needs escaping too.
bool fits_name(char c) {
  const bool alphanumeric = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return alphanumeric || std::string_view("!#$&'*+-.^_`|~").find(c) != std::string_view::npos;
}

} // namespace

// Stricter than Go (httpguts.ValidHeaderFieldValue), which accepts tabs.
void check_header_value(std::string_view header, std::string_view value) {
  if (std::none_of(value.begin(), value.end(), is_control_or_delete)) { return; }
  throw util::Error(util::concat("invalid header field value for \"", header,
                                 "\": it holds a line break or another control character"));
}

// client-go transport, headerKeyEscape
std::string impersonate_extra_header(std::string_view key) {
  constexpr std::string_view k_digits = "0123456789ABCDEF";
  std::string out = "Impersonate-Extra-";
  for (const char c : key) {
    const auto byte = static_cast<unsigned char>(c);
    if (fits_name(c) && byte != 0) {
      out += c;
    } else {
      out += util::concat('%', k_digits[byte >> 4], k_digits[byte & 15U]);
    }
  }
  return out;
}

} // namespace kube
