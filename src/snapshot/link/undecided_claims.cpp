// SPDX-License-Identifier: Apache-2.0
#include "snapshot/link/undecided_claims.hpp"

#include "model/cluster/device_selector.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace snapshot {

namespace {

// Slices of pools of which the snapshot lacks some, in the newest generation. Since 1.36, allocators take no device of
// such a pool; before, they do. (pools_stable.go, GatherPools; allocator_stable.go, allocateOne)
std::set<const model::ResourceSlice*> slices_of_incomplete_pools(const model::ClusterSnapshot& cluster) {
  struct Pool {
    std::int64_t generation = -1;
    std::vector<const model::ResourceSlice*> slices = {};
  };
  std::map<std::pair<std::string_view, std::string_view>, Pool> pools;
  for (const model::ResourceSlice& slice : cluster.resource_slices) {
    Pool& pool = pools[{slice.driver, slice.pool}];
    if (slice.generation > pool.generation) { pool = {slice.generation}; }
    if (slice.generation == pool.generation) { pool.slices.push_back(&slice); }
  }
  std::set<const model::ResourceSlice*> incomplete;
  for (const auto& [name, pool] : pools) {
    if (std::ssize(pool.slices) == pool.slices.front()->slice_count) { continue; }
    incomplete.insert(pool.slices.begin(), pool.slices.end());
  }
  return incomplete;
}

// Answers for the selectors of a class and of a request, each pair once: whether they end with an error for some
// device, or whether they may select a device of an incomplete pool.
class Selections {
 public:
  enum class Kind : std::uint8_t { Failing, OfIncompletePools };

  Selections(const model::ClusterSnapshot& cluster, Kind kind)
      : m_cluster(cluster), m_kind(kind), m_slices(kind == Kind::Failing ? std::set<const model::ResourceSlice*>()
                                                                         : slices_of_incomplete_pools(cluster)) {}

  bool concern(const model::DeviceRequest& request) {
    if (m_kind == Kind::OfIncompletePools && m_slices.empty()) { return false; }
    if (std::ranges::any_of(request.alternatives, [&](const auto& other) { return concern(other); })) { return true; }
    const auto [known, is_new] = m_known.try_emplace({request.device_class, request.selectors}, false);
    if (is_new) { known->second = any(request); }
    return known->second;
  }

 private:
  bool any(const model::DeviceRequest& request) const {
    const auto found = std::ranges::find(m_cluster.device_classes, request.device_class, &model::DeviceClass::name);
    const model::DeviceSelectors none;
    const model::DeviceSelectors& of_class = found == m_cluster.device_classes.end() ? none : found->selectors;
    if (m_kind == Kind::Failing && of_class.empty() && request.selectors.empty()) { return false; }
    return std::ranges::any_of(m_cluster.resource_slices, [&](const model::ResourceSlice& slice) {
      if (m_kind == Kind::OfIncompletePools && !m_slices.contains(&slice)) { return false; }
      return std::ranges::any_of(slice.devices, [&](const model::Device& device) {
        const auto answer = matches_all(of_class, request.selectors, slice.driver, device);
        return m_kind == Kind::Failing ? answer == model::DeviceSelector::Answer::Unknown
                                       : answer != model::DeviceSelector::Answer::No;
      });
    });
  }

  const model::ClusterSnapshot& m_cluster;
  Kind m_kind;
  std::set<const model::ResourceSlice*> m_slices;
  std::map<std::pair<std::string_view, model::DeviceSelectors>, bool> m_known;
};

} // namespace

void mark_undecided(model::ClusterSnapshot& cluster) {
  Selections failing(cluster, Selections::Kind::Failing);
  Selections of_incomplete_pools(cluster, Selections::Kind::OfIncompletePools);
  for (model::ResourceClaim& claim : cluster.resource_claims) {
    if (claim.allocated) { continue; }
    claim.undecided =
        std::ranges::any_of(claim.requests, [&](const auto& request) { return failing.concern(request); });
    claim.lacks_slices =
        std::ranges::any_of(claim.requests, [&](const auto& request) { return of_incomplete_pools.concern(request); });
  }
}

} // namespace snapshot
