// SPDX-License-Identifier: Apache-2.0
#include "snapshot/validation/resource_names.hpp"

#include "snapshot/validation/formats.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>

namespace snapshot {

namespace {

// helper.standardQuotaResources
constexpr std::array<std::string_view, 19> k_quota_resources = {"cpu",
                                                                "memory",
                                                                "ephemeral-storage",
                                                                "requests.cpu",
                                                                "requests.memory",
                                                                "requests.storage",
                                                                "requests.ephemeral-storage",
                                                                "limits.cpu",
                                                                "limits.memory",
                                                                "limits.ephemeral-storage",
                                                                "pods",
                                                                "resourcequotas",
                                                                "services",
                                                                "replicationcontrollers",
                                                                "secrets",
                                                                "persistentvolumeclaims",
                                                                "configmaps",
                                                                "services.nodeports",
                                                                "services.loadbalancers"};

// helper.integerResources
constexpr std::array<std::string_view, 9> k_counted = {
    "pods",       "resourcequotas",         "services",           "replicationcontrollers", "secrets",
    "configmaps", "persistentvolumeclaims", "services.nodeports", "services.loadbalancers"};

bool has_domain(std::string_view resource) { return resource.find('/') != std::string_view::npos; }

bool is_native(std::string_view resource) { // helper.IsNativeResource
  return !has_domain(resource) || resource.find("kubernetes.io/") != std::string_view::npos;
}

bool is_extended(std::string_view resource) { // helper.IsExtendedResourceName
  return !is_native(resource) && !resource.starts_with("requests.") &&
         label_key_complaints(util::concat("requests.", resource)).empty();
}

// helper.IsStandardResourceName knows `storage` too.
bool is_standard(std::string_view resource) { return resource == "storage" || is_quota_resource(resource); }

// Returns false after a complaint. (validateResourceName)
bool check_name(std::string_view resource, const Path& path, Errors& errors) {
  if (const Complaints complaints = label_key_complaints(resource); !complaints.empty()) {
    errors.invalid(path, resource, complaints);
    return false;
  }
  if (has_domain(resource) || is_standard(resource)) { return true; }
  errors.invalid(path, resource, "must be a standard resource type or fully qualified");
  return false;
}

} // namespace

bool is_hugepages(std::string_view resource) { return resource.starts_with("hugepages-"); }

bool may_be_overcommitted(std::string_view resource) { return is_native(resource) && !is_hugepages(resource); }

bool is_multiple_of_page(std::string_view hugepages, const model::Quantity& amount) {
  const auto size = model::Quantity::parse(hugepages.substr(std::string_view("hugepages-").size()));
  return size && size->value() > 0 && size->milli_value() % 1000 == 0 && amount.value() % size->value() == 0;
}

bool is_quota_resource(std::string_view resource) {
  return is_hugepages(resource) || resource.starts_with("requests.hugepages-") ||
         std::ranges::find(k_quota_resources, resource) != k_quota_resources.end();
}

void check_container_resource(std::string_view resource, const Path& path, Errors& errors) {
  check_name(resource, path, errors);
  if (!has_domain(resource)) {
    const bool is_for_containers =
        resource == "cpu" || resource == "memory" || resource == "ephemeral-storage" || is_hugepages(resource);
    if (!is_for_containers) { errors.invalid(path, resource, "must be a standard resource for containers"); }
  } else if (!is_native(resource) && !is_extended(resource)) {
    errors.invalid(path, resource, "doesn't follow extended resource name standard");
  }
}

void check_pod_resource(std::string_view resource, const Path& path, Errors& errors) {
  if (!check_name(resource, path, errors)) { return; }
  if (resource != "cpu" && resource != "memory" && !is_hugepages(resource)) {
    errors.not_supported(path, resource, "cpu hugepages- memory");
  }
}

void check_quota_resource(std::string_view resource, const Path& path, Errors& errors) {
  check_name(resource, path, errors);
  if (!has_domain(resource) && !is_quota_resource(resource)) {
    errors.invalid(path, resource, "must be a standard resource for quota");
  }
}

void check_quantity(std::string_view resource, const model::Quantity& amount, const Path& path, Errors& errors) {
  if (amount < model::Quantity()) { errors.invalid(path, amount.text(), "must be greater than or equal to 0"); }
  const bool is_counted = std::ranges::find(k_counted, resource) != k_counted.end() || is_extended(resource);
  if (is_counted && amount.milli_value() % 1000 != 0) { errors.invalid(path, amount.text(), "must be an integer"); }
}

} // namespace snapshot
