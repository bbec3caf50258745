// SPDX-License-Identifier: Apache-2.0
// Spread constraints as they hold for one pod, shared by PodTopologySpread's filter, its score and its queueing hint.
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
  const model::Selector* selector; // of the constraint, or the pod's default one; nullptr: matches no pod
  model::Selector label_keys;      // what matchLabelKeys add to it: the pod's own values
};

// The pod's own constraints; where it has none at all, the profile's default ones with the pod's default selector.
// (filterTopologySpreadConstraints, buildDefaultConstraints)
std::vector<SpreadRule> spread_rules(const NodeTable& nodes, const model::SchedulerProfile& profile,
                                     const model::Pod& pod, WhenUnsatisfiable action);

bool matches(const SpreadRule& rule, const model::Labels& labels);

// Whether the node has the topology keys of all of them.
bool has_all_keys(const std::vector<SpreadRule>& rules, const model::Node& node);

// Whether the pods of the node count, by the policies. (matchNodeInclusionPolicies)
bool node_counts(const FilterInput& input, const SpreadRule& rule, const model::Node& node);

// Whether the pod, wherever it is, is one of those that are counted. An empty selector matches none here, and
// terminating pods and those of other namespaces do not count. (countPodsMatchSelector)
bool counts_for(const FilterInput& input, const SpreadRule& rule, const model::Pod& pod);

// How many such pods are on each node, as it is now.
std::shared_ptr<const PodCounts::ByNode> matching_pods(const FilterInput& input, const SpreadRule& rule);

} // namespace engine
