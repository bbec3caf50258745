// SPDX-License-Identifier: Apache-2.0
#include "kube/http/retry.hpp"

#include "util/concat.hpp"
#include "util/integers.hpp"

#include <algorithm>
#include <thread>

namespace kube {

namespace {

constexpr std::chrono::milliseconds k_pause_after_loss{1000};

// Accepts whole seconds only and ignores a date, like client-go. A negative number means no wait.
std::optional<std::chrono::milliseconds> retry_after(const Response& response) {
  const auto seconds = util::parse_int64(response.header("retry-after"));
  if (!seconds) { return std::nullopt; }
  // More than a day exceeds every ceiling.
  return std::chrono::seconds(std::clamp<std::int64_t>(*seconds, 0, 86'400));
}

} // namespace

Clock process_clock() {
  return {[] { return BootClock::now(); },
          [](std::chrono::milliseconds duration) { std::this_thread::sleep_for(duration); }};
}

std::string why_again(const Response& response) {
  const std::string_view throttled = response.status == 429 ? ", so it throttles requests" : "";
  return util::concat("it answered with status code ", response.status, throttled);
}

std::optional<Retry::Milliseconds> Retry::after_response(const Response& response, std::optional<Milliseconds> left) {
  ++m_attempts;
  const bool may_be_repeated = response.status == 429 || response.status >= 500;
  const auto duration = may_be_repeated ? retry_after(response) : std::nullopt;
  return duration ? wait(*duration, left) : std::nullopt;
}

std::optional<Retry::Milliseconds> Retry::after_loss(Method method, const std::string& cause,
                                                     std::optional<Milliseconds> left) {
  ++m_attempts;
  const auto duration = method == Method::Get ? wait(k_pause_after_loss, left) : std::nullopt;
  if (duration) { m_loss = cause; }
  return duration;
}

std::string Retry::with_previous(const std::string& cause) const {
  if (m_loss.empty() || m_loss == cause) { return cause; }
  return cause + " - error from a previous attempt: " + m_loss;
}

// A wait beyond the timeout or the ceiling is useless: it is better to report the server's answer now.
std::optional<Retry::Milliseconds> Retry::wait(Milliseconds duration, std::optional<Milliseconds> left) {
  if (m_attempts >= k_attempts || m_waited + duration > m_ceiling || (left && duration >= *left)) {
    return std::nullopt;
  }
  m_waited += duration;
  return duration;
}

} // namespace kube
