// SPDX-License-Identifier: Apache-2.0
#include "engine/remedies/clearing.hpp"

#include "engine/index.hpp"
#include "engine/remedies/losers.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace engine {

namespace {

using model::NodeIndex;
using model::PodIndex;

class Clearing {
 public:
  Clearing(BlockedGroup& group, const std::vector<Leaver>& leavers, const Choice& choice)
      : m_group(group), m_leavers(leavers), m_choice(choice), m_probe(group.probe()), m_on_node(group.run.nodes.size()),
        m_changes(group.run.nodes.size(), 0) {
    const std::set<PodIndex> victims = victims_of(group.run.timeline); // have gone already, so they cannot leave
    for (std::size_t i = 0; i < choice.weights.size(); ++i) {
      const auto is_gone = [&](PodIndex pod) { return victims.contains(pod); };
      if (std::ranges::any_of(leavers[i].pods, is_gone)) { continue; }
      for (const PodIndex pod : leavers[i].pods) { m_on_node[at(group.node_of(pod))].push_back(i); }
    }
  }

  ~Clearing() { m_group.forget_probe(); }
  Clearing(const Clearing&) = delete;
  Clearing& operator=(const Clearing&) = delete;

  Subset run() {
    for (const PodIndex member : m_group.members) {
      if (std::ssize(m_placed) >= m_group.needed) { break; }
      NodeIndex node = m_probe.place_for(member);
      if (node == model::k_none) { node = clear_for(member); }
      if (node == model::k_none) { continue; }
      feasibility().add(member, node);
      m_placed.emplace_back(member, node);
      ++m_changes[at(node)];
    }
    return std::ssize(m_placed) >= m_group.needed ? without_the_needless() : Subset();
  }

 private:
  Feasibility& feasibility() { return m_probe.feasibility(); }

  void leave(std::size_t i) {
    for (const PodIndex pod : m_leavers[i].pods) {
      feasibility().remove(pod, m_group.node_of(pod));
      ++m_changes[at(m_group.node_of(pod))];
    }
    m_gone.insert(i);
  }
  void come_back(std::size_t i) {
    for (const PodIndex pod : m_leavers[i].pods) {
      feasibility().add(pod, m_group.node_of(pod));
      ++m_changes[at(m_group.node_of(pod))];
    }
    m_gone.erase(i);
  }
  Subset gone() const { return {m_gone.begin(), m_gone.end()}; }

  // Amount of each resource that the node lacks for the member, before any further leaver goes.
  std::vector<std::pair<model::ResourceId, std::int64_t>> missing(const model::PodSpec& spec, NodeIndex node) {
    std::vector<std::pair<model::ResourceId, std::int64_t>> list;
    const auto look = [&](model::ResourceId resource, std::int64_t amount) {
      const std::int64_t free =
          m_group.run.nodes.allocatable[resource][at(node)] - feasibility().usage().requested(resource, node);
      if (amount > free) { list.emplace_back(resource, amount - free); }
    };
    for (const model::ResourceAmount& request : spec.requests) { look(request.resource, countable(request.amount)); }
    look(model::k_pods, 1);
    return list;
  }

  // Leavers on the node that together free enough resources. Prefers low ranks, then leavers that free the most of
  // what is missing. nullopt: all of them together free too little.
  std::optional<Subset> enough_on(NodeIndex node, const model::PodSpec& spec) {
    auto lacks = missing(spec, node);
    Subset chosen;
    std::vector<std::size_t> left = m_on_node[at(node)];
    std::erase_if(left, [&](std::size_t i) { return m_gone.contains(i); });
    while (!lacks.empty() && !left.empty()) {
      const auto best = left.begin() + best_of(left, node, lacks.front().first);
      const std::size_t taken = *best;
      left.erase(best);
      chosen.push_back(taken);
      for (auto& [each, lack] : lacks) { lack -= given_on(node, taken, each); }
      std::erase_if(lacks, [](const auto& lack) { return lack.second <= 0; });
    }
    if (!lacks.empty()) { return std::nullopt; }
    return chosen;
  }

  // The position in `leavers`, not empty, of the one to prefer for the resource.
  std::ptrdiff_t best_of(const std::vector<std::size_t>& leavers, NodeIndex node, model::ResourceId resource) const {
    std::ptrdiff_t best = 0;
    std::optional<std::tuple<std::int32_t, bool, std::int64_t, std::int64_t>> key_of_best;
    for (std::ptrdiff_t at = 0; at < std::ssize(leavers); ++at) {
      const std::size_t i = leavers[static_cast<std::size_t>(at)];
      const std::int64_t gives = given_on(node, i, resource);
      const std::tuple key(m_leavers[i].rank, gives <= 0, m_choice.weights[i], -gives);
      if (key_of_best && !(key < *key_of_best)) { continue; }
      best = at;
      key_of_best = key;
    }
    return best;
  }

  std::int64_t given_on(NodeIndex node, std::size_t leaver, model::ResourceId resource) const {
    std::int64_t sum = 0;
    for (const PodIndex pod : m_leavers[leaver].pods) {
      if (m_group.node_of(pod) != node) { continue; }
      sum += resource == model::k_pods ? 1 : countable(model::amount_of(m_group.pod(pod).spec->requests, resource));
    }
    return sum;
  }

  bool is_short_of_resources(RefusalId id) {
    const KnownRefusal& known = feasibility().known()[id];
    return known.filter != nullptr && known.filter->name == "NodeResourcesFit";
  }

  // Leavers that a node has to lose for a member of a class. Valid while the node has seen `seen_changes` changes.
  struct Way {
    std::int64_t seen_changes = -1;
    std::optional<Subset> set; // nullopt: no set is enough
    std::int32_t highest_rank = 0;
    std::int64_t weight = 0;
  };

  const Way& way_on(NodeIndex node, const model::PodSpec& spec, std::vector<Way>& ways) {
    Way& way = ways[at(node)];
    if (way.seen_changes == m_changes[at(node)]) { return way; }
    way = {m_changes[at(node)], enough_on(node, spec)};
    way.highest_rank = std::numeric_limits<std::int32_t>::min();
    for (const std::size_t leaver : way.set.value_or(Subset())) {
      way.weight += m_choice.weights[leaver];
      way.highest_rank = std::max(way.highest_rank, m_leavers[leaver].rank);
    }
    return way;
  }

  // Clears a node for the member: of lowest rank, then with the fewest pods to lose. Returns k_none if no node works.
  NodeIndex clear_for(PodIndex member) {
    const int pod_class = m_probe.class_of(member);
    std::vector<Way>& ways = m_ways[pod_class];
    ways.resize(m_on_node.size());
    const std::vector<RefusalId> refusals = feasibility().refusals(pod_class);
    std::vector<std::tuple<std::int32_t, std::int64_t, NodeIndex>> candidates; // highest rank, weight
    for (std::size_t i = 0; i < refusals.size(); ++i) {
      if (m_on_node[i].empty() || !is_short_of_resources(refusals[i])) { continue; }
      const Way& way = way_on(static_cast<NodeIndex>(i), *m_group.pod(member).spec, ways);
      if (way.set) { candidates.emplace_back(way.highest_rank, way.weight, static_cast<NodeIndex>(i)); }
    }
    constexpr std::ptrdiff_t k_most_looked_at = 16; // constraints other than resources may rule out the first ones
    const auto end = candidates.begin() + std::min(std::ssize(candidates), k_most_looked_at);
    std::ranges::partial_sort(candidates, end);
    for (auto candidate = candidates.begin(); candidate != end; ++candidate) {
      const NodeIndex node = std::get<2>(*candidate);
      const Subset set = *ways[at(node)].set;
      for (const std::size_t leaver : set) { leave(leaver); }
      const bool allowed = !m_choice.is_allowed || m_choice.is_allowed(gone());
      if (allowed && feasibility().fits(pod_class, node)) { return node; }
      for (const std::size_t leaver : set) { come_back(leaver); }
    }
    return model::k_none;
  }

  Subset without_the_needless() {
    for (const auto& [pod, node] : m_placed) { feasibility().remove(pod, node); }
    m_placed.clear();
    const Subset all = gone();
    for (auto last = all.rbegin(); last != all.rend(); ++last) {
      const std::size_t i = *last;
      come_back(i);
      const bool allowed = !m_choice.is_allowed || m_choice.is_allowed(gone());
      if (!allowed || m_probe.places(m_group.needed) < m_group.needed) { leave(i); }
    }
    return gone();
  }

  BlockedGroup& m_group;
  const std::vector<Leaver>& m_leavers;
  const Choice& m_choice;
  Probe& m_probe;
  std::vector<std::vector<std::size_t>> m_on_node; // leavers by node
  std::vector<std::int64_t> m_changes;             // number of pods that came or went, by node
  std::map<int, std::vector<Way>> m_ways;          // by class, then by node
  std::set<std::size_t> m_gone;                    // leavers
  std::vector<std::pair<PodIndex, NodeIndex>> m_placed;
};

} // namespace

Subset cleared(BlockedGroup& group, const std::vector<Leaver>& leavers, const Choice& choice) {
  return Clearing(group, leavers, choice).run();
}

} // namespace engine
