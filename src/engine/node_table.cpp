// SPDX-License-Identifier: Apache-2.0
#include "engine/node_table.hpp"

#include "util/concat.hpp"

#include <map>

namespace engine {

NodeTable::NodeTable(const model::ClusterSnapshot& picture)
    : cluster(&picture), terms(picture), nodes(&picture.nodes), resources(&picture.resources) {
  allocatable.assign(picture.resources.size(), std::vector<std::int64_t>(picture.nodes.size(), 0));
  for (std::size_t i = 0; i < picture.resources.size(); ++i) {
    insufficient_text.push_back(
        util::concat("Insufficient ", picture.resources.name(static_cast<model::ResourceId>(i))));
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
}

} // namespace engine
