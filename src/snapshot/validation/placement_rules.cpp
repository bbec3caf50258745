// SPDX-License-Identifier: Apache-2.0
// Where pods may go: affinity, tolerations, topology spread constraints, the selectors in them, and the system of the
// nodes. (core/validation,
// validateAffinity, ValidateTolerations, validateTopologySpreadConstraints; meta/v1/validation, ValidateLabelSelector)
#include "snapshot/validation/formats.hpp"
#include "snapshot/validation/rules.hpp"
#include "util/concat.hpp"

#include <set>

namespace snapshot {

namespace {

void check_label_values(document::Value values, const Path& path, Errors& errors) {
  each_element(values, path, [&](document::Value value, const Path& here) {
    errors.invalid(here, value.text(), label_value_complaints(value.text()));
  });
}

// In and NotIn need values, Exists and DoesNotExist may have none. Returns false for another operator.
bool check_values_of_operator(const Place& requirement) {
  const std::string_view op = text_at(requirement.value, "operator");
  const std::size_t count = requirement.value["values"].size();
  const Path values = requirement.path["values"];
  if (op == "In" || op == "NotIn") {
    if (count == 0) { requirement.errors.required(values, "must be specified when `operator` is 'In' or 'NotIn'"); }
    return true;
  }
  if (op != "Exists" && op != "DoesNotExist") { return false; }
  if (count > 0) {
    requirement.errors.forbidden(values, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
  }
  return true;
}

// (ValidateLabelSelectorRequirement)
void check_requirement(const Place& requirement) {
  if (!check_values_of_operator(requirement)) {
    requirement.errors.invalid(requirement.path["operator"], text_at(requirement.value, "operator"),
                               "not a valid selector operator");
  }
  check_label_values(requirement.value["values"], requirement.path["values"], requirement.errors);
}

// ---- nodes

// (ValidateNodeSelectorRequirement) A preferred term may have values that are no label values.
void check_node_requirement(const Place& requirement, bool is_required) {
  const std::string_view op = text_at(requirement.value, "operator");
  const Path values = requirement.path["values"];
  if (op == "Gt" || op == "Lt") {
    if (requirement.value["values"].size() != 1) {
      requirement.errors.required(values, "must be specified single value when `operator` is 'Lt' or 'Gt'");
    }
  } else if (!check_values_of_operator(requirement)) {
    requirement.errors.invalid(requirement.path["operator"], op, "not a valid selector operator");
  }
  must_be_label_key({requirement.value["key"], requirement.path["key"], requirement.pod, requirement.errors}, {});
  if (is_required) { check_label_values(requirement.value["values"], values, requirement.errors); }
}

// (ValidateNodeFieldSelectorRequirement)
void check_node_field(const Place& requirement) {
  const std::string_view op = text_at(requirement.value, "operator"), key = text_at(requirement.value, "key");
  const Path values = requirement.path["values"];
  if (op != "In" && op != "NotIn") {
    requirement.errors.invalid(requirement.path["operator"], op, "not a valid selector operator");
  } else if (requirement.value["values"].size() != 1) {
    requirement.errors.required(values,
                                "must be only one value when `operator` is 'In' or 'NotIn' for node field selector");
  }
  if (key != "metadata.name") {
    return requirement.errors.invalid(requirement.path["key"], key, "not a valid field selector key");
  }
  each_element(requirement.value["values"], values, [&](document::Value value, const Path& here) {
    requirement.errors.invalid(here, value.text(), dns_subdomain_complaints(value.text()));
  });
}

void check_node_term(const Place& term, bool is_required) {
  const Path expressions = term.path["matchExpressions"], fields = term.path["matchFields"];
  each_element(term.value["matchExpressions"], expressions, [&](document::Value requirement, const Path& here) {
    check_node_requirement({requirement, here, term.pod, term.errors}, is_required);
  });
  each_element(term.value["matchFields"], fields, [&](document::Value requirement, const Path& here) {
    check_node_field({requirement, here, term.pod, term.errors});
  });
}

void check_node_selector(const Place& selector) {
  const Path terms = selector.path["nodeSelectorTerms"];
  if (selector.value["nodeSelectorTerms"].size() == 0) {
    return selector.errors.required(terms, "must have at least one node selector term");
  }
  each_element(selector.value["nodeSelectorTerms"], terms, [&](document::Value term, const Path& here) {
    check_node_term({term, here, selector.pod, selector.errors}, true);
  });
}

void check_weight(const Place& term) {
  const std::int64_t weight = number_at(term.value, "weight");
  if (weight < 1 || weight > 100) { term.errors.invalid(term.path["weight"], weight, "must be in the range 1-100"); }
}

void check_preferred_node(const Place& term) {
  check_weight(term);
  check_node_term({term.value["preference"], term.path["preference"], term.pod, term.errors}, false);
}

// ---- pods

// Label keys whose values the API server takes from the pod. (ValidateMatchLabelKeysAndMismatchLabelKeys)
void check_label_keys(const Place& term, std::string_view field) {
  const document::Value keys = term.value[field];
  const Path path = term.path[field];
  if (keys.size() == 0) { return; }
  if (term.value["labelSelector"].absent()) {
    return term.errors.forbidden(path, "must not be specified when labelSelector is not set");
  }
  each_element(keys, path, [&](document::Value key, const Path& here) {
    term.errors.invalid(here, key.text(), label_key_complaints(key.text()));
  });
}

// A key that a selector has twice, once as a matchLabelKey. Upstream gives the index of the key, but not the field. Of
// a pod, the API server has already added the pod's own label. (pod strategy, applyMatchLabelKeysAndMismatchLabelKeys)
void check_repeated_keys(const Place& term) {
  std::multiset<std::string_view> in_labels, in_expressions;
  const document::Value selector = term.value["labelSelector"];
  for (const auto [key, value] : selector["matchLabels"].members()) { in_labels.insert(key); }
  for (const document::Value requirement : selector["matchExpressions"].elements()) {
    in_expressions.insert(text_at(requirement, "key"));
  }
  std::int64_t index = 0;
  for (const document::Value matched : term.value["matchLabelKeys"].elements()) {
    const std::string_view key = matched.text();
    const bool is_merged = term.pod != nullptr && !term.pod->pod_labels[key].absent() && !selector.absent();
    const std::size_t expressions = in_expressions.count(key) + (is_merged ? 1 : 0);
    if (expressions > 0 && expressions + in_labels.count(key) > 1) {
      term.errors.invalid(term.path.at(index), key, "exists in both matchLabelKeys and labelSelector");
    }
    ++index;
  }
  const Path match = term.path["matchLabelKeys"];
  each_element(term.value["matchLabelKeys"], match, [&](document::Value key, const Path& here) {
    for (const document::Value other : term.value["mismatchLabelKeys"].elements()) {
      if (other.text() == key.text()) {
        term.errors.invalid(here, key.text(), "exists in both matchLabelKeys and mismatchLabelKeys");
      }
    }
  });
}

void check_pod_term(const Place& term) {
  for (const document::Value space : term.value["namespaces"].elements()) {
    term.errors.invalid(term.path["namespace"], space.text(), dns_label_complaints(space.text()));
  }
  check_label_keys(term, "matchLabelKeys");
  check_label_keys(term, "mismatchLabelKeys");
  check_repeated_keys(term);
  const std::string_view key = text_at(term.value, "topologyKey");
  if (key.empty()) { term.errors.required(term.path["topologyKey"], "can not be empty"); }
  term.errors.invalid(term.path["topologyKey"], key, label_key_complaints(key));
}

// ---- topology spread constraints

void check_spread(const Place& constraint) {
  const std::int64_t skew = number_at(constraint.value, "maxSkew");
  const std::string_view action = text_at(constraint.value, "whenUnsatisfiable");
  if (skew <= 0) { constraint.errors.invalid(constraint.path["maxSkew"], skew, "must be greater than zero"); }
  if (!is_set(constraint.value, "topologyKey")) {
    constraint.errors.required(constraint.path["topologyKey"], "can not be empty");
  }
  if (action != "DoNotSchedule" && action != "ScheduleAnyway") {
    constraint.errors.not_supported(constraint.path["whenUnsatisfiable"], action, "DoNotSchedule ScheduleAnyway");
  }
  if (!constraint.value["minDomains"].absent()) {
    const Path path = constraint.path["minDomains"];
    const std::int64_t domains = number_at(constraint.value, "minDomains");
    if (domains <= 0) { constraint.errors.invalid(path, domains, "must be greater than zero"); }
    if (action != "DoNotSchedule") {
      constraint.errors.invalid(
          path, domains, util::concat("can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ", action));
    }
  }
  check_label_keys(constraint, "matchLabelKeys");
  check_repeated_keys(constraint);
}

// Two constraints with the same key and action. The API server names the earlier one.
void check_repeated_constraints(const Place& spec) {
  std::vector<document::Value> constraints;
  for (const document::Value each : spec.value["topologySpreadConstraints"].elements()) { constraints.push_back(each); }
  const Path list = spec.path["topologySpreadConstraints"];
  for (std::size_t at = 0; at < constraints.size(); ++at) {
    const std::string_view key = text_at(constraints[at], "topologyKey");
    const std::string_view action = text_at(constraints[at], "whenUnsatisfiable");
    for (std::size_t later = at + 1; later < constraints.size(); ++later) {
      if (text_at(constraints[later], "topologyKey") != key ||
          text_at(constraints[later], "whenUnsatisfiable") != action) {
        continue;
      }
      spec.errors.duplicate(
          util::concat(list.at(static_cast<std::int64_t>(at)).text(), ".{topologyKey, whenUnsatisfiable}"),
          util::concat('{', key, ", ", action, '}'));
      break;
    }
  }
}

// ---- tolerations

void check_toleration(const Place& toleration) {
  const std::string_view key = text_at(toleration.value, "key"), value = text_at(toleration.value, "value");
  const std::string_view op = text_at(toleration.value, "operator"), effect = text_at(toleration.value, "effect");
  const Path operator_path = toleration.path["operator"], effect_path = toleration.path["effect"];
  if (!key.empty()) { toleration.errors.invalid(toleration.path["key"], key, label_key_complaints(key)); }
  if (key.empty() && op != "Exists") {
    toleration.errors.invalid(
        operator_path, op,
        "operator must be Exists when `key` is empty, which means \"match all values and all keys\"");
  }
  if (!toleration.value["tolerationSeconds"].absent() && effect != "NoExecute") {
    toleration.errors.invalid(effect_path, effect, "effect must be 'NoExecute' when `tolerationSeconds` is set");
  }
  if (op.empty() || op == "Equal") {
    if (const Complaints complaints = label_value_complaints(value); !complaints.empty()) {
      toleration.errors.invalid(operator_path, value, util::joined(complaints, ";"));
    }
  } else if (op == "Exists") {
    if (!value.empty()) {
      toleration.errors.invalid(operator_path, value, "value must be empty when `operator` is 'Exists'");
    }
  } else if (op == "Lt" || op == "Gt") { // alpha gate TaintTolerationComparisonOperators
    toleration.errors.not_supported(operator_path, op, "Equal Exists Lt Gt");
  } else {
    toleration.errors.not_supported(operator_path, op, "Equal Exists");
  }
  must_be_one_of({toleration.value["effect"], effect_path, toleration.pod, toleration.errors},
                 "NoSchedule PreferNoSchedule NoExecute");
}

// ---- the system that a pod is for (validateWindows, validateLinux)

void must_not_be_of_windows(const Place& field, std::string_view) {
  if (field.pod == nullptr || field.pod->os != "windows" || field.value.absent()) { return; }
  if (field.value.is_array() && field.value.size() == 0) { return; }
  field.errors.forbidden(field.path, "cannot be set for a windows pod");
}

void must_not_be_true_of_windows(const Place& field, std::string_view) {
  if (field.value.boolean()) { must_not_be_of_windows(field, {}); }
}

void must_not_be_of_linux(const Place& field, std::string_view) {
  if (field.pod == nullptr || field.pod->os != "linux" || field.value.absent()) { return; }
  field.errors.forbidden(field.path, "windows options cannot be set for a linux pod");
}

constexpr FieldRule k_placement_fields[] = {
    {"LabelSelector", "matchLabels", must_have_valid_labels},
    {"LabelSelectorRequirement", "key", must_be_label_key},
    {"PodSecurityContext", "appArmorProfile", must_not_be_of_windows},
    {"PodSecurityContext", "fsGroup", must_not_be_of_windows},
    {"PodSecurityContext", "fsGroupChangePolicy", must_not_be_of_windows},
    {"PodSecurityContext", "runAsGroup", must_not_be_of_windows},
    {"PodSecurityContext", "runAsUser", must_not_be_of_windows},
    {"PodSecurityContext", "seLinuxChangePolicy", must_not_be_of_windows},
    {"PodSecurityContext", "seLinuxOptions", must_not_be_of_windows},
    {"PodSecurityContext", "seccompProfile", must_not_be_of_windows},
    {"PodSecurityContext", "supplementalGroups", must_not_be_of_windows},
    {"PodSecurityContext", "supplementalGroupsPolicy", must_not_be_of_windows},
    {"PodSecurityContext", "sysctls", must_not_be_of_windows},
    {"PodSecurityContext", "windowsOptions", must_not_be_of_linux},
    {"PodSpec", "hostIPC", must_not_be_true_of_windows},
    {"PodSpec", "hostPID", must_not_be_true_of_windows},
    {"PodSpec", "hostUsers", must_not_be_of_windows},
    {"PodSpec", "shareProcessNamespace", must_not_be_of_windows},
    {"SecurityContext", "allowPrivilegeEscalation", must_not_be_of_windows},
    {"SecurityContext", "appArmorProfile", must_not_be_of_windows},
    {"SecurityContext", "capabilities", must_not_be_of_windows},
    {"SecurityContext", "privileged", must_not_be_of_windows},
    {"SecurityContext", "procMount", must_not_be_of_windows},
    {"SecurityContext", "readOnlyRootFilesystem", must_not_be_of_windows},
    {"SecurityContext", "runAsGroup", must_not_be_of_windows},
    {"SecurityContext", "runAsUser", must_not_be_of_windows},
    {"SecurityContext", "seLinuxOptions", must_not_be_of_windows},
    {"SecurityContext", "seccompProfile", must_not_be_of_windows},
    {"SecurityContext", "windowsOptions", must_not_be_of_linux},
    {"TopologySpreadConstraint", "nodeAffinityPolicy", must_be_one_of_if_given, "Honor Ignore"},
    {"TopologySpreadConstraint", "nodeTaintsPolicy", must_be_one_of_if_given, "Honor Ignore"},
};

constexpr TypeRule k_placement_types[] = {
    {"LabelSelectorRequirement", check_requirement},
    {"NodeSelector", check_node_selector},
    {"PodAffinityTerm", check_pod_term},
    {"PodSpec", check_repeated_constraints},
    {"PreferredSchedulingTerm", check_preferred_node},
    {"Toleration", check_toleration},
    {"TopologySpreadConstraint", check_spread},
    {"WeightedPodAffinityTerm", check_weight},
};

} // namespace

RuleTable placement_rules() { return {k_placement_fields, k_placement_types}; }

} // namespace snapshot
