// SPDX-License-Identifier: Apache-2.0
// When a request is sent again (client-go, rest/with_retry.go).
//
// 429 and 5xx with a Retry-After of whole seconds are obeyed, for every method: the server says that it has done
// nothing. A connection that is lost is tried again after a second, for GET only: nobody knows what became of the rest.
// At most 11 attempts. Beside upstream: all waiting together has a ceiling, so that `Retry-After: 86400` does not hang.
#pragma once

#include "kube/http/request.hpp"
#include "kube/values/boot_clock.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace kube {

// Time as tests may replace it.
struct Clock {
  std::function<BootClock::time_point()> now;
  std::function<void(std::chrono::milliseconds)> sleep;
};
Clock process_clock();

// Why a request goes once more, for people.
std::string why_again(const Response& response);

class Retry {
 public:
  using Milliseconds = std::chrono::milliseconds;
  static constexpr int k_attempts = 11;

  explicit Retry(Milliseconds ceiling) : m_ceiling(ceiling) {}

  // How long to wait before the next attempt; nullopt: this one was the last. `left`: of the request's own timeout.
  std::optional<Milliseconds> after_response(const Response& response, std::optional<Milliseconds> left);
  // The same where the connection was lost with `cause`.
  std::optional<Milliseconds> after_loss(Method method, const std::string& cause, std::optional<Milliseconds> left);

  int attempts() const { return m_attempts; } // that have failed

  // `cause` with the loss of an earlier attempt, " - error from a previous attempt: EOF", where that was another one.
  std::string with_previous(const std::string& cause) const;

 private:
  std::optional<Milliseconds> wait(Milliseconds duration, std::optional<Milliseconds> left);

  Milliseconds m_ceiling;
  Milliseconds m_waited{0};
  int m_attempts = 0;
  std::string m_loss;
};

} // namespace kube
