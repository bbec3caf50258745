// SPDX-License-Identifier: Apache-2.0
#include "kube/values/timestamp.hpp"

#include "util/concat.hpp"

#include <algorithm>
#include <cstdint>

namespace kube {

namespace {

// Takes one part after the other from the front of a text; after a failure all further calls fail.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : m_text(text) {}

  int number(std::size_t digits) {
    int value = 0;
    for (std::size_t i = 0; i < digits; ++i) {
      if (!next_is_digit()) {
        m_failed = true;
        return 0;
      }
      value = value * 10 + (m_text[0] - '0');
      m_text.remove_prefix(1);
    }
    return value;
  }
  bool accept(char character) {
    const bool found = m_text.starts_with(character);
    if (found) { m_text.remove_prefix(1); }
    return found;
  }
  void expect(char character) { m_failed = !accept(character) || m_failed; }
  void skip_fraction() {
    if (!accept('.')) { return; }
    m_failed = !next_is_digit() || m_failed;
    while (next_is_digit()) { m_text.remove_prefix(1); }
  }
  void fail() { m_failed = true; }
  bool done() const { return !m_failed && m_text.empty(); }

 private:
  bool next_is_digit() const { return !m_text.empty() && m_text[0] >= '0' && m_text[0] <= '9'; }

  std::string_view m_text;
  bool m_failed = false;
};

std::chrono::minutes offset_of(Scanner& scan) {
  if (scan.accept('Z')) { return {}; }
  const bool east = scan.accept('+');
  if (!east) { scan.expect('-'); }
  const int hours = scan.number(2);
  scan.expect(':');
  const int minutes = scan.number(2);
  if (hours > 23 || minutes > 59) { scan.fail(); }
  const std::chrono::minutes offset{hours * 60 + minutes};
  return east ? offset : -offset;
}

} // namespace

std::optional<std::chrono::sys_seconds> parse_timestamp(std::string_view text) {
  Scanner scan(text);
  const std::chrono::year year{scan.number(4)};
  scan.expect('-');
  const std::chrono::month month{static_cast<unsigned>(scan.number(2))};
  scan.expect('-');
  const std::chrono::day day{static_cast<unsigned>(scan.number(2))};
  scan.expect('T');
  const int hours = scan.number(2);
  scan.expect(':');
  const int minutes = scan.number(2);
  scan.expect(':');
  const int seconds = scan.number(2);
  scan.skip_fraction();
  const std::chrono::minutes offset = offset_of(scan);
  const std::chrono::year_month_day date{year, month, day};
  if (!scan.done() || !date.ok() || hours > 23 || minutes > 59 || seconds > 59) { return std::nullopt; }
  return std::chrono::sys_days(date) + std::chrono::hours(hours) + std::chrono::minutes(minutes) +
         std::chrono::seconds(seconds) - offset;
}

std::string micro_timestamp(std::chrono::sys_time<std::chrono::microseconds> time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  const auto padded = [](std::int64_t number, std::size_t digits) {
    const std::string text = std::to_string(number);
    return std::string(digits - std::min(digits, text.size()), '0') + text;
  };
  return util::concat(padded(static_cast<int>(date.year()), 4), '-', padded(static_cast<unsigned>(date.month()), 2),
                      '-', padded(static_cast<unsigned>(date.day()), 2), 'T', padded(clock.hours().count(), 2), ':',
                      padded(clock.minutes().count(), 2), ':', padded(clock.seconds().count(), 2), '.',
                      padded(clock.subseconds().count(), 6), 'Z');
}

} // namespace kube
