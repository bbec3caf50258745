// SPDX-License-Identifier: Apache-2.0
#include "snapshot/configuration/volcano_configuration.hpp"

#include "document/reading/reader.hpp"
#include "snapshot/collected/api_group.hpp"
#include "util/ascii.hpp"
#include "util/error.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace snapshot {

namespace {

// Plugins that never vote about enqueue. (pkg/scheduler/plugins: no AddJobEnqueueableFn)
constexpr std::array<std::string_view, 7> k_no_voters = {"priority",   "gang",      "conformance", "drf",
                                                         "predicates", "nodeorder", "binpack"};

// In YAML, or in the JSON of a snapshot.
bool has_actions_and_tiers(std::string_view text) {
  const auto names = [&](std::string_view yaml, std::string_view json) {
    return text.find(yaml) != std::string_view::npos || text.find(json) != std::string_view::npos;
  };
  return names("actions:", "\"actions\"") && names("tiers:", "\"tiers\"");
}

// "enqueue, allocate, backfill"
std::vector<std::string_view> actions_of(std::string_view text) {
  std::vector<std::string_view> actions;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view action = util::trimmed(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
    if (!action.empty()) { actions.push_back(action); }
  }
  return actions;
}

bool is_queue_plugin(std::string_view plugin) { return plugin == "proportion" || plugin == "capacity"; }

// True if it sets a field besides its name that does not concern victims.
bool has_options(document::Value plugin) {
  for (const auto [key, member] : plugin.members()) {
    const bool is_of_victims = key == "enablePreemptable" || key == "enableReclaimable";
    if (key != "name" && !is_of_victims && !member.absent()) { return true; }
  }
  return false;
}

// The options of the plugins in all tiers that decide about queues. A reject counts within its tier only, so overcommit
// and the plugin of queues have to be in one.
void read_tiers(document::Value tiers, bool enqueues, model::VolcanoConfiguration& configuration) {
  bool has_other_voters = false, are_known = false;
  for (const document::Value tier : tiers.elements()) {
    std::size_t overcommit = 0, of_queues = 0;
    for (const document::Value plugin : tier["plugins"].elements()) {
      const std::string_view name = plugin["name"].text();
      if (std::ranges::find(k_no_voters, name) != k_no_voters.end()) { continue; }
      const bool is_hierarchical = name == "capacity" && plugin["enableHierarchy"].boolean();
      configuration.limits_queues = configuration.limits_queues || is_queue_plugin(name);
      configuration.has_hierarchy = configuration.has_hierarchy || is_hierarchical;
      const bool is_known =
          (name == "overcommit" || is_queue_plugin(name)) && (is_hierarchical || !has_options(plugin));
      has_other_voters = has_other_voters || !is_known;
      (name == "overcommit" ? overcommit : of_queues) += 1;
    }
    if (overcommit + of_queues == 0) { continue; }
    has_other_voters = has_other_voters || are_known;
    are_known = overcommit == 1 && of_queues == 1;
  }
  configuration.enqueues_as_known = enqueues && are_known && !has_other_voters;
}

bool names_plugin(document::Value tiers) {
  for (const document::Value tier : tiers.elements()) {
    for (const document::Value plugin : tier["plugins"].elements()) {
      if (!plugin["name"].text().empty()) { return true; }
    }
  }
  return false;
}

// Two files of a ConfigMap: the scheduler reads one of them.
model::VolcanoConfiguration either(const model::VolcanoConfiguration& a, const model::VolcanoConfiguration& b) {
  model::VolcanoConfiguration both;
  both.enqueues_as_known = a.enqueues_as_known && b.enqueues_as_known;
  both.limits_queues = a.limits_queues && b.limits_queues;
  both.has_hierarchy = a.has_hierarchy && b.has_hierarchy;
  both.preempts = a.preempts || b.preempts;
  both.reclaims = a.reclaims || b.reclaims;
  return both;
}

} // namespace

bool may_be_volcano_configuration(const document::Item& item) {
  if (item.kind != "ConfigMap" || !api_group_of(item.api_version).empty()) { return false; }
  for (const auto [key, member] : item.value["data"].members()) {
    if (has_actions_and_tiers(member.text())) { return true; }
  }
  return false;
}

void note_volcano_configuration(Collected& collected, const document::Item& item, const Origin& origin) {
  if (!may_be_volcano_configuration(item)) { return; }
  std::optional<model::VolcanoConfiguration> found;
  for (const auto [key, member] : item.value["data"].members()) {
    const std::string_view text = member.text();
    if (!has_actions_and_tiers(text)) { continue; }
    model::VolcanoConfiguration configuration;
    bool is_of_kai = false, has_plugins = false;
    const auto take = [&](const document::Item& part) {
      const std::vector<std::string_view> actions = actions_of(part.value["actions"].text());
      const auto has = [&](std::string_view action) { return std::ranges::find(actions, action) != actions.end(); };
      is_of_kai = has("consolidation") || has("stalegangeviction"); // its file has the same form
      has_plugins = names_plugin(part.value["tiers"]);
      configuration.preempts = has("preempt") || has("gangpreempt") || has("shuffle");
      configuration.reclaims = has("reclaim") || has("gangreclaim") || has("shuffle");
      read_tiers(part.value["tiers"], has("enqueue"), configuration);
    };
    try {
      document::read_text(text, key, {}, take, [](const util::Problem&) {});
    } catch (const util::Error&) {}              // Volcano keeps the configuration that it had, which is not known
    if (is_of_kai || !has_plugins) { continue; } // of another program
    if (found) { configuration = either(*found, configuration); }
    found = configuration;
  }
  if (!found) { return; }
  const document::Value metadata = item.value["metadata"];
  found->name = collected.lasting(metadata["name"].text());
  found->namespace_name = collected.lasting(metadata["namespace"].text());
  collected.cluster.volcano_configurations.push_back(*found);
  collected.volcano_configuration_origins.push_back(origin);
}

} // namespace snapshot
