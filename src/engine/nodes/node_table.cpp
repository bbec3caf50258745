// SPDX-License-Identifier: Apache-2.0
#include "engine/nodes/node_table.hpp"

#include "util/concat.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace engine {

std::string image_name(std::string_view name) {
  const std::size_t tag = name.rfind(':');
  const std::size_t slash = name.rfind('/');
  const bool tagged = tag != std::string_view::npos && (slash == std::string_view::npos || tag > slash);
  return tagged ? std::string(name) : util::concat(name, ":latest");
}

NodeTable::NodeTable(const model::ClusterSnapshot& picture)
    : cluster(&picture), terms(picture), default_selectors(picture), topologies(picture.nodes), nodes(&picture.nodes),
      resources(&picture.resources) {
  allocatable.assign(picture.resources.size(), std::vector<std::int64_t>(picture.nodes.size(), 0));
  for (std::size_t i = 0; i < picture.resources.size(); ++i) {
    insufficient_text.push_back(
        util::concat("Insufficient ", picture.resources.name(static_cast<model::ResourceId>(i))));
  }
  for (const model::CsiDriver& driver : picture.csi_drivers) {
    missing_driver_text.push_back(util::concat(driver.name, " CSI driver is not installed on the node"));
  }
  std::map<std::vector<model::Taint>, std::uint32_t> numbers;
  taint_list.reserve(picture.nodes.size());
  for (std::size_t i = 0; i < picture.nodes.size(); ++i) {
    const model::Node& node = picture.nodes[i];
    for (const model::ResourceAmount& amount : node.allocatable) { allocatable[amount.resource][i] = amount.amount; }
    const auto [found, is_new] = numbers.emplace(node.taints, static_cast<std::uint32_t>(taint_lists.size()));
    if (is_new) {
      taint_lists.push_back(&node.taints);
      std::vector<std::string>& texts = taint_text.emplace_back();
      for (const model::Taint& taint : node.taints) {
        texts.push_back(util::concat("node(s) had untolerated taint {", taint.key, ": ", taint.value, "}"));
      }
    }
    taint_list.push_back(found->second);
  }
  count_images();
  order_by_zones();
  shapes = PodShapes(picture, [this](const model::PodSpec& spec) { return images_matter(spec); });
}

namespace {

// Region and zone, from the current labels or those used before 1.17. (component-helpers node/topology, GetZoneKey)
std::pair<std::string_view, std::string_view> zone_of(const model::Node& node) {
  const auto label = [&](std::string_view key, std::string_view older) {
    const auto value = model::find_label(*node.labels, older); // the older label wins
    return value ? *value : model::find_label(*node.labels, key).value_or("");
  };
  return {label("topology.kubernetes.io/region", "failure-domain.beta.kubernetes.io/region"),
          label("topology.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/zone")};
}

} // namespace

void NodeTable::order_by_zones() {
  std::map<std::pair<std::string_view, std::string_view>, std::size_t> numbers;
  std::vector<std::vector<model::NodeIndex>> zones;
  for (std::size_t i = 0; i < size(); ++i) {
    const auto index = static_cast<model::NodeIndex>(i);
    const auto [found, is_new] = numbers.emplace(zone_of(node(index)), zones.size());
    if (is_new) { zones.emplace_back(); }
    zones[found->second].push_back(index);
  }
  zone_order.reserve(size());
  for (std::size_t turn = 0; zone_order.size() < size(); ++turn) {
    for (const std::vector<model::NodeIndex>& zone : zones) {
      if (turn < zone.size()) { zone_order.push_back(zone[turn]); }
    }
  }
  zone_positions.resize(size());
  for (std::size_t i = 0; i < size(); ++i) { zone_positions[static_cast<std::size_t>(zone_order[i])] = i; }
}

std::int64_t NodeTable::counted_bytes(const Image& image) const {
  const double spread = static_cast<double>(image.nodes.size()) / static_cast<double>(size());
  return static_cast<std::int64_t>(static_cast<double>(image.bytes) * spread);
}

bool NodeTable::images_matter(const model::PodSpec& spec) const {
  double sum = 0; // of the images on a node that has them all; a node may report any size
  for (const std::string_view name : spec.images) {
    const auto known = images.find(image_name(name));
    if (known != images.end()) { sum += static_cast<double>(counted_bytes(known->second)); }
  }
  return sum > static_cast<double>(k_least_image_bytes);
}

// The images of the list that some pod asks for.
std::vector<NodeTable::Image*> NodeTable::wanted_in(const std::vector<model::NodeImage>& list) {
  std::vector<Image*> wanted;
  std::string_view before;
  for (const model::NodeImage& image : list) { // sorted by name
    if (image.name == before) { continue; }
    before = image.name;
    const auto found = images.find(image.name);
    if (found == images.end()) { continue; }
    if (found->second.nodes.empty()) { found->second.bytes = image.bytes; }
    wanted.push_back(&found->second);
  }
  return wanted;
}

// (kube-scheduler backend/cache, addNodeImageStates)
void NodeTable::count_images() {
  const auto has_images = [](const model::Node& node) { return node.images != nullptr; };
  if (std::none_of(nodes->begin(), nodes->end(), has_images)) { return; }
  cluster->for_each_spec([this](const model::PodSpec& spec) {
    for (const std::string_view name : spec.images) { images.try_emplace(image_name(name)); }
  });
  std::unordered_map<const std::vector<model::NodeImage>*, std::vector<Image*>> wanted_of; // nodes share lists
  for (std::size_t i = 0; i < size(); ++i) {
    const std::vector<model::NodeImage>* const list = (*nodes)[i].images;
    if (list == nullptr) { continue; }
    const auto [found, is_new] = wanted_of.try_emplace(list);
    if (is_new) { found->second = wanted_in(*list); }
    for (Image* const image : found->second) { image->nodes.push_back(static_cast<model::NodeIndex>(i)); }
  }
  std::erase_if(images, [](const auto& image) { return image.second.nodes.empty(); });
}

} // namespace engine
