// SPDX-License-Identifier: Apache-2.0
// Options of a Client; a Connection describes the server.
#pragma once

#include "kube/http/retry.hpp"
#include "kube/values/proxy.hpp"
#include "kube/values/warnings.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace kube {

// Receives a line for -v, without secrets and control characters. Levels are kubectl's: 4 retries and lost connections,
// 6 requests, 7 their headers, 8 headers of answers and 1,024 bytes of bodies, 9 times and 10,240 bytes, 10 all.
using LogSink = std::function<void(int level, std::string_view line)>;

struct ClientOptions {
  std::string proxy_url; // the result of proxy_for; empty: no proxy, whatever the environment contains
  std::string user_agent = "kubectl-gang";
  std::string kubectl_command;                 // "kubectl gang explain", for audit logs; empty: not sent (KEP-859)
  std::string kubectl_session;                 // a UUID shared by all requests of one command line; empty: not sent
  std::chrono::nanoseconds request_timeout{0}; // of each request with all its attempts; 0: none
  std::chrono::milliseconds dial_timeout{30'000};
  std::chrono::milliseconds silence_timeout{120'000};    // without a byte from the server; the API server's own is 60 s
  std::chrono::milliseconds retry_ceiling{60'000};       // of one request's waits together
  std::uint64_t max_body_bytes = std::uint64_t{2} << 30; // decompressed, of one answer
  std::size_t max_in_flight = 4;

  std::function<bool()> cancelled; // called at least ten times a second; true ends everything with Interrupted
  WarningSink warning;             // the server's Warning headers, each text once
  std::function<void(std::string_view)> notice; // progress news for a waiting user; safe for a terminal
  int verbosity = 0;
  LogSink log;

  Environment environment; // for SSL_CERT_FILE and SSL_CERT_DIR (process_environment); empty: ignore both
  Clock clock = process_clock();
};

} // namespace kube
