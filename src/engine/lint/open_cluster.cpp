// SPDX-License-Identifier: Apache-2.0
#include "engine/lint/open_cluster.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

namespace engine::lint {

namespace {

// Taints that the node controller and the kubelet add and remove as a node's health changes.
// (k8s.io/api core/v1, well_known_taints.go)
constexpr std::array<std::string_view, 8> k_passing_taints = {
    "node.kubernetes.io/not-ready",     "node.kubernetes.io/unreachable",
    "node.kubernetes.io/unschedulable", "node.kubernetes.io/memory-pressure",
    "node.kubernetes.io/disk-pressure", "node.kubernetes.io/network-unavailable",
    "node.kubernetes.io/pid-pressure",  "node.cloudprovider.kubernetes.io/uninitialized",
};

bool passes(const model::Taint& taint) {
  return std::find(k_passing_taints.begin(), k_passing_taints.end(), taint.key) != k_passing_taints.end();
}

bool counts_resources(const model::SchedulerProfile& profile) {
  return profile.enabled(model::ExtensionPoint::Filter, "NodeResourcesFit");
}

model::ClusterSnapshot opened(const model::ClusterSnapshot& cluster) {
  model::ClusterSnapshot open;
  open.resources = cluster.resources;
  open.nodes = cluster.nodes;
  for (model::Node& node : open.nodes) {
    node.unschedulable = false;
    std::erase_if(node.taints, passes);
  }
  return open;
}

} // namespace

OpenCluster::OpenCluster(const model::ClusterSnapshot& cluster, SchedulerVersion version)
    : m_cluster(opened(cluster)), m_table(m_cluster), m_empty(m_table), m_version(version) {}

const OpenCluster::Answer& OpenCluster::ask(const model::Pod& pod, const model::SchedulerProfile& profile) const {
  const auto [place, is_new] = m_answers.try_emplace({pod.spec, &profile});
  Answer& answer = place->second;
  if (!is_new) { return answer; }
  const FilterInput input{m_table, m_empty, pod, *pod.spec, profile, m_version};
  answer.admitted = NodeSet(m_table.size());
  for (const Filter* const filter : filters_of(profile)) {
    if (filter->scope == Scope::Spec) { filter->keep(input, answer.admitted); }
  }
  answer.roomy = answer.admitted;
  if (counts_resources(profile)) { find_filter("NodeResourcesFit")->keep(input, answer.roomy); }
  answer.places = places_on(answer.roomy, pod, profile);
  return answer;
}

std::int64_t OpenCluster::places_on(const NodeSet& nodes, const model::Pod& pod,
                                    const model::SchedulerProfile& profile) const {
  if (!counts_resources(profile)) { return std::numeric_limits<std::int64_t>::max(); }
  std::vector<model::ResourceAmount> counted;
  std::ranges::copy_if(pod.spec->requests, std::back_inserter(counted), [&](const model::ResourceAmount& request) {
    return request.amount > 0 && !profile.fit.ignores(m_table.resources->name(request.resource));
  });
  std::int64_t places = 0;
  nodes.for_each([&](model::NodeIndex node) {
    const auto at = static_cast<std::size_t>(node);
    std::int64_t pods = m_table.allocatable[model::k_pods][at];
    for (const model::ResourceAmount& request : counted) {
      pods = std::min(pods, m_table.allocatable[request.resource][at] / request.amount);
    }
    places += pods;
  });
  return places;
}

const NodeSet& OpenCluster::admitted(const model::Pod& pod, const model::SchedulerProfile& profile) const {
  return ask(pod, profile).admitted;
}

const NodeSet& OpenCluster::roomy(const model::Pod& pod, const model::SchedulerProfile& profile) const {
  return ask(pod, profile).roomy;
}

std::int64_t OpenCluster::places(const model::Pod& pod, const model::SchedulerProfile& profile) const {
  return ask(pod, profile).places;
}

} // namespace engine::lint
