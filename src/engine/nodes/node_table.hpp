// SPDX-License-Identifier: Apache-2.0
// The nodes as columns: what never changes during a simulation.
#pragma once

#include "engine/nodes/default_selectors.hpp"
#include "engine/nodes/pod_terms.hpp"
#include "engine/nodes/topology.hpp"
#include "model/cluster/cluster_snapshot.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

// The name of an image with the tag that is meant where there is none. (imagelocality, normalizedImageName)
std::string image_name(std::string_view name);

struct NodeTable {
  explicit NodeTable(const model::ClusterSnapshot& cluster);

  std::size_t size() const { return nodes->size(); }
  const model::Node& node(model::NodeIndex index) const { return (*nodes)[static_cast<std::size_t>(index)]; }
  const model::Pod& pod(model::PodIndex index) const { return cluster->pods[static_cast<std::size_t>(index)]; }

  model::PodIndex index_of(const model::Pod& pod) const {
    return static_cast<model::PodIndex>(&pod - cluster->pods.data());
  }

  // allocatable[resource][node], milli-cores for cpu, units otherwise; 0 where the node does not offer it.
  std::vector<std::vector<std::int64_t>> allocatable;

  // Nodes with equal taints share a number; taint_lists[number] is the list.
  std::vector<std::uint32_t> taint_list;
  std::vector<const std::vector<model::Taint>*> taint_lists;

  // The nodes in the scheduler's own order: one of each zone in turn, zones as they were first seen. (backend/cache,
  // nodeTree.list)
  std::vector<model::NodeIndex> zone_order;

  // The images that pods ask for, by name, where any node has them. (ImageStateSummary)
  struct Image {
    std::int64_t bytes = 0;                   // as the first node says that has it
    std::vector<model::NodeIndex> nodes = {}; // that have it, ascending
  };
  std::map<std::string, Image, std::less<>> images;

  // The words of NodeResourcesFit, "Insufficient <resource>", by resource; and of TaintToleration as releases before
  // 1.34.2 put it, "node(s) had untolerated taint {<key>: <value>}", by taint list and place in it.
  std::vector<std::string> insufficient_text;
  std::vector<std::vector<std::string>> taint_text;

  const model::ClusterSnapshot* cluster;
  PodTerms terms;
  DefaultSelectors default_selectors;
  Topologies topologies;
  const std::vector<model::Node>* nodes;
  const model::ResourceNames* resources;

 private:
  void count_images();
  void order_by_zones();
};

} // namespace engine
