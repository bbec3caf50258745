// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/placement_check.hpp"

#include "engine/index.hpp"
#include "engine/nodes/reserve.hpp"
#include "engine/run/simulation.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace engine {

namespace {

using model::NodeIndex;
using model::ResourceId;

// Sums of the requests of each node's pods, computed from the specs.
class Room {
 public:
  explicit Room(const model::ClusterSnapshot& cluster)
      : m_cluster(cluster), m_taken(cluster.nodes.size() * cluster.resources.size()) {
    for (std::size_t i = 0; i < cluster.pods.size(); ++i) {
      const NodeIndex node = cluster.node_of(static_cast<model::PodIndex>(i));
      if (node != model::k_none) { take(cluster.pods[i], node); }
    }
  }

  void take(const model::Pod& pod, NodeIndex node) {
    m_taken[cell(node, model::k_pods)] += 1;
    for (const model::ResourceAmount& request : pod.spec->requests) {
      m_taken[cell(node, request.resource)] += countable(request.amount);
    }
  }

  // The pod's missing capacity on the node, among the resources that NodeResourcesFit checks; empty if it fits.
  std::string lacks(const model::Pod& pod, const model::SchedulerProfile& profile, NodeIndex node) const {
    if (!checks_resources(profile)) { return {}; }
    std::string reason = lacks(node, model::k_pods, 1);
    for (const model::ResourceAmount& request : pod.spec->requests) {
      if (!reason.empty()) { break; }
      if (request.amount > 0 && !is_ignored(request.resource, profile)) {
        reason = lacks(node, request.resource, request.amount);
      }
    }
    return reason;
  }

  // Adds the node's overcommitted resources to `found`.
  void add_overcommitments(const model::SchedulerProfile& profile, NodeIndex node,
                           std::vector<Overcommitment>& found) const {
    if (!checks_resources(profile)) { return; }
    for (std::size_t i = 0; i < m_cluster.resources.size(); ++i) {
      const auto resource = static_cast<ResourceId>(i);
      const std::int64_t offered = model::amount_of(m_cluster.nodes[at(node)].allocatable, resource);
      const std::int64_t taken = m_taken[cell(node, resource)];
      if (taken > offered && !is_ignored(resource, profile)) { found.push_back({node, resource, taken, offered}); }
    }
  }

 private:
  static bool checks_resources(const model::SchedulerProfile& profile) {
    return profile.enabled(model::ExtensionPoint::Filter, filters::k_node_resources_fit.name);
  }

  bool is_ignored(ResourceId resource, const model::SchedulerProfile& profile) const {
    return resource > model::k_pods && profile.fit.ignores(m_cluster.resources.name(resource));
  }

  std::string lacks(NodeIndex node, ResourceId resource, std::int64_t wanted) const {
    const std::int64_t offered = model::amount_of(m_cluster.nodes[at(node)].allocatable, resource);
    const std::int64_t left = offered - m_taken[cell(node, resource)];
    if (wanted <= left) { return {}; }
    const std::string_view name = m_cluster.resources.name(resource);
    const std::string_view unit = name == "cpu" ? "m" : "";
    return util::concat("has ", std::max<std::int64_t>(left, 0), unit, " of ", wanted, unit, ' ', name, " left");
  }

  std::size_t cell(NodeIndex node, ResourceId resource) const {
    return at(node) * m_cluster.resources.size() + static_cast<std::size_t>(resource);
  }

  const model::ClusterSnapshot& m_cluster;
  std::vector<std::int64_t> m_taken;
};

} // namespace

std::string refused_by_filters(const FilterInput& input, NodeIndex node) {
  for (const Filter* const filter : filters_of(input.profile)) {
    if (filter->skips != nullptr && filter->skips(input)) { continue; }
    if (filter->pre_filter != nullptr) {
      PreFilterAnswer answer(input.nodes.size());
      filter->pre_filter(input, answer);
      if (!answer.refused.empty()) { return answer.refused; }
      if (!answer.nodes.has(node)) { return util::concat("is not among those that ", filter->name, " admits"); }
    }
    Refusal refusal;
    filter->why(input, node, refusal);
    if (!refusal.reasons.empty()) { return std::string(refusal.reasons.front()); }
  }
  return {};
}

std::vector<Objection> objections(const Rules& rules, const std::vector<Placement>& placements) {
  const model::ClusterSnapshot& cluster = rules.cluster;
  const NodeTable nodes(cluster);
  NodeUsage usage = usage_of_bound_pods(cluster, nodes);
  Room room(cluster);
  std::vector<Objection> found;
  for (const Placement& placement : placements) {
    const model::Pod& pod = cluster.pods[at(placement.pod)];
    const FilterInput input{nodes, usage, pod, *pod.spec, *rules.profile_of(pod), rules.version};
    std::string reason = room.lacks(pod, input.profile, placement.node);
    if (reason.empty()) { reason = refused_by_filters(input, placement.node); }
    if (!reason.empty()) { found.push_back({placement.pod, std::move(reason)}); }
    room.take(pod, placement.node);
    reserve(nodes, usage, placement.pod, placement.node);
  }
  return found;
}

std::vector<Overcommitment> overcommitments(const model::ClusterSnapshot& cluster,
                                            const model::SchedulerProfile& profile,
                                            const std::vector<NodeIndex>& nodes) {
  const Room room(cluster);
  std::vector<Overcommitment> found;
  for (const NodeIndex node : nodes) { room.add_overcommitments(profile, node, found); }
  return found;
}

bool looks_across_nodes(const model::PodSpec& spec) {
  const auto is_hard = [](const model::TopologySpreadConstraint& constraint) { return constraint.do_not_schedule; };
  return !spec.required_affinity.empty() || !spec.required_anti_affinity.empty() ||
         std::any_of(spec.spread.begin(), spec.spread.end(), is_hard);
}

} // namespace engine
