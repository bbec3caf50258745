// SPDX-License-Identifier: Apache-2.0
// Which plugins a profile runs at which extension point.
#include "snapshot/configuration/scheduler_plugins.hpp"

#include "model/values/time.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace snapshot {

namespace {

using model::EnabledPlugin;
using model::ExtensionPoint;
using Plugins = std::vector<EnabledPlugin>;

struct PointName {
  ExtensionPoint point;
  std::string_view field;  // in the file
  std::string_view plugin; // the interface, as error messages name it
};

using enum ExtensionPoint;
constexpr std::array<PointName, 12> k_points = {{{PreEnqueue, "preEnqueue", "PreEnqueuePlugin"},
                                                 {QueueSort, "queueSort", "QueueSortPlugin"},
                                                 {PreFilter, "preFilter", "PreFilterPlugin"},
                                                 {Filter, "filter", "FilterPlugin"},
                                                 {PostFilter, "postFilter", "PostFilterPlugin"},
                                                 {PreScore, "preScore", "PreScorePlugin"},
                                                 {Score, "score", "ScorePlugin"},
                                                 {Reserve, "reserve", "ReservePlugin"},
                                                 {Permit, "permit", "PermitPlugin"},
                                                 {PreBind, "preBind", "PreBindPlugin"},
                                                 {Bind, "bind", "BindPlugin"},
                                                 {PostBind, "postBind", "PostBindPlugin"}}};

// Plugins that kube-scheduler removed; naming one is an error since v1. (validation, removedPluginsByVersion)
constexpr std::array<std::string_view, 4> k_removed_in_v1 = {"AzureDiskLimits", "CinderLimits", "EBSLimits",
                                                             "GCEPDLimits"};

const model::SchedulerProfile& known_plugins() {
  static const model::SchedulerProfile profile = model::default_profile_with_coscheduling();
  return profile;
}

bool implements(std::string_view plugin, ExtensionPoint point) {
  if (plugin == "PrioritySort") { return point == QueueSort; }
  // Coscheduling up to v0.25 kept its counters in PostBind, and its configurations enable it there.
  if (plugin == "Coscheduling" && point == PostBind) { return true; }
  return known_plugins().enabled(point, plugin);
}

bool is_known(std::string_view plugin) {
  return std::ranges::any_of(k_points, [&](const PointName& row) { return implements(plugin, row.point); });
}

// Default plugins that come with a feature gate. (default_plugins.go, applyFeatureGates) No profile decides here what
// they do: the ledger of the engine asks about features of nodes and topologies.
bool is_of_feature_gate(std::string_view plugin) {
  constexpr std::array<std::string_view, 3> k_plugins = {"NodeDeclaredFeatures", "PodGroupPodsCount",
                                                         "TopologyPlacementGenerator"};
  return std::ranges::find(k_plugins, plugin) != k_plugins.end();
}

bool is_simulated(std::string_view plugin) { return is_known(plugin) || is_of_feature_gate(plugin); }

std::int32_t default_weight(std::string_view plugin, ConfigVersion version) {
  if (version == ConfigVersion::V1Beta2) { return plugin == "PodTopologySpread" ? 2 : 1; }
  return known_plugins().score_weight(plugin);
}

bool has(const Plugins& plugins, std::string_view name) {
  return std::ranges::find(plugins, name, &EnabledPlugin::name) != plugins.end();
}

bool has(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

// mergePluginSet. Of a plugin that the file enables twice, the last one replaces a default.
PluginSet merged(const Plugins& defaults, const PluginSet& custom) {
  PluginSet result;
  result.disabled = custom.disabled;
  std::vector<const EnabledPlugin*> replacing;
  for (const EnabledPlugin& plugin : has(custom.disabled, "*") ? Plugins() : defaults) {
    if (has(custom.disabled, plugin.name)) { continue; }
    const auto again = std::find_if(custom.enabled.rbegin(), custom.enabled.rend(),
                                    [&](const EnabledPlugin& other) { return other.name == plugin.name; });
    result.enabled.push_back(again == custom.enabled.rend() ? plugin : *again);
    if (again != custom.enabled.rend()) { replacing.push_back(&*again); }
  }
  for (const EnabledPlugin& plugin : custom.enabled) {
    if (std::ranges::find(replacing, &plugin) == replacing.end()) { result.enabled.push_back(plugin); }
  }
  return result;
}

[[noreturn]] void refuse_twice(std::string_view plugin, const PointName& point, const Path& path) {
  throw DecodeError(path, util::concat("plugin \"", plugin, "\" already registered as \"", point.plugin, '"'));
}

// kube-scheduler's multiPoint defaults in order, with PrioritySort second. (apis/config/v1/default_plugins.go)
Plugins default_plugins(ConfigVersion version) {
  Plugins plugins;
  for (const std::string_view name : model::default_plugin_names()) {
    if (name == "Coscheduling") { continue; }
    plugins.push_back({std::string(name), default_weight(name, version)});
    if (plugins.size() == 1) { plugins.push_back({"PrioritySort", default_weight("PrioritySort", version)}); }
  }
  return plugins;
}

// v1beta2 has its defaults at each point, later versions in multiPoint.
Plugins default_plugins_at(ExtensionPoint point, ConfigVersion version) {
  Plugins plugins;
  if (version != ConfigVersion::V1Beta2) { return plugins; }
  for (EnabledPlugin& plugin : default_plugins(version)) {
    if (implements(plugin.name, point)) { plugins.push_back(std::move(plugin)); }
  }
  return plugins;
}

// expandMultiPointPlugins, for one point.
Plugins expanded(const PluginSet& at_point, const PluginSet& multi_point, const PointName& row, const Path& path) {
  if (has(at_point.disabled, "*")) { return at_point.enabled; }
  Plugins overriding, from_multi_point, others;
  for (const EnabledPlugin& plugin : multi_point.enabled) {
    if (!implements(plugin.name, row.point) || has(at_point.disabled, plugin.name)) { continue; }
    if (has(at_point.enabled, plugin.name)) { continue; }
    if (has(from_multi_point, plugin.name)) { refuse_twice(plugin.name, row, path["multiPoint"]); }
    from_multi_point.push_back(plugin);
  }
  for (const EnabledPlugin& plugin : at_point.enabled) {
    const bool overrides = implements(plugin.name, row.point) && has(multi_point.enabled, plugin.name) &&
                           !has(at_point.disabled, plugin.name);
    (overrides ? overriding : others).push_back(plugin);
  }
  Plugins result = std::move(overriding);
  std::ranges::move(from_multi_point, std::back_inserter(result));
  std::ranges::move(others, std::back_inserter(result));
  return result;
}

void set_weights(Plugins& plugins, ExtensionPoint point, const PluginSet& multi_point) {
  for (EnabledPlugin& plugin : plugins) {
    if (point != Score) {
      plugin.weight = 0;
      continue;
    }
    const auto elsewhere = std::ranges::find(multi_point.enabled, plugin.name, &EnabledPlugin::name);
    if (plugin.weight == 0 && elsewhere != multi_point.enabled.end()) { plugin.weight = elsewhere->weight; }
    if (plugin.weight == 0) { plugin.weight = 1; }
  }
}

EnabledPlugin enabled_plugin_of(document::Value value, const Path& path) {
  EnabledPlugin plugin;
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "name") {
      plugin.name = text_of(member, at);
    } else if (key == "weight") {
      plugin.weight = int32_of(member, at);
    } else {
      refuse_unknown_field(at);
    }
  });
  return plugin;
}

PluginSet plugin_set_of(document::Value value, const Path& path) {
  PluginSet set;
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key != "enabled" && key != "disabled") { refuse_unknown_field(at); }
    each_element(member, at, [&](document::Value element, const Path& below) {
      EnabledPlugin plugin = enabled_plugin_of(element, below);
      if (key == "enabled") {
        set.enabled.push_back(std::move(plugin));
      } else {
        set.disabled.push_back(std::move(plugin.name));
      }
    });
  });
  return set;
}

// True for a point of this version of kube-scheduler that none of our plugins implements.
bool is_foreign_point(std::string_view field) {
  return field == "placementGenerate" || field == "placementScore" || field == "podGroupPostFilter";
}

void check_names(const PluginSet& set, std::string_view field, ConfigVersion version, const Path& path,
                 std::vector<std::string>& warnings) {
  for (const EnabledPlugin& plugin : set.enabled) {
    if (version == ConfigVersion::V1 && std::ranges::find(k_removed_in_v1, plugin.name) != k_removed_in_v1.end()) {
      throw DecodeError(path[field]["enabled"], util::concat("Invalid value: \"", plugin.name,
                                                             "\": was invalid in version "
                                                             "\"kubescheduler.config.k8s.io/v1\""));
    }
    if (is_simulated(plugin.name)) { continue; }
    std::string warning = util::concat("plugin ", plugin.name, " is not known here: what it does is not simulated");
    if (!has(warnings, warning)) { warnings.push_back(std::move(warning)); }
  }
}

// (framework/runtime, updatePluginList)
void check_points(const PluginSet& set, const PointName& point, const Path& path) {
  Plugins before;
  for (const EnabledPlugin& plugin : set.enabled) {
    if (is_known(plugin.name) && !implements(plugin.name, point.point)) {
      throw DecodeError(path[point.field],
                        util::concat("plugin \"", plugin.name, "\" does not extend ", point.plugin, " plugin"));
    }
    if (has(before, plugin.name)) { refuse_twice(plugin.name, point, path[point.field]); }
    before.push_back(plugin);
  }
}

} // namespace

std::string_view extension_point_name(ExtensionPoint point) {
  return std::ranges::find(k_points, point, &PointName::point)->field;
}

void refuse_unknown_field(const Path& path) {
  throw DecodeError(Path(), util::concat("strict decoding error: unknown field \"", path.text(), '"'));
}

std::int64_t nanoseconds_of(document::Value value, const Path& path) {
  const std::string_view text = text_of(value, path);
  if (value.absent()) { return 0; }
  const std::optional<std::int64_t> nanoseconds = model::parse_go_duration(text);
  if (!nanoseconds) { throw DecodeError(path, util::concat('"', text, "\" is not a duration such as 1m30s")); }
  return *nanoseconds;
}

PluginSections plugin_sections_of(document::Value value, const Path& path) {
  PluginSections sections;
  Plugins of_foreign_points; // as if at multiPoint, which names no point
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    const auto row = std::ranges::find(k_points, key, &PointName::field);
    if (row != k_points.end()) {
      sections[row->point] = plugin_set_of(member, at);
    } else if (key == "multiPoint") {
      sections[std::nullopt] = plugin_set_of(member, at);
    } else if (is_foreign_point(key)) {
      PluginSet set = plugin_set_of(member, at);
      for (EnabledPlugin& plugin : set.enabled) {
        if (!is_simulated(plugin.name)) { of_foreign_points.push_back(std::move(plugin)); }
      }
    } else {
      refuse_unknown_field(at);
    }
  });
  if (!of_foreign_points.empty()) {
    std::ranges::move(of_foreign_points, std::back_inserter(sections[std::nullopt].enabled));
  }
  return sections;
}

std::vector<model::NotSimulated> plugins_not_simulated(const PluginSections& sections) {
  std::vector<model::NotSimulated> found;
  for (const auto& [point, set] : sections) {
    for (const EnabledPlugin& plugin : set.enabled) {
      std::string name = util::concat("plugin ", plugin.name);
      const bool is_new = std::ranges::find(found, name, &model::NotSimulated::name) == found.end();
      if (!is_simulated(plugin.name) && is_new) { found.push_back({std::move(name), {}}); }
    }
  }
  return found;
}

std::map<ExtensionPoint, Plugins> expanded_plugins(const PluginSections& sections, ConfigVersion version,
                                                   const Path& path, std::vector<std::string>& warnings) {
  const auto section = [&](std::optional<ExtensionPoint> key) {
    const auto found = sections.find(key);
    return found == sections.end() ? PluginSet() : found->second;
  };
  const Plugins defaults = version == ConfigVersion::V1Beta2 ? Plugins() : default_plugins(version);
  check_names(section(std::nullopt), "multiPoint", version, path, warnings);
  const PluginSet multi_point = merged(defaults, section(std::nullopt));
  std::map<ExtensionPoint, Plugins> result;
  for (const PointName& row : k_points) {
    check_names(section(row.point), row.field, version, path, warnings);
    const PluginSet at_point = merged(default_plugins_at(row.point, version), section(row.point));
    check_points(at_point, row, path);
    Plugins plugins = expanded(at_point, multi_point, row, path);
    set_weights(plugins, row.point, multi_point);
    if (!plugins.empty()) { result[row.point] = std::move(plugins); }
  }
  return result;
}

} // namespace snapshot
