// SPDX-License-Identifier: Apache-2.0
// Which plugins a profile of a KubeSchedulerConfiguration runs at which extension point.
//
// kube-scheduler does it in two steps, and so do we. First the file is merged with the defaults: what it disables goes,
// what it names again takes the default's place, the rest comes behind (apis/config/v1, mergePluginSet). Then
// multiPoint is expanded: at each point first come the plugins that stand there and in multiPoint, in the order of the
// point; then those of multiPoint that implement the point; then the others of the point. (framework/runtime,
// expandMultiPointPlugins)
#pragma once

#include "model/cluster/scheduler_configuration.hpp"
#include "snapshot/collected/fields.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace snapshot {

enum class ConfigVersion : std::uint8_t { V1, V1Beta3, V1Beta2 };

struct PluginSet {
  std::vector<model::EnabledPlugin> enabled;
  std::vector<std::string> disabled; // "*": all
};

// The section `plugins` as it stands in the file; nullopt as key is multiPoint.
using PluginSections = std::map<std::optional<model::ExtensionPoint>, PluginSet>;

// Reads profiles[].plugins strictly; throws DecodeError.
PluginSections plugin_sections_of(document::Value value, const Path& path);

// What of them is not simulated: "plugin Sieve", each once.
std::vector<model::NotSimulated> plugins_not_simulated(const PluginSections& sections);

// Merged with the defaults of the version and expanded. Plugins that are not known here are kept where the file names a
// point for them, and reported in `warnings`. Throws DecodeError where kube-scheduler would not start.
std::map<model::ExtensionPoint, std::vector<model::EnabledPlugin>> expanded_plugins(const PluginSections& sections,
                                                                                    ConfigVersion version,
                                                                                    const Path& path,
                                                                                    std::vector<std::string>& warnings);

std::string_view extension_point_name(model::ExtensionPoint point); // "preFilter"

[[noreturn]] void refuse_unknown_field(const Path& path);

} // namespace snapshot
