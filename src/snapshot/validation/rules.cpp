// SPDX-License-Identifier: Apache-2.0
#include "snapshot/validation/rules.hpp"

#include "snapshot/validation/formats.hpp"
#include "snapshot/validation/pod_facts.hpp"
#include "snapshot/validation/selectors.hpp"
#include "util/concat.hpp"
#include "util/integers.hpp"

#include <algorithm>
#include <vector>

namespace snapshot {

namespace {

struct RulesOfType {
  std::vector<const FieldRule*> fields;
  std::vector<const TypeRule*> types;
};

using Index = std::map<std::string_view, RulesOfType>;

Index indexed_rules() {
  Index index;
  const RuleTable tables[] = {companion_rules(), container_rules(), placement_rules(), pod_rules(),
                              volume_rules(),    workload_rules(),  other_rules()};
  for (const RuleTable& table : tables) {
    for (const FieldRule& rule : table.fields) { index[rule.type].fields.push_back(&rule); }
    for (const TypeRule& rule : table.types) { index[rule.type].types.push_back(&rule); }
  }
  return index;
}

const RulesOfType& rules_of(std::string_view type) {
  static const Index index = indexed_rules();
  static const RulesOfType none;
  const auto found = index.find(type);
  return found == index.end() ? none : found->second;
}

// The API server does not look at the template of a workload of apps whose selector is invalid.
bool is_hidden(const Place& place, const FieldsType& type, std::string_view field) {
  if (field == "template" && place.pod != nullptr && place.pod->of == TemplateOf::Apart) { return true; }
  return field == "template" &&
         (type.name == "DeploymentSpec" || type.name == "ReplicaSetSpec" || type.name == "StatefulSetSpec") &&
         !selects(place.value["selector"], {}).has_value();
}

void apply_below(const Place& place, const FieldsType& type) {
  for (const FieldsType::Field& field : type.fields) {
    if (is_hidden(place, type, field.name)) { continue; }
    const document::Value value = place.value[field.name];
    if (field.below == nullptr || (value.absent() && !field.is_always_there)) { continue; }
    const Path path = place.path[field.name];
    const auto apply = [&](document::Value each, const Path& at) {
      apply_rules({each, at, place.pod, place.errors}, *field.below);
    };
    switch (field.shape) {
    case FieldShape::Single:
      apply(value, path);
      break;
    case FieldShape::List:
      each_element(value, path, apply);
      break;
    case FieldShape::Map:
      each_member(value, path, [&](std::string_view, document::Value each, const Path& at) { apply(each, at); });
      break;
    }
  }
}

} // namespace

void apply_rules(const Place& place, const FieldsType& type) {
  const RulesOfType& rules = rules_of(type.name);
  const auto apply = [&](const Place& here) {
    for (const TypeRule* const rule : rules.types) { rule->check(here); }
    for (const FieldRule* const rule : rules.fields) {
      const Path path = here.path[rule->field];
      rule->check({here.value[rule->field], path, here.pod, here.errors}, rule->argument);
    }
    apply_below(here, type);
  };
  if (type.name != "PodSpec") { return apply(place); }
  const PodFacts facts = facts_of_pod(place.value, place.path, place.pod);
  apply({place.value, place.path, &facts, place.errors});
}

bool is_set(document::Value object, std::string_view field) {
  const document::Value value = object[field];
  return !value.absent() && !(value.is_string() && value.text().empty());
}

std::int64_t number_at(document::Value object, std::string_view field, std::int64_t otherwise) {
  return util::parse_int64(object[field].text()).value_or(otherwise);
}

bool is_true(document::Value object, std::string_view field) { return object[field].boolean(); }

void must_be_set(const Place& field, std::string_view) {
  if (field.value.absent() || (field.value.is_string() && field.value.text().empty())) {
    field.errors.required(field.path);
  }
}

void must_be_one_of(const Place& field, std::string_view words) {
  const std::string_view text = field.value.text();
  if (text.empty()) { return; }
  for (std::string_view left = words; !left.empty();) {
    const std::size_t end = std::min(left.find(' '), left.size());
    if (left.substr(0, end) == text) { return; }
    left.remove_prefix(std::min(end + 1, left.size()));
  }
  field.errors.not_supported(field.path, text, words);
}

void must_be_one_of_if_given(const Place& field, std::string_view words) {
  if (field.value.is_string() && field.value.text().empty()) {
    return field.errors.not_supported(field.path, "", words);
  }
  must_be_one_of(field, words);
}

void must_not_be_negative(const Place& field, std::string_view) {
  if (const auto number = util::parse_int64(field.value.text()); number && *number < 0) {
    field.errors.invalid(field.path, *number, "must be greater than or equal to 0");
  }
}

void must_be_dns_label(const Place& field, std::string_view) {
  if (field.value.text().empty()) { return; }
  field.errors.invalid(field.path, field.value.text(), dns_label_complaints(field.value.text()));
}

void must_be_dns_subdomain(const Place& field, std::string_view) {
  if (field.value.text().empty()) { return; }
  field.errors.invalid(field.path, field.value.text(), dns_subdomain_complaints(field.value.text()));
}

void must_be_in_range(const Place& field, std::string_view low_high) {
  const auto number = util::parse_int64(field.value.text());
  const std::size_t blank = low_high.find(' ');
  const std::int64_t low = util::parse_int64(low_high.substr(0, blank)).value_or(0);
  const std::int64_t high = util::parse_int64(low_high.substr(blank + 1)).value_or(0);
  if (number && (*number < low || *number > high)) {
    field.errors.invalid(field.path, *number, range_complaint(low, high));
  }
}

void must_be_file_mode(const Place& field, std::string_view) {
  const std::int64_t mode = util::parse_int64(field.value.text()).value_or(0);
  if (mode < 0 || mode > 0777) {
    field.errors.invalid(field.path, mode, "must be a number between 0 and 0777 (octal), both inclusive");
  }
}

void must_be_label_key(const Place& field, std::string_view) {
  field.errors.invalid(field.path, field.value.text(), label_key_complaints(field.value.text()));
}

void must_be_preemption_policy(const Place& field, std::string_view) {
  if (field.value.is_string() && field.value.text().empty()) { return field.errors.required(field.path); }
  must_be_one_of(field, "PreemptLowerPriority Never");
}

void must_have_valid_labels(const Place& field, std::string_view) {
  for (const auto [key, value] : field.value.members()) {
    field.errors.invalid(field.path, key, label_key_complaints(key));
    field.errors.invalid(field.path, value.text(), label_value_complaints(value.text()));
  }
}

} // namespace snapshot
