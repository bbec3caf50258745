// SPDX-License-Identifier: Apache-2.0
#include "snapshot/expand/existing_pods.hpp"

#include <algorithm>

namespace snapshot {

std::vector<model::PodIndex> ExistingPods::pods_of(const Source& source) const {
  const OwnerName wanted{source.kind, source.namespace_name, source.name};
  std::vector<model::PodIndex> pods;
  for (std::size_t at = 0; at < m_collected.cluster.pods.size(); ++at) {
    const model::Pod& pod = m_collected.cluster.pods[at];
    if (pod.owner == nullptr || pod.namespace_name != source.namespace_name) { continue; }
    const std::vector<OwnerLink> chain = m_owners.of(pod);
    if (std::ranges::find(chain, wanted, &OwnerLink::name) != chain.end()) {
      pods.push_back(static_cast<model::PodIndex>(at));
    }
  }
  return pods;
}

std::vector<model::PodIndex> ExistingPods::live_pods_of(const Source& source) const {
  std::vector<model::PodIndex> pods = pods_of(source);
  // A controller does not count a terminating pod, because it replaces the pod.
  std::erase_if(pods, [&](model::PodIndex index) {
    const model::Pod& pod = m_collected.cluster.pods[static_cast<std::size_t>(index)];
    return pod.finished() || pod.terminating;
  });
  return pods;
}

bool ExistingPods::is_orphan_for(const model::Pod& pod, const model::Selector& selector) {
  const bool is_controlled = pod.owner != nullptr && pod.owner->controller;
  return !is_controlled && !pod.terminating && !pod.finished() && model::matches(selector, *pod.labels);
}

std::vector<model::PodIndex> ExistingPods::orphans_of(const Source& source, const model::Selector& selector) const {
  std::vector<model::PodIndex> orphans;
  for (std::size_t at = 0; at < m_collected.cluster.pods.size(); ++at) {
    const model::Pod& pod = m_collected.cluster.pods[at];
    if (pod.namespace_name == source.namespace_name && is_orphan_for(pod, selector)) {
      orphans.push_back(static_cast<model::PodIndex>(at));
    }
  }
  return orphans;
}

const Workload* ExistingPods::existing(const Source& source) const {
  const auto found = std::ranges::find_if(m_collected.workloads, [&](const Workload& workload) {
    const model::WorkloadObject& object = workload.object;
    return object.kind == source.kind && object.namespace_name == source.namespace_name && object.name == source.name;
  });
  return found == m_collected.workloads.end() ? nullptr : &*found;
}

bool ExistingPods::may_be_below_top(const model::Owner* owner) const {
  if (owner == nullptr) { return false; }
  const std::vector<OwnerLink> chain = m_owners.from(owner, top().namespace_name);
  return std::ranges::any_of(chain, [&](const OwnerLink& link) {
    std::string_view name = link.name.name;
    if (!name.starts_with(top().name)) { return false; }
    name.remove_prefix(top().name.size());
    return name.empty() || name.starts_with('-');
  });
}

const model::Pod* ExistingPods::find_pod(std::string_view namespace_name, std::string_view name) const {
  const model::PodIndex index = m_collected.cluster.find_pod(namespace_name, name);
  return index == model::k_none ? nullptr : &m_collected.cluster.pods[static_cast<std::size_t>(index)];
}

bool ExistingPods::has_pods_in(std::string_view namespace_name) {
  const auto known = m_has_pods.find(namespace_name);
  if (known != m_has_pods.end()) { return known->second; }
  const bool has_pods = std::ranges::any_of(
      m_collected.cluster.pods, [&](const model::Pod& pod) { return pod.namespace_name == namespace_name; });
  m_has_pods.emplace(namespace_name, has_pods);
  return has_pods;
}

} // namespace snapshot
