// SPDX-License-Identifier: Apache-2.0
// URLs of servers and proxies.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kube {

struct Url {
  std::string scheme;   // lower case
  std::string userinfo; // before the @, unchanged; a secret
  bool has_userinfo = false;
  std::string host; // without brackets; otherwise unchanged
  bool bracketed = false;
  std::string port; // empty: none given
  std::string path; // begins with a slash or is empty; query and fragment are dropped
};

// scheme://[userinfo@]host[:port][/path]; nullopt if the text is anything else, or contains blanks or control
// characters.
std::optional<Url> parse_url(std::string_view text);

// "h:6443", "[::1]:6443".
std::string host_and_port(const Url& url);

// For messages. The text before an @ is a user name and a password. The text after a colon, if it is no port, may be a
// password whose @ the user forgot.
std::string without_userinfo(std::string_view text);

} // namespace kube
