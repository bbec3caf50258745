// SPDX-License-Identifier: Apache-2.0
// Columns of node data that never change during a simulation.
#pragma once

#include "engine/nodes/default_selectors.hpp"
#include "engine/nodes/pod_shapes.hpp"
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

// Returns the image name with its tag, or with ":latest" if it has none. (imagelocality, normalizedImageName)
std::string image_name(std::string_view name);

struct NodeTable {
  explicit NodeTable(const model::ClusterSnapshot& cluster);

  std::size_t size() const { return nodes->size(); }
  const model::Node& node(model::NodeIndex index) const { return (*nodes)[static_cast<std::size_t>(index)]; }
  const model::Pod& pod(model::PodIndex index) const { return cluster->pods[static_cast<std::size_t>(index)]; }

  model::PodIndex index_of(const model::Pod& pod) const {
    return static_cast<model::PodIndex>(cluster->pods.index_of(pod));
  }

  // allocatable[resource][node], milli-cores for cpu, units otherwise; 0 if the node does not offer it.
  std::vector<std::vector<std::int64_t>> allocatable;

  // Nodes with equal taints share a number; taint_lists[number] is the list.
  std::vector<std::uint32_t> taint_list;
  std::vector<const std::vector<model::Taint>*> taint_lists;

  // Nodes in kube-scheduler's order: one node of each zone in turn, zones in the order of their first node.
  // (backend/cache, nodeTree.list)
  std::vector<model::NodeIndex> zone_order;
  std::vector<std::size_t> zone_positions; // by node: its index in zone_order

  // Images that pods use and some node has, by name. (ImageStateSummary)
  struct Image {
    std::int64_t bytes = 0;                   // size on the first node that has the image
    std::vector<model::NodeIndex> nodes = {}; // nodes that have the image, ascending
  };
  std::map<std::string, Image, std::less<>> images;
  // The part of its size that an image counts with: less if few nodes have it. 0 if no node has it. (scaledImageScore)
  std::int64_t counted_bytes(const Image& image) const;
  // ImageLocality gives 0 up to this sum of counted bytes.
  static constexpr std::int64_t k_least_image_bytes = 23 * model::k_mebibyte;

  // Messages of NodeResourcesFit, "Insufficient <resource>", by resource. Messages of TaintToleration before 1.34.2,
  // "node(s) had untolerated taint {<key>: <value>}", by taint list and index of the taint.
  std::vector<std::string> insufficient_text;
  std::vector<std::vector<std::string>> taint_text;
  std::vector<std::string> missing_driver_text; // of NodeVolumeLimits since 1.35, by CSIDriver

  const model::ClusterSnapshot* cluster;
  PodTerms terms;
  DefaultSelectors default_selectors;
  Topologies topologies;
  PodShapes shapes;
  const model::NodeList* nodes;
  const model::ResourceNames* resources;

 private:
  void count_images();
  std::vector<Image*> wanted_in(const std::vector<model::NodeImage>& list);
  bool images_matter(const model::PodSpec& spec) const;
  void order_by_zones();
};

} // namespace engine
