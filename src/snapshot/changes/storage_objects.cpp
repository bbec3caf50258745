// SPDX-License-Identifier: Apache-2.0
#include "snapshot/changes/storage_objects.hpp"

#include "snapshot/admission/admission.hpp"
#include "snapshot/changes/updates.hpp"
#include "snapshot/expand/new_claims.hpp"
#include "snapshot/objects/decode_claims.hpp"
#include "snapshot/objects/decode_storage.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace snapshot {

namespace {

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

model::StorageClass decoded_storage_class(Collected& collected, const KeptObject& object) {
  add_storage_class(collected, object.value(), object.origin);
  model::StorageClass made = std::move(collected.cluster.storage_classes.back());
  collected.cluster.storage_classes.pop_back();
  collected.storage_class_origins.pop_back();
  return made;
}

model::PersistentVolume decoded_volume(Collected& collected, const KeptObject& object) {
  add_persistent_volume(collected, object.value(), object.origin);
  model::PersistentVolume made = std::move(collected.cluster.persistent_volumes.back());
  collected.cluster.persistent_volumes.pop_back();
  collected.volume_origins.pop_back();
  return made;
}

// The field of a class that the manifest changes and that is immutable; empty: none. No decoder reads parameters and
// reclaimPolicy, which are immutable too. (ValidateStorageClassUpdate)
std::string_view changed_fixed_field(document::Value object, const model::StorageClass& made,
                                     const model::StorageClass& old) {
  if (!object["provisioner"].absent() && made.provisioner != old.provisioner) { return "provisioner"; }
  const bool changes_mode =
      !object["volumeBindingMode"].absent() && made.wait_for_first_consumer != old.wait_for_first_consumer;
  return changes_mode ? "volumeBindingMode" : "";
}

// (core/validation, betaToGALabel)
using Terms = std::vector<model::NodeSelectorTerm>;
Terms with_stable_labels(Terms terms) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> k_stable = {
      {{"failure-domain.beta.kubernetes.io/zone", "topology.kubernetes.io/zone"},
       {"failure-domain.beta.kubernetes.io/region", "topology.kubernetes.io/region"},
       {"beta.kubernetes.io/os", "kubernetes.io/os"},
       {"beta.kubernetes.io/arch", "kubernetes.io/arch"},
       {"beta.kubernetes.io/instance-type", "node.kubernetes.io/instance-type"}}};
  for (model::NodeSelectorTerm& term : terms) {
    for (model::Requirement& requirement : term.expressions) {
      for (const auto& [beta, stable] : k_stable) {
        if (requirement.key == beta) { requirement.key = stable; }
      }
    }
    std::ranges::sort(term.expressions);
  }
  return terms;
}

bool have_other_texts(std::string_view a, std::string_view b) { return !a.empty() && !b.empty() && a != b; }

// The same for a volume. Of a source, the decoder reads the type, the driver and the disk. The API server also refuses
// a second source. (ValidatePersistentVolumeUpdate; MutablePVNodeAffinity is off by default)
std::string_view changed_fixed_field(document::Value object, const model::PersistentVolume& made,
                                     const model::PersistentVolume& old) {
  if (have_other_texts(made.source, old.source) || have_other_texts(made.driver, old.driver) ||
      have_other_texts(made.handle, old.handle)) {
    return "source";
  }
  if (!object["spec"]["volumeMode"].absent() && made.block != old.block) { return "volumeMode"; }
  const bool changes_nodes =
      made.node_terms && old.node_terms && with_stable_labels(*made.node_terms) != with_stable_labels(*old.node_terms);
  return changes_nodes ? "nodeAffinity" : "";
}

// kubectl apply sets the fields of the file, and keeps the others. The other fields that are read are immutable.
model::PersistentVolume merged_volume(Collected& collected, const KeptObject& object,
                                      const model::PersistentVolume& made, model::PersistentVolume old) {
  const document::Value metadata = object.value()["metadata"], spec = object.value()["spec"];
  old.labels = merged_labels(collected, *old.labels, metadata["labels"]);
  if (made.node_terms) { old.node_terms = made.node_terms; }
  if (!spec["capacity"]["storage"].absent()) { old.capacity = made.capacity; }
  if (!made.access_modes.empty()) { old.access_modes = made.access_modes; }
  if (!made.storage_class.empty()) { old.storage_class = made.storage_class; }
  if (!made.attributes_class.empty()) { old.attributes_class = made.attributes_class; }
  return old;
}

model::StorageClass merged_storage_class(const KeptObject& object, const model::StorageClass& made,
                                         model::StorageClass old) {
  const document::Value annotations = object.value()["metadata"]["annotations"];
  old.allowed_topologies = made.allowed_topologies;
  if (annotations["storageclass.kubernetes.io/is-default-class"].exists()) { old.is_default = made.is_default; }
  return old;
}

// Without the uid of a claim, a reference is for any claim of the name.
bool is_same_claim(const model::ClaimReference& wanted, const model::ClaimReference& stored) {
  return wanted.namespace_name == stored.namespace_name && wanted.name == stored.name &&
         !have_other_texts(wanted.uid, stored.uid);
}

void update_volume(Collected& collected, const KeptObject& object, std::string_view name) {
  const model::PersistentVolume made = decoded_volume(collected, object);
  std::vector<model::PersistentVolume>& volumes = collected.cluster.persistent_volumes;
  model::PersistentVolume& old = *std::ranges::find(volumes, name, &model::PersistentVolume::name);
  const std::string text = util::concat("PersistentVolume ", name);
  if (const std::string_view field = changed_fixed_field(object.value(), made, old); !field.empty()) {
    return refuse_change(collected, text, field);
  }
  if (!made.node_terms && old.node_terms) { note_left_out(collected, text, "nodeAffinity"); } // a refused change
  if (made.claim && !is_same_claim(*made.claim, old.claim.value_or(model::ClaimReference()))) {
    note_open_update(collected, text, "the manifest changes its claimRef: which claim it then has is not simulated");
  }
  old = merged_volume(collected, object, made, old);
}

// A list that the file leaves out stays, unless an earlier kubectl apply had set it. A No then rests on a class for all
// nodes.
void update_storage_class(Collected& collected, const KeptObject& object, std::string_view name) {
  const model::StorageClass made = decoded_storage_class(collected, object);
  std::vector<model::StorageClass>& classes = collected.cluster.storage_classes;
  model::StorageClass& old = *std::ranges::find(classes, name, &model::StorageClass::name);
  const std::string text = util::concat("StorageClass ", name);
  if (const std::string_view field = changed_fixed_field(object.value(), made, old); !field.empty()) {
    return refuse_change(collected, text, field);
  }
  if (made.allowed_topologies.empty() && !old.allowed_topologies.empty()) {
    note_left_out(collected, text, "allowedTopologies");
  }
  old = merged_storage_class(object, made, old);
}

} // namespace

model::PersistentVolume updated_volume(Collected& collected, model::PersistentVolume old, const KeptObject& object) {
  const model::PersistentVolume made = decoded_volume(collected, object);
  return merged_volume(collected, object, made, std::move(old));
}

model::StorageClass updated_storage_class(Collected& collected, model::StorageClass old, const KeptObject& object) {
  const model::StorageClass made = decoded_storage_class(collected, object);
  return merged_storage_class(object, made, std::move(old));
}

void take_claim(Collected& collected, const KeptObject& object, std::string_view default_namespace) {
  std::vector<model::PersistentVolumeClaim>& claims = collected.cluster.persistent_volume_claims;
  add_new_claim(collected, object.value(), object.origin);
  model::PersistentVolumeClaim& made = claims.back();
  if (object.value()["metadata"]["namespace"].absent()) { made.namespace_name = collected.lasting(default_namespace); }
  const auto old = std::find_if(claims.begin(), claims.end() - 1, [&](const model::PersistentVolumeClaim& other) {
    return other.namespace_name == made.namespace_name && other.name == made.name;
  });
  if (old != claims.end() - 1) { // its binding does not change
    if (!old->from_manifest) { note_changed_claim(collected, made, *old); }
    claims.pop_back();
    collected.claim_origins.pop_back();
    return;
  }
  if (const auto refusal = violated_claim_limits(collected, made)) {
    const std::string text = util::concat("PersistentVolumeClaim ", made.namespace_name, '/', made.name);
    collected.cluster.asked.push_back(
        {model::Authority::Admission, model::Reply::Refuses, util::concat(text, ": ", *refusal), text, text});
  }
}

// A volume of the manifest is soon Available.
void take_volume(Collected& collected, const KeptObject& object, std::string_view name) {
  std::vector<model::PersistentVolume>& volumes = collected.cluster.persistent_volumes;
  if (std::ranges::find(volumes, name, &model::PersistentVolume::name) != volumes.end()) {
    return update_volume(collected, object, name);
  }
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

void take_storage_class(Collected& collected, const KeptObject& object, std::string_view name) {
  std::vector<model::StorageClass>& classes = collected.cluster.storage_classes;
  if (std::ranges::find(classes, name, &model::StorageClass::name) != classes.end()) {
    return update_storage_class(collected, object, name);
  }
  add_storage_class(collected, object.value(), object.origin);
  classes.back().from_manifest = true;
}

} // namespace snapshot
