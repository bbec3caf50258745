// SPDX-License-Identifier: Apache-2.0
// Answers about single nodes for equal pods of one priority: a failing pod asks about every node, again and again, and
// few of them have changed. An answer holds as long as its node's stamp stays the same: the stamp grows when a pod
// comes to the node or leaves it, and when a nomination for it begins or ends (NodeStamps).
#pragma once

#include "engine/feasibility/feasibility.hpp"
#include "engine/kube_scheduler/nominator.hpp"

#include <cstdint>
#include <vector>

namespace engine {

// The stamps of the nodes for one class of pods. If a filter of the class looks at other nodes too (Scope::Placement),
// every change is a change of all nodes.
class NodeStamps {
 public:
  NodeStamps(const Feasibility& feasibility, const Nominations& nominations, int pod_class)
      : m_feasibility(feasibility), m_nominations(nominations),
        m_of_all(feasibility.looks_at_other_nodes(pod_class)
                     ? 1 + static_cast<std::uint32_t>(feasibility.log().size() + nominations.log().size())
                     : 0) {}
  // Never 0.
  std::uint32_t of(model::NodeIndex node) const {
    return m_of_all != 0 ? m_of_all : 1 + m_feasibility.changes_of(node) + m_nominations.changes_of(node);
  }

 private:
  const Feasibility& m_feasibility;
  const Nominations& m_nominations;
  std::uint32_t m_of_all; // 0: by node
};

// One small answer by node.
template <typename Answer>
class KeptByNode {
 public:
  // The answer with this stamp; null if none is kept.
  const Answer* find(model::NodeIndex node, std::uint32_t stamp) const {
    const auto index = static_cast<std::size_t>(node);
    return index < m_entries.size() && m_entries[index].stamp == stamp ? &m_entries[index].answer : nullptr;
  }
  void keep(model::NodeIndex node, std::uint32_t stamp, Answer answer, std::size_t nodes) {
    if (m_entries.empty()) { m_entries.resize(nodes); }
    m_entries[static_cast<std::size_t>(node)] = {stamp, answer};
  }

 private:
  struct Entry {
    std::uint32_t stamp = 0;
    Answer answer = {};
  };
  std::vector<Entry> m_entries; // empty until the first answer
};

} // namespace engine
