// SPDX-License-Identifier: Apache-2.0
// The filters, one row each. `keep` answers for many nodes at once by sweeping columns. `why` gives one node's reasons
// in kube-scheduler's words. Both agree: why() gives a reason exactly for the nodes that keep() drops
// (tests/engine/filters_test.cpp compares them over random clusters).
//
// To add a filter: one file in filters/, one row in filters.cpp.
#pragma once

#include "engine/nodes/node_set.hpp"
#include "engine/nodes/node_table.hpp"
#include "engine/nodes/node_usage.hpp"
#include "engine/scheduler_version.hpp"
#include "model/cluster/pod.hpp"
#include "model/cluster/scheduler_configuration.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

struct FilterInput {
  const NodeTable& nodes;
  const NodeUsage& usage;
  const model::Pod& pod; // one pod of a class of equal pods
  const model::PodSpec& spec;
  const model::SchedulerProfile& profile;
  SchedulerVersion version;
};

// The change that makes an answer stale.
enum class Scope : std::uint8_t {
  Spec,      // none: one answer per pod class
  Node,      // a pod that comes to or leaves the node
  Placement, // any placement anywhere (spread, inter-pod affinity)
};

// Why a filter rejects a node. Without reasons, it does not.
struct Refusal {
  bool unresolvable = false;             // UnschedulableAndUnresolvable: preemption cannot help
  std::vector<std::string_view> reasons; // valid as long as the NodeTable
};

// Answer of a plugin about the pod as a whole, before the check of any node.
struct PreFilterAnswer {
  explicit PreFilterAnswer(std::size_t node_count) : nodes(node_count) {}
  std::string refused;      // the message; empty: the plugin accepts the pod
  bool unresolvable = true; // false (Unschedulable): the scheduler tries preemption
  NodeSet nodes;            // starts with all; the plugin removes those that it excludes
};

struct Filter {
  std::string_view name; // the plugin
  Scope scope;
  void (*keep)(const FilterInput& input, NodeSet& nodes);
  void (*why)(const FilterInput& input, model::NodeIndex node, Refusal& refusal);  // appends to an empty `refusal`
  void (*pre_filter)(const FilterInput& input, PreFilterAnswer& answer) = nullptr; // null: no PreFilter
  bool (*skips)(const FilterInput& input) = nullptr; // true: it ignores pods of this class; null: none
  // Why the plugin keeps the pod out of the queue; empty: it does not. The scheduler does not report this.
  std::string (*pre_enqueue)(const FilterInput& input) = nullptr;
  // True: with the pods placed now, its PreFilter returns Skip, so pods that nominations add later in the same cycle do
  // not count. null: they always count.
  bool (*skips_cycle)(const FilterInput& input) = nullptr;
};

// All simulated filters, in kube-scheduler's default order.
std::span<const Filter> all_filters();

// The row of a plugin; null if the plugin is not simulated.
const Filter* find_filter(std::string_view plugin);

// Filters that the profile enables, in its order.
std::vector<const Filter*> filters_of(const model::SchedulerProfile& profile);

namespace filters {
// The first taint in a list that the pod does not tolerate; null if there is none. Ignores PreferNoSchedule.
const model::Taint* first_untolerated(const std::vector<model::Taint>& taints, const model::PodSpec& pod);

// Rows that other files name; filters.cpp lists all.
extern const Filter k_node_ports, k_node_resources_fit, k_pod_topology_spread, k_inter_pod_affinity;
} // namespace filters

} // namespace engine
