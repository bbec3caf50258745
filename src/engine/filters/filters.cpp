// SPDX-License-Identifier: Apache-2.0
#include "engine/filters/filters.hpp"

#include <algorithm>
#include <array>

namespace engine {

namespace filters {
// Each in its own file.
extern const Filter k_node_unschedulable, k_node_name, k_taint_toleration, k_node_affinity, k_volume_restrictions,
    k_node_volume_limits, k_volume_binding, k_volume_zone, k_dynamic_resources;
} // namespace filters

namespace {

const std::array<const Filter*, 13> k_filters = {
    &filters::k_node_unschedulable,  &filters::k_node_name,           &filters::k_taint_toleration,
    &filters::k_node_affinity,       &filters::k_node_ports,          &filters::k_node_resources_fit,
    &filters::k_volume_restrictions, &filters::k_node_volume_limits,  &filters::k_volume_binding,
    &filters::k_volume_zone,         &filters::k_pod_topology_spread, &filters::k_inter_pod_affinity,
    &filters::k_dynamic_resources,
};

} // namespace

std::span<const Filter> all_filters() {
  static const std::vector<Filter> rows = [] {
    std::vector<Filter> copy;
    for (const Filter* row : k_filters) { copy.push_back(*row); }
    return copy;
  }();
  return rows;
}

const Filter* find_filter(std::string_view plugin) {
  const auto found = std::ranges::find(k_filters, plugin, [](const Filter* row) { return row->name; });
  return found == k_filters.end() ? nullptr : *found;
}

std::vector<const Filter*> filters_of(const model::SchedulerProfile& profile) {
  std::vector<const Filter*> chosen;
  const auto enabled = profile.plugins.find(model::ExtensionPoint::Filter);
  if (enabled == profile.plugins.end()) { return chosen; }
  for (const model::EnabledPlugin& plugin : enabled->second) {
    if (const Filter* row = find_filter(plugin.name)) { chosen.push_back(row); }
  }
  return chosen;
}

} // namespace engine
