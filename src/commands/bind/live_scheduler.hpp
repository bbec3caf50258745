// SPDX-License-Identifier: Apache-2.0
// Does somebody serve this schedulerName already? Two schedulers on the same pods undo each other's plans: both count
// free room that the other is about to take, and Coscheduling does not count members that another has bound.
#pragma once

#include "commands/bind/input.hpp"
#include "kube/api/client.hpp"
#include "model/cluster/cluster_snapshot.hpp"

#include <string>
#include <vector>

namespace commands {

struct SchedulerSigns {
  std::vector<std::string> signs;  // one sentence each
  std::vector<std::string> untold; // signs that could not be looked for, and why
};

// Signs in the picture: what a scheduler of that name wrote on pending pods, its events of the last hour before `now`,
// and a Lease of that name that is held.
SchedulerSigns signs_of_scheduler(const std::string& scheduler_name, const model::ClusterSnapshot& cluster,
                                  model::Time now);

// Adds the sign that the server has to be asked for: events of the last hour by that name, also of pods that it placed.
// Throws kube::ConnectionError.
void look_for_events(const std::string& scheduler_name, kube::Client& client, SchedulerSigns& found);

} // namespace commands
