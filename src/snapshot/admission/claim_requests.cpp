// SPDX-License-Identifier: Apache-2.0
#include "snapshot/admission/claim_requests.hpp"

#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <tuple>

namespace snapshot {

namespace {

constexpr std::string_view k_of_devices = "resource.k8s.io";

// Volumes: the ephemeral volume controller creates the claim of a pod. VolumeBinding (PreBind) writes the chosen node
// into a claim, or the claim into a volume, and waits until the provisioner and the volume controller have bound both;
// a kubelet reads the status of the claim. (volumebinding/binder.go, BindPodVolumes; pv_controller.go, bind)
// Devices: the resourceclaim controller creates the claim of a pod, and names it in the status of the pod.
// DynamicResources (PreBind) adds its finalizer to a claim that it allocates, and writes the allocation and the pod
// into its status. (resourceclaim/controller.go, handleClaim and syncPod; dynamicresources.go, bindClaim)
constexpr std::array<ClaimRequest, 10> k_requests = {
    {{k_makes_claim, {"CREATE", "persistentvolumeclaims", ""}},
     {k_provisions, {"CREATE", "persistentvolumes", "", AdmissionScope::Cluster}},
     {k_binds_claim, {"UPDATE", "persistentvolumeclaims", ""}},
     {k_binds_claim, {"UPDATE", "persistentvolumeclaims/status", ""}},
     {k_binds_claim, {"UPDATE", "persistentvolumes", "", AdmissionScope::Cluster}},
     {k_binds_claim, {"UPDATE", "persistentvolumes/status", "", AdmissionScope::Cluster}},
     {k_makes_device_claim, {"CREATE", "resourceclaims", k_of_devices}},
     {k_makes_device_claim, {"UPDATE", "pods/status", ""}},
     {k_allocates, {"UPDATE", "resourceclaims", k_of_devices}},
     {k_allocates | k_reserves, {"UPDATE", "resourceclaims/status", k_of_devices}}}};

// The claim of this name in the pod's namespace, in a settled list; null if there is none.
template <typename Claim>
const Claim* find_claim(const std::vector<Claim>& claims, std::string_view space, std::string_view name) {
  const auto is_before = [&](const Claim& claim, std::string_view) {
    return std::tie(claim.namespace_name, claim.name) < std::tie(space, name);
  };
  const auto place = std::lower_bound(claims.begin(), claims.end(), name, is_before);
  return place != claims.end() && place->namespace_name == space && place->name == name ? &*place : nullptr;
}

// True unless only an existing volume can serve the claim.
bool may_provision(const Collected& collected, const model::PersistentVolumeClaim& claim) {
  if (!claim.volume_name.empty() || (claim.names_class && claim.storage_class.empty())) { return false; }
  const auto& classes = collected.cluster.storage_classes;
  const auto found = std::ranges::find(classes, claim.storage_class, &model::StorageClass::name);
  return found == classes.end() || found->provisioner != "kubernetes.io/no-provisioner";
}

bool is_new(const model::Pod& pod) { return pod.from_manifest && pod.uid.empty(); }

ClaimSteps steps_of_volume(const Collected& collected, const model::Pod& pod, const model::Volume& volume) {
  const bool is_ephemeral = volume.kind == "ephemeral";
  if (!is_ephemeral && volume.kind != "persistentVolumeClaim") { return 0; }
  const std::string own_name = is_ephemeral ? util::concat(pod.name, '-', volume.name) : std::string();
  const model::PersistentVolumeClaim* const claim =
      find_claim(collected.cluster.persistent_volume_claims, pod.namespace_name,
                 is_ephemeral ? std::string_view(own_name) : volume.reference);
  if (claim == nullptr) { return is_ephemeral ? k_makes_claim | k_provisions | k_binds_claim : ClaimSteps(0); }
  ClaimSteps steps = claim->made_for_pod ? k_makes_claim : ClaimSteps(0);
  if (!claim->bound() && may_provision(collected, *claim)) { steps |= k_provisions; }
  if (!claim->bound() || claim->from_manifest) { steps |= k_binds_claim; } // as new, it is bound only later
  return steps;
}

// `entry`: "name=<claim>" or "template=<template>|<entry>".
ClaimSteps steps_of_devices(const Collected& collected, const model::Pod& pod, std::string_view entry) {
  constexpr std::string_view k_by_name = "name=";
  std::string_view name = entry.starts_with(k_by_name) ? entry.substr(k_by_name.size()) : std::string_view();
  ClaimSteps steps = 0;
  if (name.empty()) {
    const std::string_view of = entry.substr(entry.find('|') + 1);
    const std::vector<model::MadeClaim> none;
    const std::vector<model::MadeClaim>& made = pod.pending == nullptr ? none : pod.pending->made_claims;
    const auto found = std::ranges::find(made, of, &model::MadeClaim::entry);
    if (found == made.end() || is_new(pod)) { steps = k_makes_device_claim | k_allocates; }
    if (found == made.end()) { return steps; }
    if (found->claim.empty()) { return steps; } // the pod needs none
    name = found->claim;
  }
  const model::ResourceClaim* const claim = find_claim(collected.cluster.resource_claims, pod.namespace_name, name);
  if (claim == nullptr) { return steps; }
  if (!claim->allocated) { return steps | k_allocates; }
  const bool is_reserved =
      !pod.uid.empty() && std::ranges::find(claim->reserved_for, pod.uid) != claim->reserved_for.end();
  return is_reserved ? steps : steps | k_reserves;
}

} // namespace

std::span<const ClaimRequest> claim_requests() { return k_requests; }

ClaimSteps claim_steps_of(const Collected& collected, const model::Pod& pod) {
  ClaimSteps steps = 0;
  for (const model::Volume& volume : pod.spec->volumes) { steps |= steps_of_volume(collected, pod, volume); }
  for (const std::string_view entry : pod.spec->resource_claims) { steps |= steps_of_devices(collected, pod, entry); }
  return steps;
}

const std::vector<ClaimPolicies::Seen>& ClaimPolicies::seen_in(std::string_view namespace_name) {
  const auto [place, is_first] = m_seen.try_emplace(namespace_name);
  std::vector<Seen>& seen = place->second;
  if (!is_first) { return seen; }
  const model::Labels* const labels = m_labels(namespace_name);
  for (const ClaimRequest& row : k_requests) {
    ObjectRequest wanted = row.request;
    if (wanted.scope == AdmissionScope::Namespaced) { wanted.namespace_name = namespace_name; }
    wanted.namespace_labels = labels;
    for (const AdmissionPolicy* const policy : policies_for(m_collected, wanted)) {
      if (!policy->works_by_webhook) { seen.push_back({policy, row.steps}); }
    }
  }
  return seen;
}

std::vector<const AdmissionPolicy*> ClaimPolicies::of(const model::Pod& pod) {
  std::vector<const AdmissionPolicy*> found;
  const std::vector<Seen>& seen = seen_in(pod.namespace_name);
  const ClaimSteps steps = seen.empty() ? ClaimSteps(0) : claim_steps_of(m_collected, pod);
  for (const Seen& each : seen) {
    if ((each.steps & steps) != 0 && std::ranges::find(found, each.policy) == found.end()) {
      found.push_back(each.policy);
    }
  }
  return found;
}

} // namespace snapshot
