// SPDX-License-Identifier: Apache-2.0
// Owner chains: from a pod through its controller to the object that the user created.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"
#include "snapshot/collected/collected.hpp"

#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace snapshot {

// An object as an owner reference names it, plus its namespace.
struct OwnerName {
  std::string_view kind, namespace_name, name;
  friend auto operator<=>(const OwnerName&, const OwnerName&) = default;
};

using OwnerNames = std::set<OwnerName>;

// Visits pods that have an owner, of neighbours with the same owner the first one: most pods of an owner stand
// together.
template <typename Visit>
void each_owned_pod(const Collected& collected, Visit visit) {
  const model::Owner* last_owner = nullptr;
  std::string_view last_namespace;
  for (const model::Pod& pod : collected.cluster.pods) {
    if (pod.owner == nullptr || (pod.owner == last_owner && pod.namespace_name == last_namespace)) { continue; }
    last_owner = pod.owner;
    last_namespace = pod.namespace_name;
    visit(pod);
  }
}

// Every object that owns a pod or workload of the input.
OwnerNames names_of_owners(const Collected& collected);

// An owner with the API group from its owner reference ("" if the reference has none).
struct OwnerLink {
  OwnerName name;
  std::string_view api_group;
};

// Walks owner chains in a snapshot, finished or still being built. If the input lacks an owner, labels of the pod may
// still reveal the next one up. A ReplicaSet's name ends in pod-template-hash, which gives its Deployment; for others,
// operators write labels (owners.cpp).
class Owners {
 public:
  explicit Owners(const std::vector<model::WorkloadObject>& workloads);
  explicit Owners(const std::vector<Workload>& workloads);

  // The pod's owners, nearest first; empty if it has none.
  std::vector<OwnerLink> of(const model::Pod& pod) const;
  // The owner itself and those above it.
  std::vector<OwnerLink> from(const model::Owner* owner, std::string_view namespace_name) const;

 private:
  std::vector<model::WorkloadObject> m_workloads; // sorted by kind, namespace, name

  void sort();
  const model::WorkloadObject* find(const OwnerName& name) const;
};

} // namespace snapshot
