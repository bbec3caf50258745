// SPDX-License-Identifier: Apache-2.0
#include "snapshot/link/undecided_claims.hpp"

#include "model/cluster/device_selector.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace snapshot {

namespace {

// Answers for the selectors of a class and of a request, each pair once.
class Failures {
 public:
  explicit Failures(const model::ClusterSnapshot& cluster) : m_cluster(cluster) {}

  bool concern(const model::DeviceRequest& request) {
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
    if (of_class.empty() && request.selectors.empty()) { return false; }
    return std::ranges::any_of(m_cluster.resource_slices, [&](const model::ResourceSlice& slice) {
      return std::ranges::any_of(slice.devices, [&](const model::Device& device) {
        return matches_all(of_class, request.selectors, slice.driver, device) == model::DeviceSelector::Answer::Unknown;
      });
    });
  }

  const model::ClusterSnapshot& m_cluster;
  std::map<std::pair<std::string_view, model::DeviceSelectors>, bool> m_known;
};

} // namespace

void mark_undecided(model::ClusterSnapshot& cluster) {
  Failures failures(cluster);
  for (model::ResourceClaim& claim : cluster.resource_claims) {
    if (claim.allocated) { continue; }
    claim.undecided =
        std::ranges::any_of(claim.requests, [&](const auto& request) { return failures.concern(request); });
  }
}

} // namespace snapshot
