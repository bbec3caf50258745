// SPDX-License-Identifier: Apache-2.0
// Finds the ClusterQueue of a waiting Workload, before Kueue checks quota. (kueue, queue manager; scheduler.go:
// nominate)
#pragma once

#include "model/cluster/cluster_snapshot.hpp"
#include "model/values/time.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace engine {

struct KueueEntrance {
  std::optional<std::size_t> queue;            // index of the ClusterQueue in the snapshot; absent: it stays out
  std::string_view kind, namespace_name, name; // the object that keeps it out
  std::string refusal;                         // the reason, without a full stop
};

KueueEntrance kueue_entrance(const model::ClusterSnapshot& cluster, const model::KueueWorkload& workload,
                             model::Time now);

} // namespace engine
