// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kube/http/request.hpp"

#include <chrono>

namespace kube {

// The server's clock when it made the answer, in whole seconds (its Date header); our clock without that header.
std::chrono::system_clock::time_point server_time(const Response& response);

} // namespace kube
