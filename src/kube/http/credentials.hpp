// SPDX-License-Identifier: Apache-2.0
// Who we are on the wire: the headers and the client certificate of a request.
#pragma once

#include "kube/values/connection.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kube {

using Headers = std::vector<std::pair<std::string, std::string>>; // name and value, without CR, LF or NUL

struct Identity {
  Headers headers; // Authorization, Impersonate-*
  std::string client_certificate_pem;
  std::string client_key_pem;
  int generation = 0; // another number: the certificate may be another one, connections must be new
};

// Not thread safe: one Credentials belongs to one Client.
class Credentials {
 public:
  explicit Credentials(const Connection& connection);
  ~Credentials();
  Credentials(const Credentials&) = delete;
  Credentials& operator=(const Credentials&) = delete;

  // Runs the exec plugin or reads the token file where that is due. No credentials go to an http:// server
  // (impersonation does), and no plugin is run for one. Throws util::Error ("getting credentials: …").
  const Identity& identity();

  // After a 401: true where asking again may give other credentials (an exec plugin, a token file).
  bool refresh();

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

} // namespace kube
