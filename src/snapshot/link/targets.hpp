// SPDX-License-Identifier: Apache-2.0
// What the user named on the command line, found in the picture.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"

#include <optional>
#include <string>
#include <vector>

namespace snapshot {

struct Targets {
  std::vector<model::GroupIndex> groups; // sorted, unique
  std::vector<model::PodIndex> pods;     // pods of no group, sorted, unique
};

// Everything in the namespace (nullopt: in all): groups, and pending pods of no group. With a selector, groups one of
// whose members matches and pods that match.
Targets select_all(const model::ClusterSnapshot& cluster, const std::optional<std::string>& namespace_name,
                   const model::ParsedSelector* selector);

// One argument: NAME (a group, else a pod, else a workload), podgroup/NAME (pg/, pgs/, podgroups/; of one API group
// podgroup.scheduling.volcano.sh/NAME), podgang/NAME, workload/NAME and compositepodgroup/NAME (the groups made from
// it), pod/NAME (po/, pods/), or KIND/NAME of any owner (job/train, deployment.apps/web, pytorchjob/x): the groups and
// pods that it owns, directly or through other owners. Throws util::Error where nothing of that name exists, naming
// near matches and other namespaces that have it.
Targets find_target(const model::ClusterSnapshot& cluster, const std::string& namespace_name,
                    const std::string& argument);

} // namespace snapshot
