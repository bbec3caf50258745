// SPDX-License-Identifier: Apache-2.0
// The GPU nodes of a saved cluster, filled again with its pods.
//
// It sums up capacity from the model alone, so that tests can compare the engine's results with it.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace openb {

inline constexpr std::string_view k_gpu = "nvidia.com/gpu";

enum Resource : std::uint8_t { Cpu, Memory, Pods, Gpus }; // milli-cores, bytes, units
using Amounts = std::array<std::int64_t, 4>;              // by Resource

Amounts asks_of(const model::ClusterSnapshot& cluster, const model::PodSpec& spec);

// Free capacity of each node.
class Ledger {
 public:
  explicit Ledger(const model::ClusterSnapshot& cluster); // without the requests of its bound pods

  bool fits(const Amounts& asks, model::NodeIndex node) const;
  void take(const Amounts& asks, model::NodeIndex node);
  Amounts free() const; // over all nodes
  // Use of the node together with the pod, in percent, summed over cpu, memory and GPUs: 0 to 300.
  std::int64_t fullness(const Amounts& asks, model::NodeIndex node) const;

 private:
  std::vector<Amounts> m_offers, m_free; // by node
};

// The nodes with GPUs, and all pods, unbound and without groups. Throws util::Error.
model::ClusterSnapshot read_trace(const std::string& path);

enum class Fill : std::uint8_t {
  Packed, // each pod goes to the node that is fullest with it
  Spread, // each pod goes to the emptiest node
};

// Binds pods in the order of their creation until this percentage of the GPUs is in use. It skips a pod that fits on no
// node; the result omits later pods. Throws util::Error if there are too few pods. The trace must outlive the result.
model::ClusterSnapshot filled(const model::ClusterSnapshot& trace, Fill way, int percent);

} // namespace openb
