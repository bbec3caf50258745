// SPDX-License-Identifier: Apache-2.0
// Instants: RFC 3339 as Go's time.Parse reads it. Durations are in duration.cpp.
#include "model/values/time.hpp"

#include "util/ascii.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>

namespace model {

namespace {

constexpr std::int64_t k_micros_per_second = 1'000'000;
constexpr std::int64_t k_seconds_per_day = 86'400;
constexpr std::int64_t k_zero_time_seconds = -62'135'596'800; // 0001-01-01T00:00:00Z, Go's time.Time{}

// Parses a time from left to right; the first wrong character makes it invalid for good.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : m_rest(text) {}

  // Reads a number of `least` to `most` digits, as many as there are.
  int number(int least, int most) {
    int value = 0, count = 0;
    while (count < most && !m_rest.empty() && util::is_digit(m_rest.front())) {
      value = value * 10 + (m_rest.front() - '0');
      m_rest.remove_prefix(1);
      ++count;
    }
    m_ok = m_ok && count >= least;
    return value;
  }

  void expect(char c) { m_ok = accept(c) && m_ok; }

  bool accept(char c) {
    if (!m_rest.starts_with(c)) { return false; }
    m_rest.remove_prefix(1);
    return true;
  }

  void require(bool condition) { m_ok = m_ok && condition; }
  std::string_view rest() const { return m_rest; }
  bool done() const { return m_ok && m_rest.empty(); }

 private:
  std::string_view m_rest;
  bool m_ok = true;
};

// ".123456789" or ",5": any number of digits; six count.
std::int64_t fraction_micros(Cursor& cursor) {
  const std::string_view rest = cursor.rest();
  const bool has_fraction = rest.size() >= 2 && (rest[0] == '.' || rest[0] == ',') && util::is_digit(rest[1]);
  if (!has_fraction) { return 0; }
  cursor.accept(rest[0]);
  std::int64_t micros = 0;
  std::int64_t unit = k_micros_per_second / 10;
  while (!cursor.rest().empty() && util::is_digit(cursor.rest().front())) {
    micros += unit * cursor.number(1, 1);
    unit /= 10;
  }
  return micros;
}

// Seconds east of Greenwich. Go accepts hours up to 24 and minutes up to 60.
std::int64_t zone_seconds(Cursor& cursor) {
  if (cursor.accept('Z')) { return 0; }
  const bool west = cursor.accept('-');
  if (!west) { cursor.expect('+'); }
  const int hours = cursor.number(2, 2);
  cursor.expect(':');
  const int minutes = cursor.number(2, 2);
  cursor.require(hours <= 24 && minutes <= 60);
  const std::int64_t seconds = hours * 3600 + minutes * 60;
  return west ? -seconds : seconds;
}

std::optional<Time> refuse(TimeError* error) {
  if (error != nullptr) { *error = TimeError::Malformed; }
  return std::nullopt;
}

std::string text_of(Time time, bool milli) {
  const std::int64_t seconds = time.seconds();
  const std::int64_t second_of_day = ((seconds % k_seconds_per_day) + k_seconds_per_day) % k_seconds_per_day;
  const std::chrono::days days{(seconds - second_of_day) / k_seconds_per_day};
  const std::chrono::year_month_day date{std::chrono::sys_days{days}};
  char text[64];
  std::snprintf(text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02d", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                static_cast<int>(second_of_day / 3600), static_cast<int>(second_of_day / 60 % 60),
                static_cast<int>(second_of_day % 60));
  std::string out = text;
  if (milli) {
    std::snprintf(text, sizeof text, ".%03d", static_cast<int>((time.micros - seconds * k_micros_per_second) / 1000));
    out += text;
  }
  return out + "Z";
}

} // namespace

std::int64_t Time::seconds() const {
  const std::int64_t quotient = micros / k_micros_per_second;
  return micros % k_micros_per_second < 0 ? quotient - 1 : quotient;
}

Time seconds_after(Time time, std::int64_t seconds) {
  constexpr std::int64_t k_per_second = 1'000'000, k_most = std::numeric_limits<std::int64_t>::max();
  const std::int64_t most = (k_most - std::max<std::int64_t>(time.micros, 0)) / k_per_second;
  return {time.micros + std::clamp<std::int64_t>(seconds, 0, most) * k_per_second};
}

std::optional<Time> parse_time(std::string_view text, TimeError* error) {
  if (error != nullptr) { *error = TimeError::None; }
  Cursor cursor(text);
  const int year = cursor.number(4, 4);
  cursor.expect('-');
  const auto month = static_cast<unsigned>(cursor.number(2, 2));
  cursor.expect('-');
  const auto day = static_cast<unsigned>(cursor.number(2, 2));
  cursor.expect('T');
  const int hour = cursor.number(1, 2);
  cursor.expect(':');
  const int minute = cursor.number(2, 2);
  cursor.expect(':');
  const int second = cursor.number(2, 2);
  const std::int64_t micros = fraction_micros(cursor);
  const std::int64_t zone = zone_seconds(cursor);

  const std::chrono::year_month_day date{std::chrono::year{year}, std::chrono::month{month}, std::chrono::day{day}};
  cursor.require(date.ok() && hour < 24 && minute < 60 && second < 60);
  if (!cursor.done()) { return refuse(error); }
  const std::int64_t days = std::chrono::sys_days{date}.time_since_epoch().count();
  const std::int64_t seconds = days * k_seconds_per_day + hour * 3600L + minute * 60L + second - zone;
  if (seconds == k_zero_time_seconds && micros == 0) { return std::nullopt; }
  return Time{seconds * k_micros_per_second + micros};
}

std::string time_text(Time time) { return text_of(time, false); }
std::string time_text_milli(Time time) { return text_of(time, true); }

} // namespace model
