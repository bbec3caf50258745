// SPDX-License-Identifier: Apache-2.0
#include "engine/answer/pre_bind.hpp"

#include "engine/explain/evidence.hpp"
#include "engine/index.hpp"
#include "engine/nodes/devices.hpp"
#include "engine/nodes/storage.hpp"
#include "util/concat.hpp"

namespace engine {

std::string pre_bind_obstacle(const model::ClusterSnapshot& cluster, const model::Pod& pod) {
  if (const std::string_view untold = unmodelled_constraint(cluster, pod); !untold.empty()) {
    return util::concat("has a constraint that is not simulated: ", untold);
  }
  if (const PodClaims claims = claims_of(cluster, {}, pod); !claims.delayed.empty()) {
    return util::concat("uses the claim ", cluster.persistent_volume_claims[at(claims.delayed.front())].name,
                        ", which waits for its first consumer: only a scheduler binds it to a volume");
  }
  if (pod.spec->resource_claims.empty()) { return {}; }
  if (const PodDevices devices = devices_of(cluster, {}, pod, Pending::Awaited); !devices.to_allocate.empty()) {
    return util::concat("uses the resource claim ", cluster.resource_claims[at(devices.to_allocate.front())].name,
                        ", which has no devices yet: only a scheduler allocates them");
  }
  return {};
}

} // namespace engine
