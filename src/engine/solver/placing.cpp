// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/placing.hpp"

#include "engine/feasibility/admitted_nodes.hpp"
#include "engine/index.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace engine::solver {

using model::NodeIndex;
using model::PodIndex;

Placing::Placing(const Problem& problem) : m_problem(problem) {}

int Placing::class_of(PodIndex member) const {
  const Gang& gang = m_problem.gang;
  return gang.on_bound.class_of(member, *gang.rules.profile_of(gang.pod(member)));
}

void Placing::put(PodIndex member, NodeIndex node) {
  m_problem.gang.on_bound.add(member, node);
  m_placements.push_back({member, node});
}

void Placing::clear() {
  while (!m_placements.empty()) {
    m_problem.gang.on_bound.remove(m_placements.back().pod, m_placements.back().node);
    m_placements.pop_back();
  }
}

// Some members fit only after others (spread, affinity). Retries the rest as long as a pass places a member on its
// planned node.
void Placing::follow(const std::vector<NodeLoad>& plan) {
  std::vector<Placement> wanted;
  std::vector<std::size_t> next(m_problem.classes.size(), 0);
  for (const NodeLoad& load : plan) {
    for (std::size_t c = 0; c < next.size(); ++c) {
      const std::vector<PodIndex>& members = m_problem.classes[c].members;
      for (std::int64_t k = 0; k < load.counts[c] && next[c] < members.size(); ++k) {
        wanted.push_back({members[next[c]++], load.node});
      }
    }
  }
  for (bool moved = true; moved && !wanted.empty();) {
    moved = false;
    std::vector<Placement> left;
    for (const Placement& one : wanted) {
      if (m_problem.is_exact || admits(m_problem.gang.rules, m_problem.gang.on_bound, one.pod, one.node)) {
        put(one.pod, one.node);
        moved = true;
      } else {
        left.push_back(one);
      }
    }
    wanted = std::move(left);
  }
}

std::vector<PodIndex> Placing::without_place() const {
  std::set<PodIndex> placed;
  for (const Placement& placement : m_placements) { placed.insert(placement.pod); }
  std::vector<std::tuple<std::size_t, std::size_t, PodIndex>> left; // number of open nodes, index in the class, member
  for (const MemberClass& of_class : m_problem.classes) {
    if (of_class.open.empty()) { continue; }
    for (std::size_t i = 0; i < of_class.members.size(); ++i) {
      if (!placed.contains(of_class.members[i])) { left.emplace_back(of_class.open.size(), i, of_class.members[i]); }
    }
  }
  std::ranges::sort(left);
  std::vector<PodIndex> members;
  for (const auto& [open, place, member] : left) { members.push_back(member); }
  return members;
}

// The node with the least free capacity relative to the member's requests; the first by name among equals.
NodeIndex Placing::fullest(PodIndex member, const NodeSet& candidates) const {
  const NodeTable& nodes = m_problem.gang.nodes();
  const NodeUsage& usage = m_problem.gang.on_bound.usage();
  NodeIndex best = model::k_none;
  double least = 0;
  candidates.for_each([&](NodeIndex node) {
    double left = 0;
    for (const model::ResourceAmount& request : m_problem.gang.pod(member).spec->requests) {
      const std::int64_t offered = nodes.allocatable[request.resource][at(node)];
      const std::int64_t free = offered - usage.requested(request.resource, node);
      if (request.amount > 0) { left += static_cast<double>(free) / static_cast<double>(request.amount); }
    }
    if (best == model::k_none || left < least) {
      best = node;
      least = left;
    }
  });
  return best;
}

void Placing::fill(const Domain* domain) {
  const NodeTable& nodes = m_problem.gang.nodes();
  std::vector<PodIndex> left = without_place();
  for (bool moved = true; moved && !left.empty();) {
    moved = false;
    std::vector<PodIndex> again;
    std::set<int> refused; // classes without a node since the last placement
    for (const PodIndex member : left) {
      const int pod_class = class_of(member);
      NodeSet candidates = NodeSet::none(0);
      if (!refused.contains(pod_class)) {
        candidates = admitted_nodes(m_problem.gang.rules, m_problem.gang.on_bound, member);
      }
      if (candidates.empty()) {
        refused.insert(pod_class);
        again.push_back(member);
        continue;
      }
      if (domain != nullptr) {
        NodeSet there = candidates;
        there.keep_if(
            [&](NodeIndex n) { return model::find_label(*nodes.node(n).labels, domain->key) == domain->value; });
        if (!there.empty()) { candidates = std::move(there); }
      }
      put(member, fullest(member, candidates));
      refused.clear();
      moved = true;
    }
    left = std::move(again);
  }
}

} // namespace engine::solver
