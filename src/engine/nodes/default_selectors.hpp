// SPDX-License-Identifier: Apache-2.0
// Default selectors of pods, built from the Services that select a pod and from its controller. PodTopologySpread uses
// them for its default constraints.
// Source: kube-scheduler plugins/helper/spread.go, DefaultSelector.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"

#include <cstdint>
#include <vector>

namespace engine {

// Default selectors of the pods that wait for a node and have no spread constraints of their own; other pods get none.
// Computed once, because a cluster has few distinct selectors.
class DefaultSelectors {
 public:
  explicit DefaultSelectors(const model::ClusterSnapshot& cluster);

  // Pods with the same number share a namespace and a selector, and the selector matches all of them or none. 0: no
  // selector.
  std::int32_t number_of(model::PodIndex pod) const {
    return m_numbers.empty() ? 0 : m_numbers[static_cast<std::size_t>(pod)];
  }

  // nullptr if the pod has no default selector.
  const model::Selector* of(model::PodIndex pod) const {
    const std::int32_t number = number_of(pod);
    return number == 0 ? nullptr : &m_selectors[static_cast<std::size_t>(number - 1)];
  }

 private:
  std::vector<std::int32_t> m_numbers;      // by pod; empty if nothing selects pods
  std::vector<model::Selector> m_selectors; // by number, from 1
};

} // namespace engine
