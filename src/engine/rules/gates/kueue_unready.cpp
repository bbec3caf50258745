// SPDX-License-Identifier: Apache-2.0
#include "engine/rules/gates/kueue_unready.hpp"

#include "engine/index.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

namespace engine {

std::optional<Unready> find_unready(const model::ClusterSnapshot& cluster) {
  std::optional<Unready> found;
  for (const model::KueueWorkload& workload : cluster.kueue_workloads) {
    if (workload.finished || workload.admitted_to.empty() || workload.pods_ready == true) { continue; }
    const bool may_come = !workload.pods.empty() && std::ranges::all_of(workload.pods, [&](model::PodIndex index) {
      const model::Pod& pod = cluster.pods[at(index)];
      return pod.bound() || pod.finished();
    });
    const std::string_view name = workload.owner != nullptr ? workload.owner->name : workload.name;
    Unready unready{util::concat(name, "'s pods"), may_come, workload.pods_ready.has_value()};
    // One that cannot become ready by itself counts more, then one that a condition reports.
    const auto weight = [](const Unready& one) { return std::tuple(!one.may_come, one.is_reported); };
    if (!found || weight(*found) < weight(unready)) { found = std::move(unready); }
  }
  return found;
}

} // namespace engine
