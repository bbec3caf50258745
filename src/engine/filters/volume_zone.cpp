// SPDX-License-Identifier: Apache-2.0
// VolumeZone: if the node has zone or region labels, those of a bound volume must match them.
// Source: kube-scheduler plugins/volumezone.
#include "engine/filters/filters.hpp"
#include "engine/index.hpp"
#include "engine/nodes/storage.hpp"
#include "util/ascii.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace engine::filters {

namespace volume_zone {
namespace {

// A label and its name since 1.17.
struct TopologyLabel {
  std::string_view key, successor;
};
constexpr std::string_view k_zone = "topology.kubernetes.io/zone";
constexpr std::string_view k_region = "topology.kubernetes.io/region";
constexpr std::array<TopologyLabel, 4> k_labels = {{
    {"failure-domain.beta.kubernetes.io/zone", k_zone},
    {"failure-domain.beta.kubernetes.io/region", k_region},
    {k_zone, k_zone},
    {k_region, k_region},
}};

struct Topology {
  TopologyLabel label;
  std::set<std::string_view> values;
};

struct Topologies {
  std::string refused;
  std::vector<Topology> of_volumes;
};

// Splits "a__b" into its zones. A list with an empty part yields none. (volumehelpers, LabelZonesToSet)
std::set<std::string_view> zones_in(std::string_view text) {
  std::set<std::string_view> zones;
  while (true) {
    const std::size_t end = text.find("__");
    const std::string_view zone = util::trimmed(text.substr(0, end));
    if (zone.empty()) { return {}; }
    zones.insert(zone);
    if (end == std::string_view::npos) { return zones; }
    text.remove_prefix(end + 2);
  }
}

void add(const model::PersistentVolume& volume, std::vector<Topology>& topologies) {
  for (const TopologyLabel& label : k_labels) {
    const auto value = model::find_label(*volume.labels, label.key);
    if (!value) { continue; }
    std::set<std::string_view> zones = zones_in(*value);
    if (!zones.empty()) { topologies.push_back({label, std::move(zones)}); }
  }
}

// (getPVbyPod; ignores ephemeral volumes)
Topologies topologies_of(const FilterInput& input) {
  const model::ClusterSnapshot& cluster = *input.nodes.cluster;
  Topologies found;
  const auto refuse = [&](std::string text) {
    found.refused = std::move(text);
    return found;
  };
  for (const model::Volume& volume : input.spec.volumes) {
    if (volume.kind != "persistentVolumeClaim") { continue; }
    const model::ClaimIndex index = find_claim(cluster, input.pod.namespace_name, volume.reference);
    if (index == model::k_none) {
      return refuse(util::concat("persistentvolumeclaim \"", volume.reference, "\" not found"));
    }
    const model::PersistentVolumeClaim& claim = cluster.persistent_volume_claims[at(index)];
    const AssumedStorage::Claim* since = input.usage.storage().find(index);
    const bool bound_since = since != nullptr && since->bound && since->volume != model::k_none;
    if (claim.volume_name.empty() && !bound_since) {
      if (claim.storage_class.empty()) { return refuse("PersistentVolumeClaim had no pv name and storageClass name"); }
      const model::StorageClass* storage_class = find_storage_class(cluster, claim.storage_class);
      if (storage_class == nullptr) {
        return refuse(util::concat("storageclass.storage.k8s.io \"", claim.storage_class, "\" not found"));
      }
      if (!storage_class->wait_for_first_consumer) { return refuse("PersistentVolume had no name"); }
      continue;
    }
    const model::VolumeIndex bound_to = bound_since ? since->volume : find_volume(cluster, claim.volume_name);
    if (bound_to == model::k_none) {
      return refuse(util::concat("persistentvolume \"", claim.volume_name, "\" not found"));
    }
    add(cluster.persistent_volumes[at(bound_to)], found.of_volumes);
  }
  return found;
}

bool skips(const FilterInput& input) {
  const auto is_claim = [](const model::Volume& volume) { return volume.kind == "persistentVolumeClaim"; };
  return std::ranges::none_of(input.spec.volumes, is_claim) || !untold_storage(*input.nodes.cluster, input.pod).empty();
}

bool conflict(const std::vector<Topology>& topologies, const model::Node& node) {
  const bool constrained = std::ranges::any_of(
      k_labels, [&](const TopologyLabel& label) { return model::find_label(*node.labels, label.key).has_value(); });
  if (!constrained) { return false; }
  return std::ranges::any_of(topologies, [&](const Topology& topology) {
    auto value = model::find_label(*node.labels, topology.label.key);
    if (!value) { value = model::find_label(*node.labels, topology.label.successor); }
    return !value || !topology.values.contains(*value);
  });
}

void pre_filter(const FilterInput& input, PreFilterAnswer& answer) {
  if (!skips(input)) { answer.refused = topologies_of(input).refused; }
}

// After a rejection in PreFilter, the scheduler checks no node.
void keep(const FilterInput& input, NodeSet& nodes) {
  if (skips(input)) { return; }
  const Topologies topologies = topologies_of(input);
  if (!topologies.refused.empty() || topologies.of_volumes.empty()) { return; }
  nodes.keep_if([&](model::NodeIndex node) { return !conflict(topologies.of_volumes, input.nodes.node(node)); });
}

void why(const FilterInput& input, model::NodeIndex node, Refusal& refusal) {
  if (skips(input)) { return; }
  const Topologies topologies = topologies_of(input);
  if (!topologies.refused.empty() || !conflict(topologies.of_volumes, input.nodes.node(node))) { return; }
  refusal.unresolvable = true;
  refusal.reasons.push_back("node(s) had no available volume zone");
}

} // namespace
} // namespace volume_zone

extern const Filter k_volume_zone = {"VolumeZone",     Scope::Placement,        volume_zone::keep,
                                     volume_zone::why, volume_zone::pre_filter, volume_zone::skips};

} // namespace engine::filters
