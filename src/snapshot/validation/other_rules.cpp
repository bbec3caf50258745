// SPDX-License-Identifier: Apache-2.0
// What manifests of jobs have beside workloads: claims, quotas, limit ranges, configuration, priority classes, groups.
// (core/validation, scheduling/validation and scheduling/v1alpha2/zz_generated.validations.go)
#include "snapshot/validation/formats.hpp"
#include "snapshot/validation/resource_names.hpp"
#include "snapshot/validation/rules.hpp"
#include "util/concat.hpp"
#include "util/integers.hpp"

#include <set>

namespace snapshot {

namespace {

// ---- claims (ValidatePersistentVolumeClaimSpec)

void check_claim(const Place& spec) {
  const document::Value modes = spec.value["accessModes"];
  const Path modes_path = spec.path["accessModes"], resources = spec.path["resources"];
  if (modes.size() == 0) { spec.errors.required(modes_path, "at least 1 access mode is required"); }
  bool has_single_pod = false, has_other = false;
  for (const document::Value mode : modes.elements()) {
    const std::string_view text = mode.text();
    const bool is_known = text == "ReadOnlyMany" || text == "ReadWriteMany" || text == "ReadWriteOnce";
    has_single_pod = has_single_pod || text == "ReadWriteOncePod";
    has_other = has_other || is_known;
    if (!is_known && text != "ReadWriteOncePod") {
      spec.errors.not_supported(modes_path, text, "ReadOnlyMany ReadWriteMany ReadWriteOnce ReadWriteOncePod");
    }
  }
  if (has_single_pod && has_other) {
    spec.errors.forbidden(modes_path, "may not use ReadWriteOncePod with other access modes");
  }
  const document::Value storage = spec.value["resources"]["requests"]["storage"];
  const Path path = resources.member("storage");
  if (storage.absent()) {
    spec.errors.required(path);
  } else if (const model::Quantity amount = quantity_of(storage, path); amount <= model::Quantity()) {
    spec.errors.invalid(path, amount.text(), "must be greater than zero");
  }
  const document::Value source = spec.value["dataSource"];
  if (source.absent()) { return; }
  const Path of_source = spec.path["dataSource"];
  for (const char* field : {"name", "kind"}) {
    if (!is_set(source, field)) { spec.errors.required(of_source[field]); }
  }
  if (!is_set(source, "apiGroup") && text_at(source, "kind") != "PersistentVolumeClaim") {
    spec.errors.invalid(of_source, text_at(source, "kind"),
                        "must be 'PersistentVolumeClaim' when referencing the default apiGroup");
  }
}

// ---- quotas and limit ranges

bool is_scope(std::string_view scope) {
  return scope == "Terminating" || scope == "NotTerminating" || scope == "BestEffort" || scope == "NotBestEffort" ||
         scope == "PriorityClass" || scope == "VolumeAttributesClass" || scope == "CrossNamespacePodAffinity";
}

// (helper.IsResourceQuotaScopeValidForResource)
bool is_scope_for(std::string_view scope, std::string_view resource) {
  const bool is_compute = resource == "cpu" || resource == "memory" || resource == "limits.cpu" ||
                          resource == "limits.memory" || resource == "requests.cpu" || resource == "requests.memory";
  if (scope == "BestEffort") { return resource == "pods"; }
  if (scope == "VolumeAttributesClass") {
    return resource == "persistentvolumeclaims" || resource == "requests.storage";
  }
  return !is_scope(scope) || resource == "pods" || is_compute;
}

void check_conflict(const Place& spec, const std::set<std::string_view>& scopes) {
  for (const auto& [one, other] :
       {std::pair("BestEffort", "NotBestEffort"), std::pair("Terminating", "NotTerminating")}) {
    if (scopes.contains(one) && scopes.contains(other)) {
      spec.errors.invalid(spec.path["scopes"], spec.value["scopes"], "conflicting scopes");
    }
  }
}

void check_scope_of_resources(const Place& spec, std::string_view scope, const Path& path, document::Value shown) {
  for (const auto [resource, value] : spec.value["hard"].members()) {
    if (is_quota_resource(resource) && !is_scope_for(scope, resource)) {
      spec.errors.invalid(path, shown, "unsupported scope applied to resource");
    }
  }
}

void check_quota(const Place& spec) {
  const Path hard = spec.path["hard"], scopes = spec.path["scopes"], of_selector = spec.path["scopeSelector"];
  for (const auto [resource, value] : spec.value["hard"].members()) {
    check_quota_resource(resource, hard.member(resource), spec.errors);
    check_quantity(resource, quantity_of(value, hard), hard.member(resource), spec.errors);
  }
  std::set<std::string_view> seen;
  for (const document::Value scope : spec.value["scopes"].elements()) {
    if (!is_scope(scope.text())) { spec.errors.invalid(scopes, spec.value["scopes"], "unsupported scope"); }
    check_scope_of_resources(spec, scope.text(), scopes, spec.value["scopes"]);
    seen.insert(scope.text());
  }
  check_conflict(spec, seen);
  seen.clear();
  const Path path = of_selector["matchExpressions"]; // upstream leaves the index out
  for (const document::Value requirement : spec.value["scopeSelector"]["matchExpressions"].elements()) {
    const std::string_view scope = text_at(requirement, "scopeName"), op = text_at(requirement, "operator");
    const std::size_t count = requirement["values"].size();
    if (!is_scope(scope)) { spec.errors.invalid(path["scopeName"], scope, "unsupported scope"); }
    check_scope_of_resources(spec, scope, path, spec.value["scopeSelector"]);
    if (is_scope(scope) && scope != "PriorityClass" && scope != "VolumeAttributesClass" && op != "Exists") {
      spec.errors.invalid(path["operator"], op,
                          "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, "
                          "ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, "
                          "ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity");
    }
    if (op == "In" || op == "NotIn") {
      if (count == 0) {
        spec.errors.required(path["values"],
                             "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector");
      }
    } else if (op != "Exists" && op != "DoesNotExist") {
      spec.errors.invalid(path["operator"], op, "not a valid selector operator");
    } else if (count > 0) {
      spec.errors.invalid(path["values"], requirement["values"],
                          "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector");
    }
    seen.insert(scope);
  }
  check_conflict(spec, seen);
}

// (validateLimitRangeTypeName)
void must_be_limit_type(const Place& field, std::string_view) {
  const std::string_view type = field.value.text();
  const bool is_standard = type == "Container" || type == "Pod" || type == "PersistentVolumeClaim";
  if (type.empty() || is_standard || type.find('/') != type.npos) { return; }
  field.errors.invalid(field.path, type, "must be a standard limit type or fully qualified");
}

// (policy/validation, ValidatePodDisruptionBudgetSpec)
void check_disruption_budget(const Place& spec) {
  if (spec.value["minAvailable"].absent() || spec.value["maxUnavailable"].absent()) { return; }
  spec.errors.invalid(spec.path, spec.value, "minAvailable and maxUnavailable cannot be both set");
}

// ---- configuration

void check_keys(const Place& object, std::string_view field) {
  const Path path = object.path[field];
  for (const auto [key, value] : object.value[field].members()) {
    object.errors.invalid(path.member(key), key, config_key_complaints(key));
  }
}

void check_config_map(const Place& map) {
  check_keys(map, "data");
  check_keys(map, "binaryData");
  for (const auto [key, value] : map.value["binaryData"].members()) {
    if (!map.value["data"][key].absent()) {
      map.errors.invalid(map.path["data"].member(key), key, "duplicate of key present in binaryData");
    }
  }
}

struct SecretKind {
  std::string_view type, key;
};

// Keys that a type needs, in data or stringData.
constexpr SecretKind k_needed_keys[] = {
    {"kubernetes.io/dockercfg", ".dockercfg"},
    {"kubernetes.io/dockerconfigjson", ".dockerconfigjson"},
    {"kubernetes.io/ssh-auth", "ssh-privatekey"},
    {"kubernetes.io/tls", "tls.crt"},
    {"kubernetes.io/tls", "tls.key"},
};

// (ValidateSecret) The API server has moved stringData into data before.
void check_secret(const Place& secret) {
  const Path data = secret.path["data"], metadata = secret.path["metadata"], annotations = metadata["annotations"];
  const document::Value binary = secret.value["data"], texts = secret.value["stringData"];
  for (const document::Value map : {binary, texts}) {
    for (const auto [key, value] : map.members()) {
      secret.errors.invalid(data.member(key), key, config_key_complaints(key));
    }
  }
  const std::string_view type = text_at(secret.value, "type");
  for (const SecretKind& row : k_needed_keys) {
    if (row.type == type && binary[row.key].absent() && texts[row.key].absent()) {
      secret.errors.required(data.member(row.key));
    }
  }
  constexpr std::string_view k_account = "kubernetes.io/service-account.name";
  if (type == "kubernetes.io/service-account-token" && !is_set(secret.value["metadata"]["annotations"], k_account)) {
    secret.errors.required(annotations.member(k_account));
  }
}

// ---- priority classes

void check_priority_class(const Place& object) {
  const std::string_view name = text_at(object.value["metadata"], "name");
  const std::int64_t value = number_at(object.value, "value");
  constexpr std::int64_t k_highest = 1'000'000'000;
  const Path metadata = object.path["metadata"];
  if (name.starts_with("system-")) {
    const bool is_cluster = name == "system-cluster-critical", is_node = name == "system-node-critical";
    const std::int64_t wanted = is_node ? 2'000'001'000 : 2'000'000'000;
    constexpr std::string_view k_reserved =
        "priority class names with 'system-' prefix are reserved for system use only. error: ";
    if (!is_cluster && !is_node) {
      object.errors.forbidden(metadata["name"],
                              util::concat(k_reserved, name, " is not a known system priority class"));
    } else if (value != wanted) {
      object.errors.forbidden(metadata["name"],
                              util::concat(k_reserved, "value of ", name, " PriorityClass must be ", wanted));
    } else if (is_true(object.value, "globalDefault")) {
      object.errors.forbidden(metadata["name"],
                              util::concat(k_reserved, "globalDefault of ", name, " PriorityClass must be false"));
    }
  } else if (value > k_highest) {
    object.errors.forbidden(object.path["value"],
                            util::concat("maximum allowed value of a user defined priority is ", k_highest));
  }
}

// ---- native groups (scheduling.k8s.io/v1alpha2)

void check_one_of(const Place& object, std::string_view first, std::string_view second) {
  const bool has_first = !object.value[first].absent();
  const bool has_second = !second.empty() && !object.value[second].absent();
  const std::string all = util::concat('`', first, '`', second.empty() ? "" : ", `", second, second.empty() ? "" : "`");
  if (has_first && has_second) {
    object.errors.invalid(object.path, util::concat('{', first, ", ", second, '}'),
                          util::concat("must specify exactly one of: ", all));
  } else if (!has_first && !has_second) {
    object.errors.invalid(object.path, "", util::concat("must specify one of: ", all));
  }
}

void check_scheduling_policy(const Place& policy) { check_one_of(policy, "basic", "gang"); }
void check_template_reference(const Place& reference) { check_one_of(reference, "workload", ""); }
void check_group_claim(const Place& claim) { check_one_of(claim, "resourceClaimName", "resourceClaimTemplateName"); }

void check_gang(const Place& gang) {
  const std::int64_t count = number_at(gang.value, "minCount");
  if (count == 0) {
    gang.errors.required(gang.path["minCount"]);
  } else if (count < 1) {
    gang.errors.invalid(gang.path["minCount"], count, "must be greater than or equal to 1");
  }
}

void check_priority(const Place& object) {
  constexpr std::int64_t k_highest = 1'000'000'000;
  const std::int64_t priority = number_at(object.value, "priority");
  if (priority > k_highest) {
    object.errors.invalid(object.path["priority"], priority, util::concat("must be less than or equal to ", k_highest));
  }
}

// Lists of at most `most` objects with different names, or without names.
void check_named_list(const Place& object, std::string_view field, std::size_t most, bool has_names = true) {
  const document::Value list = object.value[field];
  const Path path = object.path[field];
  if (list.size() > most) { return object.errors.too_many(path, list.size(), static_cast<std::int64_t>(most)); }
  std::set<std::string_view> seen;
  if (!has_names) { return; }
  each_element(list, path, [&](document::Value each, const Path& here) {
    if (!seen.insert(text_at(each, "name")).second) { object.errors.duplicate(here, each); }
  });
}

// ---- claims to devices (resource/validation)

void check_device_claim(const Place& claim) {
  check_named_list(claim, "requests", 32);
  check_named_list(claim, "constraints", 32, false);
}

void check_device_request(const Place& request) {
  const bool is_exact = !request.value["exactly"].absent(), has_choice = request.value["firstAvailable"].size() > 0;
  if (!is_exact && !has_choice) {
    request.errors.required(request.path, "exactly one of `exactly` or `firstAvailable` is required");
  } else if (is_exact && has_choice) {
    request.errors.invalid(request.path, "",
                           "exactly one of `exactly` or `firstAvailable` is required, but multiple "
                           "fields are set");
  }
  check_named_list(request, "firstAvailable", 8);
}

// (validateDeviceAllocationMode) An ExactCount of 0 becomes 1.
void check_device_count(const Place& request) {
  const std::int64_t count = number_at(request.value, "count");
  if (text_at(request.value, "allocationMode") == "All") {
    if (count != 0) {
      request.errors.invalid(request.path["count"], count, "must not be specified when allocationMode is 'All'");
    }
  } else if (count < 0) {
    request.errors.invalid(request.path["count"], count, "must be greater than zero");
  }
}

void check_native_group(const Place& spec) {
  check_priority(spec);
  check_named_list(spec, "resourceClaims", 4);
}

void check_native_workload(const Place& spec) {
  if (spec.value["podGroupTemplates"].size() == 0) { spec.errors.required(spec.path["podGroupTemplates"]); }
  check_named_list(spec, "podGroupTemplates", 8);
}

void must_be_path_segment(const Place& field, std::string_view) {
  field.errors.invalid(field.path, field.value.text(), path_segment_complaints(field.value.text()));
}

constexpr FieldRule k_other_fields[] = {
    {"DeviceRequest", "name", must_be_dns_label},
    {"DeviceRequest", "name", must_be_set},
    {"DeviceSubRequest", "allocationMode", must_be_one_of, "All ExactCount"},
    {"DeviceSubRequest", "deviceClassName", must_be_dns_subdomain},
    {"DeviceSubRequest", "deviceClassName", must_be_set},
    {"DeviceSubRequest", "name", must_be_dns_label},
    {"DeviceSubRequest", "name", must_be_set},
    {"ExactDeviceRequest", "allocationMode", must_be_one_of, "All ExactCount"},
    {"ExactDeviceRequest", "deviceClassName", must_be_dns_subdomain},
    {"ExactDeviceRequest", "deviceClassName", must_be_set},
    {"LimitRangeItem", "type", must_be_limit_type},
    {"LimitRangeItem", "type", must_be_set},
    {"NativePodGroupResourceClaim", "name", must_be_dns_label},
    {"NativePodGroupResourceClaim", "name", must_be_set},
    {"NativePodGroupResourceClaim", "resourceClaimName", must_be_dns_subdomain},
    {"NativePodGroupResourceClaim", "resourceClaimTemplateName", must_be_dns_subdomain},
    {"NativePodGroupSpec", "disruptionMode", must_be_one_of_if_given, "Pod PodGroup"},
    {"NativePodGroupSpec", "priorityClassName", must_be_dns_subdomain},
    {"NativePodGroupTemplate", "disruptionMode", must_be_one_of_if_given, "Pod PodGroup"},
    {"NativePodGroupTemplate", "name", must_be_dns_label},
    {"NativePodGroupTemplate", "name", must_be_set},
    {"NativePodGroupTemplate", "priorityClassName", must_be_dns_subdomain},
    {"NativeTypedLocalObjectReference", "apiGroup", must_be_dns_subdomain},
    {"NativeTypedLocalObjectReference", "kind", must_be_path_segment},
    {"NativeTypedLocalObjectReference", "kind", must_be_set},
    {"NativeTypedLocalObjectReference", "name", must_be_path_segment},
    {"NativeTypedLocalObjectReference", "name", must_be_set},
    {"NativeWorkloadPodGroupTemplateReference", "podGroupTemplateName", must_be_dns_label},
    {"NativeWorkloadPodGroupTemplateReference", "podGroupTemplateName", must_be_set},
    {"NativeWorkloadPodGroupTemplateReference", "workloadName", must_be_dns_subdomain},
    {"NativeWorkloadPodGroupTemplateReference", "workloadName", must_be_set},
    {"PersistentVolumeClaimSpec", "storageClassName", must_be_dns_subdomain},
    {"PersistentVolumeClaimSpec", "volumeAttributesClassName", must_be_dns_subdomain},
    {"PersistentVolumeClaimSpec", "volumeMode", must_be_one_of_if_given, "Block Filesystem"},
    {"PriorityClass", "preemptionPolicy", must_be_preemption_policy},
    {"RuntimeClass", "handler", must_be_dns_label},
    {"RuntimeClass", "handler", must_be_set},
};

constexpr TypeRule k_other_types[] = {
    {"ConfigMap", check_config_map},
    {"DeviceClaim", check_device_claim},
    {"DeviceRequest", check_device_request},
    {"DeviceSubRequest", check_device_count},
    {"ExactDeviceRequest", check_device_count},
    {"NativeGangSchedulingPolicy", check_gang},
    {"NativePodGroupResourceClaim", check_group_claim},
    {"NativePodGroupSchedulingPolicy", check_scheduling_policy},
    {"NativePodGroupSpec", check_native_group},
    {"NativePodGroupTemplate", check_native_group},
    {"NativePodGroupTemplateReference", check_template_reference},
    {"NativeWorkloadSpec", check_native_workload},
    {"PersistentVolumeClaimSpec", check_claim},
    {"PodDisruptionBudgetSpec", check_disruption_budget},
    {"PriorityClass", check_priority_class},
    {"ResourceQuotaSpec", check_quota},
    {"Secret", check_secret},
};

} // namespace

RuleTable other_rules() { return {k_other_fields, k_other_types}; }

} // namespace snapshot
