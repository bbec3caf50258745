// SPDX-License-Identifier: Apache-2.0
// Points in time as the Kubernetes API writes them.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace kube {

// RFC 3339, as Go's time.Parse takes it ("2030-01-02T03:04:05.5+01:00"), to whole seconds; nullopt where it is none.
std::optional<std::chrono::sys_seconds> parse_timestamp(std::string_view text);

// As metav1.MicroTime is written: "2030-01-02T03:04:05.000006Z".
std::string micro_timestamp(std::chrono::sys_time<std::chrono::microseconds> time);

} // namespace kube
