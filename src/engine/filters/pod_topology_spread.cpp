// SPDX-License-Identifier: Apache-2.0
// PodTopologySpread: DoNotSchedule constraints. In no domain may more matching pods be than in the emptiest one plus
// maxSkew.
// Source: kube-scheduler plugins/podtopologyspread/filtering.go.
#include "engine/filters.hpp"
#include "engine/topology_spread.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <string_view>
#include <vector>

namespace engine::filters {

namespace {

struct Constraint {
  SpreadRule rule;
  bool matches_itself = false;
  std::map<std::string_view, std::int64_t> counts = {}; // matching pods by domain, of the nodes that count
  std::int64_t lowest = 0;
};

// With fewer domains than minDomains the emptiest counts as empty. (minMatchNum)
std::int64_t lowest_count(const Constraint& constraint) {
  if (static_cast<std::int32_t>(constraint.counts.size()) < constraint.rule.constraint->min_domains) { return 0; }
  std::int64_t lowest = std::numeric_limits<std::int32_t>::max();
  for (const auto& [domain, count] : constraint.counts) { lowest = std::min(lowest, count); }
  return lowest;
}

std::vector<SpreadRule> rules_of(const FilterInput& input) {
  return spread_rules(input.nodes, input.profile, input.pod, WhenUnsatisfiable::DoNotSchedule);
}

void count(const FilterInput& input, const std::vector<SpreadRule>& rules, Constraint& constraint) {
  const auto pods = matching_pods(input, constraint.rule);
  for (std::size_t i = 0; i < input.nodes.size(); ++i) {
    const model::Node& node = input.nodes.node(static_cast<model::NodeIndex>(i));
    if (!has_all_keys(rules, node) || !node_counts(input, constraint.rule, node)) { continue; }
    constraint.counts[*model::find_label(*node.labels, constraint.rule.constraint->topology_key)] += (*pods)[i];
  }
  constraint.lowest = lowest_count(constraint);
}

std::vector<Constraint> counted(const FilterInput& input) {
  const std::vector<SpreadRule> rules = rules_of(input);
  std::vector<Constraint> constraints;
  for (const SpreadRule& rule : rules) { constraints.push_back({rule, matches(rule, *input.pod.labels)}); }
  for (Constraint& constraint : constraints) { count(input, rules, constraint); }
  return constraints;
}

std::shared_ptr<const std::vector<Constraint>> state_of(const FilterInput& input) {
  return input.usage.remembered<std::vector<Constraint>>(k_pod_topology_spread.name, input.pod,
                                                         [&] { return counted(input); });
}

enum class Verdict : std::uint8_t { Passes, MissesLabel, TooSkewed };

// The constraints in their order: the first that refuses speaks.
Verdict verdict(const std::vector<Constraint>& constraints, const model::Node& node) {
  for (const Constraint& constraint : constraints) {
    const auto domain = model::find_label(*node.labels, constraint.rule.constraint->topology_key);
    if (!domain) { return Verdict::MissesLabel; }
    const auto found = constraint.counts.find(*domain);
    const std::int64_t there = found == constraint.counts.end() ? 0 : found->second;
    const std::int64_t skew = there + (constraint.matches_itself ? 1 : 0) - constraint.lowest;
    if (skew > constraint.rule.constraint->max_skew) { return Verdict::TooSkewed; }
  }
  return Verdict::Passes;
}

void keep(const FilterInput& input, NodeSet& nodes) {
  const auto constraints = state_of(input);
  nodes.keep_if(
      [&](model::NodeIndex node) { return verdict(*constraints, input.nodes.node(node)) == Verdict::Passes; });
}

void why(const FilterInput& input, model::NodeIndex node, Refusal& refusal) {
  switch (verdict(*state_of(input), input.nodes.node(node))) {
  case Verdict::Passes:
    return;
  case Verdict::MissesLabel:
    refusal.unresolvable = true;
    refusal.reasons.push_back("node(s) didn't match pod topology spread constraints (missing required label)");
    return;
  case Verdict::TooSkewed:
    refusal.reasons.push_back("node(s) didn't match pod topology spread constraints");
    return;
  }
}

bool skips(const FilterInput& input) { return rules_of(input).empty(); }

} // namespace

const Filter k_pod_topology_spread = {"PodTopologySpread", Scope::Placement, keep, why, nullptr, skips};

} // namespace engine::filters
