// SPDX-License-Identifier: Apache-2.0
#include "kube/values/url.hpp"

#include "util/ascii.hpp"
#include "util/concat.hpp"

#include <algorithm>

namespace kube {

namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_hex(char c) { return util::is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

bool is_visible(char c) { return static_cast<unsigned char>(c) > 0x20 && c != 0x7f; }

bool is_scheme(std::string_view text) {
  return !text.empty() && is_letter(text[0]) && std::all_of(text.begin(), text.end(), [](char c) {
    return is_letter(c) || util::is_digit(c) || c == '+' || c == '-' || c == '.';
  });
}

bool is_port(std::string_view text) {
  if (text.size() > 5 || !std::all_of(text.begin(), text.end(), util::is_digit)) { return false; }
  unsigned number = 0;
  for (const char c : text) { number = number * 10 + static_cast<unsigned>(c - '0'); }
  return text.empty() || (number >= 1 && number <= 65535); // "host:" has no port
}

bool is_host_name(std::string_view text) {
  const auto fits = [](char c) { return std::string_view(R"("%/:<>?@[\]^`{|})").find(c) == std::string_view::npos; };
  return !text.empty() && std::all_of(text.begin(), text.end(), fits);
}

// fe80::1%25eth0: the zone comes after an escaped percent sign (RFC 6874).
bool is_ipv6(std::string_view text) {
  const std::size_t zone = text.find("%25");
  const std::string_view address = text.substr(0, zone);
  const bool zone_fits = zone == std::string_view::npos || is_host_name(text.substr(zone + 3));
  const auto fits = [](char c) { return is_hex(c) || c == ':' || c == '.'; };
  return zone_fits && address.find(':') != std::string_view::npos && std::all_of(address.begin(), address.end(), fits);
}

bool take_host_and_port(std::string_view text, Url& url) {
  std::string_view port;
  if (text.starts_with('[')) {
    const std::size_t close = text.find(']');
    if (close == std::string_view::npos || !is_ipv6(text.substr(1, close - 1))) { return false; }
    url.host = std::string(text.substr(1, close - 1));
    url.bracketed = true;
    port = text.substr(close + 1);
    if (!port.empty() && port[0] != ':') { return false; }
  } else {
    const std::size_t colon = text.find(':');
    url.host = std::string(text.substr(0, colon));
    if (!is_host_name(url.host)) { return false; }
    if (colon != std::string_view::npos) { port = text.substr(colon); }
  }
  if (!port.empty()) { port.remove_prefix(1); }
  url.port = std::string(port);
  return is_port(port);
}

} // namespace

std::optional<Url> parse_url(std::string_view text) {
  if (!std::all_of(text.begin(), text.end(), is_visible)) { return std::nullopt; }
  const std::size_t scheme_end = text.find("://");
  if (scheme_end == std::string_view::npos || !is_scheme(text.substr(0, scheme_end))) { return std::nullopt; }
  Url url;
  url.scheme = util::lowercase(text.substr(0, scheme_end));
  std::string_view rest = text.substr(scheme_end + 3);
  rest = rest.substr(0, rest.find('#'));
  rest = rest.substr(0, rest.find('?'));
  const std::size_t slash = rest.find('/');
  std::string_view authority = rest.substr(0, slash);
  if (slash != std::string_view::npos) { url.path = std::string(rest.substr(slash)); }
  if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos) {
    url.userinfo = std::string(authority.substr(0, at));
    url.has_userinfo = true;
    authority.remove_prefix(at + 1);
  }
  if (!take_host_and_port(authority, url)) { return std::nullopt; }
  return url;
}

std::string host_and_port(const Url& url) {
  const std::string host = url.bracketed ? util::concat('[', url.host, ']') : url.host;
  return url.port.empty() ? host : util::concat(host, ':', url.port);
}

std::string without_userinfo(std::string_view text) {
  const std::size_t scheme_end = text.find("://");
  const bool has_scheme = scheme_end != std::string_view::npos && is_scheme(text.substr(0, scheme_end));
  const std::size_t start = has_scheme ? scheme_end + 3 : 0;
  const std::size_t at = text.rfind('@');
  if (at != std::string_view::npos && at >= start) {
    return util::concat(text.substr(0, start), "***", text.substr(at));
  }
  const std::string_view authority = text.substr(start, text.find('/', start) - start);
  const std::size_t colon = authority.starts_with('[') ? std::string_view::npos : authority.find(':');
  if (colon == std::string_view::npos || is_port(authority.substr(colon + 1))) { return std::string(text); }
  return util::concat(text.substr(0, start + colon + 1), "***");
}

} // namespace kube
