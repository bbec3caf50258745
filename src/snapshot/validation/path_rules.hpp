// SPDX-License-Identifier: Apache-2.0
// Rules for single fields of custom resources, as rows of a table: what a CustomResourceDefinition says about minimums,
// allowed words and required members.
#pragma once

#include "snapshot/validation/rules.hpp"

#include <span>
#include <string_view>

namespace snapshot {

// `path`: below the object, with [] after lists and {} after maps: "spec.tasks[].replicas". A row does not apply where
// the object around the field is absent.
struct PathRule {
  std::string_view path;
  FieldCheck check;
  std::string_view argument = {};
};

void apply_path_rules(const Place& object, std::span<const PathRule> rules);

// Checks for rows, beside those of rules.hpp.
void must_be_at_least(const Place& field, std::string_view number);
void must_be_at_most(const Place& field, std::string_view number);
void must_not_be_empty(const Place& field, std::string_view);         // "" where a text may be absent
void must_have_items(const Place& field, std::string_view);           // a list that is not empty
void must_have_unique(const Place& field, std::string_view key);      // of a list of objects (listType=map)
void must_be_whole_or_percent(const Place& field, std::string_view);  // an integer of at least 0, or 0% to 100%
void must_be_label_or_empty(const Place& field, std::string_view);    // a label of DNS-1035, if it is not empty
void must_be_schedule(const Place& field, std::string_view zone);     // robfig/cron; "TZ": may begin with a time zone
void must_be_dns_name(const Place& field, std::string_view max_size); // IsDNS1035Label, no longer than this

} // namespace snapshot
