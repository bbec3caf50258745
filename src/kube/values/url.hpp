// SPDX-License-Identifier: Apache-2.0
// The URLs of servers and proxies.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kube {

struct Url {
  std::string scheme;   // lower case
  std::string userinfo; // before the @, as it stands; a secret
  bool has_userinfo = false;
  std::string host; // without brackets; as it stands otherwise
  bool bracketed = false;
  std::string port; // empty: none given
  std::string path; // begins with a slash or is empty; query and fragment are dropped
};

// scheme://[userinfo@]host[:port][/path]; nullopt where the text is anything else, or holds blanks or control
// characters.
std::optional<Url> parse_url(std::string_view text);

// "h:6443", "[::1]:6443".
std::string host_and_port(const Url& url);

// For messages: what stands before an @ is a user name and a password, and what stands after a colon and is no port may
// be a password whose @ was forgotten.
std::string without_userinfo(std::string_view text);

} // namespace kube
