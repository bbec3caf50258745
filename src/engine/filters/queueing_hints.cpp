// SPDX-License-Identifier: Apache-2.0
#include "engine/filters/queueing_hints.hpp"

#include "engine/filters/filters.hpp"
#include "engine/filters/topology_spread.hpp"
#include "engine/nodes/host_ports.hpp"
#include "engine/nodes/node_affinity.hpp"
#include "engine/nodes/pod_terms.hpp"

#include <algorithm>
#include <array>

namespace engine {

namespace {

using model::Pod;

struct Context {
  const NodeTable& nodes;
  const model::SchedulerProfile& profile; // of the waiting pod
  const SchedulerVersion& version;
};

// True if the event of `other` may help `pod`.
using Hint = bool (*)(const Pod& pod, const Pod& other, const Context& context);

bool always(const Pod&, const Pod&, const Context&) { return true; }

bool shares_port(const Pod& pod, const Pod& other, const Context&) {
  return conflict(pod.spec->host_ports, other.spec->host_ports);
}

bool meets_affinity(const Pod& pod, const Pod& other, const Context&) {
  return matches_all_without_namespace_labels(pod.spec->required_affinity, other);
}

bool breaks_anti_affinity(const Pod& pod, const Pod& other, const Context& context) {
  return matches_all_without_namespace_labels(pod.spec->required_anti_affinity, other) ||
         (context.version.anti_affinity_of_ended_pod_wakes() &&
          matches_all_without_namespace_labels(other.spec->required_anti_affinity, pod));
}

bool counts_for_spread(const Pod& pod, const Pod& other, const Context& context) {
  if (other.namespace_name != pod.namespace_name) { return false; }
  const auto rules = spread_rules(context.nodes, context.profile, pod, WhenUnsatisfiable::DoNotSchedule);
  return std::ranges::any_of(rules, [&](const SpreadRule& rule) { return matches(rule, *other.labels); });
}

// The same claim, or the same disk.
bool shares_volume(const Pod& pod, const Pod& other, const Context&) {
  if (other.namespace_name != pod.namespace_name) { return false; }
  return std::ranges::any_of(pod.spec->volumes, [&](const model::Volume& x) {
    return std::ranges::any_of(other.spec->volumes,
                               [&](const model::Volume& y) { return x.kind == y.kind && x.reference == y.reference; });
  });
}

bool had_volumes(const Pod&, const Pod& other, const Context&) { return !other.spec->volumes.empty(); }

// The spec does not name claims made for one pod, and no other pod uses them.
bool shares_devices(const Pod& pod, const Pod& other, const Context&) {
  if (other.namespace_name != pod.namespace_name) { return false; }
  return std::ranges::any_of(pod.spec->resource_claims, [&](std::string_view entry) {
    return entry.starts_with("name=") && std::ranges::count(other.spec->resource_claims, entry) > 0;
  });
}

bool of_another_group(const Pod& pod, const Pod& other, const Context&) { return pod.group != other.group; }

// True if the pod would fit on the node in its current state without other pods.
using NodeHint = bool (*)(const Pod& pod, const model::Node& node);

bool has_room(const Pod& pod, const model::Node& node) {
  return std::ranges::all_of(pod.spec->requests, [&](const model::ResourceAmount& request) {
    return request.amount <= model::amount_of(node.allocatable, request.resource);
  });
}

bool is_admitted(const Pod& pod, const model::Node& node) { return admits(*pod.spec, node); }
bool is_tolerated(const Pod& pod, const model::Node& node) {
  return filters::first_untolerated(node.taints, *pod.spec) == nullptr;
}
bool is_schedulable(const Pod&, const model::Node& node) { return !node.unschedulable; }
bool any_node(const Pod&, const model::Node&) { return true; }

// Hints by kind of event; null: the event does not concern the plugin.
struct HintRow {
  std::string_view plugin;
  Hint pod_bound = nullptr, pod_deleted = nullptr;
  Hint volumes_bound = nullptr, volumes_provisioned = nullptr, devices_allocated = nullptr, devices_freed = nullptr,
       nominations_lost = nullptr, nomination_ended = nullptr;
  NodeHint node_added = nullptr, node_opened = nullptr;
  bool group_changed = false;

  Hint on(ClusterEvent::Kind kind) const {
    switch (kind) {
    case ClusterEvent::Kind::PodBound:
      return pod_bound;
    case ClusterEvent::Kind::PodDeleted:
      return pod_deleted;
    case ClusterEvent::Kind::VolumesBound:
      return volumes_bound;
    case ClusterEvent::Kind::VolumesProvisioned:
      return volumes_provisioned;
    case ClusterEvent::Kind::DevicesAllocated:
      return devices_allocated;
    case ClusterEvent::Kind::DevicesFreed:
      return devices_freed;
    case ClusterEvent::Kind::NominationsLost:
      return nominations_lost;
    case ClusterEvent::Kind::NominationEnded:
      return nomination_ended;
    default:
      return nullptr;
    }
  }
};

constexpr std::array<HintRow, 15> k_hint_rows = {{
    // The scheduler retries native groups after every change.
    {.plugin = "GangScheduling",
     .pod_bound = always,
     .pod_deleted = always,
     .nominations_lost = of_another_group,
     .node_added = any_node,
     .node_opened = any_node,
     .group_changed = true},
    {.plugin = "Coscheduling", .pod_bound = always, .group_changed = true},
    {.plugin = "NodeResourcesFit", .pod_deleted = always, .nomination_ended = always, .node_added = has_room},
    {.plugin = "NodePorts", .pod_deleted = shares_port, .nomination_ended = shares_port, .node_added = any_node},
    {.plugin = "InterPodAffinity",
     .pod_bound = meets_affinity,
     .pod_deleted = breaks_anti_affinity,
     .node_added = any_node},
    {.plugin = "PodTopologySpread",
     .pod_bound = counts_for_spread,
     .pod_deleted = counts_for_spread,
     .nomination_ended = counts_for_spread,
     .node_added = any_node},
    {.plugin = "VolumeRestrictions", .pod_deleted = shares_volume, .nomination_ended = shares_volume},
    {.plugin = "NodeVolumeLimits", .pod_deleted = had_volumes, .nomination_ended = had_volumes},
    {.plugin = "VolumeBinding", .volumes_bound = always, .volumes_provisioned = always, .node_added = any_node},
    {.plugin = "VolumeZone", .volumes_bound = shares_volume, .volumes_provisioned = always, .node_added = any_node},
    {.plugin = "DynamicResources",
     .devices_allocated = shares_devices,
     .devices_freed = always,
     .node_added = any_node},
    {.plugin = "NodeAffinity", .node_added = is_admitted},
    {.plugin = "NodeName", .node_added = any_node},
    {.plugin = "NodeUnschedulable", .node_added = is_schedulable, .node_opened = is_schedulable},
    {.plugin = "TaintToleration", .node_added = is_tolerated, .node_opened = is_tolerated},
}};

// True if such an event never reaches the plugin's pods.
bool is_lost(const HintRow& row, ClusterEvent::Kind kind, const SchedulerVersion& version) {
  return kind == ClusterEvent::Kind::PodBound && row.plugin == "Coscheduling" && !version.queueing_hints();
}

bool concerns(const HintRow& row, const ClusterEvent& event, const Pod& pod, const Context& context) {
  using Kind = ClusterEvent::Kind;
  if (event.kind == Kind::GroupChanged) { return row.group_changed; }
  if (event.kind == Kind::NodeAdded || event.kind == Kind::NodeOpened) {
    const NodeHint hint = event.kind == Kind::NodeAdded ? row.node_added : row.node_opened;
    return hint != nullptr && hint(pod, *event.node);
  }
  const Hint hint = row.on(event.kind);
  return hint != nullptr && hint(pod, *event.pod, context);
}

} // namespace

UnschedulablePlugins unschedulable_plugin(std::string_view plugin) {
  const auto row = std::ranges::find(k_hint_rows, plugin, &HintRow::plugin);
  return UnschedulablePlugins{1} << (row - k_hint_rows.begin());
}

Concerned concerned_by(ClusterEvent::Kind kind, const SchedulerVersion& version) {
  using Kind = ClusterEvent::Kind;
  Concerned concerned;
  for (std::size_t bit = 0; bit < k_hint_rows.size(); ++bit) {
    const HintRow& row = k_hint_rows[bit];
    const NodeHint of_node = kind == Kind::NodeAdded ? row.node_added : row.node_opened;
    const bool is_of_node = kind == Kind::NodeAdded || kind == Kind::NodeOpened;
    const bool is_heard = kind == Kind::GroupChanged ? row.group_changed
                          : is_of_node               ? of_node != nullptr
                                                     : row.on(kind) != nullptr;
    if (!is_heard || is_lost(row, kind, version)) { continue; }
    const bool is_enough = kind == Kind::GroupChanged || (is_of_node ? of_node == any_node : row.on(kind) == always);
    (is_enough ? concerned.always : concerned.maybe) |= UnschedulablePlugins{1} << bit;
  }
  return concerned;
}

bool is_worth_requeuing(const ClusterEvent& event, UnschedulablePlugins rejectors, const Pod& pod,
                        const model::SchedulerProfile& profile, const NodeTable& nodes,
                        const SchedulerVersion& version) {
  for (std::size_t bit = 0; bit < k_hint_rows.size(); ++bit) {
    if ((rejectors >> bit & 1U) == 0) { continue; }
    const HintRow& row = k_hint_rows[bit];
    if (is_lost(row, event.kind, version)) { continue; }
    if (concerns(row, event, pod, {nodes, profile, version})) { return true; }
  }
  return false;
}

} // namespace engine
