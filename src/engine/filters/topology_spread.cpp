// SPDX-License-Identifier: Apache-2.0
#include "engine/filters/topology_spread.hpp"

#include "engine/nodes/node_affinity.hpp"

#include <algorithm>

namespace engine {

namespace {

bool asks_for(const model::TopologySpreadConstraint& constraint, WhenUnsatisfiable action) {
  return constraint.do_not_schedule == (action == WhenUnsatisfiable::DoNotSchedule);
}

SpreadRule own_rule(const model::TopologySpreadConstraint& constraint, const model::Pod& pod) {
  SpreadRule rule{&constraint, constraint.selector ? &*constraint.selector : nullptr, {}};
  for (const std::string_view key : constraint.match_label_keys) {
    const auto value = model::find_label(*pod.labels, key);
    if (value) { rule.label_keys.push_back({key, model::SelectorOperator::In, {*value}}); }
  }
  return rule;
}

bool tolerates_all(const model::PodSpec& pod, const model::Node& node) {
  return std::ranges::all_of(node.taints, [&](const model::Taint& taint) {
    return taint.effect == model::TaintEffect::PreferNoSchedule || model::tolerated(pod.tolerations, taint);
  });
}

} // namespace

std::vector<SpreadRule> spread_rules(const NodeTable& nodes, const model::SchedulerProfile& profile,
                                     const model::Pod& pod, WhenUnsatisfiable action) {
  std::vector<SpreadRule> rules;
  for (const model::TopologySpreadConstraint& constraint : pod.spec->spread) {
    if (asks_for(constraint, action)) { rules.push_back(own_rule(constraint, pod)); }
  }
  if (!pod.spec->spread.empty()) { return rules; }
  const model::Selector* const selector = nodes.default_selectors.of(nodes.index_of(pod));
  if (!selector) { return rules; }
  for (const model::TopologySpreadConstraint& constraint : profile.spread.default_constraints) {
    if (asks_for(constraint, action)) { rules.push_back({&constraint, selector, {}}); }
  }
  return rules;
}

bool matches(const SpreadRule& rule, const model::Labels& labels) {
  return rule.selector && model::matches(*rule.selector, labels) && model::matches(rule.label_keys, labels);
}

bool has_all_keys(const std::vector<SpreadRule>& rules, const model::Node& node) {
  return std::ranges::all_of(rules, [&](const SpreadRule& rule) {
    return model::find_label(*node.labels, rule.constraint->topology_key).has_value();
  });
}

bool node_counts(const FilterInput& input, const SpreadRule& rule, const model::Node& node) {
  if (rule.constraint->honor_affinity && !admits(input.spec, node)) { return false; }
  return !rule.constraint->honor_taints || tolerates_all(input.spec, node);
}

namespace {

bool matches_none(const SpreadRule& rule) {
  return !rule.selector || (rule.selector->empty() && rule.label_keys.empty());
}

} // namespace

bool is_matched(const FilterInput& input, const SpreadRule& rule, const model::Pod& pod) {
  return !matches_none(rule) && pod.namespace_name == input.pod.namespace_name && matches(rule, *pod.labels);
}

bool counts_for(const FilterInput& input, const SpreadRule& rule, const model::Pod& pod) {
  return !pod.terminating && is_matched(input, rule, pod);
}

std::shared_ptr<const PodCounts::ByNode> matching_pods(const FilterInput& input, const SpreadRule& rule) {
  if (matches_none(rule)) { return std::make_shared<const PodCounts::ByNode>(input.nodes.size(), 0); }
  auto counted =
      input.usage.counted({input.pod.namespace_name, rule.selector, rule.label_keys}, [&](model::NodeIndex node) {
        return std::ranges::count_if(input.usage.on(node), [&](model::PodIndex index) {
          return counts_for(input, rule, input.nodes.pod(index));
        });
      });
  // Preemption subtracts a terminating pod that it takes off a node, although it did not count. (updateWithPod)
  if (input.usage.terminating_set_aside().empty()) { return counted; }
  auto changed = std::make_shared<PodCounts::ByNode>(*counted);
  for (const auto& [pod, node] : input.usage.terminating_set_aside()) {
    if (is_matched(input, rule, input.nodes.pod(pod))) { --(*changed)[static_cast<std::size_t>(node)]; }
  }
  return changed;
}

} // namespace engine
