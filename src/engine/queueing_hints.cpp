// SPDX-License-Identifier: Apache-2.0
#include "engine/queueing_hints.hpp"

#include "engine/pod_terms.hpp"
#include "engine/topology_spread.hpp"

#include <algorithm>
#include <array>

namespace engine {

namespace {

using model::Pod;

struct Context {
  const NodeTable& nodes;
  const model::SchedulerProfile& profile; // of the pod that waits
};

// Whether what happened to `other` may help `pod`.
using Hint = bool (*)(const Pod& pod, const Pod& other, const Context& context);

bool always(const Pod&, const Pod&, const Context&) { return true; }

bool shares_port(const Pod& pod, const Pod& other, const Context&) {
  return std::ranges::any_of(pod.spec->host_ports, [&](const model::HostPort& x) {
    return std::ranges::any_of(other.spec->host_ports, [&](const model::HostPort& y) {
      const bool same_address = x.ip == y.ip || x.ip == "0.0.0.0" || y.ip == "0.0.0.0";
      return x.port == y.port && x.protocol == y.protocol && same_address;
    });
  });
}

bool meets_affinity(const Pod& pod, const Pod& other, const Context& context) {
  return matches_all(pod.spec->required_affinity, other, *context.nodes.cluster);
}

bool breaks_anti_affinity(const Pod& pod, const Pod& other, const Context& context) {
  return matches_all(pod.spec->required_anti_affinity, other, *context.nodes.cluster);
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

// Claims made for one pod have no name in its spec, and no other pod uses them.
bool shares_devices(const Pod& pod, const Pod& other, const Context&) {
  if (other.namespace_name != pod.namespace_name) { return false; }
  return std::ranges::any_of(pod.spec->resource_claims, [&](std::string_view entry) {
    return entry.starts_with("name=") && std::ranges::count(other.spec->resource_claims, entry) > 0;
  });
}

bool of_another_group(const Pod& pod, const Pod& other, const Context&) { return pod.group != other.group; }

struct HintRow {
  std::string_view plugin;
  // By kind of event; null: it does not concern the plugin.
  Hint pod_bound, pod_deleted, volumes_bound = nullptr, volumes_provisioned = nullptr, devices_allocated = nullptr,
                               nominations_lost = nullptr;

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
    case ClusterEvent::Kind::NominationsLost:
      return nominations_lost;
    }
    return nullptr;
  }
};

constexpr std::array<HintRow, 11> k_hint_rows = {{
    // Native groups are tried again and again: whenever something has changed.
    {"GangScheduling", always, always, nullptr, nullptr, nullptr, of_another_group},
    {"Coscheduling", always, nullptr},
    {"NodeResourcesFit", nullptr, always},
    {"NodePorts", nullptr, shares_port},
    {"InterPodAffinity", meets_affinity, breaks_anti_affinity},
    {"PodTopologySpread", counts_for_spread, counts_for_spread},
    {"VolumeRestrictions", nullptr, shares_volume},
    {"NodeVolumeLimits", nullptr, had_volumes},
    {"VolumeBinding", nullptr, nullptr, always, always},
    {"VolumeZone", nullptr, nullptr, shares_volume, always},
    {"DynamicResources", nullptr, nullptr, nullptr, nullptr, shares_devices},
}};

} // namespace

Rejectors rejector(std::string_view plugin) {
  const auto row = std::ranges::find(k_hint_rows, plugin, &HintRow::plugin);
  return Rejectors{1} << (row - k_hint_rows.begin());
}

bool wakes(const ClusterEvent& event, Rejectors rejectors, const Pod& pod, const model::SchedulerProfile& profile,
           const NodeTable& nodes, const SchedulerVersion& version) {
  for (std::size_t bit = 0; bit < k_hint_rows.size(); ++bit) {
    if ((rejectors >> bit & 1U) == 0) { continue; }
    const HintRow& row = k_hint_rows[bit];
    if (row.plugin == "Coscheduling" && !version.queueing_hints()) { continue; } // before 1.32
    const Hint hint = row.on(event.kind);
    if (hint != nullptr && hint(pod, *event.pod, {nodes, profile})) { return true; }
  }
  return false;
}

} // namespace engine
