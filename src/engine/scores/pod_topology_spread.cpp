// SPDX-License-Identifier: Apache-2.0
// PodTopologySpread: ScheduleAnyway constraints. The fewer matching pods in a node's domains, the better.
// Source: kube-scheduler plugins/podtopologyspread/scoring.go.
#include "engine/scores.hpp"
#include "engine/topology_spread.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>

namespace engine::scores {

namespace {

// A constraint, and the matching pods by domain, of those domains that have a candidate.
struct Constraint {
  SpreadRule rule;
  bool per_node = false;                         // by hostname: each is a domain
  std::shared_ptr<const PodCounts::ByNode> pods; // that match, by node
  std::map<std::string_view, std::int64_t> counts = {};
  double weight = 0;
};

// By how much a pod counts among so many domains, so that large topologies do not drown small ones.
// (topologyNormalizingWeight)
double weight_of(std::size_t domains) { return std::log(static_cast<double>(domains + 2)); }

// A node without the key is in the domain "": it counts as a domain, though such nodes are not scored by it.
std::string_view domain_of(const SpreadRule& rule, const model::Node& node) {
  return model::find_label(*node.labels, rule.constraint->topology_key).value_or("");
}

// PreScore, Score and NormalizeScore in one.
class Scoring {
 public:
  Scoring(const FilterInput& input, const NodeSet& candidates)
      : m_in(input), m_rules(spread_rules(input.nodes, input.profile, input.pod, WhenUnsatisfiable::ScheduleAnyway)),
        // The system's constraints spread over hosts also where nodes have no zone.
        m_require_all_keys(!input.spec.spread.empty() || !input.profile.spread.system_defaulted), m_scored(candidates) {
    m_scored.keep_if([&](model::NodeIndex node) { return takes_part(node); });
    for (const SpreadRule& rule : m_rules) { m_constraints.push_back(prepared(rule)); }
    for (Constraint& constraint : m_constraints) { count(constraint); }
  }

  // Those that are not scored keep 0.
  void fill(std::vector<std::int64_t>& by_node) const {
    std::int64_t lowest = std::numeric_limits<std::int64_t>::max();
    std::int64_t highest = 0;
    m_scored.for_each([&](model::NodeIndex node) {
      std::int64_t& score = by_node[static_cast<std::size_t>(node)];
      score = raw(node);
      lowest = std::min(lowest, score);
      highest = std::max(highest, score);
    });
    m_scored.for_each([&](model::NodeIndex node) {
      std::int64_t& score = by_node[static_cast<std::size_t>(node)];
      score = highest == 0 ? k_max_node_score : k_max_node_score * (highest + lowest - score) / highest;
    });
  }

 private:
  bool takes_part(model::NodeIndex node) const {
    return !m_require_all_keys || has_all_keys(m_rules, m_in.nodes.node(node));
  }

  Constraint prepared(const SpreadRule& rule) const {
    Constraint constraint{rule, rule.constraint->topology_key == "kubernetes.io/hostname", matching_pods(m_in, rule)};
    std::size_t domains = 0;
    m_scored.for_each([&](model::NodeIndex node) {
      const bool is_new =
          constraint.per_node || constraint.counts.emplace(domain_of(rule, m_in.nodes.node(node)), 0).second;
      if (is_new) { ++domains; }
    });
    constraint.weight = weight_of(domains);
    return constraint;
  }

  void count(Constraint& constraint) const {
    if (constraint.per_node) { return; }
    for (std::size_t i = 0; i < m_in.nodes.size(); ++i) {
      const auto index = static_cast<model::NodeIndex>(i);
      const model::Node& node = m_in.nodes.node(index);
      if (!takes_part(index) || !node_counts(m_in, constraint.rule, node)) { continue; }
      const auto found = constraint.counts.find(domain_of(constraint.rule, node));
      if (found != constraint.counts.end()) { found->second += (*constraint.pods)[i]; }
    }
  }

  // The order of the operations is upstream's: a sum of floats depends on it. (Score, scoreForCount)
  std::int64_t raw(model::NodeIndex index) const {
    const model::Node& node = m_in.nodes.node(index);
    double score = 0;
    for (const Constraint& constraint : m_constraints) {
      const auto domain = model::find_label(*node.labels, constraint.rule.constraint->topology_key);
      if (!domain) { continue; }
      const std::int64_t pods =
          constraint.per_node ? (*constraint.pods)[static_cast<std::size_t>(index)] : constraint.counts.at(*domain);
      score +=
          static_cast<double>(pods) * constraint.weight + static_cast<double>(constraint.rule.constraint->max_skew - 1);
    }
    return static_cast<std::int64_t>(std::round(score));
  }

  const FilterInput& m_in;
  std::vector<SpreadRule> m_rules;
  bool m_require_all_keys;
  NodeSet m_scored; // the candidates without those that miss a key
  std::vector<Constraint> m_constraints;
};

bool over(const FilterInput& input, const NodeSet& candidates, std::vector<std::int64_t>& by_node) {
  Scoring(input, candidates).fill(by_node);
  return true;
}

bool skips(const FilterInput& input) {
  return spread_rules(input.nodes, input.profile, input.pod, WhenUnsatisfiable::ScheduleAnyway).empty();
}

} // namespace

const Score k_pod_topology_spread = {"PodTopologySpread", Scope::Placement, Normalize::None, nullptr, skips, over};

} // namespace engine::scores
