// SPDX-License-Identifier: Apache-2.0
#include "engine/nodes/reserve.hpp"

#include <utility>

namespace engine {

namespace {

void take_volumes(const NodeTable& nodes, NodeUsage& usage, model::PodIndex index, model::NodeIndex node) {
  const model::Pod& pod = nodes.pod(index);
  if (!has_claims(*pod.spec) || !untold_storage(*nodes.cluster, pod).empty()) { return; }
  const PodClaims claims = claims_of(*nodes.cluster, usage.storage(), pod);
  const NodeVolumes volumes = volumes_on(*nodes.cluster, usage.storage(), claims, node);
  for (const auto& [claim, volume] : volumes.to_bind) { usage.storage().assume(index, claim, {volume, node, false}); }
  for (const model::ClaimIndex claim : volumes.to_provision) {
    usage.storage().assume(index, claim, {model::k_none, node, false});
  }
}

void take_devices(const NodeTable& nodes, NodeUsage& usage, model::PodIndex index, model::NodeIndex node) {
  const model::Pod& pod = nodes.pod(index);
  if (pod.spec->resource_claims.empty() || !untold_devices(*nodes.cluster, pod).empty()) { return; }
  // Reused is safe: if the pod may not use a sibling's allocation, the filters have already rejected it.
  const PodDevices devices = devices_of(*nodes.cluster, usage.devices(), pod, Pending::Reused);
  auto allocations = allocate(*nodes.cluster, usage.devices(), devices.to_allocate, node);
  for (std::size_t i = 0; allocations && i < devices.to_allocate.size(); ++i) {
    usage.devices().assume(index, devices.to_allocate[i], std::move((*allocations)[i]));
  }
}

} // namespace

void reserve(const NodeTable& nodes, NodeUsage& usage, model::PodIndex pod, model::NodeIndex node) {
  take_volumes(nodes, usage, pod, node);
  take_devices(nodes, usage, pod, node);
  usage.add(pod, node);
}

void unreserve(NodeUsage& usage, model::PodIndex pod, model::NodeIndex node) {
  usage.storage().forget(pod);
  usage.devices().forget(pod);
  usage.remove(pod, node);
}

} // namespace engine
