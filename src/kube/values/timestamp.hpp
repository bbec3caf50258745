// SPDX-License-Identifier: Apache-2.0
// Times in the format of the Kubernetes API.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace kube {

// Parses RFC 3339, by the rules of Go's time.Parse ("2030-01-02T03:04:05.5+01:00"), to whole seconds; nullopt if
// invalid.
std::optional<std::chrono::sys_seconds> parse_timestamp(std::string_view text);

// The format of metav1.MicroTime: "2030-01-02T03:04:05.000006Z".
std::string micro_timestamp(std::chrono::sys_time<std::chrono::microseconds> time);

} // namespace kube
