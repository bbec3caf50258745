// SPDX-License-Identifier: Apache-2.0
// A client of the live cluster that prints its messages to standard error.
#pragma once

#include "commands/flags/connection_flags.hpp"
#include "commands/flags/messages.hpp"
#include "kube/api/client.hpp"

#include <cstddef>
#include <functional>

namespace commands {

// Options for requests to the server, without any output. `live` and `session` must outlive the options.
kube::ClientOptions client_options(const LiveCluster& live, Session& session);

class LiveClient {
 public:
  // The client calls `before_words` before it prints anything. All arguments must live as long as the client.
  LiveClient(
      const LiveCluster& live, const Messages& messages, Session& session,
      const std::function<void()>& before_words = [] {}, std::size_t max_in_flight = 4);

  kube::Client& client() { return m_client; }

 private:
  kube::Credentials m_credentials;
  kube::Client m_client;
};

} // namespace commands
