// SPDX-License-Identifier: Apache-2.0
// PodTopologySpread: DoNotSchedule constraints. In no domain may more matching pods be than in the emptiest one plus
// maxSkew.
// Source: kube-scheduler plugins/podtopologyspread/filtering.go, common.go.
#include "engine/filters.hpp"
#include "engine/node_affinity.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace engine::filters {

namespace {

struct Constraint {
  const model::TopologySpreadConstraint* rule;
  model::Selector selector; // with matchLabelKeys
  bool selects = false;     // it has a selector at all
  bool matches_itself = false;
  std::map<std::string_view, std::int64_t> counts; // matching pods by domain, of the nodes that count
  std::int64_t lowest = 0;
};

Constraint prepared(const model::TopologySpreadConstraint& rule, const model::Pod& pod) {
  Constraint out{&rule, rule.selector.value_or(model::Selector()), rule.selector.has_value(), false, {}, 0};
  for (const std::string_view key : rule.match_label_keys) {
    const auto value = model::find_label(*pod.labels, key);
    if (value) { out.selector.push_back({key, model::SelectorOperator::In, {*value}}); }
  }
  out.matches_itself = out.selects && model::matches(out.selector, *pod.labels);
  return out;
}

std::vector<Constraint> constraints_of(const FilterInput& input) {
  std::vector<Constraint> constraints;
  for (const model::TopologySpreadConstraint& rule : input.spec.spread) {
    if (rule.do_not_schedule) { constraints.push_back(prepared(rule, input.pod)); }
  }
  return constraints;
}

bool has_all_keys(const std::vector<Constraint>& constraints, const model::Node& node) {
  return std::ranges::all_of(constraints, [&](const Constraint& c) {
    return model::find_label(*node.labels, c.rule->topology_key).has_value();
  });
}

bool tolerates_all(const model::PodSpec& pod, const model::Node& node) {
  return std::ranges::all_of(node.taints, [&](const model::Taint& taint) {
    return taint.effect == model::TaintEffect::PreferNoSchedule || model::tolerated(pod.tolerations, taint);
  });
}

// (matchNodeInclusionPolicies)
bool node_counts(const FilterInput& input, const Constraint& constraint, const model::Node& node) {
  if (constraint.rule->honor_affinity && !admits(input.spec, node)) { return false; }
  return !constraint.rule->honor_taints || tolerates_all(input.spec, node);
}

// Terminating pods and those of other namespaces do not count. (countPodsMatchSelector)
std::int64_t matching_pods(const FilterInput& input, const Constraint& constraint, model::NodeIndex node) {
  if (!constraint.selects || constraint.selector.empty()) { return 0; }
  return std::ranges::count_if(input.usage.on(node), [&](model::PodIndex index) {
    const model::Pod& pod = input.nodes.pod(index);
    return !pod.terminating && pod.namespace_name == input.pod.namespace_name &&
           model::matches(constraint.selector, *pod.labels);
  });
}

// With fewer domains than minDomains the emptiest counts as empty. (minMatchNum)
std::int64_t lowest_count(const Constraint& constraint) {
  if (static_cast<std::int32_t>(constraint.counts.size()) < constraint.rule->min_domains) { return 0; }
  std::int64_t lowest = std::numeric_limits<std::int32_t>::max();
  for (const auto& [domain, count] : constraint.counts) { lowest = std::min(lowest, count); }
  return lowest;
}

std::vector<Constraint> counted(const FilterInput& input) {
  std::vector<Constraint> constraints = constraints_of(input);
  for (std::size_t i = 0; i < input.nodes.size(); ++i) {
    const auto index = static_cast<model::NodeIndex>(i);
    const model::Node& node = input.nodes.node(index);
    if (!has_all_keys(constraints, node)) { continue; }
    for (Constraint& constraint : constraints) {
      if (!node_counts(input, constraint, node)) { continue; }
      constraint.counts[*model::find_label(*node.labels, constraint.rule->topology_key)] +=
          matching_pods(input, constraint, index);
    }
  }
  for (Constraint& constraint : constraints) { constraint.lowest = lowest_count(constraint); }
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
    const auto domain = model::find_label(*node.labels, constraint.rule->topology_key);
    if (!domain) { return Verdict::MissesLabel; }
    const auto found = constraint.counts.find(*domain);
    const std::int64_t there = found == constraint.counts.end() ? 0 : found->second;
    const std::int64_t skew = there + (constraint.matches_itself ? 1 : 0) - constraint.lowest;
    if (skew > constraint.rule->max_skew) { return Verdict::TooSkewed; }
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

bool skips(const FilterInput& input) {
  return std::ranges::none_of(input.spec.spread, [](const auto& rule) { return rule.do_not_schedule; });
}

} // namespace

const Filter k_pod_topology_spread = {"PodTopologySpread", Scope::Placement, keep, why, nullptr, skips};

} // namespace engine::filters
