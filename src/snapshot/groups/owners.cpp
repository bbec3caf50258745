// SPDX-License-Identifier: Apache-2.0
// Owner chains.
#include "snapshot/groups/owners.hpp"

#include "snapshot/collected/api_group.hpp"

#include <algorithm>
#include <array>
#include <tuple>

namespace snapshot {

namespace {

constexpr std::size_t k_longest_chain = 16; // owner references can form a cycle

OwnerName name_of(const model::WorkloadObject& object) { return {object.kind, object.namespace_name, object.name}; }

// The Deployment of a ReplicaSet, derived from the name that its controller gives: <deployment>-<pod-template-hash>.
std::optional<OwnerLink> implied_deployment(const OwnerLink& replica_set, const model::Labels& pod_labels) {
  const auto hash = model::find_label(pod_labels, "pod-template-hash");
  const std::string_view name = replica_set.name.name;
  if (replica_set.name.kind != "ReplicaSet" || !hash || hash->empty() || !name.ends_with(*hash)) {
    return std::nullopt;
  }
  if (name.size() <= hash->size() + 1 || name[name.size() - hash->size() - 1] != '-') { return std::nullopt; }
  return OwnerLink{{"Deployment", replica_set.name.namespace_name, name.substr(0, name.size() - hash->size() - 1)},
                   "apps"};
}

// Owners of owners, identified by a label that operators set on pods. This finds the object that the user created even
// if the input lacks the objects in between.
struct ImpliedOwner {
  std::string_view owner;           // kind of the nearest owner
  std::string_view name_label;      // on pods; its value is the name of the owner's owner
  std::string_view label, value;    // another label that the pod must have; empty: none
  std::string_view kind, api_group; // of the owner's owner
};

// clang-format off
constexpr std::array<ImpliedOwner, 5> k_implied = {{
    {"Job",         "jobset.sigs.k8s.io/jobset-name",       "", "",                                           "JobSet",           "jobset.x-k8s.io"},
    {"Job",         "training.kubeflow.org/job-name",       "training.kubeflow.org/operator-name", "mpi-operator", "MPIJob",      "kubeflow.org"},
    {"Pod",         "sparkoperator.k8s.io/app-name",        "spark-role", "executor",                         "SparkApplication", "sparkoperator.k8s.io"},
    {"PodClique",   "app.kubernetes.io/part-of",            "app.kubernetes.io/managed-by", "grove-operator", "PodCliqueSet",     "grove.io"},
    {"StatefulSet", "leaderworkerset.sigs.k8s.io/name",     "", "",                                           "LeaderWorkerSet",  "leaderworkerset.x-k8s.io"},
}};
// clang-format on

std::optional<OwnerLink> implied_owner(const OwnerLink& owner, const model::Labels& pod_labels) {
  for (const ImpliedOwner& row : k_implied) {
    const auto name = model::find_label(pod_labels, row.name_label);
    const bool holds = row.label.empty() || model::find_label(pod_labels, row.label) == row.value;
    if (row.owner == owner.name.kind && holds && name && !name->empty()) {
      return OwnerLink{{row.kind, owner.name.namespace_name, *name}, row.api_group};
    }
  }
  return implied_deployment(owner, pod_labels);
}

} // namespace

OwnerNames names_of_owners(const Collected& collected) {
  OwnerNames names;
  each_owned_pod(collected, [&](const model::Pod& pod) {
    names.insert({pod.owner->kind, pod.namespace_name, pod.owner->name});
  });
  for (const Workload& workload : collected.workloads) {
    const model::Owner* const owner = workload.object.owner;
    if (owner != nullptr) { names.insert({owner->kind, workload.object.namespace_name, owner->name}); }
  }
  return names;
}

Owners::Owners(const std::vector<model::WorkloadObject>& workloads) : m_workloads(workloads) { sort(); }

Owners::Owners(const std::vector<Workload>& workloads) {
  for (const Workload& workload : workloads) { m_workloads.push_back(workload.object); }
  sort();
}

void Owners::sort() { std::ranges::stable_sort(m_workloads, {}, name_of); }

const model::WorkloadObject* Owners::find(const OwnerName& name) const {
  const auto place = std::ranges::lower_bound(m_workloads, name, {}, name_of);
  return place != m_workloads.end() && name_of(*place) == name ? &*place : nullptr;
}

std::vector<OwnerLink> Owners::of(const model::Pod& pod) const {
  std::vector<OwnerLink> chain;
  const model::Owner* owner = pod.owner;
  while (owner != nullptr && chain.size() < k_longest_chain) {
    chain.push_back({{owner->kind, pod.namespace_name, owner->name}, api_group_of(owner->api_version)});
    const model::WorkloadObject* const object = find(chain.back().name);
    owner = object == nullptr ? nullptr : object->owner;
    if (object == nullptr) {
      if (const auto above = implied_owner(chain.back(), *pod.labels)) { chain.push_back(*above); }
    }
  }
  return chain;
}

std::vector<OwnerLink> Owners::from(const model::Owner* owner, std::string_view namespace_name) const {
  model::Pod pod;
  const model::Labels none;
  pod.owner = owner;
  pod.namespace_name = namespace_name;
  pod.labels = &none;
  return of(pod);
}

} // namespace snapshot
