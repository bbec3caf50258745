// SPDX-License-Identifier: Apache-2.0
#include "model/cluster/cluster_snapshot.hpp"

#include "util/concat.hpp"

#include <algorithm>
#include <utility>

namespace model {

SharedParts::SharedParts() = default;
SharedParts::SharedParts(SharedParts&& other) noexcept = default;
SharedParts& SharedParts::operator=(SharedParts&& other) noexcept = default;
SharedParts::~SharedParts() = default;

ClusterLists::ClusterLists() = default;
ClusterLists::ClusterLists(const ClusterLists& other) = default;
ClusterLists::ClusterLists(ClusterLists&& other) noexcept = default;
ClusterLists& ClusterLists::operator=(const ClusterLists& other) = default;
ClusterLists& ClusterLists::operator=(ClusterLists&& other) noexcept = default;
ClusterLists::~ClusterLists() = default;

ClusterSnapshot ClusterSnapshot::copy_of(const ClusterSnapshot& original) {
  ClusterSnapshot copy;
  static_cast<ClusterLists&>(copy) = original;
  copy.lender = &original;
  return copy;
}

void ClusterSnapshot::set_node(PodIndex pod, NodeIndex node) {
  const auto at = static_cast<std::size_t>(pod);
  if (node_of(pod) == node) { return; }
  while (node_of_pod.size() <= at) { node_of_pod.push_back(k_none); }
  node_of_pod[at] = node;
}

NodeIndex ClusterSnapshot::find_node(std::string_view name) const {
  const auto found = std::ranges::lower_bound(nodes, name, {}, &Node::name);
  if (found == nodes.end() || found->name != name) { return k_none; }
  return static_cast<NodeIndex>(found - nodes.begin());
}

PodIndex ClusterSnapshot::find_pod(std::string_view namespace_name, std::string_view name) const {
  Pod wanted;
  wanted.namespace_name = namespace_name;
  wanted.name = name;
  const auto found = std::ranges::lower_bound(pods, wanted, key_less);
  if (found == pods.end() || key_less(wanted, *found)) { return k_none; }
  return static_cast<PodIndex>(found - pods.begin());
}

std::vector<std::string> unread_parts(const ClusterSnapshot& cluster) {
  std::vector<std::string> parts;
  for (const util::Problem& problem : cluster.problems) {
    if (problem.left_out) { parts.push_back(problem.place); }
  }
  return parts;
}

void add_driver_objects(ClusterSnapshot& cluster, std::string_view like, std::string_view name) {
  for (std::size_t i = 0, size = cluster.csi_nodes.size(); i < size; ++i) {
    if (cluster.csi_nodes[i].name != like) { continue; }
    CsiNode made = cluster.csi_nodes[i];
    made.name = name;
    cluster.csi_nodes.push_back(std::move(made));
  }
  for (std::size_t i = 0, size = cluster.resource_slices.size(); i < size; ++i) {
    if (cluster.resource_slices[i].node_name != like) { continue; }
    ResourceSlice made = cluster.resource_slices[i];
    made.name = cluster.strings.intern(util::concat(made.name, '-', name));
    made.pool = made.pool == like ? name : cluster.strings.intern(util::concat(made.pool, '-', name));
    made.node_name = name;
    cluster.resource_slices.push_back(std::move(made));
  }
}

} // namespace model
