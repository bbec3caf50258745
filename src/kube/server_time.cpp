// SPDX-License-Identifier: Apache-2.0
#include "kube/server_time.hpp"

#include "kube/curl_handles.hpp"

#include <ctime>
#include <string>

namespace kube {

std::chrono::system_clock::time_point server_time(const Response& response) {
  const std::string date(response.header("date"));
  const std::time_t seconds = date.empty() ? -1 : curl().getdate(date.c_str(), nullptr);
  return seconds < 0 ? std::chrono::system_clock::now() : std::chrono::system_clock::from_time_t(seconds);
}

} // namespace kube
