// SPDX-License-Identifier: Apache-2.0
#include "kube/http/server_time.hpp"

#include "kube/http/curl_handles.hpp"

#include <ctime>
#include <string>

namespace kube {

namespace {

// 2200-01-01: later than any server's clock, and sums in nanoseconds do not overflow.
constexpr std::time_t k_latest = 7'258'118'400;

} // namespace

std::chrono::system_clock::time_point server_time(const Response& response) {
  const std::string date(response.header("date"));
  const std::time_t seconds = date.empty() ? -1 : curl().getdate(date.c_str(), nullptr);
  if (seconds < 0 || seconds > k_latest) { return std::chrono::system_clock::now(); }
  return std::chrono::system_clock::from_time_t(seconds);
}

} // namespace kube
