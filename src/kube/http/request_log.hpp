// SPDX-License-Identifier: Apache-2.0
// Writes requests and answers to the log of -v.
#pragma once

#include "kube/http/client_options.hpp"
#include "kube/http/masking.hpp"
#include "kube/http/transfer.hpp"

#include <chrono>
#include <set>
#include <string>
#include <string_view>

namespace kube {

class RequestLog {
 public:
  RequestLog(const ClientOptions& options, const KnownSecrets& secrets) : m_options(options), m_secrets(secrets) {}

  bool shows(int level) const { return m_options.log && m_options.verbosity >= level; }
  void line(int level, std::string_view text) const; // masks secrets and escapes control characters

  void request(const Request& request, const Transfer& transfer) const;
  void response(const Request& request, const Transfer& transfer, const Response& response);

 private:
  void flow(const Response& response);
  void headers(int level, const Headers& headers) const;
  void body(std::string_view title, std::string_view body) const;

  const ClientOptions& m_options;
  const KnownSecrets& m_secrets;
  std::set<std::string> m_flows; // already logged
};

} // namespace kube
