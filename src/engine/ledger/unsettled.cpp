// SPDX-License-Identifier: Apache-2.0
// Pods of the run that may get other nodes because doubtful pods do, or pods of another scheduler that may come first.
// A doubtful pod that goes elsewhere leaves capacity
// here, takes capacity there, and changes the scores of both nodes. So the choice for each pod that comes later, and
// that shares a node with it, may change, and then the choice for those after that one.
//
// Cost: a pass over the pods of the run for each link of the chain, and two sets of nodes for each spec.
#include "engine/index.hpp"
#include "engine/ledger/entries.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <utility>

namespace engine {

namespace {

bool has_pod_terms(const model::PodSpec& spec) {
  return !spec.required_affinity.empty() || !spec.preferred_affinity.empty() || !spec.preferred_anti_affinity.empty();
}

// True if other pods, wherever they are, may change the scores of the pod's nodes.
bool looks_far(const model::PodSpec& spec) {
  return has_pod_terms(spec) || !spec.required_anti_affinity.empty() || !spec.spread.empty();
}

class Chain {
 public:
  Chain(const LedgerInput& input, DoubtfulPods& doubtful)
      : m_input(input), m_doubtful(doubtful), m_reach(NodeSet::none(input.run.nodes.size())) {
    std::map<const model::PodSpec*, std::size_t> positions; // in m_classes
    for (std::size_t i = 0; i < input.cluster.pods.size(); ++i) {
      const auto index = static_cast<model::PodIndex>(i);
      const bool is_placed = is_placed_by_run(input, index);
      const bool is_rival = std::ranges::binary_search(doubtful.rivals, index);
      if (!is_placed && !is_rival) { continue; }
      const model::PodSpec* const spec = input.pod(index).spec;
      const auto [position, is_new] = positions.try_emplace(spec, m_classes.size());
      if (is_new) { m_classes.push_back({spec, {}, {}, admitting_nodes(input.run.nodes, *spec)}); }
      Class& same = m_classes[position->second];
      if (is_placed) { same.nodes.insert(node_of(index)); } // by a scheduler that does not ask for selectors or taints
      const bool is_doubtful = is_rival || std::ranges::binary_search(doubtful.placed, index) ||
                               std::ranges::binary_search(doubtful.racing, index);
      (is_doubtful ? same.unsettled : same.settled).push_back(index);
    }
    for (const Class& each : m_classes) { add_reach(each, each.unsettled); }
  }

  void follow() {
    bool goes_on = true;
    while (goes_on) {
      goes_on = false;
      for (Class& each : m_classes) { goes_on = take_later(each) || goes_on; }
    }
  }

  void write() {
    std::vector<model::PodIndex>& unsettled = m_doubtful.unsettled;
    for (const Class& each : m_classes) { std::ranges::copy(each.unsettled, std::back_inserter(unsettled)); }
    std::ranges::sort(unsettled);
    for (std::size_t i = 0; i < unsettled.size(); ++i) {
      m_doubtful.precedences.push_back(precedence_of(m_input, unsettled[i]));
      if (is_placed_by_run(m_input, unsettled[i])) { m_doubtful.by_node[node_of(unsettled[i])].push_back(i); }
    }
    const auto position_of = [&](model::PodIndex index) {
      return static_cast<std::size_t>(std::ranges::lower_bound(unsettled, index) - unsettled.begin());
    };
    for (Class& each : m_classes) {
      if (each.unsettled.empty()) { continue; }
      std::vector<std::size_t> positions;
      std::ranges::transform(each.unsettled, std::back_inserter(positions), position_of);
      std::ranges::sort(positions);
      std::ranges::stable_sort(positions, {}, [&](std::size_t i) { return m_doubtful.precedences[i].first; });
      m_doubtful.classes.push_back({each.spec, std::move(positions), std::move(each.nodes)});
    }
  }

 private:
  struct Class {
    const model::PodSpec* spec = nullptr;
    std::vector<model::PodIndex> settled, unsettled;
    NodeSet nodes;
  };

  model::NodeIndex node_of(model::PodIndex index) const { return m_input.run.timeline.pods[at(index)].node; }

  // Notes how far pods of the class, now unsettled, act: their nodes, and the first of each scheduler's queue.
  void add_reach(const Class& of, std::span<const model::PodIndex> pods) {
    if (pods.empty()) { return; }
    of.nodes.for_each([&](model::NodeIndex node) { m_reach.insert(node); });
    m_is_near_any = m_is_near_any || has_pod_terms(*of.spec);
    for (const model::PodIndex index : pods) {
      const Precedence place = precedence_of(m_input, index);
      const auto first = std::ranges::find(m_first, place.scheduler_name, &Precedence::scheduler_name);
      if (first == m_first.end()) {
        m_first.push_back(place);
      } else if (place.priority > first->priority) {
        *first = place;
      } else if (place.priority == first->priority) {
        first->first = std::min(first->first, place.first);
      }
    }
  }

  bool comes_later(model::PodIndex index) const {
    const Precedence place = precedence_of(m_input, index);
    return std::ranges::any_of(m_first, [&](const Precedence& first) { return may_come_first(first, place); });
  }

  // A pod that only one node admits gets that one or none.
  bool take_later(Class& each) {
    if (each.settled.empty() || each.nodes.size() <= 1) { return false; }
    if (!m_is_near_any && !looks_far(*each.spec) && !each.nodes.intersects(m_reach)) { return false; }
    const auto later = std::stable_partition(each.settled.begin(), each.settled.end(),
                                             [&](model::PodIndex index) { return !comes_later(index); });
    if (later == each.settled.end()) { return false; }
    add_reach(each, {later, each.settled.end()});
    each.unsettled.insert(each.unsettled.end(), later, each.settled.end());
    each.settled.erase(later, each.settled.end());
    return true;
  }

  const LedgerInput& m_input;
  DoubtfulPods& m_doubtful;
  std::vector<Class> m_classes;    // of the pods to which the run gives a node
  NodeSet m_reach;                 // nodes that admit an unsettled pod
  bool m_is_near_any = false;      // an unsettled pod changes the scores of nodes for any pod
  std::vector<Precedence> m_first; // by scheduler: the first place of its unsettled pods
};

} // namespace

void add_unsettled(const LedgerInput& input, DoubtfulPods& doubtful) {
  Chain chain(input, doubtful);
  chain.follow();
  chain.write();
}

} // namespace engine
