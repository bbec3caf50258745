// SPDX-License-Identifier: Apache-2.0
// PodTopologySpread: DoNotSchedule constraints. No domain may have more matching pods than the emptiest one plus
// maxSkew.
// Source: kube-scheduler plugins/podtopologyspread/filtering.go.
#include "engine/filters/filters.hpp"
#include "engine/filters/topology_spread.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace engine::filters {

namespace pod_topology_spread {
namespace {

using Constraint = SpreadConstraint;

std::vector<SpreadRule> rules_of(const FilterInput& input) {
  return spread_rules(input.nodes, input.profile, input.pod, WhenUnsatisfiable::DoNotSchedule);
}

// With fewer domains than minDomains, the lowest count is 0. (minMatchNum)
void find_lowest(Constraint& constraint) {
  if (std::ranges::count(constraint.has_nodes, true) < constraint.rule.constraint->min_domains) {
    constraint.lowest = 0;
    return;
  }
  constraint.lowest = std::numeric_limits<std::int32_t>::max();
  for (std::size_t domain = 0; domain < constraint.counts.size(); ++domain) {
    if (constraint.has_nodes[domain]) { constraint.lowest = std::min(constraint.lowest, constraint.counts[domain]); }
  }
}

Constraint counted(const FilterInput& input, const std::vector<SpreadRule>& rules, const SpreadRule& rule) {
  const Topology& topology = input.nodes.topologies.of(rule.constraint->topology_key);
  Constraint constraint{rule, matches(rule, *input.pod.labels), &topology};
  constraint.includes.resize(input.nodes.size());
  constraint.has_nodes.resize(topology.domains);
  constraint.counts.resize(topology.domains);
  const auto pods = matching_pods(input, rule);
  for (std::size_t i = 0; i < input.nodes.size(); ++i) {
    const model::Node& node = input.nodes.node(static_cast<model::NodeIndex>(i));
    if (!has_all_keys(rules, node) || !node_counts(input, rule, node)) { continue; }
    const auto domain = static_cast<std::size_t>(topology.domain_of[i]);
    constraint.includes[i] = constraint.has_nodes[domain] = true;
    constraint.counts[domain] += (*pods)[i];
  }
  find_lowest(constraint);
  return constraint;
}

std::vector<Constraint> counted(const FilterInput& input) {
  const std::vector<SpreadRule> rules = rules_of(input);
  std::vector<Constraint> constraints;
  for (const SpreadRule& rule : rules) { constraints.push_back(counted(input, rules, rule)); }
  return constraints;
}

void apply(const FilterInput& input, const PlacementChange& change, Constraint& constraint) {
  if (!constraint.includes[static_cast<std::size_t>(change.node)]) { return; }
  const model::Pod& pod = input.nodes.pod(change.pod);
  if (pod.terminating && !change.supposed) { return; }
  if (!is_matched(input, constraint.rule, pod)) { return; }
  const auto domain = static_cast<std::size_t>(constraint.topology->domain(change.node));
  std::int64_t& count = constraint.counts[domain];
  const bool was_lowest = count == constraint.lowest;
  count += change.sign;
  // The lowest count changes only if a domain leaves it or drops below it.
  if (was_lowest || count < constraint.lowest) { find_lowest(constraint); }
}

const std::vector<Constraint>& state_of(const FilterInput& input) {
  return input.usage.kept().get<std::vector<Constraint>>(
      "PodTopologySpread, filter", input.pod, [&] { return counted(input); },
      [&](std::vector<Constraint>& constraints, const PlacementChange& change) {
        for (Constraint& constraint : constraints) { apply(input, change, constraint); }
      });
}

enum class Verdict : std::uint8_t { Passes, MissesLabel, TooSkewed };

// The first constraint that rejects the node decides.
Verdict verdict(const std::vector<Constraint>& constraints, model::NodeIndex node) {
  for (const Constraint& constraint : constraints) {
    const std::int32_t domain = constraint.topology->domain(node);
    if (domain == model::k_none) { return Verdict::MissesLabel; }
    if (constraint.is_too_skewed(static_cast<std::size_t>(domain))) { return Verdict::TooSkewed; }
  }
  return Verdict::Passes;
}

void keep(const FilterInput& input, NodeSet& nodes) {
  const std::vector<Constraint>& constraints = state_of(input);
  nodes.keep_if([&](model::NodeIndex node) { return verdict(constraints, node) == Verdict::Passes; });
}

void why(const FilterInput& input, model::NodeIndex node, Refusal& refusal) {
  switch (verdict(state_of(input), node)) {
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
} // namespace pod_topology_spread

const std::vector<SpreadConstraint>& spread_constraints(const FilterInput& input) {
  return pod_topology_spread::state_of(input);
}

extern const Filter k_pod_topology_spread = {"PodTopologySpread",      Scope::Placement, pod_topology_spread::keep,
                                             pod_topology_spread::why, nullptr,          pod_topology_spread::skips};

} // namespace engine::filters
