// SPDX-License-Identifier: Apache-2.0
// The GPU nodes of a saved cluster, filled anew with its pods.
//
// Room is added up from the model alone: what the engine says of such a cluster can be held against this.
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

// What each node has left.
class Ledger {
 public:
  explicit Ledger(const model::ClusterSnapshot& cluster); // beside its bound pods

  bool fits(const Amounts& asks, model::NodeIndex node) const;
  void take(const Amounts& asks, model::NodeIndex node);
  Amounts free() const; // over all nodes
  // The share in use with the pod on the node, in percent, of cpu, memory and GPUs together: 0 to 300.
  std::int64_t fullness(const Amounts& asks, model::NodeIndex node) const;

 private:
  std::vector<Amounts> m_offers, m_free; // by node
};

// The nodes that have GPUs, and all pods, as if none had ever been placed or been of a group. Throws util::Error.
model::ClusterSnapshot read_trace(const std::string& path);

enum class Fill : std::uint8_t {
  Packed, // each pod goes to the node that is fullest with it
  Spread, // to the one that is emptiest
};

// The pods take places in the order of their creation until so many percent of the GPUs are in use; a pod that fits
// nowhere is passed over, and those that were not reached are not there. Throws util::Error where pods do not suffice.
// The trace must outlive what comes back.
model::ClusterSnapshot filled(const model::ClusterSnapshot& trace, Fill way, int percent);

} // namespace openb
