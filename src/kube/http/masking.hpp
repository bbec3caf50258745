// SPDX-License-Identifier: Apache-2.0
// Keeps tokens, passwords and keys out of logs and errors.
//
// Two independent filters. The first replaces known secrets (our own credentials) wherever they occur, also if a server
// sends them back. The second hides every value with the name of a secret: a header, a query parameter, a member of a
// JSON object.
#pragma once

#include "kube/http/credentials.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace kube {

inline constexpr std::string_view k_masked = "<masked>";

class KnownSecrets {
 public:
  // Ignores texts of less than 4 bytes: they occur everywhere by chance.
  void add(std::string_view secret);
  // Adds credentials of Authorization headers (a password also in plain text), the extra values of impersonation, and
  // each line of the key.
  void add(const Identity& identity);
  // Adds user and password of a URL.
  void add_url(std::string_view url);

  std::string masked(std::string_view text) const;

 private:
  std::vector<std::string> m_secrets; // longest first
};

// "Bearer <masked>"; the value itself if the name is not that of a secret.
std::string masked_header(std::string_view name, std::string_view value);

// Removes user information, and the values of parameters with names of secrets.
std::string masked_url(std::string_view url);

// Text of a body. Hides Secrets entirely, and every member with the name of a secret, also within strings.
std::string masked_body(std::string_view body);

} // namespace kube
