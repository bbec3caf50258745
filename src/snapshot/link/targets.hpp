// SPDX-License-Identifier: Apache-2.0
// Finds what the user named on the command line in the snapshot.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace snapshot {

struct Targets {
  std::vector<model::GroupIndex> groups; // sorted, unique
  std::vector<model::PodIndex> pods;     // pods without a group, sorted, unique
  std::vector<model::PodIndex> members;  // of `groups`: those that the user named one by one, sorted, unique
  bool by_owner = false;                 // the user named a workload, and these are its groups and pods
};

// All groups and all pending pods without a group in the namespace (nullopt: in all namespaces). A selector keeps only
// groups with a matching member, and matching pods.
Targets select_all(const model::ClusterSnapshot& cluster, const std::optional<std::string>& namespace_name,
                   const model::ParsedSelector* selector);

// Resolves one argument. NAME means a group, else a pod, else a workload. podgroup/NAME (pg/, pgs/, podgroups/) may
// name one API group: podgroup.scheduling.volcano.sh/NAME. podgang/NAME is a group; workload/NAME and
// compositepodgroup/NAME mean the groups created from it. pod/NAME (po/, pods/) is a pod. KIND/NAME of any owner
// (job/train, deployment.apps/web, pytorchjob/x) means the groups and pods that it owns, directly or through other
// owners. Throws util::Error if nothing matches; the message lists near matches and other namespaces that contain the
// name.
Targets find_target(const model::ClusterSnapshot& cluster, const std::string& namespace_name,
                    const std::string& argument);

// Everything of a kind in the namespace: pod groups; pending pods, each with its group; or the groups and pods that
// objects of the kind own. Throws util::Error for nodes, and if controllers could create no pod for objects of the
// kind.
Targets find_all_of_kind(const model::ClusterSnapshot& cluster, const std::string& namespace_name,
                         const std::string& kind);

// The namespaces in which find_all_of_kind finds something, sorted.
std::vector<std::string_view> namespaces_with_kind(const model::ClusterSnapshot& cluster, const std::string& kind);

} // namespace snapshot
