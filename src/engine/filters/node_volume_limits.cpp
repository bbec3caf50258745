// SPDX-License-Identifier: Apache-2.0
// NodeVolumeLimits: a node attaches at most as many volumes of a CSI driver as its CSINode allows. A volume that
// several pods of the node share counts once. If the CSIDriver asks for it, the node must have the driver at all
// (VolumeLimitScaling).
// Source: kube-scheduler plugins/nodevolumelimits, CSILimits.
#include "engine/filters/filters.hpp"
#include "engine/index.hpp"
#include "engine/nodes/storage.hpp"

#include <algorithm>
#include <map>
#include <string>

namespace engine::filters {

namespace node_volume_limits {
namespace {

// The in-tree plugin whose volumes count against the CSI driver that replaced it; null: none.
const InTreePlugin* migration_of(std::string_view name) {
  const InTreePlugin* const plugin = find_in_tree_plugin(name);
  return plugin != nullptr && plugin->is_limited ? plugin : nullptr;
}

// All but Portworx count if the node has a CSINode. (isCSIMigrationOn)
bool is_on(const InTreePlugin& migration, const model::CsiNode* node) {
  return node != nullptr &&
         (migration.source != "portworxVolume" || std::ranges::binary_search(node->migrated, migration.provisioner));
}

// Volumes by driver and unique handle, with their drivers.
using Attached = std::map<std::pair<std::string, std::string>, std::string_view>;

void attach(Attached& attached, std::string_view driver, std::string handle) {
  if (!driver.empty() && !handle.empty()) {
    attached.emplace(std::pair(std::string(driver), std::move(handle)), driver);
  }
}

void attach_volume(const model::PersistentVolume& volume, const model::CsiNode* node, Attached& attached) {
  if (volume.source == "csi") {
    attach(attached, volume.driver, std::string(volume.handle));
  } else if (const InTreePlugin* moved = migration_of(volume.source); moved && is_on(*moved, node)) {
    attach(attached, moved->driver, volume.handle.empty() ? std::string(volume.name) : std::string(volume.handle));
  }
}

// A volume that does not exist yet counts by its claim. (getCSIDriverInfoFromSC)
void attach_claim(const model::ClusterSnapshot& cluster, const model::PersistentVolumeClaim& claim,
                  const model::CsiNode* node, Attached& attached) {
  const model::StorageClass* storage_class = find_storage_class(cluster, claim.storage_class);
  if (claim.storage_class.empty() || storage_class == nullptr) { return; }
  std::string_view driver = storage_class->provisioner;
  if (const InTreePlugin* moved = migration_of(driver)) {
    if (!is_on(*moved, node)) { return; }
    driver = moved->driver;
  }
  attach(attached, driver, std::string("claim|").append(claim.namespace_name).append("|").append(claim.name));
}

// (filterAttachableVolumes)
void attach_pod(const FilterInput& input, const model::Pod& pod, const model::CsiNode* node, Attached& attached) {
  const model::ClusterSnapshot& cluster = *input.nodes.cluster;
  for (const model::Volume& volume : pod.spec->volumes) {
    if (!is_claimed(volume)) {
      const InTreePlugin* moved = migration_of(volume.kind);
      if (moved && is_on(*moved, node)) { attach(attached, moved->driver, std::string(volume.reference)); }
      continue;
    }
    const model::ClaimIndex index = find_claim(cluster, pod.namespace_name, claim_name(pod, volume));
    if (index == model::k_none) { continue; }
    const model::PersistentVolumeClaim& claim = cluster.persistent_volume_claims[at(index)];
    // A claim does not name a volume that is only reserved.
    model::VolumeIndex bound_to = find_volume(cluster, claim.volume_name);
    const AssumedStorage::Claim* since = input.usage.storage().find(index);
    if (since != nullptr && since->bound) { bound_to = since->volume; }
    if (bound_to == model::k_none) {
      attach_claim(cluster, claim, node, attached);
    } else {
      attach_volume(cluster.persistent_volumes[at(bound_to)], node, attached);
    }
  }
}

// Adds volumes attached to the node without a pod of the node. (getNodeVolumeAttachmentInfo)
void attach_leftovers(const FilterInput& input, const model::CsiNode& node, Attached& attached) {
  const model::ClusterSnapshot& cluster = *input.nodes.cluster;
  for (const model::VolumeAttachment& attachment : cluster.volume_attachments) {
    if (attachment.node_name != node.name) { continue; }
    const model::VolumeIndex volume = find_volume(cluster, attachment.volume_name);
    if (volume == model::k_none || cluster.persistent_volumes[at(volume)].source != "csi") { continue; }
    attach(attached, attachment.attacher, std::string(cluster.persistent_volumes[at(volume)].handle));
  }
}

std::int64_t count_of(const Attached& attached, std::string_view driver) {
  return std::ranges::count_if(attached, [&](const auto& volume) { return volume.second == driver; });
}

bool skips(const FilterInput& input) {
  return std::ranges::none_of(input.spec.volumes, [](const model::Volume& volume) {
    return is_claimed(volume) || migration_of(volume.kind) != nullptr;
  });
}

// True if some driver has to be installed where its volumes go, and the input shows where it is.
bool looks_for_drivers(const FilterInput& input) {
  const model::ClusterSnapshot& cluster = *input.nodes.cluster;
  return holds_csi_nodes(cluster) && std::ranges::any_of(cluster.csi_drivers, &model::CsiDriver::must_be_installed);
}

// The text about a driver of `wanted` that the node has to have and lacks; empty: none. A node of --add-nodes gets the
// drivers of its original. (checkCSIDriverOnNode)
std::string_view missing_driver(const FilterInput& input, model::NodeIndex index, const model::CsiNode* node,
                                const Attached& wanted) {
  if (input.nodes.node(index).added) { return {}; }
  for (const auto& [volume, name] : wanted) {
    const model::CsiDriver* const driver = find_csi_driver(*input.nodes.cluster, name);
    if (driver == nullptr || !driver->must_be_installed) { continue; }
    if (node == nullptr || std::ranges::find(node->drivers, name) == node->drivers.end()) {
      return input.nodes
          .missing_driver_text[static_cast<std::size_t>(driver - input.nodes.cluster->csi_drivers.data())];
    }
  }
  return {};
}

bool exceeds(const FilterInput& input, model::NodeIndex index, const model::CsiNode& node, Attached wanted) {
  Attached there;
  for (const model::PodIndex resident : input.usage.on(index)) {
    attach_pod(input, input.nodes.pod(resident), &node, there);
  }
  std::erase_if(wanted, [&](const auto& volume) { return there.contains(volume.first); });
  attach_leftovers(input, node, there);
  return std::ranges::any_of(node.limits, [&](const model::CsiNodeDriver& limit) {
    const std::int64_t more = count_of(wanted, limit.name);
    return more > 0 && count_of(there, limit.name) + more > limit.attachable;
  });
}

std::string_view reason(const FilterInput& input, model::NodeIndex index) {
  const model::CsiNode* node = find_csi_node(*input.nodes.cluster, input.nodes.node(index).name);
  const bool is_limited = node != nullptr && !node->limits.empty();
  const bool needs_drivers = looks_for_drivers(input);
  if (!is_limited && !needs_drivers) { return {}; }
  Attached wanted;
  attach_pod(input, input.pod, node, wanted);
  if (wanted.empty()) { return {}; }
  if (needs_drivers) {
    if (const std::string_view missing = missing_driver(input, index, node, wanted); !missing.empty()) {
      return missing;
    }
  }
  const bool is_full = is_limited && exceeds(input, index, *node, std::move(wanted));
  return is_full ? std::string_view("node(s) exceed max volume count") : std::string_view();
}

void keep(const FilterInput& input, NodeSet& nodes) {
  if (skips(input)) { return; }
  nodes.keep_if([&](model::NodeIndex node) { return reason(input, node).empty(); });
}

void why(const FilterInput& input, model::NodeIndex node, Refusal& refusal) {
  if (skips(input)) { return; }
  if (const std::string_view text = reason(input, node); !text.empty()) { refusal.reasons.push_back(text); }
}

} // namespace
} // namespace node_volume_limits

// Scope::Placement: binding a shared claim elsewhere can change the volumes of a node.
extern const Filter k_node_volume_limits = {"NodeVolumeLimits",      Scope::Placement, node_volume_limits::keep,
                                            node_volume_limits::why, nullptr,          node_volume_limits::skips};

} // namespace engine::filters
