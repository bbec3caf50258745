// SPDX-License-Identifier: Apache-2.0
#include "model/cluster/scheduler_message.hpp"

#include "model/cluster/scheduler_configuration.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace model {

namespace {

// Beside the default ones: those of older releases, of feature gates, and the order that Coscheduling replaces.
// (plugins/names/names.go, since 1.25)
constexpr std::array<std::string_view, 8> k_further_plugins = {
    "AzureDiskLimits",      "CinderLimits",      "EBSLimits",    "GCEPDLimits",
    "NodeDeclaredFeatures", "PodGroupPodsCount", "PrioritySort", "TopologyPlacementGenerator"};

// Words of other plugins without their name. (scheduler-plugins: noderesourcetopology/filter.go,
// capacity_scheduling.go, networkoverhead.go)
struct Words {
  std::string_view text, plugin;
};
constexpr std::array<Words, 5> k_words = {{{"cannot align ", "NodeResourceTopologyMatch"},
                                           {"invalid node topology data", "NodeResourceTopologyMatch"},
                                           {"in PreFilter because ElasticQuota ", "CapacityScheduling"},
                                           {"in PreFilter because total ElasticQuota ", "CapacityScheduling"},
                                           {"does not meet several network requirements", "NetworkOverhead"}}};

// Texts with the name of a plugin. (framework/runtime: framework.go, waiting_pods_map.go)
struct Form {
  std::string_view before, after;
};
constexpr std::array<Form, 3> k_forms = {
    {{"plugin \"", "\""}, {"running \"", "\" filter plugin"}, {" at plugin ", ""}}};

bool is_own(std::string_view plugin) {
  static const std::vector<std::string_view> k_default = default_plugin_names();
  return std::ranges::find(k_default, plugin) != k_default.end() ||
         std::ranges::find(k_further_plugins, plugin) != k_further_plugins.end();
}

} // namespace

std::string_view other_plugin_in(std::string_view message) {
  for (const Form& form : k_forms) {
    for (std::size_t at = message.find(form.before); at != message.npos; at = message.find(form.before, at + 1)) {
      const std::string_view rest = message.substr(at + form.before.size());
      const std::string_view name = rest.substr(0, rest.find_first_of("\" .,;:"));
      if (!name.empty() && rest.substr(name.size()).starts_with(form.after) && !is_own(name)) { return name; }
    }
  }
  const auto found =
      std::ranges::find_if(k_words, [&](const Words& words) { return message.find(words.text) != message.npos; });
  return found == k_words.end() ? std::string_view() : found->plugin;
}

} // namespace model
