// SPDX-License-Identifier: Apache-2.0
#include "snapshot/changes/storage_objects.hpp"

#include "snapshot/admission/admission.hpp"
#include "snapshot/changes/update_notes.hpp"
#include "snapshot/expand/new_claims.hpp"
#include "snapshot/objects/decode_claims.hpp"
#include "snapshot/objects/decode_storage.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace snapshot {

namespace {

// Gives the last of `objects` the default namespace if it has none. Takes it back if it exists already, and returns
// false: the binding of a claim does not change.
template <typename Object>
bool stays(Collected& collected, std::vector<Object>& objects, std::vector<Origin>& origins, const KeptObject& from,
           std::string_view default_namespace) {
  Object& made = objects.back();
  if (from.value()["metadata"]["namespace"].absent()) { made.namespace_name = collected.lasting(default_namespace); }
  const bool known = std::any_of(objects.begin(), objects.end() - 1, [&](const Object& other) {
    return other.namespace_name == made.namespace_name && other.name == made.name;
  });
  if (!known) { return true; }
  objects.pop_back();
  origins.pop_back();
  return false;
}

// True if the API server forbids the request whatever the class says: of a claim without a volume it is fixed, and it
// may not fall to status.capacity, which is the volume's.
bool is_forbidden_request(const model::ClusterSnapshot& cluster, const model::PersistentVolumeClaim& made,
                          const model::PersistentVolumeClaim& old) {
  if (!made.requested) { return false; }
  if (old.volume_name.empty()) { return true; }
  const auto volume = std::ranges::find(cluster.persistent_volumes, old.volume_name, &model::PersistentVolume::name);
  return *made.requested < *old.requested && volume != cluster.persistent_volumes.end() &&
         *made.requested <= volume->capacity;
}

// Of the spec of a claim, only requests, the volume and the VolumeAttributesClass may change.
// (ValidatePersistentVolumeClaimUpdate) A larger request needs a class that expands its volumes. Hand-written claims of
// the input may lack fields, and the API server fills in a class.
void note_changed_claim(Collected& collected, const model::PersistentVolumeClaim& made,
                        const model::PersistentVolumeClaim& old) {
  const std::string text = util::concat("PersistentVolumeClaim ", old.namespace_name, '/', old.name);
  if (made.names_class && old.names_class && made.storage_class != old.storage_class) {
    refuse_change(collected, text, "class");
  }
  if (!old.access_modes.empty() && made.access_modes != old.access_modes) {
    refuse_change(collected, text, "accessModes");
  }
  if (!old.requested || made.requested == old.requested) { return; }
  if (is_forbidden_request(collected.cluster, made, old)) {
    const std::string_view change = old.volume_name.empty()
                                        ? "changes its request, which is fixed until the claim has a volume"
                                        : "lowers its request to the capacity of its volume or below: volumes do not "
                                          "shrink";
    collected.cluster.asked.push_back({model::Authority::Admission, model::Reply::Refuses,
                                       util::concat(text, " exists, and the manifest ", change), text, text});
    return;
  }
  collected.cluster.asked.push_back(
      {model::Authority::Admission, model::Reply::NotAsked,
       util::concat(text, " exists, and the manifest changes its request: whether its class allows that is not asked"),
       text, text});
}

} // namespace

void take_claim(Collected& collected, const KeptObject& object, std::string_view default_namespace) {
  std::vector<model::PersistentVolumeClaim>& claims = collected.cluster.persistent_volume_claims;
  add_new_claim(collected, object.value(), object.origin);
  const std::string_view space = namespace_of(object.value(), default_namespace);
  const auto old = std::find_if(claims.begin(), claims.end() - 1, [&](const model::PersistentVolumeClaim& other) {
    return other.namespace_name == space && other.name == claims.back().name && !other.from_manifest;
  });
  if (old != claims.end() - 1) { note_changed_claim(collected, claims.back(), *old); }
  if (!stays(collected, claims, collected.claim_origins, object, default_namespace)) { return; }
  const model::PersistentVolumeClaim& made = claims.back();
  if (const auto refusal = violated_claim_limits(collected, made)) {
    const std::string text = util::concat("PersistentVolumeClaim ", made.namespace_name, '/', made.name);
    collected.cluster.asked.push_back(
        {model::Authority::Admission, model::Reply::Refuses, util::concat(text, ": ", *refusal), text, text});
  }
}

// A volume of the manifest is soon Available. What can change of an existing one decides nothing here.
void take_volume(Collected& collected, const KeptObject& object, std::string_view name) {
  std::vector<model::PersistentVolume>& volumes = collected.cluster.persistent_volumes;
  if (std::ranges::find(volumes, name, &model::PersistentVolume::name) != volumes.end()) { return; }
  add_persistent_volume(collected, object.value(), object.origin);
  model::PersistentVolume& made = volumes.back();
  made.available = true;
  made.from_manifest = true;
  const std::string_view fault = made.source.empty()                          ? "must specify a volume type"
                                 : made.source == "local" && !made.node_terms ? "Local volume requires node affinity"
                                                                              : "";
  if (fault.empty()) { return; }
  const std::string text = util::concat("PersistentVolume ", name); // (ValidatePersistentVolumeSpec)
  collected.cluster.asked.push_back({model::Authority::Admission, model::Reply::Refuses,
                                     util::concat(text, " is invalid: spec: ", fault), text, text});
}

// An existing class keeps its provisioner and its binding mode, which do not change. (ValidateStorageClassUpdate)
void take_storage_class(Collected& collected, const KeptObject& object, std::string_view name) {
  std::vector<model::StorageClass>& classes = collected.cluster.storage_classes;
  const auto old = std::ranges::find(classes, name, &model::StorageClass::name);
  if (old != classes.end()) {
    const document::Value provisioner = object.value()["provisioner"], mode = object.value()["volumeBindingMode"];
    const std::string text = util::concat("StorageClass ", name);
    if (!provisioner.absent() && provisioner.text() != old->provisioner) {
      refuse_change(collected, text, "provisioner");
    }
    if (!mode.absent() && (mode.text() == "WaitForFirstConsumer") != old->wait_for_first_consumer) {
      refuse_change(collected, text, "volumeBindingMode");
    }
    return;
  }
  add_storage_class(collected, object.value(), object.origin);
  classes.back().from_manifest = true;
}

} // namespace snapshot
