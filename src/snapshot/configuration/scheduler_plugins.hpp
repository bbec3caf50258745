// SPDX-License-Identifier: Apache-2.0
// Which plugins a profile of a KubeSchedulerConfiguration runs at which extension point.
//
// Like kube-scheduler, we proceed in two steps. First we merge the file with the defaults: remove what it disables,
// replace defaults that it names again, and append the rest (apis/config/v1, mergePluginSet). Then we expand
// multiPoint. Each point gets, in this order: plugins listed at the point and in multiPoint, in the order of the point;
// plugins of multiPoint that implement the point; the other plugins of the point. (framework/runtime,
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

// The section `plugins` as written in the file; the key nullopt means multiPoint.
using PluginSections = std::map<std::optional<model::ExtensionPoint>, PluginSet>;

// Reads profiles[].plugins strictly; throws DecodeError.
PluginSections plugin_sections_of(document::Value value, const Path& path);

// The plugins of these sections that we do not simulate: "plugin Sieve", each once.
std::vector<model::NotSimulated> plugins_not_simulated(const PluginSections& sections);

// Merges the sections with the defaults of the version and expands them. Keeps unknown plugins if the file names a
// point for them, and reports them in `warnings`. Throws DecodeError if kube-scheduler would not start.
std::map<model::ExtensionPoint, std::vector<model::EnabledPlugin>> expanded_plugins(const PluginSections& sections,
                                                                                    ConfigVersion version,
                                                                                    const Path& path,
                                                                                    std::vector<std::string>& warnings);

std::string_view extension_point_name(model::ExtensionPoint point); // "preFilter"

[[noreturn]] void refuse_unknown_field(const Path& path);

// A metav1.Duration, "1m30s"; 0 if absent. Throws DecodeError.
std::int64_t nanoseconds_of(document::Value value, const Path& path);

} // namespace snapshot
