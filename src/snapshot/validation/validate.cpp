// SPDX-License-Identifier: Apache-2.0
#include "snapshot/validation/validate.hpp"

#include "snapshot/releases/served_kinds.hpp"
#include "snapshot/validation/decoding.hpp"
#include "snapshot/validation/metadata.hpp"
#include "snapshot/validation/operator_rules.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <iterator>

namespace snapshot {

namespace {

struct ValidatedKind {
  std::string_view api_version, kind;
  Complaints (*name_complaints)(std::string_view);
  bool has_namespace = true;
};

// clang-format off
constexpr ValidatedKind k_validated_kinds[] = {
    {"v1",                           "ConfigMap",             dns_subdomain_complaints},
    {"v1",                           "LimitRange",            dns_subdomain_complaints},
    {"v1",                           "Namespace",             dns_label_complaints, false},
    {"v1",                           "PersistentVolumeClaim", dns_subdomain_complaints},
    {"v1",                           "Pod",                   dns_subdomain_complaints},
    {"v1",                           "PodTemplate",           dns_subdomain_complaints},
    {"v1",                           "ReplicationController", dns_subdomain_complaints},
    {"v1",                           "ResourceQuota",         dns_subdomain_complaints},
    {"v1",                           "Secret",                dns_subdomain_complaints},
    {"v1",                           "Service",               dns_label_complaints}, // 1.34: begins with a letter
    {"v1",                           "ServiceAccount",        dns_subdomain_complaints},
    {"apps/v1",                      "DaemonSet",             dns_subdomain_complaints},
    {"apps/v1",                      "Deployment",            dns_subdomain_complaints},
    {"apps/v1",                      "ReplicaSet",            dns_subdomain_complaints},
    {"apps/v1",                      "StatefulSet",           dns_label_complaints},
    {"batch/v1",                     "CronJob",               dns_subdomain_complaints},
    {"batch/v1",                     "Job",                   dns_subdomain_complaints},
    {"batch/v1beta1",                "CronJob",               dns_subdomain_complaints},
    {"node.k8s.io/v1",               "RuntimeClass",          dns_subdomain_complaints, false},
    {"policy/v1",                    "PodDisruptionBudget",   dns_subdomain_complaints},
    {"policy/v1beta1",               "PodDisruptionBudget",   dns_subdomain_complaints},
    {"rbac.authorization.k8s.io/v1", "ClusterRole",           path_segment_complaints, false},
    {"rbac.authorization.k8s.io/v1", "ClusterRoleBinding",    path_segment_complaints, false},
    {"rbac.authorization.k8s.io/v1", "Role",                  path_segment_complaints},
    {"rbac.authorization.k8s.io/v1", "RoleBinding",           path_segment_complaints},
    {"resource.k8s.io/v1",           "ResourceClaim",         dns_subdomain_complaints},
    {"resource.k8s.io/v1",           "ResourceClaimTemplate", dns_subdomain_complaints},
    {"scheduling.k8s.io/v1",         "PriorityClass",         dns_subdomain_complaints, false},
    {"scheduling.k8s.io/v1alpha2",   "PodGroup",              dns_subdomain_complaints},
    {"scheduling.k8s.io/v1alpha2",   "Workload",              dns_subdomain_complaints},
};
// clang-format on

const ValidatedKind* find_validated_kind(std::string_view api_version, std::string_view kind) {
  const auto found = std::ranges::find_if(
      k_validated_kinds, [&](const ValidatedKind& row) { return row.kind == kind && row.api_version == api_version; });
  return found == std::end(k_validated_kinds) ? nullptr : found;
}

// The API server decodes the metadata of a custom resource apart from the rest.
std::string metadata_type_error(document::Value metadata) {
  if (metadata.absent()) { return {}; }
  if (!metadata.is_object()) { return "json: cannot unmarshal into Go value of type v1.ObjectMeta"; }
  const FieldsType& type = *fields_of_pod_template().find("metadata")->below;
  return type_error_of(metadata, Path(), type, TypesOf::Kubernetes);
}

PodFacts facts_of_object(document::Value object, std::string_view kind) {
  PodFacts facts;
  if (kind == "Pod") {
    facts.is_pod = true;
    facts.pod_name = object["metadata"]["name"].text();
    facts.pod_labels = object["metadata"]["labels"];
  }
  if (kind == "StatefulSet") {
    facts.is_named_by_controller = true;
    for (const document::Value claim : object["spec"]["volumeClaimTemplates"].elements()) {
      facts.volumes.try_emplace(claim["metadata"]["name"].text(), true);
    }
  }
  return facts;
}

} // namespace

bool is_validated_kind(std::string_view api_version, std::string_view kind) {
  return find_validated_kind(api_version, kind) != nullptr;
}

bool is_cluster_scoped_kind(std::string_view api_version, std::string_view kind) {
  const ValidatedKind* const row = find_validated_kind(api_version, kind);
  return row != nullptr && !row->has_namespace;
}

Validity validity_of(document::Value object, const Path& path, std::string_view api_version, std::string_view kind,
                     std::optional<int> release) {
  if (api_version.empty()) { return {{"apiVersion not set"}, {}, false}; } // as kubectl says
  if (served(api_version, kind, release) == Served::No) {
    return {{util::concat("no matches for kind \"", kind, "\" in version \"", api_version, '"')}, {}, false};
  }
  const FieldsType* const type = fields_of_kind(api_version, kind);
  const ValidatedKind* const row = find_validated_kind(api_version, kind);
  Validity validity;
  if (row == nullptr) {
    if (std::string error = metadata_type_error(object["metadata"]); !error.empty()) {
      return {{std::move(error)}, {}, false};
    }
  }
  std::string type_error;
  if (type != nullptr) {
    type_error = type_error_of(object, path, *type, row != nullptr ? TypesOf::Kubernetes : TypesOf::Custom);
    validity.is_readable = type_error.empty();
    if (!type_error.empty() && row != nullptr) { return {{std::move(type_error)}, {}, false}; }
  }
  validity.oddities = oddities_of(object, path, api_version, kind);
  for (const Oddity& oddity : validity.oddities) {
    if (!oddity.is_kept) { validity.errors.push_back(refusal_of(oddity)); }
  }
  if (!validity.errors.empty()) { return validity; }
  Errors errors;
  const PodFacts facts = facts_of_object(object, kind);
  const Place place = {object, path, &facts, errors};
  check_metadata(place, row == nullptr ? dns_subdomain_complaints : row->name_complaints);
  if (row != nullptr && type != nullptr) {
    apply_rules(place, *type);
  } else if (type_error.empty()) {
    apply_operator_rules(place, api_version, kind);
  } else {
    errors.texts.push_back(std::move(type_error));
  }
  validity.errors = std::move(errors.texts);
  return validity;
}

std::vector<std::string> invalid_fields_of_made(document::Value object, const Path& path, std::string_view api_version,
                                                std::string_view kind) {
  const FieldsType* const type = fields_of_kind(api_version, kind);
  const bool is_of_kubernetes = type != nullptr && find_validated_kind(api_version, kind) != nullptr;
  Errors errors;
  PodFacts facts;
  facts.of = TemplateOf::Apart;
  const Place place = {object, path, &facts, errors};
  if (!is_of_kubernetes) {
    apply_operator_rules(place, api_version, kind);
  } else if (std::string error = type_error_of(object, path, *type, TypesOf::Kubernetes); !error.empty()) {
    return {std::move(error)};
  } else {
    apply_rules(place, *type);
  }
  return std::move(errors.texts);
}

std::vector<std::string> invalid_fields_for_kind(document::Value pod_template, const Path& path,
                                                 std::string_view api_version, std::string_view kind) {
  Errors errors;
  if (find_validated_kind(api_version, kind) != nullptr) {
    check_template_of(kind, {pod_template, path, nullptr, errors});
  }
  return std::move(errors.texts);
}

std::vector<std::string> invalid_fields_of_template(document::Value pod_template, const Path& path, TemplateOf of) {
  Errors errors;
  PodFacts facts;
  facts.of = of;
  apply_rules({pod_template, path, &facts, errors}, fields_of_pod_template());
  return std::move(errors.texts);
}

} // namespace snapshot
