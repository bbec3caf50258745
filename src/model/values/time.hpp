// SPDX-License-Identifier: Apache-2.0
// Instants and durations as Kubernetes writes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace model {

// Microseconds since 1970-01-01T00:00:00Z. "No time" is std::optional<Time>; the API's zero time (year 1) is no time.
struct Time {
  std::int64_t micros = 0;

  static Time from_seconds(std::int64_t seconds) { return {seconds * 1'000'000}; }
  std::int64_t seconds() const; // rounded down
  friend auto operator<=>(const Time&, const Time&) = default;
};

// The time `seconds` later, saturating; negative seconds count as 0.
Time seconds_after(Time time, std::int64_t seconds);

enum class TimeError : std::uint8_t { None, Malformed };

// Parses an RFC 3339 time as metav1.Time does (any fraction, zone required). The zero time 0001-01-01T00:00:00Z gives
// nullopt without an error; a malformed text gives nullopt and sets *error (if given).
std::optional<Time> parse_time(std::string_view text, TimeError* error = nullptr);

// "2026-01-02T03:04:05Z": UTC, whole seconds, truncated, as metav1.Time prints.
std::string time_text(Time time);

// The same with milliseconds, "2026-01-02T03:04:05.123Z", for simulated instants.
std::string time_text_milli(Time time);

// A Go duration such as "10s", "1m0s", "1h0m0s", "1.5s", "100ms", "0s"; `nanos` in nanoseconds.
std::string go_duration_text(std::int64_t nanos);

// Parses a Go duration ("1h30m", "500ms", "0") into nanoseconds; nullopt if malformed or out of range.
std::optional<std::int64_t> parse_go_duration(std::string_view text);

// The AGE column for a duration in seconds (apimachinery util/duration, HumanDuration): "5d3h", "<invalid>".
std::string age_text(double seconds);

} // namespace model
