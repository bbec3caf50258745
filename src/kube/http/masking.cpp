// SPDX-License-Identifier: Apache-2.0
#include "kube/http/masking.hpp"

#include "util/ascii.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>

namespace kube {

namespace {

constexpr std::size_t k_shortest = 4;
constexpr std::size_t k_shortest_key_line = 16;

// Endings of names: clientSecret and id-token match, secretName does not.
constexpr std::array<std::string_view, 12> k_secret_endings = {
    "token",       "password", "passwd",  "secret",     "key-data",    "keydata",
    "private-key", "apikey",   "api-key", "credential", "credentials", "authorization"};

bool is_secret_name(std::string_view name) {
  const std::string text = util::lowercase(name);
  return std::any_of(k_secret_endings.begin(), k_secret_endings.end(),
                     [&text](std::string_view ending) { return text.ends_with(ending); });
}

// Objects of these kinds are entirely secret.
constexpr std::array<std::string_view, 5> k_secret_kinds = {"Secret", "SecretList", "TokenRequest", "TokenReview",
                                                            "ExecCredential"};

int base64_digit(char c) {
  if (c >= 'A' && c <= 'Z') { return c - 'A'; }
  if (c >= 'a' && c <= 'z') { return c - 'a' + 26; }
  if (c >= '0' && c <= '9') { return c - '0' + 52; }
  if (c == '+') { return 62; }
  return c == '/' ? 63 : -1;
}

std::string credentials_text(std::string_view text) {
  std::string out;
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    const int digit = base64_digit(c);
    if (digit < 0) { break; }
    bits = bits << 6 | static_cast<unsigned>(digit);
    count += 6;
    if (count < 8) { continue; }
    count -= 8;
    out += static_cast<char>(bits >> count & 0xff);
  }
  return out;
}

bool is_json_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

bool is_name_byte(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
         c == '.' || c == '/';
}

// A member whose value is a string: "name": "value". Backslashes may precede the quotes, as in JSON within JSON (the
// annotation last-applied-configuration).
struct Member {
  std::string_view name;
  std::size_t value = 0, end = 0; // of the value, without its quotes
};

// True if `quote` closes a name.
bool member_at(std::string_view text, std::size_t quote, Member& member) {
  std::size_t name_end = quote;
  while (name_end > 0 && text[name_end - 1] == '\\') { --name_end; }
  const std::string_view closing = text.substr(name_end, quote - name_end + 1); // \"
  std::size_t name_begin = name_end;
  while (name_begin > 0 && is_name_byte(text[name_begin - 1])) { --name_begin; }
  std::size_t at = quote + 1;
  while (at < text.size() && is_json_blank(text[at])) { ++at; }
  if (at == text.size() || text[at] != ':') { return false; }
  ++at;
  while (at < text.size() && is_json_blank(text[at])) { ++at; }
  if (name_begin == name_end || !text.substr(at).starts_with(closing)) { return false; }
  member.name = text.substr(name_begin, name_end - name_begin);
  member.value = at + closing.size();
  // Masks a truncated value to its end.
  std::size_t end = member.value;
  while (end < text.size() && text[end] != '"') { end += text[end] == '\\' && closing.size() == 1 ? 2 : 1; }
  end = std::min(end, text.size());
  while (closing.size() > 1 && end > member.value && text[end - 1] == '\\') { --end; }
  member.end = end;
  return true;
}

bool is_secret_object(std::string_view body) {
  Member member;
  for (std::size_t quote = body.find('"'); quote != std::string_view::npos; quote = body.find('"', quote + 1)) {
    if (!member_at(body, quote, member) || member.name != "kind") { continue; }
    const std::string_view kind = body.substr(member.value, member.end - member.value);
    if (std::find(k_secret_kinds.begin(), k_secret_kinds.end(), kind) != k_secret_kinds.end()) { return true; }
  }
  return false;
}

} // namespace

void KnownSecrets::add(std::string_view secret) {
  const bool is_known = std::find(m_secrets.begin(), m_secrets.end(), secret) != m_secrets.end();
  if (secret.size() < k_shortest || is_known) { return; }
  m_secrets.emplace_back(secret);
  std::stable_sort(m_secrets.begin(), m_secrets.end(),
                   [](const std::string& a, const std::string& b) { return a.size() > b.size(); });
}

void KnownSecrets::add(const Identity& identity) {
  for (const auto& header : identity.headers) {
    const std::string name = util::lowercase(header.first);
    if (name.starts_with("impersonate-extra-")) { add(header.second); }
    if (name != "authorization") { continue; }
    const std::string_view value = header.second;
    const std::size_t blank = value.find(' ');
    const std::string_view credentials = blank == std::string_view::npos ? value : value.substr(blank + 1);
    add(credentials);
    if (!value.starts_with("Basic ")) { continue; }
    const std::string plain = credentials_text(credentials);
    add(plain);
    if (const std::size_t colon = plain.find(':'); colon != std::string::npos) {
      add(std::string_view(plain).substr(colon + 1));
    }
  }
  const std::string_view key = identity.client_key_pem;
  for (std::size_t at = 0; at < key.size();) {
    const std::size_t end = std::min(key.find('\n', at), key.size());
    const std::string_view line = key.substr(at, end - at);
    if (line.size() >= k_shortest_key_line && !line.starts_with("-----")) { add(line); }
    at = end + 1;
  }
}

void KnownSecrets::add_url(std::string_view url) {
  const std::size_t scheme = url.find("://");
  const std::size_t begin = scheme == std::string_view::npos ? 0 : scheme + 3;
  const std::size_t at = url.substr(0, url.find('/', begin)).rfind('@');
  if (at == std::string_view::npos || at < begin) { return; }
  const std::string_view user = url.substr(begin, at - begin);
  add(user);
  if (const std::size_t colon = user.find(':'); colon != std::string_view::npos) { add(user.substr(colon + 1)); }
}

std::string KnownSecrets::masked(std::string_view text) const {
  std::string out(text);
  for (const std::string& secret : m_secrets) {
    for (std::size_t at = out.find(secret); at != std::string::npos; at = out.find(secret, at + k_masked.size())) {
      out.replace(at, secret.size(), k_masked);
    }
  }
  return out;
}

std::string masked_header(std::string_view name, std::string_view value) {
  const std::string text = util::lowercase(name);
  if (text == "authorization" || text == "proxy-authorization") {
    const std::string scheme = util::lowercase(value.substr(0, value.find(' ')));
    if (scheme == "bearer") { return util::concat("Bearer ", k_masked); }
    if (scheme == "basic") { return util::concat("Basic ", k_masked); }
    return std::string(k_masked);
  }
  const bool is_secret =
      text == "cookie" || text == "set-cookie" || text.starts_with("impersonate-extra-") || is_secret_name(text);
  return std::string(is_secret ? k_masked : value);
}

std::string masked_url(std::string_view url) {
  std::string out;
  const std::size_t scheme = url.find("://");
  if (scheme != std::string_view::npos) {
    const std::size_t begin = scheme + 3;
    const std::size_t authority_end = std::min(url.find_first_of("/?#", begin), url.size());
    const std::size_t at = url.substr(0, authority_end).rfind('@');
    out = url.substr(0, begin);
    url.remove_prefix(at == std::string_view::npos || at < begin ? begin : at + 1);
  }
  const std::size_t question = url.find('?');
  out += url.substr(0, question);
  for (std::size_t at = question; at < url.size();) {
    const std::size_t end = std::min(url.find('&', at + 1), url.size());
    const std::string_view parameter = url.substr(at, end - at); // with its ? or &
    const std::size_t equals = parameter.find('=');
    const bool is_secret = equals != std::string_view::npos && is_secret_name(parameter.substr(1, equals - 1));
    out += is_secret ? util::concat(parameter.substr(0, equals + 1), k_masked) : std::string(parameter);
    at = end;
  }
  return out;
}

std::string masked_body(std::string_view body) {
  if (is_secret_object(body)) { return "<an object that holds secrets is not shown>"; }
  std::string out;
  std::size_t copied = 0;
  Member member;
  for (std::size_t quote = body.find('"'); quote != std::string_view::npos; quote = body.find('"', quote + 1)) {
    if (!member_at(body, quote, member) || !is_secret_name(member.name)) { continue; }
    out += util::concat(body.substr(copied, member.value - copied), k_masked);
    copied = quote = member.end;
  }
  return out += body.substr(copied);
}

} // namespace kube
