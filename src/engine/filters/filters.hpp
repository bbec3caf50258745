// SPDX-License-Identifier: Apache-2.0
// The filters, one row each. `keep` answers for many nodes at once by sweeping columns; `why` gives one node's reasons
// in kube-scheduler's words. Both say the same: why() speaks exactly where keep() drops (tests/engine/filters_test.cpp
// holds them together over random clusters).
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
  const model::Pod& pod; // of a class of equal pods: one of them
  const model::PodSpec& spec;
  const model::SchedulerProfile& profile;
  SchedulerVersion version;
};

// What makes an answer stale.
enum class Scope : std::uint8_t {
  Spec,      // nothing: once per pod class
  Node,      // a pod that comes to or leaves the node
  Placement, // any placement anywhere (spread, inter-pod affinity)
};

// Why one node is refused. No reasons: it is not.
struct Refusal {
  bool unresolvable = false;             // UnschedulableAndUnresolvable: preemption cannot help
  std::vector<std::string_view> reasons; // texts that live as long as the NodeTable
};

// What a plugin says of the pod as a whole, before any node is looked at.
struct PreFilterAnswer {
  explicit PreFilterAnswer(std::size_t node_count) : nodes(node_count) {}
  std::string refused;      // the message; empty: it is not
  bool unresolvable = true; // otherwise (Unschedulable) preemption is tried
  NodeSet nodes;            // comes in with all; the plugin takes away those that it cuts off
};

struct Filter {
  std::string_view name; // the plugin
  Scope scope;
  void (*keep)(const FilterInput& input, NodeSet& nodes);
  void (*why)(const FilterInput& input, model::NodeIndex node, Refusal& refusal);  // appends; refusal comes in empty
  void (*pre_filter)(const FilterInput& input, PreFilterAnswer& answer) = nullptr; // where it says something
  bool (*skips)(const FilterInput& input) = nullptr; // it never says anything of pods of this class; null: it may
  // Why the pod is kept out of the queue; empty: it is not. The scheduler tells nobody.
  std::string (*pre_enqueue)(const FilterInput& input) = nullptr;
};

// All filters that we simulate, in kube-scheduler's default order.
std::span<const Filter> all_filters();

// The row of a plugin; null where it is none of ours.
const Filter* find_filter(std::string_view plugin);

// Those that the profile enables, in its order.
std::vector<const Filter*> filters_of(const model::SchedulerProfile& profile);

namespace filters {
// The taint of a list that keeps the pod away, the first of several; null where none does.
const model::Taint* first_untolerated(const std::vector<model::Taint>& taints, const model::PodSpec& pod);

// Rows that others name; filters.cpp has all.
extern const Filter k_node_ports, k_node_resources_fit, k_pod_topology_spread, k_inter_pod_affinity;
} // namespace filters

} // namespace engine
