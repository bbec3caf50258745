// SPDX-License-Identifier: Apache-2.0
#include "engine/nodes/devices.hpp"

#include "engine/index.hpp"
#include "engine/nodes/device_search.hpp"
#include "engine/nodes/node_affinity.hpp"
#include "model/cluster/device_selector.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace engine {

namespace {

using model::ClusterSnapshot;
using model::ResourceClaimIndex;

const model::ResourceClaim& resource_claim_at(const ClusterSnapshot& cluster, ResourceClaimIndex claim) {
  return cluster.resource_claims[at(claim)];
}

ResourceClaimIndex find_resource_claim(const ClusterSnapshot& cluster, std::string_view namespace_name,
                                       std::string_view name) {
  const auto key = [](const model::ResourceClaim& claim) { return std::pair(claim.namespace_name, claim.name); };
  const auto& claims = cluster.resource_claims;
  const auto found = std::ranges::lower_bound(claims, std::pair(namespace_name, name), {}, key);
  const bool there = found != claims.end() && found->namespace_name == namespace_name && found->name == name;
  return there ? static_cast<ResourceClaimIndex>(found - claims.begin()) : model::k_none;
}

// An entry of spec.resourceClaims. (resourceclaim.Name)
struct Entry {
  std::string_view claim;     // empty: the entry has no claim, which is no error
  bool from_template = false; // the pod must own the claim
  bool made = true;           // false: not created yet
};

Entry entry_of(const model::Pod& pod, std::string_view entry) {
  constexpr std::string_view k_by_name = "name=";
  if (entry.starts_with(k_by_name)) { return {entry.substr(k_by_name.size()), false, true}; }
  const std::string_view name = entry.substr(entry.find('|') + 1);
  if (pod.pending != nullptr) {
    for (const model::MadeClaim& made : pod.pending->made_claims) {
      if (made.entry == name) { return {made.claim, true, true}; }
    }
  }
  return {{}, true, false};
}

bool is_readable(const model::DeviceSelectors& selectors) {
  return std::ranges::all_of(selectors, &model::DeviceSelector::is_readable);
}

std::string_view untold_request(const ClusterSnapshot& cluster, const model::DeviceRequest& request) {
  for (const model::DeviceRequest& alternative : request.alternatives) {
    if (const std::string_view untold = untold_request(cluster, alternative); !untold.empty()) { return untold; }
  }
  if (!request.plain) { return "claims for devices with admin access or a capacity"; }
  const model::DeviceClass* device_class = find_device_class(cluster, request.device_class);
  if (!is_readable(request.selectors) || (device_class != nullptr && !is_readable(device_class->selectors))) {
    return "claims for devices that other than simple CEL expressions select";
  }
  return {};
}

bool asks_for_all(const model::DeviceRequest& request) {
  return request.all || std::ranges::any_of(request.alternatives, asks_for_all);
}

// True if some slices of a pool's newest generation are not in the input.
bool any_pool_is_incomplete(const ClusterSnapshot& cluster) {
  struct Pool {
    std::int64_t generation = -1, wanted = 0, found = 0;
  };
  std::map<std::pair<std::string_view, std::string_view>, Pool> pools;
  for (const model::ResourceSlice& slice : cluster.resource_slices) {
    Pool& pool = pools[{slice.driver, slice.pool}];
    if (slice.generation > pool.generation) { pool = {slice.generation, slice.slice_count, 0}; }
    pool.found += slice.generation == pool.generation ? 1 : 0;
  }
  return std::ranges::any_of(pools, [](const auto& entry) { return entry.second.found != entry.second.wanted; });
}

bool is_tainted(const model::DeviceTaintRule& rule, const model::ResourceSlice& slice) {
  return rule.taints && (rule.driver.empty() || rule.driver == slice.driver) &&
         (rule.pool.empty() || rule.pool == slice.pool) &&
         std::ranges::any_of(slice.devices, [&](const model::Device& device) {
           return rule.device.empty() || rule.device == device.name;
         });
}

// True if a DeviceTaintRule selects some device, as if the device had the taint (resourceslice tracker), or if the
// input lacks the rules of the cluster.
bool any_device_may_be_tainted(const ClusterSnapshot& cluster) {
  const auto is_list = [](const model::OmittedList& omitted) { return omitted.list.starts_with("devicetaintrules"); };
  return std::ranges::any_of(cluster.omitted, is_list) ||
         std::ranges::any_of(cluster.device_taint_rules, [&](const model::DeviceTaintRule& rule) {
           return std::ranges::any_of(cluster.resource_slices,
                                      [&](const model::ResourceSlice& slice) { return is_tainted(rule, slice); });
         });
}

// True if a device of the claim has a taint with NoExecute, in its slice or by a rule. A claim may tolerate it; that is
// not read. (devicetainteviction controller; DRADeviceTaints, by default on since 1.36)
bool may_be_evicted(const ClusterSnapshot& cluster, const model::ResourceClaim& claim) {
  const auto is_of = [](std::string_view wanted, std::string_view own) { return wanted.empty() || wanted == own; };
  return std::ranges::any_of(claim.devices, [&](const model::DeviceId& id) {
    const bool by_rule = std::ranges::any_of(cluster.device_taint_rules, [&](const model::DeviceTaintRule& rule) {
      return rule.evicts && is_of(rule.driver, id.driver) && is_of(rule.pool, id.pool) && is_of(rule.device, id.device);
    });
    return by_rule || std::ranges::any_of(cluster.resource_slices, [&](const model::ResourceSlice& slice) {
             return slice.driver == id.driver && slice.pool == id.pool &&
                    std::ranges::any_of(slice.devices, [&](const model::Device& device) {
                      return device.evicts && device.name == id.device;
                    });
           });
  });
}

// True if no slice of the device's pool lists the device, and the input has all slices of the pool. (pools_stable.go,
// GatherPools: slices of older generations do not count)
bool is_off_list(const ClusterSnapshot& cluster, const model::DeviceId& id) {
  std::int64_t generation = -1, wanted = 0, found = 0;
  bool is_listed = false;
  for (const model::ResourceSlice& slice : cluster.resource_slices) {
    if (slice.driver != id.driver || slice.pool != id.pool || slice.generation < generation) { continue; }
    if (slice.generation > generation) {
      generation = slice.generation;
      wanted = slice.slice_count;
      found = 0;
      is_listed = false;
    }
    ++found;
    is_listed = is_listed || std::ranges::find(slice.devices, id.device, &model::Device::name) != slice.devices.end();
  }
  return found > 0 && found == wanted && !is_listed;
}

std::string_view untold_allocation(const ClusterSnapshot& cluster, const model::ResourceClaim& claim) {
  if (may_be_evicted(cluster, claim)) { return "claims whose allocated devices have a taint with NoExecute"; }
  if (lost_device(cluster, claim) != nullptr) { return "claims whose allocated devices their pools no longer list"; }
  if (claim.awaits_conditions) { return "claims whose allocated devices wait for binding conditions"; }
  return {};
}

std::string_view untold_claim(const ClusterSnapshot& cluster, const model::ResourceClaim& claim) {
  if (claim.allocated) { return untold_allocation(cluster, claim); }
  const bool all = std::ranges::any_of(claim.requests, asks_for_all);
  if (claim.constrained || (all && !claim.match_attributes.empty())) {
    return "claims for devices with other constraints than a common attribute";
  }
  if (all && any_pool_is_incomplete(cluster)) { return "claims for all devices of a pool that is incomplete"; }
  if (claim.undecided) { return "claims whose CEL expressions fail for some device"; }
  if (claim.lacks_slices) { return "claims for devices of a pool that is incomplete"; }
  std::int64_t devices = 0;
  for (const model::DeviceRequest& request : claim.requests) {
    if (const std::string_view untold = untold_request(cluster, request); !untold.empty()) { return untold; }
    if (!request.all && request.alternatives.empty()) {
      devices += std::clamp<std::int64_t>(request.count, 0, k_most_devices + 1);
    }
  }
  if (devices > k_most_devices) { return "claims for more devices than one claim can have"; }
  const bool may_lack = !cluster.lists_devices; // else a missing object does not exist
  if (may_lack && cluster.device_classes.empty()) { return "claims of device classes that the input does not hold"; }
  const auto is_shared = [](const model::ResourceSlice& slice) { return !slice.plain; };
  if (std::ranges::any_of(cluster.resource_slices, is_shared)) { return "claims for devices where some are shared"; }
  if (any_device_may_be_tainted(cluster)) { return "claims for devices that a DeviceTaintRule may taint"; }
  if (may_lack && cluster.resource_slices.empty()) {
    return "claims for devices in ResourceSlices that the input does not hold";
  }
  return {};
}

} // namespace

// ---- assumed allocations ----------------------------------------------------------------------------------------

const AssumedDevices::Allocation* AssumedDevices::find(ResourceClaimIndex claim) const {
  const auto found = m_claims.find(claim);
  return found == m_claims.end() ? nullptr : &found->second;
}

void AssumedDevices::assume(model::PodIndex pod, ResourceClaimIndex claim, Allocation allocation) {
  m_of_pod[pod].push_back(claim);
  m_taken.insert(allocation.devices.begin(), allocation.devices.end());
  allocation.pod = pod;
  m_claims.emplace(claim, std::move(allocation));
}

bool AssumedDevices::bind(model::PodIndex pod, const std::vector<ResourceClaimIndex>& claims) {
  m_used.insert(claims.begin(), claims.end());
  const auto reserved = m_of_pod.find(pod);
  if (reserved == m_of_pod.end()) { return false; }
  for (const ResourceClaimIndex claim : reserved->second) { m_claims[claim].bound = true; }
  m_of_pod.erase(reserved);
  return true;
}

void AssumedDevices::forget(model::PodIndex pod) {
  const auto reserved = m_of_pod.find(pod);
  if (reserved == m_of_pod.end()) { return; }
  for (const ResourceClaimIndex claim : reserved->second) {
    for (const model::DeviceId& device : m_claims[claim].devices) { m_taken.erase(device); }
    m_claims.erase(claim);
  }
  m_of_pod.erase(reserved);
}

void AssumedDevices::forget_reserved() {
  while (!m_of_pod.empty()) { forget(m_of_pod.begin()->first); }
}

void AssumedDevices::renumber_claims(const std::function<ResourceClaimIndex(ResourceClaimIndex)>& of_old) {
  std::map<ResourceClaimIndex, Allocation> claims;
  for (auto& [claim, allocation] : m_claims) { claims.emplace(of_old(claim), std::move(allocation)); }
  m_claims = std::move(claims);
  for (auto& [pod, reserved] : m_of_pod) {
    for (ResourceClaimIndex& claim : reserved) { claim = of_old(claim); }
  }
  for (std::set<ResourceClaimIndex>* const list : {&m_freed, &m_used}) {
    std::set<ResourceClaimIndex> renumbered;
    for (const ResourceClaimIndex claim : *list) { renumbered.insert(of_old(claim)); }
    *list = std::move(renumbered);
  }
}

// ---- a pod's claims --------------------------------------------------------------------------------------------

namespace {

// Returns the claims that the pod uses, each once. It resolves all claims before the caller examines any. `refused`:
// why the pod cannot use a claim. (foreachPodResourceClaim)
std::vector<ResourceClaimIndex> used_claims(const ClusterSnapshot& cluster, const model::Pod& pod,
                                            std::string& refused) {
  std::vector<ResourceClaimIndex> claims;
  for (const std::string_view text : pod.spec->resource_claims) {
    const Entry entry = entry_of(pod, text);
    if (!entry.made) {
      refused = util::concat("pod \"", pod.namespace_name, '/', pod.name, "\": ResourceClaim not created yet");
      return claims;
    }
    if (entry.claim.empty()) { continue; }
    const ResourceClaimIndex index = find_resource_claim(cluster, pod.namespace_name, entry.claim);
    if (index == model::k_none) {
      refused = util::concat("could not find ResourceClaim \"", pod.namespace_name, '/', entry.claim, '"');
      return claims;
    }
    const model::ResourceClaim& claim = resource_claim_at(cluster, index);
    if (claim.terminating) {
      refused = util::concat("resourceclaim \"", claim.name, "\" is being deleted");
      return claims;
    }
    // A pod of a manifest has no UID yet, and neither has the owner of its claim.
    if (entry.from_template && !pod.from_manifest && (claim.owner_uid.empty() || claim.owner_uid != pod.uid)) {
      refused = util::concat("ResourceClaim ", claim.namespace_name, '/', claim.name, " was not created for pod ",
                             pod.namespace_name, '/', pod.name, " (pod is not owner)");
      return claims;
    }
    if (std::ranges::find(claims, index) == claims.end()) { claims.push_back(index); }
  }
  return claims;
}

} // namespace

const model::DeviceId* lost_device(const ClusterSnapshot& cluster, const model::ResourceClaim& claim) {
  const auto lost =
      std::ranges::find_if(claim.devices, [&](const model::DeviceId& id) { return is_off_list(cluster, id); });
  return lost == claim.devices.end() ? nullptr : &*lost;
}

bool holds_claims(const ClusterSnapshot& cluster) { return cluster.lists_devices || !cluster.resource_claims.empty(); }

bool may_lack_template(const ClusterSnapshot& cluster, const model::Pod& pod) {
  return !cluster.lists_devices && pod.from_manifest &&
         std::ranges::any_of(pod.spec->resource_claims,
                             [&](std::string_view text) { return !entry_of(pod, text).made; });
}

namespace {

bool is_of_siblings(const ClusterSnapshot& cluster, const AssumedDevices::Allocation& allocation,
                    const model::Pod& pod) {
  return pod.group != model::k_none && cluster.pods[at(allocation.pod)].group == pod.group &&
         cluster.groups[at(pod.group)].dialect == model::Dialect::Native;
}

} // namespace

namespace {

// "request r: device class c does not exist", or empty. (validateDeviceClass)
std::string missing_class(const ClusterSnapshot& cluster, const model::ResourceClaim& claim) {
  const auto missing = [&](const std::string& name, const model::DeviceRequest& request) {
    if (find_device_class(cluster, request.device_class) != nullptr) { return std::string(); }
    return util::concat("request ", name, ": device class ", request.device_class, " does not exist");
  };
  for (const model::DeviceRequest& request : claim.requests) {
    std::string text = request.alternatives.empty() ? missing(std::string(request.name), request) : std::string();
    for (const model::DeviceRequest& alternative : request.alternatives) {
      if (text.empty()) { text = missing(util::concat(request.name, '/', alternative.name), alternative); }
    }
    if (!text.empty()) { return text; }
  }
  return {};
}

} // namespace

PodDevices devices_of(const ClusterSnapshot& cluster, const AssumedDevices& assumed, const model::Pod& pod,
                      Pending pending) {
  PodDevices devices;
  const std::vector<ResourceClaimIndex> claims = used_claims(cluster, pod, devices.refused);
  devices.all_there = devices.refused.empty();
  if (!devices.all_there) { return devices; }
  for (const ResourceClaimIndex index : claims) {
    const model::ResourceClaim& claim = resource_claim_at(cluster, index);
    const AssumedDevices::Allocation* since = assumed.find(index);
    const bool is_reused = since != nullptr && pending == Pending::Reused && is_of_siblings(cluster, *since, pod);
    const bool is_allocated = claim.allocated && !assumed.is_freed(index);
    if (is_allocated || (since != nullptr && since->bound) || is_reused) {
      devices.allocated.push_back(index);
      continue;
    }
    if (since != nullptr) {
      devices.refused = util::concat("resource claim ", claim.namespace_name, '/', claim.name,
                                     " is in the process of being allocated");
      return devices;
    }
    devices.refused = missing_class(cluster, claim);
    if (!devices.refused.empty()) { return devices; }
    devices.to_allocate.push_back(index);
  }
  return devices;
}

bool available_on(const ClusterSnapshot& cluster, const AssumedDevices& assumed,
                  const std::vector<ResourceClaimIndex>& allocated, model::NodeIndex index) {
  const model::Node& node = cluster.nodes[at(index)];
  return std::ranges::all_of(allocated, [&](ResourceClaimIndex claim) {
    if (const AssumedDevices::Allocation* since = assumed.find(claim)) {
      return std::ranges::all_of(since->slices,
                                 [&](std::size_t slice) { return reaches(cluster.resource_slices[slice], node); });
    }
    const auto& nodes = resource_claim_at(cluster, claim).nodes;
    return !nodes || matches_any(*nodes, node);
  });
}

namespace {

// True if the claim is allocated in the snapshot and no other pod may use it.
bool is_allocated_for_nobody_else(const model::ResourceClaim& claim, const model::Pod& pod) {
  return claim.allocated &&
         std::ranges::all_of(claim.reserved_for, [&](std::string_view uid) { return uid == pod.uid; });
}

} // namespace

bool may_free_a_claim(const ClusterSnapshot& cluster, const model::Pod& pod) {
  return std::ranges::any_of(claims_of_pod(cluster, pod), [&](ResourceClaimIndex index) {
    return is_allocated_for_nobody_else(resource_claim_at(cluster, index), pod);
  });
}

ResourceClaimIndex claim_to_free(const ClusterSnapshot& cluster, const AssumedDevices& assumed, const model::Pod& pod,
                                 const std::vector<model::NodeIndex>& nodes) {
  for (const ResourceClaimIndex index : devices_of(cluster, assumed, pod, Pending::Reused).allocated) {
    if (!is_allocated_for_nobody_else(resource_claim_at(cluster, index), pod)) { continue; }
    if (assumed.is_freed(index) || assumed.is_used(index)) { continue; }
    const auto lacks_it = [&](model::NodeIndex node) { return !available_on(cluster, assumed, {index}, node); };
    if (std::ranges::any_of(nodes, lacks_it)) { return index; }
  }
  return model::k_none;
}

std::vector<ResourceClaimIndex> claims_of_pod(const ClusterSnapshot& cluster, const model::Pod& pod) {
  std::string refused;
  return used_claims(cluster, pod, refused);
}

std::vector<ResourceClaimIndex> shared_claims(const ClusterSnapshot& cluster, const model::Pod& pod) {
  std::vector<ResourceClaimIndex> claims;
  for (const std::string_view text : pod.spec->resource_claims) {
    const Entry entry = entry_of(pod, text);
    if (entry.from_template) { continue; }
    const ResourceClaimIndex index = find_resource_claim(cluster, pod.namespace_name, entry.claim);
    if (index != model::k_none && std::ranges::find(claims, index) == claims.end()) { claims.push_back(index); }
  }
  return claims;
}

std::vector<ClaimOfPod> claims_of_bound_pod(const ClusterSnapshot& cluster, const model::Pod& pod) {
  std::vector<ClaimOfPod> claims;
  bool any_made = false;
  for (const std::string_view text : pod.spec->resource_claims) {
    const Entry entry = entry_of(pod, text);
    any_made = any_made || entry.from_template;
    if (entry.from_template) { continue; }
    claims.push_back({entry.claim, find_resource_claim(cluster, pod.namespace_name, entry.claim)});
  }
  if (!any_made || pod.uid.empty()) { return claims; }
  for (std::size_t index = 0; index < cluster.resource_claims.size(); ++index) {
    const model::ResourceClaim& claim = cluster.resource_claims[index];
    if (claim.namespace_name != pod.namespace_name || claim.owner_uid != pod.uid) { continue; }
    claims.push_back({claim.name, static_cast<ResourceClaimIndex>(index)});
  }
  return claims;
}

std::string_view untold_devices(const ClusterSnapshot& cluster, const model::Pod& pod) {
  if (pod.spec->resource_claims.empty()) { return {}; }
  const auto lacks_template = [&](std::string_view text) { return pod.from_manifest && !entry_of(pod, text).made; };
  if (std::ranges::any_of(pod.spec->resource_claims, lacks_template)) {
    return "resource claims of a ResourceClaimTemplate that the input does not hold";
  }
  if (!holds_claims(cluster)) { return "resource claims that the input does not hold"; }
  for (const std::string_view text : pod.spec->resource_claims) {
    const ResourceClaimIndex index = find_resource_claim(cluster, pod.namespace_name, entry_of(pod, text).claim);
    if (index == model::k_none) { continue; }
    if (const std::string_view untold = untold_claim(cluster, resource_claim_at(cluster, index)); !untold.empty()) {
      return untold;
    }
  }
  return {};
}

} // namespace engine
