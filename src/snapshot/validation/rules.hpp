// SPDX-License-Identifier: Apache-2.0
// The rules of the API server's validation, as tables: rows for the fields of a type, and functions for rules over
// several fields of a type. A walk over an object by its types (collected/api_fields.hpp) applies them.
//
// A new rule is a row in one of the files of this folder. Values have their right types when rules see them. Defaults
// are not filled in: absent means the default. Source of all rules: Kubernetes pkg/apis/*/validation, 1.36; where 1.34
// says something else, a comment names it.
#pragma once

#include "snapshot/collected/api_fields.hpp"
#include "snapshot/validation/errors.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string_view>

namespace snapshot {

enum class TemplateOf : std::uint8_t {
  Api,           // a pod, or an object whose controller adds nothing: the template is complete
  ApiWithClaims, // the same, but volumes come from volumeClaimTemplates too
  Operator,      // its operator may add containers, images and volumes; the others' values must be valid
  Apart,         // an object that a controller makes; its template is checked on its own
};

// What the rules of containers and volumes need to know of their pod.
struct PodFacts {
  TemplateOf of = TemplateOf::Api;
  bool is_pod = false;                      // false: a template
  bool is_named_by_controller = false;      // its hostname and subdomain do not count
  std::string_view pod_name;                // empty: of a template
  std::map<std::string_view, bool> volumes; // valid ones; true: a claim, which may be a block device
  std::set<std::string_view> claims;        // of resourceClaims
  std::set<std::string_view> containers;    // names of containers and initContainers
  bool never_restarts = false, host_users = true, host_network = false, host_ipc = false;
  std::int64_t grace_seconds = 30;
  std::string_view os;
  document::Value pod_labels; // of a pod: the API server merges matchLabelKeys into its selectors
};

// A value, where it is, and the pod around it (null outside of pods).
struct Place {
  document::Value value;
  const Path& path;
  const PodFacts* pod;
  Errors& errors;
};

// Rules for one field; `field` has the field's value, which may be absent.
using FieldCheck = void (*)(const Place& field, std::string_view argument);
struct FieldRule {
  std::string_view type, field;
  FieldCheck check;
  std::string_view argument = {};
};

// Rules for an object of a type.
struct TypeRule {
  std::string_view type;
  void (*check)(const Place& object);
};

struct RuleTable {
  std::span<const FieldRule> fields;
  std::span<const TypeRule> types;
};

// The tables, by file.
RuleTable companion_rules(); // Services, roles and bindings
RuleTable container_rules();
RuleTable placement_rules(); // affinity, tolerations, topology spread constraints, selectors
RuleTable pod_rules();
RuleTable volume_rules();
RuleTable workload_rules(); // batch and apps
RuleTable other_rules();    // claims, quotas, priority classes, groups

// Applies all rules to a value of a type and to everything below.
void apply_rules(const Place& place, const FieldsType& type);

// What the template of an object of apps or batch needs besides the rules of pods: when its containers restart, and
// whether it has a deadline.
void check_template_of(std::string_view kind, const Place& pod_template);

// Checks for rows: `argument` in quotes.
void must_be_set(const Place& field, std::string_view);
void must_be_one_of(const Place& field, std::string_view words);          // if it is not empty; "Always Never"
void must_be_one_of_if_given(const Place& field, std::string_view words); // "" is none of them (a pointer in Go)
void must_not_be_negative(const Place& field, std::string_view);          // ValidateNonnegativeField
void must_be_dns_label(const Place& field, std::string_view);             // if it is set
void must_be_dns_subdomain(const Place& field, std::string_view);         // if it is set
void must_be_in_range(const Place& field, std::string_view low_high);     // "1 100"
void must_be_file_mode(const Place& field, std::string_view);
void must_be_label_key(const Place& field, std::string_view); // also if it is empty; IsQualifiedName
void must_be_preemption_policy(const Place& field, std::string_view);
void must_have_valid_labels(const Place& field, std::string_view); // a map of labels

// Text of a member; empty if absent.
inline std::string_view text_at(document::Value object, std::string_view field) { return object[field].text(); }
bool is_set(document::Value object, std::string_view field); // neither absent nor ""
std::int64_t number_at(document::Value object, std::string_view field, std::int64_t otherwise = 0);
bool is_true(document::Value object, std::string_view field);

} // namespace snapshot
