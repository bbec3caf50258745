// SPDX-License-Identifier: Apache-2.0
#include "snapshot/admission/newer_fields.hpp"

#include "snapshot/validation/formats.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace snapshot {

namespace {

// Fields of pods by their first release of Kubernetes 1.x. The API server of an earlier one refuses them; with the
// field's feature gate off, it refuses the pod or starts it with other amounts. Fields without which pods start all the
// same need no gate here. Fields of containers[] are in initContainers[] too, and those of required terms in preferred
// ones. (features/kube_features.go; api/pod/util.go, dropDisabledFields)
struct NewField {
  std::string_view path;
  int first, on = 0;       // on: the release that turns the feature gate on, if that counts
  bool is_counted = false; // the run reads the field, and without it a pod may get another node
};
constexpr std::string_view k_restart_policy = "containers[].restartPolicy";
constexpr std::array<NewField, 36> k_new_fields = {
    {{"affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[].matchLabelKeys", 29, 31, true},
     {"affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[].mismatchLabelKeys", 29, 31, true},
     {"affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[].namespaceSelector", 21, 22, true},
     {"affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[].matchLabelKeys", 29, 31, true},
     {"affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[].mismatchLabelKeys", 29, 31, true},
     {"affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[].namespaceSelector", 21, 22, true},
     {"containers[].env[].valueFrom.fileKeyRef", 34, 35},
     {"containers[].lifecycle.postStart.sleep", 29, 30},
     {"containers[].lifecycle.preStop.sleep", 29, 30},
     {"containers[].lifecycle.stopSignal", 33},
     {"containers[].livenessProbe.grpc", 23, 24},
     {"containers[].readinessProbe.grpc", 23, 24},
     {"containers[].resizePolicy", 27},
     {"containers[].resources.claims[].request", 31},
     {k_restart_policy, 34}, // the API server knows the field earlier, and allows it in initContainers
     {"containers[].restartPolicyRules", 34},
     {"containers[].securityContext.appArmorProfile", 30},
     {"containers[].startupProbe.grpc", 23, 24},
     {"containers[].volumeMounts[].recursiveReadOnly", 30},
     {"hostUsers", 25},
     {"hostnameOverride", 34},
     {"initContainers[].restartPolicy", 28, 29, true},
     {"os", 23},
     {"resourceClaims", 26},
     {"resources", 32, 34, true},
     {"schedulingGates", 26, 27, true},
     {"securityContext.appArmorProfile", 30},
     {"securityContext.seLinuxChangePolicy", 32},
     {"securityContext.supplementalGroupsPolicy", 31},
     {"topologySpreadConstraints[].matchLabelKeys", 25, 27, true},
     {"topologySpreadConstraints[].minDomains", 24, 27, true},
     {"topologySpreadConstraints[].nodeAffinityPolicy", 25, 26, true},
     {"topologySpreadConstraints[].nodeTaintsPolicy", 25, 26, true},
     {"volumes[].ephemeral", 19, 21},
     {"volumes[].image", 31, 35},
     {"volumes[].projected.sources[].podCertificate", 34}}};

// Values of fields that API servers accept since 1.on, and since 1.first with a feature gate; those before 1.from drop
// the field. (core/validation, PodValidationOptions; features/kube_features.go)
struct NewValue {
  std::string_view path, what;
  bool (*is_old)(document::Value); // true: every release accepts the value
  int first, on, from = 0;
};

// (IsEnvVarName)
bool is_old_variable_name(document::Value name) {
  constexpr std::string_view k_digits = "0123456789";
  constexpr std::string_view k_others = "-._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const std::string_view text = name.text();
  const bool is_path = text == "." || text.starts_with("..");
  return !is_path && text.find_first_of(k_others) == 0 && std::ranges::all_of(text, [&](char c) {
    return k_others.find(c) != k_others.npos || k_digits.find(c) != k_digits.npos;
  });
}

bool is_old_prefix(document::Value prefix) { return prefix.text().empty() || is_old_variable_name(prefix); }

bool sleeps(document::Value sleep) { return !sleep["seconds"].absent() && sleep["seconds"].text() != "0"; }

bool is_old_search_domain(document::Value search) {
  std::string_view text = search.text();
  if (text.ends_with('.')) { text.remove_suffix(1); }
  return dns_subdomain_complaints(text).empty();
}

bool is_always(document::Value policy) { return policy.text() == "Always"; }

constexpr std::string_view k_variable = "a name with special characters or a digit in front";
constexpr std::array<NewValue, 6> k_new_values = {
    {{"containers[].env[].name", k_variable, is_old_variable_name, 30, 32},
     {"containers[].envFrom[].prefix", k_variable, is_old_prefix, 30, 32},
     {"containers[].lifecycle.postStart.sleep", "no time", sleeps, 32, 33, 30},
     {"containers[].lifecycle.preStop.sleep", "no time", sleeps, 32, 33, 30},
     {"dnsConfig.searches[]", "a domain that is no DNS subdomain", is_old_search_domain, 32, 33},
     {"initContainers[].restartPolicy", "another value than Always", is_always, 34, 34, 29}}};

// Adds the values at a.b[].c that are there; [] stands for all elements.
void add_values_at(document::Value value, std::string_view path, std::vector<document::Value>& found) {
  constexpr std::string_view k_all = "[]";
  if (path.empty()) {
    if (!value.absent()) { found.push_back(value); }
    return;
  }
  const std::size_t dot = path.find('.');
  std::string_view step = path.substr(0, dot);
  const std::string_view rest = dot == path.npos ? std::string_view() : path.substr(dot + 1);
  if (!step.ends_with(k_all)) { return add_values_at(value[step], rest, found); }
  step.remove_suffix(k_all.size());
  for (const document::Value element : value[step].elements()) { add_values_at(element, rest, found); }
}

// The path and the one of the same field in init containers, or in the preferred terms of an affinity.
std::vector<std::string> paths_of(std::string_view path) {
  constexpr std::string_view k_containers = "containers[].";
  constexpr std::string_view k_required = "requiredDuringSchedulingIgnoredDuringExecution[].";
  constexpr std::string_view k_preferred = "preferredDuringSchedulingIgnoredDuringExecution[].podAffinityTerm.";
  std::vector<std::string> paths = {std::string(path)};
  if (path.starts_with(k_containers) && path != k_restart_policy) {
    paths.push_back(util::concat("initContainers[].", path.substr(k_containers.size())));
  }
  if (const std::size_t at = path.find(k_required); at != path.npos) {
    paths.push_back(util::concat(path.substr(0, at), k_preferred, path.substr(at + k_required.size())));
  }
  return paths;
}

} // namespace

bool has_field_at(document::Value value, std::string_view path) {
  std::vector<document::Value> found;
  add_values_at(value, path, found);
  return !found.empty();
}

std::vector<UnsupportedField> unsupported_fields(document::Value pod_spec, int release) {
  std::vector<UnsupportedField> found;
  for (const NewField& row : k_new_fields) {
    if (release >= std::max(row.first, row.on)) { continue; }
    const bool has_gate = release >= row.first;
    for (std::string& path : paths_of(row.path)) {
      if (!has_field_at(pod_spec, path)) { continue; }
      const bool is_counted = row.is_counted && has_gate && path == row.path; // a preferred term refuses no node
      found.push_back({std::move(path), "", has_gate, is_counted});
    }
  }
  for (const NewValue& row : k_new_values) {
    if (release >= row.on || release < row.from) { continue; }
    for (std::string& path : paths_of(row.path)) {
      std::vector<document::Value> values;
      add_values_at(pod_spec, path, values);
      if (std::ranges::all_of(values, row.is_old)) { continue; }
      found.push_back({std::move(path), row.what, release >= row.first, false});
    }
  }
  return found;
}

} // namespace snapshot
