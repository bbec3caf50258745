// SPDX-License-Identifier: Apache-2.0
#include "snapshot/validation/path_rules.hpp"

#include "snapshot/validation/formats.hpp"
#include "util/concat.hpp"
#include "util/integers.hpp"

#include <algorithm>
#include <set>

namespace snapshot {

namespace {

void walk(const Place& around, std::string_view left, const PathRule& rule) {
  if (!around.value.is_object()) { return; }
  const std::size_t end = std::min(left.find('.'), left.size());
  std::string_view name = left.substr(0, end);
  left.remove_prefix(std::min(end + 1, left.size()));
  const bool is_list = name.ends_with("[]"), is_map = name.ends_with("{}");
  if (is_list || is_map) { name.remove_suffix(2); }
  const document::Value value = around.value[name];
  const Path path = around.path[name];
  const auto go_on = [&](document::Value each, const Path& at) {
    const Place here = {each, at, nullptr, around.errors};
    if (left.empty()) {
      rule.check(here, rule.argument);
    } else {
      walk(here, left, rule);
    }
  };
  if (is_list) {
    if (value.is_array()) { each_element(value, path, go_on); }
  } else if (is_map) {
    for (const auto [key, each] : value.members()) { go_on(each, path.member(key)); }
  } else {
    go_on(value, path);
  }
}

} // namespace

void apply_path_rules(const Place& object, std::span<const PathRule> rules) {
  for (const PathRule& rule : rules) { walk(object, rule.path, rule); }
}

void must_be_at_least(const Place& field, std::string_view number) {
  const auto value = util::parse_int64(field.value.text());
  if (value && *value < util::parse_int64(number).value_or(0)) {
    field.errors.invalid(field.path, *value, util::concat("must be greater than or equal to ", number));
  }
}

void must_be_at_most(const Place& field, std::string_view number) {
  const auto value = util::parse_int64(field.value.text());
  if (value && *value > util::parse_int64(number).value_or(0)) {
    field.errors.invalid(field.path, *value, util::concat("must be less than or equal to ", number));
  }
}

void must_not_be_empty(const Place& field, std::string_view) {
  if (field.value.is_string() && field.value.text().empty()) {
    field.errors.invalid(field.path, "", "must not be empty string");
  }
}

void must_have_items(const Place& field, std::string_view) {
  if (field.value.size() == 0) { field.errors.required(field.path); }
}

void must_have_unique(const Place& field, std::string_view key) {
  std::set<std::string_view> seen;
  std::int64_t index = 0;
  for (const document::Value each : field.value.elements()) {
    const Path at = field.path.at(index++);
    if (const std::string_view name = each[key].text(); !name.empty() && !seen.insert(name).second) {
      field.errors.duplicate(at, each[key]);
    }
  }
}

void must_be_whole_or_percent(const Place& field, std::string_view) {
  if (field.value.is_number()) { return must_be_at_least(field, "0"); }
  if (!field.value.is_string()) { return; }
  const std::string_view text = field.value.text();
  const Complaints complaints = percent_complaints(text);
  field.errors.invalid(field.path, text, complaints);
  if (complaints.empty() && util::parse_int64(text.substr(0, text.size() - 1)).value_or(0) > 100) {
    field.errors.invalid(field.path, text, "must not be greater than 100%");
  }
}

void must_be_label_or_empty(const Place& field, std::string_view) {
  if (field.value.text().empty()) { return; }
  field.errors.invalid(field.path, field.value.text(), dns_1035_label_complaints(field.value.text()));
}

void must_be_schedule(const Place& field, std::string_view zone) {
  std::string_view schedule = field.value.text();
  if (schedule.empty()) { return; }
  if (zone.empty() && schedule.find("TZ") != std::string_view::npos) {
    return field.errors.invalid(field.path, schedule,
                                "cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
  }
  if (const std::string complaint = schedule_complaint(without_zone(schedule)); !complaint.empty()) {
    field.errors.invalid(field.path, schedule, complaint);
  }
}

void must_be_dns_name(const Place& field, std::string_view max_size) {
  const std::string_view text = field.value.text();
  if (text.empty()) { return; } // generated
  field.errors.invalid(field.path, text, dns_1035_label_complaints(text));
  if (std::ssize(text) > util::parse_int64(max_size).value_or(63)) {
    field.errors.invalid(field.path, text, util::concat("must be no more than ", max_size, " characters"));
  }
}

} // namespace snapshot
