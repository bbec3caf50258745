// SPDX-License-Identifier: Apache-2.0
// Rules for retries of a request (client-go, rest/with_retry.go).
//
// Obeys 429 and 5xx with a Retry-After of whole seconds for every method: the server says that it has done nothing.
// Retries after a lost connection with a pause of one second, for GET only: a lost write may have succeeded. At most 11
// attempts. Unlike upstream, the sum of all waits has a ceiling, so that `Retry-After: 86400` does not hang.
#pragma once

#include "kube/http/request.hpp"
#include "kube/values/boot_clock.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace kube {

// Time source; tests replace it.
struct Clock {
  std::function<BootClock::time_point()> now;
  std::function<void(std::chrono::milliseconds)> sleep;
};
Clock process_clock();

// Reason for the retry, for the user.
std::string why_again(const Response& response);

class Retry {
 public:
  using Milliseconds = std::chrono::milliseconds;
  static constexpr int k_attempts = 11;

  explicit Retry(Milliseconds ceiling) : m_ceiling(ceiling) {}

  // Returns the wait before the next attempt; nullopt after the last one. `left`: rest of the request's own timeout.
  std::optional<Milliseconds> after_response(const Response& response, std::optional<Milliseconds> left);
  // The same after the connection was lost with `cause`.
  std::optional<Milliseconds> after_loss(Method method, const std::string& cause, std::optional<Milliseconds> left);

  int attempts() const { return m_attempts; } // failed ones

  // `cause`, followed by the loss of an earlier attempt if that differs: " - error from a previous attempt: EOF".
  std::string with_previous(const std::string& cause) const;

 private:
  std::optional<Milliseconds> wait(Milliseconds duration, std::optional<Milliseconds> left);

  Milliseconds m_ceiling;
  Milliseconds m_waited{0};
  int m_attempts = 0;
  std::string m_loss;
};

} // namespace kube
