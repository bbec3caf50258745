// SPDX-License-Identifier: Apache-2.0
#include "snapshot/objects/decode_ray_cluster.hpp"

#include "snapshot/objects/decode_workload.hpp"

#include <algorithm>
#include <limits>

namespace snapshot {

namespace {

// Replicas, clamped to their bounds, times hosts per replica. (KubeRay, GetWorkerGroupDesiredReplicas)
std::int64_t workers_of(document::Value group, const Path& path) {
  const auto number = [&](std::string_view name, std::int32_t otherwise) {
    return group[name].absent() ? otherwise : int32_of(group[name], path[name]);
  };
  if (boolean_of(group["suspend"], path["suspend"])) { return 0; }
  const std::int32_t least = number("minReplicas", 0);
  const std::int32_t most = number("maxReplicas", std::numeric_limits<std::int32_t>::max());
  const std::int32_t wanted = number("replicas", least);
  const std::int32_t replicas = wanted < least ? least : std::min(wanted, most);
  return std::int64_t{std::max(replicas, 0)} * std::max(number("numOfHosts", 1), 0);
}

std::int32_t pods_of(document::Value object) {
  const Path root;
  const Path spec = root["spec"];
  std::int64_t pods = 1; // the head
  each_element(object_of(object["spec"], spec)["workerGroupSpecs"], spec["workerGroupSpecs"],
               [&](document::Value group, const Path& path) { pods += workers_of(object_of(group, path), path); });
  return static_cast<std::int32_t>(std::min<std::int64_t>(pods, std::numeric_limits<std::int32_t>::max()));
}

} // namespace

void add_ray_cluster(Collected& collected, const document::Item& item, const Origin& origin) {
  const std::size_t before = collected.workloads.size();
  add_possible_owner(collected, item.value, item.api_version, item.kind, origin);
  if (collected.workloads.size() == before) { return; }
  try {
    collected.workloads.back().object.pods_at_once = pods_of(item.value);
  } catch (const DecodeError&) {
    // The object still counts as an owner; its number of pods stays unknown.
  }
}

} // namespace snapshot
