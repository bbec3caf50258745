// SPDX-License-Identifier: Apache-2.0
// Numbers the values of a node label. Nodes with the same value form one domain, in which pods count together.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string_view>
#include <vector>

namespace engine {

struct Topology {
  std::vector<std::int32_t> domain_of; // by node; model::k_none if it lacks the label
  std::size_t domains = 0;
  std::int32_t of_empty_value = model::k_none; // the domain of nodes whose label has the value ""

  std::int32_t domain(model::NodeIndex node) const { return domain_of[static_cast<std::size_t>(node)]; }
};

class Topologies {
 public:
  explicit Topologies(const model::NodeList& nodes) : m_nodes(nodes) {}

  // Builds the topology at the first call. The reference stays valid. Several threads may call it.
  const Topology& of(std::string_view key) const;

 private:
  const model::NodeList& m_nodes;
  mutable std::mutex m_building;
  mutable std::map<std::string_view, Topology> m_known;
};

// One number for each domain of some topology keys.
template <typename T>
class ByDomain {
 public:
  explicit ByDomain(const Topologies& topologies) : m_topologies(&topologies) {}

  void add(std::string_view key, model::NodeIndex node, T amount) {
    Row& row = row_of(key);
    const std::int32_t domain = row.topology->domain(node);
    if (domain != model::k_none) { row.figures[static_cast<std::size_t>(domain)] += amount; }
  }

  // The numbers of a key, by domain; null if nothing was added.
  const std::vector<T>* figures(std::string_view key) const {
    for (const Row& row : m_rows) {
      if (row.key == key) { return &row.figures; }
    }
    return nullptr;
  }
  // Sum over all keys.
  T sum(model::NodeIndex node) const {
    T sum = 0;
    for (const Row& row : m_rows) { sum += row.at(node); }
    return sum;
  }

 private:
  struct Row {
    std::string_view key;
    const Topology* topology;
    std::vector<T> figures;

    T at(model::NodeIndex node) const {
      const std::int32_t domain = topology->domain(node);
      return domain == model::k_none ? 0 : figures[static_cast<std::size_t>(domain)];
    }
  };

  Row& row_of(std::string_view key) {
    for (Row& row : m_rows) {
      if (row.key == key) { return row; }
    }
    const Topology& topology = m_topologies->of(key);
    return m_rows.emplace_back(Row{key, &topology, std::vector<T>(topology.domains, 0)});
  }

  const Topologies* m_topologies;
  std::vector<Row> m_rows; // few
};

} // namespace engine
