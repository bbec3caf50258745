// SPDX-License-Identifier: Apache-2.0
#include "engine/rules/whole_workloads.hpp"

#include <algorithm>
#include <array>

namespace engine {

namespace {

constexpr std::array<std::string_view, 7> k_kinds = {"MPIJob",     "PyTorchJob", "JAXJob",  "PaddleJob",
                                                     "XGBoostJob", "TFJob",      "TrainJob"};

constexpr int k_most_owners = 8; // of a pod, one above the other; ends rings

bool is_pending(const model::Pod& pod) { return !pod.bound() && !pod.terminating && !pod.finished(); }

} // namespace

WholeWorkloads::WholeWorkloads(const model::ClusterSnapshot& cluster) {
  for (const model::WorkloadObject& object : cluster.workloads) {
    if (object.owner != nullptr) { m_owners[{object.kind, object.namespace_name, object.name}] = object.owner; }
  }
  for (const model::Pod& pod : cluster.pods) {
    if (is_pending(pod) && needs_all_pods(pod)) { m_with_pending.insert(top_owner(pod)); }
  }
  for (std::size_t i = 0; i < cluster.groups.size(); ++i) {
    const model::PodGroup& group = cluster.groups[i];
    const auto pod = [&](model::PodIndex member) -> const model::Pod& {
      return cluster.pods[static_cast<std::size_t>(member)];
    };
    const auto bound = std::ranges::count_if(group.members, [&](auto member) { return pod(member).bound(); });
    const bool waits = std::ranges::any_of(group.members, [&](auto member) { return is_pending(pod(member)); });
    if (waits && bound < group.min_member.value_or(0)) { m_without_quorum.insert(static_cast<model::GroupIndex>(i)); }
  }
}

WholeWorkloads::Name WholeWorkloads::top_owner(const model::Pod& pod) const {
  if (pod.owner == nullptr) { return {}; }
  Name top{pod.owner->kind, pod.namespace_name, pod.owner->name};
  for (int i = 0; i < k_most_owners; ++i) {
    const auto above = m_owners.find(top);
    if (above == m_owners.end()) { break; }
    top = {above->second->kind, pod.namespace_name, above->second->name};
  }
  return top;
}

bool WholeWorkloads::needs_all_pods(const model::Pod& pod) const {
  return std::ranges::find(k_kinds, std::get<0>(top_owner(pod))) != k_kinds.end();
}

bool WholeWorkloads::is_incomplete(const model::Pod& pod) const {
  if (pod.group != model::k_none && m_without_quorum.contains(pod.group)) { return true; }
  return m_with_pending.contains(top_owner(pod));
}

} // namespace engine
