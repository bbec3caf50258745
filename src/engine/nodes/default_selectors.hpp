// SPDX-License-Identifier: Apache-2.0
// Which pods belong together where nobody says so: those of the Services that select a pod, and of its controller.
// PodTopologySpread applies its default constraints to them.
// Source: kube-scheduler plugins/helper/spread.go, DefaultSelector.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"

#include <cstdint>
#include <vector>

namespace engine {

// The default selectors of the pods that wait for a node and have no constraints of their own; others are not asked
// about. They are worked out once: a cluster has few different ones.
class DefaultSelectors {
 public:
  explicit DefaultSelectors(const model::ClusterSnapshot& cluster);

  // Pods of one number have equal namespaces and equal selectors, which match all of them or none. 0: no selector.
  std::int32_t number_of(model::PodIndex pod) const {
    return m_numbers.empty() ? 0 : m_numbers[static_cast<std::size_t>(pod)];
  }

  // nullptr where there is none.
  const model::Selector* of(model::PodIndex pod) const {
    const std::int32_t number = number_of(pod);
    return number == 0 ? nullptr : &m_selectors[static_cast<std::size_t>(number - 1)];
  }

 private:
  std::vector<std::int32_t> m_numbers;      // by pod; empty where nothing selects pods
  std::vector<model::Selector> m_selectors; // by number, from 1
};

} // namespace engine
