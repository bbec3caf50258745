// SPDX-License-Identifier: Apache-2.0
// InterPodAffinity: required affinity and anti-affinity of the pod, and required anti-affinity of placed pods.
// Source: kube-scheduler plugins/interpodaffinity/filtering.go. Order: the pod's affinity (preemption cannot add the
// pods that it needs), its anti-affinity, the anti-affinity of others.
#include "engine/filters/filters.hpp"
#include "engine/index.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

namespace engine::filters {

namespace inter_pod_affinity {
namespace {

// Numbers of placed pods that matter to one pod, by domain.
struct Neighbours {
  ByDomain<std::int32_t> wanted;   // match all affinity terms
  ByDomain<std::int32_t> unwanted; // match the anti-affinity term of that key
  ByDomain<std::int32_t> closed;   // their own anti-affinity matches this pod
  std::int64_t all_wanted = 0;     // in all domains
  std::int64_t all_closed = 0;
};

const PodTerms::Numbers& numbers_of(const FilterInput& input) {
  static const PodTerms::Numbers k_none_at_all;
  const PodTerms::Numbers* numbers = input.nodes.terms.of(input.spec);
  return numbers ? *numbers : k_none_at_all;
}

// True if a pod of the kind matches all affinity terms of the pod to place.
bool is_wanted(const FilterInput& input, std::int32_t kind) {
  const std::vector<std::uint32_t>& wanted = numbers_of(input).affinity;
  return !wanted.empty() && std::ranges::all_of(wanted, [&](std::uint32_t n) {
    return input.nodes.terms.matched_by_own(kind, n, input.version);
  });
}

void apply(const FilterInput& input, const PlacementChange& change, Neighbours& neighbours) {
  const PodTerms& terms = input.nodes.terms;
  if (!terms.concerns_others(change.pod)) { return; }
  const PodTerms::Numbers& own = numbers_of(input);
  const std::int32_t kind = terms.kind_of(input.nodes.index_of(input.pod)), other = terms.kind_of(change.pod);
  const auto add = [&](ByDomain<std::int32_t>& counts, std::uint32_t term) {
    counts.add(terms.term(term).topology_key, change.node, change.sign);
  };
  if (is_wanted(input, other)) {
    for (const std::uint32_t n : own.affinity) {
      add(neighbours.wanted, n);
      const Topology& topology = input.nodes.topologies.of(terms.term(n).topology_key);
      if (topology.domain(change.node) != model::k_none) { neighbours.all_wanted += change.sign; }
    }
  }
  for (const std::uint32_t n : own.anti_affinity) {
    if (terms.matched_by_own(other, n, input.version)) { add(neighbours.unwanted, n); }
  }
  if (const PodTerms::Numbers* theirs = terms.of(*input.nodes.pod(change.pod).spec)) {
    for (const std::uint32_t n : theirs->anti_affinity) {
      if (!terms.matched(kind, n)) { continue; }
      add(neighbours.closed, n);
      const Topology& topology = input.nodes.topologies.of(terms.term(n).topology_key);
      if (topology.domain(change.node) != model::k_none) { neighbours.all_closed += change.sign; }
    }
  }
}

Neighbours neighbours_of(const FilterInput& input) {
  const Topologies& topologies = input.nodes.topologies;
  Neighbours found{ByDomain<std::int32_t>(topologies), ByDomain<std::int32_t>(topologies),
                   ByDomain<std::int32_t>(topologies)};
  for (const auto& [node, pods] : input.usage.concerning_others()) {
    for (const model::PodIndex pod : pods) { apply(input, {pod, node, 1}, found); }
  }
  return found;
}

// Checks nodes against the neighbours. The constructor computes once what is the same for all nodes.
class Judge {
 public:
  Judge(const FilterInput& input, const Neighbours& neighbours) : m_neighbours(neighbours) {
    const PodTerms& terms = input.nodes.terms;
    const std::vector<std::uint32_t>& wanted = numbers_of(input).affinity;
    for (const std::uint32_t n : wanted) {
      const std::string_view key = terms.term(n).topology_key;
      m_wanted.push_back({&input.nodes.topologies.of(key), neighbours.wanted.figures(key)});
    }
    // If no pod anywhere matches, a pod that matches its own terms may be the first.
    m_may_be_first = neighbours.all_wanted == 0 && is_wanted(input, terms.kind_of(input.nodes.index_of(input.pod)));
  }

  bool meets_affinity(model::NodeIndex node) const {
    bool all_there = true;
    for (const Wanted& wanted : m_wanted) {
      const std::int32_t domain = wanted.topology->domain(node);
      if (domain == model::k_none) { return false; }
      all_there = all_there && wanted.counts != nullptr && (*wanted.counts)[static_cast<std::size_t>(domain)] > 0;
    }
    return all_there || m_may_be_first;
  }

  // Returns the reason; empty: the pod passes.
  std::string_view refuses(model::NodeIndex node) const {
    if (!meets_affinity(node)) { return "node(s) didn't match pod affinity rules"; }
    if (m_neighbours.unwanted.sum(node) > 0) { return "node(s) didn't match pod anti-affinity rules"; }
    if (m_neighbours.closed.sum(node) > 0) { return "node(s) didn't satisfy existing pods anti-affinity rules"; }
    return {};
  }

 private:
  struct Wanted {
    const Topology* topology;
    const std::vector<std::int32_t>* counts; // by domain; null: none anywhere
  };
  const Neighbours& m_neighbours;
  std::vector<Wanted> m_wanted; // by term
  bool m_may_be_first = false;
};

const Neighbours& state_of(const FilterInput& input) {
  return input.usage.kept().get<Neighbours>(
      "InterPodAffinity, filter", input.pod, [&] { return neighbours_of(input); },
      [&](Neighbours& neighbours, const PlacementChange& change) { apply(input, change, neighbours); });
}

void keep(const FilterInput& input, NodeSet& nodes) {
  const Judge judge(input, state_of(input));
  nodes.keep_if([&](model::NodeIndex node) { return judge.refuses(node).empty(); });
}

void why(const FilterInput& input, model::NodeIndex node, Refusal& refusal) {
  const Judge judge(input, state_of(input));
  const std::string_view reason = judge.refuses(node);
  if (reason.empty()) { return; }
  refusal.unresolvable = !judge.meets_affinity(node);
  refusal.reasons.push_back(reason);
}

bool asks(const model::PodSpec& spec) {
  return !spec.required_affinity.empty() || !spec.required_anti_affinity.empty();
}

bool skips(const FilterInput& input) {
  const PodTerms& terms = input.nodes.terms;
  return terms.empty() || (!asks(input.spec) && !terms.is_closed_out(terms.kind_of(input.nodes.index_of(input.pod))));
}

// (PreFilter: existingAntiAffinityCounts and the pod's own terms are empty)
bool skips_cycle(const FilterInput& input) {
  return input.version.inter_pod_affinity_skips() && !asks(input.spec) && state_of(input).all_closed == 0;
}

} // namespace
} // namespace inter_pod_affinity

extern const Filter k_inter_pod_affinity = {
    "InterPodAffinity",        Scope::Placement, inter_pod_affinity::keep,       inter_pod_affinity::why, nullptr,
    inter_pod_affinity::skips, nullptr,          inter_pod_affinity::skips_cycle};

} // namespace engine::filters
