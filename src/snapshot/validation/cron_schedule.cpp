// SPDX-License-Identifier: Apache-2.0
// Schedules of CronJobs: five fields, or a descriptor such as @daily. (robfig/cron v3, parser.go)
#include "model/values/time.hpp"
#include "snapshot/validation/formats.hpp"
#include "util/ascii.hpp"
#include "util/concat.hpp"
#include "util/integers.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <optional>

namespace snapshot {

namespace {

struct Bounds {
  std::int64_t low, high;
  std::string_view names; // of `low` and the following numbers, three letters each
};

constexpr std::array<Bounds, 5> k_schedule_fields = {{{0, 59, ""},
                                                      {0, 23, ""},
                                                      {1, 31, ""},
                                                      {1, 12, "janfebmaraprmayjunjulaugsepoctnovdec"},
                                                      {0, 6, "sunmontuewedthufrisat"}}};

constexpr std::array<std::string_view, 7> k_descriptors = {"@yearly", "@annually", "@monthly", "@weekly",
                                                           "@daily",  "@midnight", "@hourly"};

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = std::min(text.find(separator), text.size());
    parts.push_back(text.substr(0, end));
    if (end == text.size()) { return parts; }
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string_view> blank_separated(std::string_view text) { // strings.Fields
  std::vector<std::string_view> words;
  constexpr std::string_view k_blanks = " \t\n\v\f\r";
  while (true) {
    const std::size_t begin = text.find_first_not_of(k_blanks);
    if (begin == std::string_view::npos) { return words; }
    text.remove_prefix(begin);
    const std::size_t end = std::min(text.find_first_of(k_blanks), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

// Parses a number or a name; a complaint goes into `complaint`.
std::int64_t schedule_number(std::string_view text, const Bounds& bounds, std::string& complaint) {
  if (text.size() == 3) {
    for (std::size_t at = 0; at < bounds.names.size(); at += 3) {
      if (util::lowercase(text) == bounds.names.substr(at, 3)) {
        return bounds.low + static_cast<std::int64_t>(at / 3);
      }
    }
  }
  const std::optional<std::int64_t> number = util::parse_int64(text);
  if (!number) {
    complaint =
        util::concat("failed to parse int from ", text, ": strconv.Atoi: parsing \"", text, "\": invalid syntax");
    return 0;
  }
  if (*number < 0) { complaint = util::concat("negative number (", *number, ") not allowed: ", text); }
  return *number;
}

struct NumberRange {
  std::int64_t start = 0, end = 0, step = 1;
  bool is_star = false; // every number: it does not restrict the days
};

// Parses a part of a field between commas; a complaint goes into `complaint`. (getRange)
NumberRange range_of(std::string_view text, const Bounds& bounds, std::string& complaint) {
  const std::vector<std::string_view> with_step = split(text, '/'), ends = split(with_step[0], '-');
  NumberRange range = {bounds.low, bounds.high, 1, true};
  if (ends[0] != "*" && ends[0] != "?") {
    range.is_star = false;
    range.start = range.end = schedule_number(ends[0], bounds, complaint);
    if (complaint.empty() && ends.size() == 2) { range.end = schedule_number(ends[1], bounds, complaint); }
    if (!complaint.empty()) { return range; }
    if (ends.size() > 2) { complaint = util::concat("too many hyphens: ", text); }
  }
  if (complaint.empty() && with_step.size() > 2) { complaint = util::concat("too many slashes: ", text); }
  if (!complaint.empty()) { return range; }
  if (with_step.size() == 2) {
    range.step = schedule_number(with_step[1], {0, 0, ""}, complaint);
    range.is_star = range.is_star && range.step <= 1;
    if (!complaint.empty()) { return range; }
    if (ends.size() == 1) { range.end = bounds.high; }
  }
  if (range.start < bounds.low) {
    complaint = util::concat("beginning of range (", range.start, ") below minimum (", bounds.low, "): ", text);
  } else if (range.end > bounds.high) {
    complaint = util::concat("end of range (", range.end, ") above maximum (", bounds.high, "): ", text);
  } else if (range.start > range.end) {
    complaint = util::concat("beginning of range (", range.start, ") beyond end of range (", range.end, "): ", text);
  } else if (range.step == 0) {
    complaint = util::concat("step of range should be a positive number: ", text);
  }
  return range;
}

std::string range_problem(std::string_view text, const Bounds& bounds) {
  std::string complaint;
  range_of(text, bounds, complaint);
  return complaint;
}

// True if the field leaves no number out by its form. (the star bit)
bool has_star(std::string_view field, const Bounds& bounds) {
  const std::vector<std::string_view> ranges = split(field, ',');
  return std::ranges::any_of(ranges, [&](std::string_view text) {
    std::string complaint;
    return range_of(text, bounds, complaint).is_star;
  });
}

bool contains(std::string_view field, const Bounds& bounds, std::int64_t number) {
  const std::vector<std::string_view> ranges = split(field, ',');
  return std::ranges::any_of(ranges, [&](std::string_view text) {
    std::string complaint;
    if (text.empty()) { return false; }
    const NumberRange range = range_of(text, bounds, complaint);
    return range.start <= number && number <= range.end && (number - range.start) % range.step == 0;
  });
}

std::string descriptor_complaint(std::string_view text) {
  constexpr std::string_view k_every = "@every ";
  if (std::ranges::find(k_descriptors, text) != k_descriptors.end()) { return {}; }
  if (!text.starts_with(k_every)) { return util::concat("unrecognized descriptor: ", text); }
  const std::string_view duration = text.substr(k_every.size());
  if (model::parse_go_duration(duration)) { return {}; }
  return util::concat("failed to parse duration ", text, ": time: invalid duration \"", duration, '"');
}

} // namespace

std::string schedule_complaint(std::string_view schedule) {
  if (schedule.starts_with('@')) { return descriptor_complaint(schedule); }
  const std::vector<std::string_view> fields = blank_separated(schedule);
  if (fields.size() != k_schedule_fields.size()) {
    return util::concat("expected exactly 5 fields, found ", fields.size(), ": [", util::joined(fields, " "), ']');
  }
  for (std::size_t at = 0; at < fields.size(); ++at) {
    for (const std::string_view range : split(fields[at], ',')) {
      if (range.empty()) { continue; }
      if (std::string complaint = range_problem(range, k_schedule_fields[at]); !complaint.empty()) { return complaint; }
    }
  }
  return {};
}

std::string_view without_zone(std::string_view schedule) {
  if (!schedule.starts_with("TZ=") && !schedule.starts_with("CRON_TZ=")) { return schedule; }
  return schedule.substr(std::min(schedule.find(' '), schedule.size() - 1) + 1);
}

bool never_comes(std::string_view schedule) {
  constexpr std::array<std::int64_t, 12> k_days = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (schedule.starts_with('@')) { return false; }
  const std::vector<std::string_view> fields = blank_separated(schedule);
  // Days of the month and of the week that are both restricted are alternatives. (SpecSchedule, dayMatches)
  if (!has_star(fields[4], k_schedule_fields[4])) { return false; }
  for (std::int64_t month = 1; month <= 12; ++month) {
    if (!contains(fields[3], k_schedule_fields[3], month)) { continue; }
    for (std::int64_t day = 1; day <= k_days[static_cast<std::size_t>(month - 1)]; ++day) {
      if (contains(fields[2], k_schedule_fields[2], day)) { return false; }
    }
  }
  return true;
}

} // namespace snapshot
