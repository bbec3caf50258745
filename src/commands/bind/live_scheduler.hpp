// SPDX-License-Identifier: Apache-2.0
// Detects a scheduler that already serves this schedulerName. Two schedulers on the same pods undo each other's plans.
// Both count free capacity that the other is about to use, and Coscheduling does not count members that another has
// bound.
#pragma once

#include "commands/bind/input.hpp"
#include "kube/api/client.hpp"
#include "model/cluster/cluster_snapshot.hpp"

#include <string>
#include <vector>

namespace commands {

struct SchedulerSigns {
  std::vector<std::string> signs;  // one sentence each
  std::vector<std::string> untold; // checks that were impossible, and why
};

// Signs in the snapshot: conditions that a scheduler of that name wrote on pending pods, its events of the last hour
// before `now`, and a held Lease of that name.
SchedulerSigns signs_of_scheduler(const std::string& scheduler_name, const model::ClusterSnapshot& cluster,
                                  model::Time now);

// Adds the sign that needs a request to the server: events of the last hour by that name, also about pods that it
// placed. Throws kube::ConnectionError.
void look_for_events(const std::string& scheduler_name, kube::Client& client, SchedulerSigns& found);

} // namespace commands
