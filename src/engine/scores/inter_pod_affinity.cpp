// SPDX-License-Identifier: Apache-2.0
// InterPodAffinity: adds the weights of preferred terms, both the pod's for placed pods and theirs for the pod. It also
// adds the profile's hardPodAffinityWeight for each required affinity term of a placed pod that the pod matches.
// Source: kube-scheduler plugins/interpodaffinity/scoring.go.
#include "engine/scores/scores.hpp"

#include <algorithm>
#include <limits>
#include <string_view>

namespace engine::scores {

namespace inter_pod_affinity {
namespace {

struct Sums {
  ByDomain<std::int64_t> weights;
  std::int64_t parts = 0; // number of added weights
};

class Summing {
 public:
  Summing(const FilterInput& input, Sums& sums)
      : m_in(input), m_terms(input.nodes.terms), m_kind(m_terms.kind_of(input.nodes.index_of(input.pod))),
        m_sums(sums) {}

  void apply(const PlacementChange& change) {
    if (!m_terms.concerns_others(change.pod)) { return; }
    m_change = change;
    const std::int32_t other = m_terms.kind_of(change.pod);
    if (const PodTerms::Numbers* own = m_terms.of(m_in.spec)) {
      const auto is_own = [&](std::uint32_t n) { return m_terms.matched_by_own(other, n, m_in.version); };
      add(own->preferred_affinity, is_own, 1);
      add(own->preferred_anti_affinity, is_own, -1);
    }
    if (const PodTerms::Numbers* theirs = m_terms.of(*m_in.nodes.pod(change.pod).spec)) {
      add_required(theirs->affinity);
      const auto is_theirs = [&](std::uint32_t n) { return m_terms.matched(m_kind, n); };
      add(theirs->preferred_affinity, is_theirs, 1);
      add(theirs->preferred_anti_affinity, is_theirs, -1);
    }
  }

 private:
  void add(std::string_view key, std::int64_t weight) {
    if (m_in.nodes.topologies.of(key).domain(m_change.node) == model::k_none) { return; }
    m_sums.weights.add(key, m_change.node, m_change.sign * weight);
    m_sums.parts += m_change.sign;
  }
  template <typename Matched>
  void add(const std::vector<std::uint32_t>& terms, const Matched& matched, std::int64_t sign) {
    for (const std::uint32_t n : terms) {
      if (matched(n)) { add(m_terms.term(n).topology_key, sign * m_terms.term(n).weight); }
    }
  }
  void add_required(const std::vector<std::uint32_t>& terms) {
    const std::int32_t weight = m_in.profile.inter_pod_affinity.hard_pod_affinity_weight;
    for (const std::uint32_t n : terms) {
      if (weight > 0 && m_terms.matched(m_kind, n)) { add(m_terms.term(n).topology_key, weight); }
    }
  }

  const FilterInput& m_in;
  const PodTerms& m_terms;
  std::int32_t m_kind;
  Sums& m_sums;
  PlacementChange m_change = {};
};

const Sums& sums_of(const FilterInput& input) {
  return input.usage.kept().get<Sums>(
      "InterPodAffinity, score", input.pod,
      [&] {
        Sums sums{ByDomain<std::int64_t>(input.nodes.topologies)};
        Summing summing(input, sums);
        for (const auto& [node, pods] : input.usage.concerning_others()) {
          for (const model::PodIndex pod : pods) { summing.apply({pod, node, 1}); }
        }
        return sums;
      },
      [&](Sums& sums, const PlacementChange& change) { Summing(input, sums).apply(change); });
}

// Maps the sums of the candidates, from lowest to highest, to 0..100.
bool over(const FilterInput& input, const NodeSet& candidates, std::vector<std::int64_t>& by_node) {
  const Sums& sums = sums_of(input);
  if (sums.parts == 0) { return false; }
  std::int64_t lowest = std::numeric_limits<std::int64_t>::max();
  std::int64_t highest = std::numeric_limits<std::int64_t>::min();
  candidates.for_each([&](model::NodeIndex node) {
    const std::int64_t sum = sums.weights.sum(node);
    by_node[static_cast<std::size_t>(node)] = sum;
    lowest = std::min(lowest, sum);
    highest = std::max(highest, sum);
  });
  candidates.for_each([&](model::NodeIndex node) {
    std::int64_t& score = by_node[static_cast<std::size_t>(node)];
    const double share =
        highest > lowest ? static_cast<double>(score - lowest) / static_cast<double>(highest - lowest) : 0;
    score = static_cast<std::int64_t>(static_cast<double>(k_max_node_score) * share);
  });
  return true;
}

bool skips(const FilterInput& input) {
  const bool prefers = !input.spec.preferred_affinity.empty() || !input.spec.preferred_anti_affinity.empty();
  return input.nodes.terms.empty() ||
         (input.profile.inter_pod_affinity.ignore_preferred_terms_of_existing_pods && !prefers);
}

} // namespace
} // namespace inter_pod_affinity

const Score k_inter_pod_affinity = {"InterPodAffinity",        Scope::Placement,        Normalize::None, nullptr,
                                    inter_pod_affinity::skips, inter_pod_affinity::over};

} // namespace engine::scores
