// SPDX-License-Identifier: Apache-2.0
#include "snapshot/admission/object_update.hpp"

#include "model/values/quantity.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace snapshot {

namespace {

// What the other object of a comparison is: complete, or as another file has it.
enum class Other : std::uint8_t { Stored, Written };

bool are_equal_texts(std::string_view a, std::string_view b) {
  if (a == b) { return true; }
  const auto left = model::Quantity::parse(a), right = model::Quantity::parse(b);
  return left && right && *left == *right;
}

bool is_empty(document::Value value) {
  return (value.is_object() || value.is_array()) ? value.size() == 0 : value.is_string() && value.text().empty();
}

// Fields of one object that the other one lacks or has with another value.
class Comparison {
 public:
  explicit Comparison(Other other) : m_other(other) {}

  void compare(document::Value wanted, document::Value stored, const std::string& path) {
    if (wanted.absent() || is_empty(wanted)) { return; }
    if (stored.absent()) { return found.push_back({path}); }
    if (wanted.is_object() && stored.is_object()) {
      for (const auto [key, value] : wanted.members()) { compare(value, stored[key], util::concat(path, '.', key)); }
      return;
    }
    if (wanted.is_array() && stored.is_array()) { return compare_elements(wanted, stored, path); }
    const bool are_equal = wanted.is_boolean() || stored.is_boolean()
                               ? wanted.is_boolean() == stored.is_boolean() && wanted.boolean() == stored.boolean()
                               : are_equal_texts(wanted.text(), stored.text());
    if (!are_equal) { found.push_back({path, true}); }
  }

  std::vector<Difference> found;

 private:
  void compare_elements(document::Value wanted, document::Value stored, const std::string& path) {
    if (wanted.size() != stored.size()) { // a webhook may have added some to the stored one
      return found.push_back({path, m_other == Other::Written && stored.size() > 0});
    }
    std::size_t index = 0;
    auto other = stored.elements().begin();
    for (const document::Value value : wanted.elements()) {
      compare(value, *other, util::concat(path, '[', index++, ']'));
      ++other;
    }
  }

  Other m_other;
};

// All fields in which two objects of a manifest differ; those that both have come first.
std::vector<Difference> differences_of(document::Value earlier, document::Value later, const std::string& path) {
  Comparison forth(Other::Written), back(Other::Written);
  forth.compare(later, earlier, path);
  back.compare(earlier, later, path);
  std::vector<Difference> all = std::move(forth.found);
  for (Difference& difference : back.found) {
    if (difference.both) { continue; } // known
    difference.removed = true;
    all.push_back(std::move(difference));
  }
  std::ranges::stable_sort(all, {}, [](const Difference& difference) { return !difference.both; });
  return all;
}

constexpr std::array<std::string_view, 16> k_free = {"activeDeadlineSeconds",
                                                     "backoffLimit",
                                                     "minReadySeconds",
                                                     "parallelism",
                                                     "paused",
                                                     "persistentVolumeClaimRetentionPolicy",
                                                     "podReplacementPolicy",
                                                     "progressDeadlineSeconds",
                                                     "replicas",
                                                     "revisionHistoryLimit",
                                                     "strategy",
                                                     "suspend",
                                                     "ttlSecondsAfterFinished",
                                                     "updateStrategy",
                                                     "successfulJobsHistoryLimit",
                                                     "failedJobsHistoryLimit"};

constexpr std::array<std::string_view, 4> k_never_filled_in = {"backoffLimitPerIndex", "managedBy", "podFailurePolicy",
                                                               "volumeClaimTemplates"};

// Fields of a pod that the API server does not fill in, so that one file's field is another value than none.
constexpr std::array<std::string_view, 5> k_without_default = {"nodeSelector", "affinity", "topologySpreadConstraints",
                                                               "resourceClaims", "runtimeClassName"};

// The same in a pod template, which no plugin of admission completes.
constexpr std::array<std::string_view, 5> k_without_default_in_template = {"nodeName", "tolerations", "limits",
                                                                           "schedulingGates", "priorityClassName"};

bool has_field(std::string_view path, std::string_view field) {
  for (std::size_t at = path.find(field); at != std::string_view::npos; at = path.find(field, at + 1)) {
    const std::size_t end = at + field.size();
    const bool ends = end == path.size() || path[end] == '.' || path[end] == '[';
    if (ends && at > 0 && path[at - 1] == '.') { return true; }
  }
  return false;
}

template <typename Fields>
bool has_one_of(std::string_view path, const Fields& fields) {
  return std::ranges::any_of(fields, [&](std::string_view field) { return has_field(path, field); });
}

// A field below a fixed one differs for sure: both files have it, or nothing gives it the same value.
bool is_sure(const Difference& difference, bool is_pod) {
  if (difference.both || has_one_of(difference.path, k_without_default)) { return true; }
  if (is_pod) { return difference.removed && has_field(difference.path, "nodeName"); }
  return has_one_of(difference.path, k_without_default_in_template);
}

// (validation.ValidatePodUpdate) Gates may be removed, and nodes be narrowed as long as there are any.
ManifestUpdate update_of_pod(document::Value earlier, document::Value later) {
  constexpr std::array<std::string_view, 3> k_open = {"activeDeadlineSeconds", "terminationGracePeriodSeconds",
                                                      "tolerations"};
  const bool is_gated = earlier["spec"]["schedulingGates"].size() > 0;
  ManifestUpdate worst;
  for (const Difference& difference : differences_of(earlier["spec"], later["spec"], "spec")) {
    if (difference.path.ends_with("].image")) { continue; }
    const bool may_be = is_gated || has_one_of(difference.path, k_open);
    if (!may_be && is_sure(difference, true)) { return {Update::Refused, difference.path}; }
    if (worst.path.empty()) { worst = {Update::Open, difference.path}; }
  }
  return worst;
}

// Fields of objects that pods refer to. (ValidatePersistentVolumeClaimUpdate, ValidateStorageClassUpdate,
// ValidatePriorityClassUpdate, ValidateRuntimeClassUpdate, ValidateResourceClaimUpdate)
bool is_fixed_in_context(std::string_view kind, std::string_view path) {
  if (kind == "PersistentVolumeClaim") { return path.starts_with("spec.") && !path.starts_with("spec.resources"); }
  if (kind == "ResourceClaim") { return path.starts_with("spec."); }
  if (kind == "PriorityClass") { return path == ".value" || path == ".preemptionPolicy"; }
  if (kind == "RuntimeClass") { return path == ".handler"; }
  return kind == "StorageClass" && (path == ".provisioner" || path == ".volumeBindingMode" ||
                                    path == ".reclaimPolicy" || path.starts_with(".parameters"));
}

// Kinds whose objects are what their file says: an update makes and ends no pods.
bool is_plain(std::string_view api_group, std::string_view kind) {
  constexpr std::array<std::string_view, 6> k_kinds = {"CronJob", "LimitRange",    "Namespace",
                                                       "Service", "ResourceQuota", "ServiceAccount"};
  return kind == "PodGroup" ? api_group != "scheduling.k8s.io" : std::ranges::find(k_kinds, kind) != k_kinds.end();
}

ManifestUpdate update_of_spec(std::string_view kind, document::Value earlier, document::Value later) {
  const document::Value was = earlier["spec"], is = later["spec"];
  // The scheduling fields of a Job that was never started may change.
  const bool is_suspended = was["suspend"].boolean();
  ManifestUpdate worst;
  for (const Difference& difference : differences_of(was, is, "spec")) {
    const std::size_t start = difference.path.find('.') + 1;
    const std::string_view field =
        std::string_view(difference.path).substr(start, difference.path.find_first_of(".[", start) - start);
    if (is_free_field(kind, field) || (field == "completions" && has_elastic_completions(kind, is))) { continue; }
    const bool is_known = is_sure(difference, false) || is_never_filled_in(field);
    if (is_immutable(kind, field) && is_known && !is_suspended) { return {Update::Refused, difference.path}; }
    if (worst.path.empty()) { worst = {Update::Open, difference.path}; }
  }
  return worst;
}

} // namespace

std::optional<Difference> first_difference(document::Value wanted, document::Value stored, const std::string& path) {
  Comparison comparison(Other::Stored);
  comparison.compare(wanted, stored, path);
  return comparison.found.empty() ? std::nullopt : std::optional(comparison.found.front());
}

bool is_free_field(std::string_view kind, std::string_view field) {
  // The parallelism of a Workflow limits the steps that run at once.
  return std::ranges::find(k_free, field) != k_free.end() && (kind != "Workflow" || field != "parallelism");
}

bool is_immutable(std::string_view kind, std::string_view field) {
  if (kind == "Job") {
    return field == "template" || field == "selector" || field == "completions" || field == "completionMode" ||
           field == "podFailurePolicy" || field == "backoffLimitPerIndex" || field == "managedBy";
  }
  if (kind == "StatefulSet") { return field != "template" && field != "ordinals"; }
  return (kind == "Deployment" || kind == "ReplicaSet" || kind == "DaemonSet") && field == "selector";
}

bool has_elastic_completions(std::string_view kind, document::Value spec) {
  return kind == "Job" && spec["completionMode"].text() == "Indexed" && spec["completions"].exists() &&
         spec["completions"].text() == spec["parallelism"].text();
}

bool is_never_filled_in(std::string_view field) {
  return std::ranges::find(k_never_filled_in, field) != k_never_filled_in.end();
}

ManifestUpdate update_between(std::string_view api_group, std::string_view kind, document::Value earlier,
                              document::Value later) {
  const std::vector<Difference> all = differences_of(earlier, later, "");
  if (all.empty()) { return {}; }
  ManifestUpdate worst;
  if (kind == "Pod" && api_group.empty()) {
    worst = update_of_pod(earlier, later);
  } else if (const auto fixed = std::ranges::find_if(
                 all,
                 [&](const Difference& difference) {
                   const std::string_view path = difference.path;
                   return difference.both &&
                          is_fixed_in_context(kind, path.starts_with(".spec.") ? path.substr(1) : path);
                 });
             fixed != all.end()) {
    worst = {Update::Refused, fixed->path.substr(1)};
  } else if (!is_plain(api_group, kind)) {
    const bool is_known = api_group == "batch" || api_group == "apps"; // Volcano has a Job too
    worst = update_of_spec(is_known ? kind : std::string_view(), earlier, later);
  }
  return worst.path.empty() ? ManifestUpdate{Update::Allowed, all.front().path.substr(1)} : worst;
}

} // namespace snapshot
