// SPDX-License-Identifier: Apache-2.0
// Who owns what: from a pod up through its controller to the object that a person made.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"
#include "snapshot/collected/collected.hpp"

#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace snapshot {

// An object as an owner reference names it, with its namespace.
struct OwnerName {
  std::string_view kind, namespace_name, name;
  friend auto operator<=>(const OwnerName&, const OwnerName&) = default;
};

using OwnerNames = std::set<OwnerName>;

// Every object that owns a pod or a workload that was read.
OwnerNames names_of_owners(const Collected& collected);

// An owner with the API group that its reference gives ("" where none does).
struct OwnerLink {
  OwnerName name;
  std::string_view api_group;
};

// Walks owner chains over a finished picture or one in the making. Where an owner is not in the files, the one above it
// may still be found by labels of the pod: a Deployment by pod-template-hash, the end of its ReplicaSet's name; others
// by what their operators write (owners.cpp).
class Owners {
 public:
  explicit Owners(const std::vector<model::WorkloadObject>& workloads);
  explicit Owners(const std::vector<Workload>& workloads);

  // The chain of a pod's owners, nearest first; empty for a pod without one.
  std::vector<OwnerLink> of(const model::Pod& pod) const;

 private:
  std::vector<model::WorkloadObject> m_workloads; // sorted by kind, namespace, name

  void sort();
  const model::WorkloadObject* find(const OwnerName& name) const;
};

} // namespace snapshot
