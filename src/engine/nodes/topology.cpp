// SPDX-License-Identifier: Apache-2.0
#include "engine/nodes/topology.hpp"

#include <unordered_map>

namespace engine {

const Topology& Topologies::of(std::string_view key) const {
  const std::lock_guard lock(m_building);
  const auto [known, is_new] = m_known.try_emplace(key);
  Topology& topology = known->second;
  if (!is_new) { return topology; }
  std::unordered_map<std::string_view, std::int32_t> numbers;
  topology.domain_of.reserve(m_nodes.size());
  for (const model::Node& node : m_nodes) {
    const auto value = model::find_label(*node.labels, key);
    const auto next = static_cast<std::int32_t>(numbers.size());
    topology.domain_of.push_back(value ? numbers.emplace(*value, next).first->second : model::k_none);
  }
  topology.domains = numbers.size();
  if (const auto empty = numbers.find(""); empty != numbers.end()) { topology.of_empty_value = empty->second; }
  return topology;
}

} // namespace engine
