// SPDX-License-Identifier: Apache-2.0
// Spread constraints that apply to one pod. Shared by PodTopologySpread's filter, its score and its queueing hint.
// Source: kube-scheduler plugins/podtopologyspread/common.go.
#pragma once

#include "engine/filters/filters.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace engine {

enum class WhenUnsatisfiable : std::uint8_t { DoNotSchedule, ScheduleAnyway };

struct SpreadRule {
  const model::TopologySpreadConstraint* constraint;
  const model::Selector* selector; // of the constraint, or the pod's default; nullptr: matches no pod
  model::Selector label_keys;      // requirements from matchLabelKeys, with the pod's values
};

// Returns the pod's own constraints. If it has none at all: the profile's default ones with the pod's default selector.
// (filterTopologySpreadConstraints, buildDefaultConstraints)
std::vector<SpreadRule> spread_rules(const NodeTable& nodes, const model::SchedulerProfile& profile,
                                     const model::Pod& pod, WhenUnsatisfiable action);

bool matches(const SpreadRule& rule, const model::Labels& labels);

// True if the node has the topology keys of all rules.
bool has_all_keys(const std::vector<SpreadRule>& rules, const model::Node& node);

// True if pods on the node count under the constraint's inclusion policies. (matchNodeInclusionPolicies)
bool node_counts(const FilterInput& input, const SpreadRule& rule, const model::Node& node);

// True if the pod counts, on whatever node. An empty selector matches no pod here. Terminating pods and pods of other
// namespaces do not count. (countPodsMatchSelector)
bool counts_for(const FilterInput& input, const SpreadRule& rule, const model::Pod& pod);
// The same, also for terminating pods.
bool is_matched(const FilterInput& input, const SpreadRule& rule, const model::Pod& pod);

// Current number of such pods on each node.
std::shared_ptr<const PodCounts::ByNode> matching_pods(const FilterInput& input, const SpreadRule& rule);

namespace filters {

// A DoNotSchedule constraint of a pod, with the pods placed now.
struct SpreadConstraint {
  SpreadRule rule;
  bool matches_itself = false;
  const Topology* topology = nullptr;
  std::vector<bool> includes = {};       // by node: its pods count
  std::vector<bool> has_nodes = {};      // by domain: it has an included node
  std::vector<std::int64_t> counts = {}; // matching pods, by domain
  std::int64_t lowest = 0;

  // True if the domain may not take the pod.
  bool is_too_skewed(std::size_t domain) const {
    return counts[domain] + (matches_itself ? 1 : 0) - lowest > rule.constraint->max_skew;
  }
};
const std::vector<SpreadConstraint>& spread_constraints(const FilterInput& input); // of PodTopologySpread's filter

} // namespace filters

} // namespace engine
