// SPDX-License-Identifier: Apache-2.0
// ImageLocality: prefers nodes that have the pod's images. An image counts with its size, less the fewer nodes have it,
// so that pods do not all follow the first one.
// Source: kube-scheduler plugins/imagelocality/image_locality.go.
#include "engine/scores.hpp"

#include <algorithm>

namespace engine::scores {

namespace {

constexpr std::int64_t k_mebibyte = std::int64_t{1} << 20;
constexpr std::int64_t k_least = 23 * k_mebibyte;                // counts as nothing
constexpr std::int64_t k_most_per_container = 1000 * k_mebibyte; // counts as all

bool has_image(const model::Node& node, std::string_view name) {
  return node.images != nullptr && std::ranges::binary_search(*node.images, name, {}, &model::NodeImage::name);
}

std::int64_t raw(const FilterInput& input, model::NodeIndex node) {
  if (input.nodes.images.empty()) { return 0; }
  const std::int64_t most = k_most_per_container * std::max(1, input.spec.container_count);
  std::int64_t sum = 0;
  for (const std::string_view image : input.spec.images) {
    const std::string name = image_name(image);
    const auto known = input.nodes.images.find(name);
    if (known == input.nodes.images.end() || !has_image(input.nodes.node(node), name)) { continue; }
    const double spread = static_cast<double>(known->second.nodes) / static_cast<double>(input.nodes.size());
    // More than counts is cut here already: a node may say what it likes.
    sum += std::min(most, static_cast<std::int64_t>(static_cast<double>(known->second.bytes) * spread));
  }
  return k_max_node_score * (std::clamp(sum, k_least, most) - k_least) / (most - k_least);
}

} // namespace

const Score k_image_locality = {"ImageLocality", Scope::Spec, Normalize::None, raw};

} // namespace engine::scores
