// SPDX-License-Identifier: Apache-2.0
#include "model/cluster/scheduler_configuration.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

namespace model {

namespace {

// A plugin of the default profile and its extension points.
struct DefaultPlugin {
  std::string_view name;
  std::int32_t weight; // if it scores
  std::vector<ExtensionPoint> points;
};

using enum ExtensionPoint;

// kube-scheduler 1.34, getDefaultPlugins with DynamicResourceAllocation on, in multiPoint order. Each plugin has the
// points that it implements; DynamicResources scores since 1.35, and a feature gate adds GangScheduling last.
// PrioritySort is missing: a profile has only one QueueSort, which is Coscheduling.
// (apis/config/v1/default_plugins.go; scheduler-plugins pkg/coscheduling)
const auto& default_plugins() {
  // clang-format off
  static const std::vector<DefaultPlugin> plugins = {
      {"SchedulingGates",                 0, {PreEnqueue}},
      {"NodeUnschedulable",               0, {Filter}},
      {"NodeName",                        0, {Filter}},
      {"TaintToleration",                 3, {Filter, PreScore, Score}},
      {"NodeAffinity",                    2, {PreFilter, Filter, PreScore, Score}},
      {"NodePorts",                       0, {PreFilter, Filter}},
      {"NodeResourcesFit",                1, {PreFilter, Filter, PreScore, Score}},
      {"VolumeRestrictions",              0, {PreFilter, Filter}},
      {"NodeVolumeLimits",                0, {PreFilter, Filter}},
      {"VolumeBinding",                   1, {PreFilter, Filter, PreScore, Score, Reserve, PreBind}},
      {"VolumeZone",                      0, {PreFilter, Filter}},
      {"PodTopologySpread",               2, {PreFilter, Filter, PreScore, Score}},
      {"InterPodAffinity",                2, {PreFilter, Filter, PreScore, Score}},
      {"DynamicResources",                2, {PreEnqueue, PreFilter, Filter, PostFilter, Score, Reserve, PreBind}},
      {"DefaultPreemption",               0, {PreEnqueue, PostFilter}},
      {"NodeResourcesBalancedAllocation", 1, {PreScore, Score}},
      {"ImageLocality",                   1, {Score}},
      {"DefaultBinder",                   0, {Bind}},
      {"GangScheduling",                  0, {PreEnqueue, Permit}},
      {"Coscheduling",                    0, {QueueSort, PreFilter, PostFilter, Reserve, Permit}},
  };
  // clang-format on
  return plugins;
}

const EnabledPlugin* find_plugin(const SchedulerProfile& profile, ExtensionPoint point, std::string_view name) {
  const auto plugins = profile.plugins.find(point);
  if (plugins == profile.plugins.end()) { return nullptr; }
  const auto found = std::ranges::find(plugins->second, name, &EnabledPlugin::name);
  return found == plugins->second.end() ? nullptr : &*found;
}

} // namespace

SchedulerConfiguration::SchedulerConfiguration() = default;
SchedulerConfiguration::SchedulerConfiguration(const SchedulerConfiguration& other) = default;
SchedulerConfiguration::SchedulerConfiguration(SchedulerConfiguration&& other) noexcept = default;
SchedulerConfiguration& SchedulerConfiguration::operator=(const SchedulerConfiguration& other) = default;
SchedulerConfiguration& SchedulerConfiguration::operator=(SchedulerConfiguration&& other) noexcept = default;
SchedulerConfiguration::~SchedulerConfiguration() = default;

bool NodeResourcesFitArgs::ignores(std::string_view resource) const {
  const auto listed = [](const std::vector<std::string>& names, std::string_view wanted) {
    return std::find(names.begin(), names.end(), wanted) != names.end();
  };
  return listed(ignored_resources, resource) || listed(ignored_resource_groups, resource.substr(0, resource.find('/')));
}

bool SchedulerProfile::enabled(ExtensionPoint point, std::string_view plugin) const {
  return find_plugin(*this, point, plugin) != nullptr;
}

std::vector<std::string_view> SchedulerProfile::names_at(ExtensionPoint point) const {
  std::vector<std::string_view> names;
  const auto found = plugins.find(point);
  if (found == plugins.end()) { return names; }
  for (const EnabledPlugin& plugin : found->second) { names.push_back(plugin.name); }
  return names;
}

std::int32_t SchedulerProfile::score_weight(std::string_view plugin) const {
  const EnabledPlugin* const found = find_plugin(*this, ExtensionPoint::Score, plugin);
  return found == nullptr ? 0 : found->weight;
}

// (plugins/podtopologyspread, systemDefaultConstraints)
std::vector<TopologySpreadConstraint> system_default_constraints() {
  TopologySpreadConstraint hostname, zone;
  hostname.topology_key = "kubernetes.io/hostname";
  hostname.max_skew = 3;
  hostname.do_not_schedule = false;
  zone.topology_key = "topology.kubernetes.io/zone";
  zone.max_skew = 5;
  zone.do_not_schedule = false;
  return {hostname, zone};
}

std::vector<WeightedResource> cpu_and_memory() { return {{"cpu", 1}, {"memory", 1}}; }

std::vector<SchedulerProfile> default_profiles() { return {default_profile_with_coscheduling()}; }

std::vector<std::string_view> default_plugin_names() {
  std::vector<std::string_view> names;
  for (const DefaultPlugin& plugin : default_plugins()) { names.push_back(plugin.name); }
  return names;
}

SchedulerProfile default_profile_with_coscheduling() {
  SchedulerProfile profile;
  profile.scheduler_name = "default-scheduler";
  for (const DefaultPlugin& plugin : default_plugins()) {
    for (const ExtensionPoint point : plugin.points) {
      const std::int32_t weight = point == ExtensionPoint::Score ? plugin.weight : 0;
      profile.plugins[point].push_back({std::string(plugin.name), weight});
    }
  }
  return profile;
}

const SchedulerProfile* SchedulerConfiguration::profile_for(std::string_view scheduler_name) const {
  if (assumed) { return profiles.empty() ? nullptr : &profiles.front(); }
  const auto found = std::ranges::find(profiles, scheduler_name, &SchedulerProfile::scheduler_name);
  return found == profiles.end() ? nullptr : &*found;
}

} // namespace model
