// SPDX-License-Identifier: Apache-2.0
// Where a workload that waits goes to, before quota is looked at. (kueue, queue manager; scheduler.go: nominate)
#pragma once

#include "model/cluster/cluster_snapshot.hpp"
#include "model/values/time.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace engine {

struct KueueEntrance {
  std::optional<std::size_t> queue; // the ClusterQueue, by its index in the picture; absent: it stays outside
  std::string_view kind, namespace_name, name; // then of the object that keeps it out
  std::string refusal;                         // and why, without a full stop
};

KueueEntrance kueue_entrance(const model::ClusterSnapshot& cluster, const model::KueueWorkload& workload,
                             model::Time now);

} // namespace engine
