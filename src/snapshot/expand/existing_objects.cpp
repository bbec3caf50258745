// SPDX-License-Identifier: Apache-2.0
#include "snapshot/expand/existing_objects.hpp"

#include "model/values/quantity.hpp"
#include "snapshot/collected/lasting.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace snapshot {

namespace {

using model::Authority;
using model::Reply;

struct Difference {
  std::string path;  // "spec.template.spec.containers[0].image"
  bool both = false; // both objects have the field, with other values
};

bool are_equal_texts(std::string_view a, std::string_view b) {
  if (a == b) { return true; }
  const auto left = model::Quantity::parse(a), right = model::Quantity::parse(b);
  return left && right && *left == *right;
}

// The first field of `wanted` that `stored` lacks or has with another value. The stored object has more fields: those
// that the API server fills in.
class Comparison {
 public:
  std::optional<Difference> first(document::Value wanted, document::Value stored, const std::string& path) {
    if (wanted.absent() || is_empty(wanted)) { return std::nullopt; }
    if (stored.absent()) { return Difference{path}; }
    if (wanted.is_object() && stored.is_object()) { return first_member(wanted, stored, path); }
    if (wanted.is_array() && stored.is_array()) { return first_element(wanted, stored, path); }
    const bool are_equal = wanted.is_boolean() || stored.is_boolean()
                               ? wanted.is_boolean() == stored.is_boolean() && wanted.boolean() == stored.boolean()
                               : are_equal_texts(wanted.text(), stored.text());
    return are_equal ? std::nullopt : std::optional(Difference{path, true});
  }

 private:
  static bool is_empty(document::Value value) {
    return (value.is_object() || value.is_array()) ? value.size() == 0 : value.is_string() && value.text().empty();
  }

  std::optional<Difference> first_member(document::Value wanted, document::Value stored, const std::string& path) {
    for (const auto [key, value] : wanted.members()) {
      if (auto found = first(value, stored[key], util::concat(path, '.', key))) { return found; }
    }
    return std::nullopt;
  }

  std::optional<Difference> first_element(document::Value wanted, document::Value stored, const std::string& path) {
    if (wanted.size() != stored.size()) { return Difference{path}; }
    std::size_t index = 0;
    auto other = stored.elements().begin();
    for (const document::Value value : wanted.elements()) {
      if (auto found = first(value, *other, util::concat(path, '[', index++, ']'))) { return found; }
      ++other;
    }
    return std::nullopt;
  }
};

// Fields whose change creates or ends no pods that count here, or that the expansion counts.
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

// Fields that the API server does not let anybody change. (validation.ValidateJobUpdate, ValidateDeploymentUpdate,
// ValidateStatefulSetUpdate)
bool is_immutable(std::string_view kind, std::string_view field) {
  if (kind == "Job") {
    return field == "template" || field == "selector" || field == "completions" || field == "completionMode" ||
           field == "podFailurePolicy" || field == "backoffLimitPerIndex" || field == "managedBy";
  }
  if (kind == "StatefulSet") { return field != "template" && field != "ordinals"; }
  return (kind == "Deployment" || kind == "ReplicaSet" || kind == "DaemonSet") && field == "selector";
}

// Fixed fields without a default: an object that lacks one was made without it.
constexpr std::array<std::string_view, 4> k_never_filled_in = {"backoffLimitPerIndex", "managedBy", "podFailurePolicy",
                                                               "volumeClaimTemplates"};

// True if the status says that the object has ended.
bool is_finished(document::Value status) {
  for (const document::Value condition : status["conditions"].elements()) {
    const std::string_view type = condition["type"].text();
    const bool ends = type == "Succeeded" || type == "Failed" || type == "Complete" || type == "Completed";
    if (ends && condition["status"].text() == "True") { return true; }
  }
  return false;
}

void note_differences(const KeptObject& object, const KeptObject& stored, Expander& expander) {
  const std::string name = text_of(expander.top());
  const document::Value spec = stored.value()["spec"];
  for (const auto [field, value] : object.value()["spec"].members()) {
    if (std::ranges::find(k_free, field) != k_free.end()) { continue; }
    const auto difference = Comparison().first(value, spec[field], util::concat("spec.", field));
    if (!difference) { continue; }
    const bool is_added = difference->path == util::concat("spec.", field) &&
                          std::ranges::find(k_never_filled_in, field) != k_never_filled_in.end() &&
                          !expander.collected().omissions.any_head(); // a snapshot leaves fields out
    // The scheduling fields of a Job that was never started may change.
    const bool is_fixed = is_immutable(object.kind, field) && (difference->both || is_added) &&
                          !(spec["suspend"].is_boolean() && spec["suspend"].boolean());
    if (is_fixed) {
      expander.note(Authority::Admission, Reply::Refuses,
                    util::concat(name, " exists, and the file changes ", difference->path, ": field is immutable"),
                    name);
    } else if (!difference->both && expander.collected().omissions.any_head()) {
      expander.note(
          Authority::Operator, Reply::NotAsked,
          util::concat(name, " exists, and the snapshot does not show whether the file changes ", difference->path),
          name);
    } else {
      expander.note(Authority::Operator, Reply::NotAsked,
                    util::concat(name, " exists, and the file changes ", difference->path,
                                 ": what its controller does then is not simulated"),
                    name);
    }
    return;
  }
}

} // namespace

ExistingObjects::ExistingObjects(const std::deque<KeptObject>& objects) {
  for (const KeptObject& object : objects) { m_objects.emplace(key_of(object, k_default_namespace), &object); }
}

void ExistingObjects::note(const KeptObject& object, Expander& expander) const {
  if (m_objects.empty()) { return; }
  const Source& top = expander.top();
  const auto found = m_objects.find(key_of(object, top.namespace_name));
  if (found == m_objects.end()) { return; }
  const KeptObject& stored = *found->second;
  const std::string name = text_of(top);
  if (!stored.value()["metadata"]["deletionTimestamp"].absent()) {
    expander.note(Authority::Operator, Reply::Refuses, util::concat(name, " is being deleted, so it makes no pods"),
                  name);
  } else if (object.kind != "Job" && is_finished(stored.value()["status"])) {
    expander.note(Authority::Operator, Reply::NotAsked, util::concat(name, " is finished, so it makes no pods now"),
                  name);
  }
  note_differences(object, stored, expander);
}

} // namespace snapshot
