// SPDX-License-Identifier: Apache-2.0
// What a log or an error must not say: tokens, passwords, keys.
//
// Two nets, one behind the other. What is known to be secret (our own credentials) is replaced wherever it occurs, also
// where a server sends it back. What has the name of a secret (a header, a query parameter, a member of a JSON object)
// is not shown whatever its value is.
#pragma once

#include "kube/http/credentials.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace kube {

inline constexpr std::string_view k_masked = "<masked>";

class KnownSecrets {
 public:
  // Texts of less than 4 bytes are not looked for: they occur everywhere by chance.
  void add(std::string_view secret);
  // Credentials of Authorization headers (a password also without its encoding), what impersonation passes on, and each
  // line of the key.
  void add(const Identity& identity);
  // User and password of a URL.
  void add_url(std::string_view url);

  std::string masked(std::string_view text) const;

 private:
  std::vector<std::string> m_secrets; // longest first
};

// "Bearer <masked>"; the value itself where the name is of no secret.
std::string masked_header(std::string_view name, std::string_view value);

// Without user information, and without the values of parameters that are named like secrets.
std::string masked_url(std::string_view url);

// The text of a body: no Secret at all, and no member that is named like a secret, also within strings.
std::string masked_body(std::string_view body);

} // namespace kube
