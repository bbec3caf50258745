// SPDX-License-Identifier: Apache-2.0
// Credentials of a request: its headers and client certificate.
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
  int generation = 0; // changes if the certificate may have changed; connections must then be new
};

// Not thread safe: one Credentials belongs to one Client.
class Credentials {
 public:
  explicit Credentials(const Connection& connection);
  ~Credentials();
  Credentials(const Credentials&) = delete;
  Credentials& operator=(const Credentials&) = delete;

  // Runs the exec plugin or reads the token file if due. An http:// server gets no credentials (only impersonation), so
  // this runs no plugin for it. Throws util::Error ("getting credentials: …").
  const Identity& identity();

  // After a 401: true if a retry may use other credentials (an exec plugin, a token file).
  bool refresh();

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

} // namespace kube
