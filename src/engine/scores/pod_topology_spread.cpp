// SPDX-License-Identifier: Apache-2.0
// PodTopologySpread: ScheduleAnyway constraints. Fewer matching pods in a node's domains are better.
// Source: kube-scheduler plugins/podtopologyspread/scoring.go.
#include "engine/filters/topology_spread.hpp"
#include "engine/scores/scores.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

namespace engine::scores {

namespace pod_topology_spread {
namespace {

// Weight of a pod for this number of domains, so that large topologies do not drown small ones.
// (topologyNormalizingWeight)
double weight_of(std::size_t domains) { return std::log(static_cast<double>(domains + 2)); }

// The part of a constraint that no placement changes.
struct Constraint {
  SpreadRule rule;
  bool per_node = false; // topology key is the hostname: each node is a domain
  const Topology* topology = nullptr;
  std::vector<bool> includes; // by node: its pods count
};

struct Constraints {
  std::vector<Constraint> rows;
  std::vector<bool> takes_part; // by node: it gets a score
};

Constraints constraints_of(const FilterInput& input) {
  const auto rules = spread_rules(input.nodes, input.profile, input.pod, WhenUnsatisfiable::ScheduleAnyway);
  // The system's default constraints spread over hosts even if nodes have no zone.
  const bool require_all_keys = !input.spec.spread.empty() || !input.profile.spread.system_defaulted;
  Constraints constraints;
  for (std::size_t i = 0; i < input.nodes.size(); ++i) {
    const model::Node& node = input.nodes.node(static_cast<model::NodeIndex>(i));
    constraints.takes_part.push_back(!require_all_keys || has_all_keys(rules, node));
  }
  for (const SpreadRule& rule : rules) {
    const std::string_view key = rule.constraint->topology_key;
    Constraint constraint{rule, key == "kubernetes.io/hostname", &input.nodes.topologies.of(key), {}};
    for (std::size_t i = 0; i < input.nodes.size(); ++i) {
      const model::Node& node = input.nodes.node(static_cast<model::NodeIndex>(i));
      constraint.includes.push_back(constraints.takes_part[i] && node_counts(input, rule, node));
    }
    constraints.rows.push_back(std::move(constraint));
  }
  return constraints;
}

// Matching pods by domain, for domains with a candidate. Nodes without the key belong to the domain "", or to an extra
// last domain if no node has that value. That domain counts, but the key adds nothing to the score of such nodes.
class Counts {
 public:
  Counts(const FilterInput& input, const Constraint& constraint, const NodeSet& scored)
      : m_constraint(constraint), m_pods(matching_pods(input, constraint.rule)),
        m_counts(constraint.topology->domains + 1, k_no_candidate) {
    std::size_t domains = 0;
    scored.for_each([&](model::NodeIndex node) {
      std::int64_t& count = m_counts[place_of(node)];
      if (count == k_no_candidate || constraint.per_node) { ++domains; }
      count = 0;
    });
    m_weight = weight_of(domains);
    if (constraint.per_node) { return; }
    for (std::size_t i = 0; i < constraint.includes.size(); ++i) {
      if (!constraint.includes[i]) { continue; }
      std::int64_t& count = m_counts[place_of(static_cast<model::NodeIndex>(i))];
      if (count != k_no_candidate) { count += (*m_pods)[i]; }
    }
  }

  // 0 if the node lacks the key.
  double score(model::NodeIndex node) const {
    if (m_constraint.topology->domain(node) == model::k_none) { return 0; }
    const std::int64_t pods =
        m_constraint.per_node ? (*m_pods)[static_cast<std::size_t>(node)] : m_counts[place_of(node)];
    return static_cast<double>(pods) * m_weight + static_cast<double>(m_constraint.rule.constraint->max_skew - 1);
  }

 private:
  static constexpr std::int64_t k_no_candidate = -1;

  std::size_t place_of(model::NodeIndex node) const {
    const Topology& topology = *m_constraint.topology;
    const std::int32_t own = topology.domain(node), domain = own == model::k_none ? topology.of_empty_value : own;
    return domain == model::k_none ? topology.domains : static_cast<std::size_t>(domain);
  }

  const Constraint& m_constraint;
  std::shared_ptr<const PodCounts::ByNode> m_pods; // matching pods by node
  std::vector<std::int64_t> m_counts;
  double m_weight = 0;
};

// PreScore, Score and NormalizeScore in one. Nodes without a score keep 0.
bool over(const FilterInput& input, const NodeSet& candidates, std::vector<std::int64_t>& by_node) {
  const Constraints& constraints = input.usage.kept().get<Constraints>(
      "PodTopologySpread, score", input.pod, [&] { return constraints_of(input); },
      [](Constraints&, const PlacementChange&) {});
  NodeSet scored = candidates;
  scored.keep_if([&](model::NodeIndex node) { return constraints.takes_part[static_cast<std::size_t>(node)]; });
  std::vector<Counts> counts;
  for (const Constraint& constraint : constraints.rows) { counts.emplace_back(input, constraint, scored); }
  std::int64_t lowest = std::numeric_limits<std::int64_t>::max();
  std::int64_t highest = 0;
  scored.for_each([&](model::NodeIndex node) {
    double sum = 0; // in kube-scheduler's order, because a sum of floats depends on it (Score, scoreForCount)
    for (const Counts& of : counts) { sum += of.score(node); }
    std::int64_t& score = by_node[static_cast<std::size_t>(node)];
    score = static_cast<std::int64_t>(std::round(sum));
    lowest = std::min(lowest, score);
    highest = std::max(highest, score);
  });
  scored.for_each([&](model::NodeIndex node) {
    std::int64_t& score = by_node[static_cast<std::size_t>(node)];
    score = highest == 0 ? k_max_node_score : k_max_node_score * (highest + lowest - score) / highest;
  });
  return true;
}

bool skips(const FilterInput& input) {
  return spread_rules(input.nodes, input.profile, input.pod, WhenUnsatisfiable::ScheduleAnyway).empty();
}

} // namespace
} // namespace pod_topology_spread

const Score k_pod_topology_spread = {"PodTopologySpread",        Scope::Placement,         Normalize::None, nullptr,
                                     pod_topology_spread::skips, pod_topology_spread::over};

} // namespace engine::scores
