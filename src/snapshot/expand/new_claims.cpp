// SPDX-License-Identifier: Apache-2.0
#include "snapshot/expand/new_claims.hpp"

#include "document/reading/editing.hpp"
#include "snapshot/objects/decode_claims.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <vector>

namespace snapshot {

namespace {

using model::PersistentVolume;
using model::PersistentVolumeClaim;
using model::StorageClass;

// Admission plugin DefaultStorageClass, and later the controller: assignDefaultStorageClass. Of several default classes
// the newest counts; their age is not read. False if there is none.
bool take_default_class(const model::ClusterSnapshot& cluster, PersistentVolumeClaim& claim) {
  const auto first = std::ranges::find(cluster.storage_classes, true, &StorageClass::is_default);
  if (first == cluster.storage_classes.end()) { return false; }
  claim.storage_class = first->name;
  claim.undecided = std::ranges::count(cluster.storage_classes, true, &StorageClass::is_default) > 1;
  return true;
}

// The PersistentVolume controller, as far as it acts without a scheduler. (controller/volume/persistentvolume)
class VolumeController {
 public:
  explicit VolumeController(Collected& collected)
      : m_cluster(collected.cluster),
        m_shows_classes(shows(collected, "storageclasses.storage.k8s.io", m_cluster.storage_classes)),
        m_shows_volumes(shows(collected, "persistentvolumes", m_cluster.persistent_volumes)) {}

  void visit(PersistentVolumeClaim& claim) const {
    if (claim.bound() || claim.lost || claim.terminating) { return; }
    // If there had been a default class, an existing claim would have it.
    const bool lacks_class = !claim.names_class && !take_default_class(m_cluster, claim);
    if (lacks_class && claim.from_manifest) { claim.undecided = !m_shows_classes; }
    const StorageClass* const storage_class = class_of(claim);
    if (storage_class != nullptr && storage_class->wait_for_first_consumer && claim.volume_name.empty()) { return; }
    if (storage_class == nullptr && !claim.storage_class.empty() && !m_shows_classes) { return; } // perhaps it waits
    const Choice choice = volume_for(claim);
    if (choice.volume != nullptr && !choice.is_open) { return bind(claim, *choice.volume); }
    const bool provisions = storage_class != nullptr && claim.volume_name.empty() &&
                            !storage_class->provisioner.empty() &&
                            storage_class->provisioner != "kubernetes.io/no-provisioner";
    if (claim.from_manifest && (choice.is_open || provisions || !m_shows_volumes)) { claim.undecided = true; }
  }

 private:
  struct Choice {
    PersistentVolume* volume = nullptr;
    bool is_open = false; // another one is as good, and other nodes reach it
  };

  // Objects of the manifest do not show that the input holds those of the cluster.
  template <typename T>
  static bool shows(const Collected& collected, std::string_view resource, const std::vector<T>& list) {
    const bool any = std::ranges::any_of(list, [](const T& item) { return !item.from_manifest; });
    return collected.omissions.is_given(resource, any);
  }

  const StorageClass* class_of(const PersistentVolumeClaim& claim) const {
    const auto found = std::ranges::find(m_cluster.storage_classes, claim.storage_class, &StorageClass::name);
    return claim.storage_class.empty() || found == m_cluster.storage_classes.end() ? nullptr : &*found;
  }

  // FindMatchingVolume without a node.
  Choice volume_for(const PersistentVolumeClaim& claim) const {
    Choice choice;
    for (PersistentVolume& volume : m_cluster.persistent_volumes) {
      if (!claim.volume_name.empty() && volume.name != claim.volume_name) { continue; }
      if (volume.terminating || !suits(volume, claim)) { continue; }
      if (volume.claim) {
        if (is_for(*volume.claim, claim)) { return {&volume}; }
        continue;
      }
      if (!volume.available) { continue; }
      if (claim.selector && !model::matches(*claim.selector, *volume.labels)) { continue; }
      if (choice.volume == nullptr || volume.capacity < choice.volume->capacity) {
        choice = {&volume};
      } else if (volume.capacity == choice.volume->capacity && volume.node_terms != choice.volume->node_terms) {
        choice.is_open = true;
      }
    }
    return choice;
  }

  static bool suits(const PersistentVolume& volume, const PersistentVolumeClaim& claim) {
    const auto offers = [&](std::string_view mode) { return std::ranges::binary_search(volume.access_modes, mode); };
    return std::tie(volume.storage_class, volume.attributes_class, volume.block) ==
               std::tie(claim.storage_class, claim.attributes_class, claim.block) &&
           !(claim.requested && volume.capacity < *claim.requested) && std::ranges::all_of(claim.access_modes, offers);
  }

  static bool is_for(const model::ClaimReference& reference, const PersistentVolumeClaim& claim) {
    return reference.namespace_name == claim.namespace_name && reference.name == claim.name &&
           (reference.uid.empty() || reference.uid == claim.uid);
  }

  static void bind(PersistentVolumeClaim& claim, PersistentVolume& volume) {
    claim.volume_name = volume.name;
    claim.bind_completed = true;
    volume.claim = {claim.namespace_name, claim.name, claim.uid};
    volume.available = false;
  }

  model::ClusterSnapshot& m_cluster;
  bool m_shows_classes, m_shows_volumes;
};

// False if another claim may have the name of an ephemeral volume's claim. The controllers of these kinds give their
// pods names that no object has yet.
bool shows_claims_of(const Collected& collected, const Source& source) {
  constexpr std::array<std::string_view, 6> k_random_names = {"CronJob", "DaemonSet",  "Deployment",
                                                              "Job",     "ReplicaSet", "ReplicationController"};
  if (std::ranges::find(k_random_names, source.kind) != k_random_names.end()) { return true; }
  const auto& claims = collected.cluster.persistent_volume_claims;
  const bool any = std::ranges::any_of(claims, [](const PersistentVolumeClaim& claim) { return !claim.from_manifest; });
  return collected.omissions.is_given("persistentvolumeclaims", any);
}

// True if a container has the volume in this list: volumeMounts or volumeDevices.
bool has_in_list(document::Value pod_spec, std::string_view list, std::string_view volume) {
  for (const char* const containers : {"initContainers", "containers"}) {
    for (const document::Value container : pod_spec[containers].elements()) {
      for (const document::Value entry : container[list].elements()) {
        if (entry["name"].text() == volume) { return true; }
      }
    }
  }
  return false;
}

void note_volume_mode(document::Value pod_spec, std::string_view volume, bool is_block, Expander& expander) {
  const std::string_view list = is_block ? "volumeMounts" : "volumeDevices";
  if (!has_in_list(pod_spec, list, volume)) { return; }
  const std::string object = text_of(expander.top());
  expander.note(model::Authority::Inputs, model::Reply::Refuses,
                util::concat("volume ", volume, " of ", object, " has volumeMode ", is_block ? "Block" : "Filesystem",
                             " and is in ", list, ", so kubelets do not start the container"),
                object);
}

bool is_block_template(document::Value claim_template) {
  return claim_template["spec"]["volumeMode"].text() == "Block";
}

} // namespace

void note_volume_modes(document::Value pod_spec, const Source& source, Expander& expander) {
  const std::vector<PersistentVolumeClaim>& claims = expander.collected().cluster.persistent_volume_claims;
  for (const document::Value volume : pod_spec["volumes"].elements()) {
    const std::string_view name = volume["name"].text();
    const document::Value made = volume["ephemeral"]["volumeClaimTemplate"];
    if (made.exists()) { note_volume_mode(pod_spec, name, is_block_template(made), expander); }
    const std::string_view wanted = volume["persistentVolumeClaim"]["claimName"].text();
    if (wanted.empty()) { continue; }
    const auto claim = std::ranges::find_if(claims, [&](const PersistentVolumeClaim& other) {
      return other.name == wanted && other.namespace_name == source.namespace_name;
    });
    if (claim != claims.end()) { note_volume_mode(pod_spec, name, claim->block, expander); }
  }
}

void note_volume_modes_of_templates(document::Value templates, document::Value pod_spec, Expander& expander) {
  for (const document::Value made : templates.elements()) {
    note_volume_mode(pod_spec, made["metadata"]["name"].text(), is_block_template(made), expander);
  }
}

void add_new_claim(Collected& collected, document::Value object, const Origin& origin) {
  add_persistent_volume_claim(collected, object, origin);
  collected.cluster.persistent_volume_claims.back().from_manifest = true;
}

TemplateClaims::TemplateClaims(Collected& collected) : m_collected(collected) {
  for (const PersistentVolumeClaim& claim : collected.cluster.persistent_volume_claims) {
    m_known.emplace(claim.namespace_name, claim.name);
  }
}

NamedTexts TemplateClaims::of(document::Value templates, const Source& source, std::string_view pod) {
  NamedTexts claims;
  for (const document::Value claim_template : templates.elements()) {
    const std::string_view volume = claim_template["metadata"]["name"].text();
    const std::string name = util::concat(volume, '-', pod);
    claims.emplace_back(volume, name);
    create(claim_template, source, name);
  }
  return claims;
}

bool TemplateClaims::create(document::Value claim_template, const Source& source, const std::string& name) {
  if (!m_known.emplace(source.namespace_name, name).second) { return false; }
  document::Output object = document::editable(claim_template);
  object["metadata"]["name"] = name;
  object["metadata"]["namespace"] = source.namespace_name;
  document::Tree tree;
  document::build(tree, object);
  add_new_claim(m_collected, tree.root(), source.origin);
  return true;
}

void make_ephemeral_claims(Collected& collected, document::Value pod_spec, const Source& source,
                           std::span<const PodPlan> pods) {
  std::vector<document::Value> volumes;
  for (const document::Value volume : pod_spec["volumes"].elements()) {
    if (volume["ephemeral"]["volumeClaimTemplate"].exists()) { volumes.push_back(volume); }
  }
  if (volumes.empty() || !shows_claims_of(collected, source)) { return; }
  TemplateClaims claims(collected);
  for (const PodPlan& pod : pods) {
    for (const document::Value volume : volumes) {
      const std::string name = util::concat(pod.name, '-', volume["name"].text());
      if (!claims.create(volume["ephemeral"]["volumeClaimTemplate"], source, name)) { continue; }
      collected.cluster.persistent_volume_claims.back().made_for_pod = true;
    }
  }
}

void assign_default_classes(Collected& collected) {
  for (PersistentVolumeClaim& claim : collected.cluster.persistent_volume_claims) {
    if (claim.names_class || claim.from_manifest || claim.bound() || claim.lost || claim.terminating) { continue; }
    take_default_class(collected.cluster, claim);
  }
}

void bind_new_claims(Collected& collected) {
  const VolumeController controller(collected);
  for (PersistentVolumeClaim& claim : collected.cluster.persistent_volume_claims) { controller.visit(claim); }
}

} // namespace snapshot
