// SPDX-License-Identifier: Apache-2.0
// ImageLocality: prefers nodes that have the pod's images. An image counts with its size, reduced if few nodes have it,
// so that pods do not all follow the first one.
// Source: kube-scheduler plugins/imagelocality/image_locality.go.
#include "engine/scores/scores.hpp"

#include <algorithm>

namespace engine::scores {

namespace image_locality {
namespace {

constexpr std::int64_t k_least = NodeTable::k_least_image_bytes;
constexpr std::int64_t k_most_per_container = 1000 * model::k_mebibyte; // a sum from this scores 100

void raw(const FilterInput& input, std::span<const model::NodeIndex> nodes, Figures& by_node) {
  const std::int64_t most = k_most_per_container * std::max(1, input.spec.container_count);
  std::vector<std::int64_t> bytes(by_node.size());
  for (const std::string_view name : input.spec.images) {
    const auto known = input.nodes.images.find(image_name(name));
    if (known == input.nodes.images.end()) { continue; }
    const NodeTable::Image& image = known->second;
    // Limit each image here already: a node may report any size.
    const std::int64_t counts = std::min(most, input.nodes.counted_bytes(image));
    for (const model::NodeIndex node : image.nodes) { bytes[static_cast<std::size_t>(node)] += counts; }
  }
  for (const model::NodeIndex node : nodes) {
    const auto at = static_cast<std::size_t>(node);
    const std::int64_t counted = std::clamp(bytes[at], k_least, most) - k_least;
    by_node[at] = static_cast<Figure>(k_max_node_score * counted / (most - k_least));
  }
}

} // namespace
} // namespace image_locality

const Score k_image_locality = {"ImageLocality", Scope::Spec, Normalize::None, image_locality::raw};

} // namespace engine::scores
