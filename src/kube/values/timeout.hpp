// SPDX-License-Identifier: Apache-2.0
// --request-timeout, by Go's rules for durations (time.ParseDuration, client-go's ParseTimeout).
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace kube {

// Whole seconds ("5") or a duration ("1m30s", ".5s", "100us"); zero is none. Throws util::Error in kubectl's words.
// Also rejects negative durations; kubectl treats them as none.
std::chrono::nanoseconds parse_request_timeout(std::string_view text);

// Go's format of a time.Duration: "2s", "1m0s", "1.5s", "500ms", "0s".
std::string duration_text(std::chrono::nanoseconds duration);

} // namespace kube
