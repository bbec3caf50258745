// SPDX-License-Identifier: Apache-2.0
// VolumeRestrictions: disks that two pods on one node must not share, and claims that only one pod may use.
// Source: kube-scheduler plugins/volumerestrictions.
#include "engine/filters/filters.hpp"
#include "engine/index.hpp"
#include "engine/nodes/storage.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>

namespace engine::filters {

namespace volume_restrictions {
namespace {

// Splits a reference such as "portal|iqn|lun".
std::vector<std::string_view> parts_of(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) { return parts; }
    text.remove_prefix(end + 1);
  }
}

bool same_iqn(const model::Volume& a, const model::Volume& b) {
  const auto x = parts_of(a.reference, '|');
  const auto y = parts_of(b.reference, '|');
  return x.size() > 1 && y.size() > 1 && x[1] == y[1];
}

// True if both have a monitor in common and the same pool and image.
bool same_rbd_image(const model::Volume& a, const model::Volume& b) {
  const auto x = parts_of(a.reference, '|');
  const auto y = parts_of(b.reference, '|');
  if (x.size() < 3 || y.size() < 3 || x[1] != y[1] || x[2] != y[2]) { return false; }
  const auto others = parts_of(y[0], ',');
  return std::ranges::any_of(parts_of(x[0], ','), [&](std::string_view monitor) {
    return !monitor.empty() && std::ranges::find(others, monitor) != others.end();
  });
}

bool is_disk(const model::Volume& volume) {
  constexpr std::array<std::string_view, 4> k_disks = {"awsElasticBlockStore", "gcePersistentDisk", "iscsi", "rbd"};
  return std::ranges::find(k_disks, volume.kind) != k_disks.end();
}

// (isVolumeConflict)
bool conflict(const model::Volume& a, const model::Volume& b) {
  if (a.kind != b.kind) { return false; }
  if (a.kind == "awsElasticBlockStore") { return a.reference == b.reference; }
  if (a.read_only && b.read_only) { return false; }
  if (a.kind == "gcePersistentDisk") { return a.reference == b.reference; }
  if (a.kind == "iscsi") { return same_iqn(a, b); }
  return a.kind == "rbd" && same_rbd_image(a, b);
}

bool has_disks(const model::PodSpec& spec) { return std::ranges::any_of(spec.volumes, is_disk); }

bool skips(const FilterInput& input) { return !has_disks(input.spec) && !has_claims(input.spec); }

bool disk_taken(const FilterInput& input, model::NodeIndex node) {
  if (!has_disks(input.spec)) { return false; }
  return std::ranges::any_of(input.usage.on(node), [&](model::PodIndex resident) {
    return std::ranges::any_of(input.nodes.pod(resident).spec->volumes, [&](const model::Volume& there) {
      return std::ranges::any_of(input.spec.volumes,
                                 [&](const model::Volume& wanted) { return conflict(wanted, there); });
    });
  });
}

// True if another pod, on whatever node, uses a ReadWriteOncePod claim of the pod.
bool claim_in_use(const FilterInput& input) {
  const model::ClusterSnapshot& cluster = *input.nodes.cluster;
  return std::ranges::any_of(input.spec.volumes, [&](const model::Volume& volume) {
    if (volume.kind != "persistentVolumeClaim") { return false; }
    const model::ClaimIndex claim = find_claim(cluster, input.pod.namespace_name, volume.reference);
    if (claim == model::k_none || input.usage.claim_users(claim) == 0) { return false; }
    return std::ranges::binary_search(cluster.persistent_volume_claims[at(claim)].access_modes, "ReadWriteOncePod");
  });
}

void pre_filter(const FilterInput& input, PreFilterAnswer& answer) {
  const model::ClusterSnapshot& cluster = *input.nodes.cluster;
  if (skips(input) || !untold_storage(cluster, input.pod).empty()) { return; }
  for (const model::Volume& volume : input.spec.volumes) {
    if (volume.kind != "persistentVolumeClaim") { continue; }
    if (find_claim(cluster, input.pod.namespace_name, volume.reference) != model::k_none) { continue; }
    answer.refused = util::concat("persistentvolumeclaim \"", volume.reference, "\" not found");
    return;
  }
}

void keep(const FilterInput& input, NodeSet& nodes) {
  if (skips(input)) { return; }
  const bool in_use = claim_in_use(input);
  nodes.keep_if([&](model::NodeIndex node) { return !in_use && !disk_taken(input, node); });
}

// Preemption can resolve both conflicts.
void why(const FilterInput& input, model::NodeIndex node, Refusal& refusal) {
  if (skips(input)) { return; }
  if (disk_taken(input, node)) {
    refusal.reasons.push_back("node(s) had no available disk");
  } else if (claim_in_use(input)) {
    refusal.reasons.push_back("node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode "
                              "already in-use by another pod");
  }
}

} // namespace
} // namespace volume_restrictions

extern const Filter k_volume_restrictions = {"VolumeRestrictions",
                                             Scope::Placement,
                                             volume_restrictions::keep,
                                             volume_restrictions::why,
                                             volume_restrictions::pre_filter,
                                             volume_restrictions::skips};

} // namespace engine::filters
