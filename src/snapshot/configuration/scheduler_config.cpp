// SPDX-License-Identifier: Apache-2.0
// Reads KubeSchedulerConfiguration into the model.
#include "snapshot/configuration/scheduler_config.hpp"

#include "document/reading/reader.hpp"

#include "snapshot/collected/api_group.hpp"
#include "snapshot/collected/fields.hpp"
#include "snapshot/configuration/scheduler_args.hpp"
#include "snapshot/configuration/scheduler_plugins.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace snapshot {

namespace {

using model::SchedulerConfiguration;
using model::SchedulerProfile;

constexpr std::string_view k_api_group = "kubescheduler.config.k8s.io";

ConfigVersion version_of(std::string_view api_version) {
  if (api_group_of(api_version) == k_api_group) {
    const std::string_view version = api_version.substr(k_api_group.size() + 1);
    if (version == "v1") { return ConfigVersion::V1; }
    if (version == "v1beta3") { return ConfigVersion::V1Beta3; }
    if (version == "v1beta2") { return ConfigVersion::V1Beta2; }
  }
  throw DecodeError(Path()["apiVersion"], util::concat('"', api_version, "\" is not supported; supported are ",
                                                       k_api_group, "/v1, v1beta3 and v1beta2"));
}

// Fields of the file that do not influence where pods go.
constexpr std::array<std::string_view, 10> k_unread_fields = {"kind",
                                                              "apiVersion",
                                                              "parallelism",
                                                              "leaderElection",
                                                              "clientConnection",
                                                              "healthzBindAddress",
                                                              "metricsBindAddress",
                                                              "enableProfiling",
                                                              "enableContentionProfiling",
                                                              "delayCacheUntilActive"};

std::int32_t percentage_of(document::Value value, const Path& path) {
  const std::int32_t percentage = int32_of(value, path);
  if (percentage < 0 || percentage > 100) {
    throw DecodeError(path, util::concat("Invalid value: ", percentage, ": not in valid range [0-100]"));
  }
  return percentage;
}

SchedulerProfile profile_of(document::Value value, const Path& path, ConfigVersion version,
                            std::vector<std::string>& warnings) {
  SchedulerProfile profile;
  PluginSections sections;
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "schedulerName") {
      profile.scheduler_name = text_of(member, at);
    } else if (key == "plugins") {
      sections = plugin_sections_of(member, at);
    } else if (key == "pluginConfig") {
      read_plugin_config(member, at, version, profile, warnings);
    } else if (key == "percentageOfNodesToScore") {
      if (!member.absent()) { profile.percentage_of_nodes_to_score = percentage_of(member, at); }
    } else {
      refuse_unknown_field(at);
    }
  });
  const Path plugins = path["plugins"];
  profile.not_simulated = plugins_not_simulated(sections);
  profile.plugins = expanded_plugins(sections, version, plugins, warnings);
  return profile;
}

const std::vector<model::EnabledPlugin>& plugins_at(const SchedulerProfile& profile, model::ExtensionPoint point) {
  static const std::vector<model::EnabledPlugin> none;
  const auto found = profile.plugins.find(point);
  return found == profile.plugins.end() ? none : found->second;
}

// Checks that a profile contains what framework/runtime NewFramework requires.
void check_profile(const SchedulerProfile& profile) {
  const std::size_t sorters = plugins_at(profile, model::ExtensionPoint::QueueSort).size();
  if (sorters == 0) {
    throw DecodeError(Path(),
                      util::concat("at least one queue sort plugin is needed for profile with scheduler name \"",
                                   profile.scheduler_name, '"'));
  }
  if (sorters > 1) {
    throw DecodeError(Path(),
                      util::concat("only one queue sort plugin required for profile with scheduler name \"",
                                   profile.scheduler_name, "\", but got ", sorters,
                                   " (with Coscheduling: queueSort {enabled: [Coscheduling], disabled: [\"*\"]})"));
  }
  if (plugins_at(profile, model::ExtensionPoint::Bind).empty()) {
    throw DecodeError(Path(), util::concat("at least one bind plugin is needed for profile with scheduler name \"",
                                           profile.scheduler_name, '"'));
  }
}

void check_names(const std::vector<SchedulerProfile>& profiles) {
  const Path root;
  const Path path = root["profiles"];
  for (std::size_t at = 0; at < profiles.size(); ++at) {
    const Path profile = path.at(static_cast<std::int64_t>(at));
    const std::string& name = profiles[at].scheduler_name;
    if (name.empty()) { throw DecodeError(profile["schedulerName"], "Required value"); }
    const auto same = [&](const SchedulerProfile& other) { return other.scheduler_name == name; };
    if (std::any_of(profiles.begin(), profiles.begin() + static_cast<std::ptrdiff_t>(at), same)) {
      throw DecodeError(profile["schedulerName"], util::concat("Duplicate value: \"", name, '"'));
    }
  }
}

// All profiles share one queue, so they must sort alike. (profile.NewMap)
void check_common_queue_sort(const std::vector<SchedulerProfile>& profiles) {
  const std::string& first = plugins_at(profiles.front(), model::ExtensionPoint::QueueSort).front().name;
  for (const SchedulerProfile& profile : profiles) {
    const std::string& own = plugins_at(profile, model::ExtensionPoint::QueueSort).front().name;
    if (own != first) {
      throw DecodeError(Path(), util::concat("different queue sort plugins for profile \"", profile.scheduler_name,
                                             "\": \"", own, "\", first: \"", first, '"'));
    }
    const model::CoschedulingArgs& a = profile.coscheduling;
    const model::CoschedulingArgs& b = profiles.front().coscheduling;
    const bool same_args = a.permit_waiting_time_seconds == b.permit_waiting_time_seconds &&
                           a.pod_group_backoff_seconds == b.pod_group_backoff_seconds &&
                           a.pod_group_reject_percentage == b.pod_group_reject_percentage;
    if (own == "Coscheduling" && !same_args) {
      throw DecodeError(Path(),
                        util::concat("different queue sort plugin args for profile \"", profile.scheduler_name, '"'));
    }
  }
}

void check_backoff(const SchedulerConfiguration& configuration) {
  const Path root;
  const std::int64_t initial = configuration.pod_initial_backoff_seconds;
  const std::int64_t most = configuration.pod_max_backoff_seconds;
  if (initial <= 0) {
    throw DecodeError(root["podInitialBackoffSeconds"],
                      util::concat("Invalid value: ", initial, ": must be greater than 0"));
  }
  if (most < initial) {
    throw DecodeError(
        root["podMaxBackoffSeconds"],
        util::concat("Invalid value: ", most, ": must be greater than or equal to PodInitialBackoffSeconds"));
  }
}

void check(const SchedulerConfiguration& configuration) {
  check_backoff(configuration);
  check_names(configuration.profiles);
  for (const SchedulerProfile& profile : configuration.profiles) { check_profile(profile); }
  check_common_queue_sort(configuration.profiles);
}

// Reads only which pods the extender sees, and which resources NodeResourcesFit leaves to it.
// (HTTPExtender.IsInterested, scheduler.go buildExtenders)
model::NotSimulated extender_of(document::Value value, std::vector<std::string>& ignored) {
  model::NotSimulated extender{"an extender", {}};
  for (const document::Value resource : value["managedResources"].elements()) {
    extender.only_for.emplace_back(resource["name"].text());
    if (resource["ignoredByScheduler"].boolean()) { ignored.emplace_back(resource["name"].text()); }
  }
  return extender;
}

SchedulerConfiguration configuration_of(const document::Item& item) {
  SchedulerConfiguration configuration;
  std::vector<model::NotSimulated> extenders;
  std::vector<std::string> ignored;
  configuration.assumed = false;
  configuration.profiles.clear();
  const ConfigVersion version = version_of(item.api_version);
  const Path root;
  each_member(item.value, root, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "profiles") {
      each_element(member, at, [&](document::Value element, const Path& below) {
        configuration.profiles.push_back(profile_of(element, below, version, configuration.warnings));
      });
    } else if (key == "podInitialBackoffSeconds") {
      if (!member.absent()) { configuration.pod_initial_backoff_seconds = int64_of(member, at); }
    } else if (key == "podMaxBackoffSeconds") {
      if (!member.absent()) { configuration.pod_max_backoff_seconds = int64_of(member, at); }
    } else if (key == "extenders") {
      for (const document::Value extender : member.elements()) { extenders.push_back(extender_of(extender, ignored)); }
      if (!extenders.empty()) { configuration.warnings.emplace_back("extenders are not simulated"); }
    } else if (key == "percentageOfNodesToScore") {
      if (!member.absent()) { configuration.percentage_of_nodes_to_score = percentage_of(member, at); }
    } else if (std::ranges::find(k_unread_fields, key) == k_unread_fields.end()) {
      refuse_unknown_field(at);
    }
  });
  if (configuration.profiles.empty()) {
    configuration.profiles.push_back(profile_of({}, root["profiles"], version, configuration.warnings));
  }
  if (configuration.profiles.size() == 1 && configuration.profiles.front().scheduler_name.empty()) {
    configuration.profiles.front().scheduler_name = "default-scheduler";
  }
  for (SchedulerProfile& profile : configuration.profiles) {
    profile.not_simulated.insert(profile.not_simulated.end(), extenders.begin(), extenders.end());
    if (!ignored.empty()) { profile.fit.ignored_resources = ignored; } // in place of those of the arguments
  }
  check(configuration);
  return configuration;
}

} // namespace

SchedulerConfiguration read_scheduler_configuration(const std::string& path) {
  std::optional<SchedulerConfiguration> found;
  const auto take = [&](const document::Item& item) {
    if (item.kind != "KubeSchedulerConfiguration") {
      throw util::Error(util::concat(item.place.text(), ": kind ", item.kind.empty() ? "(none)" : item.kind,
                                     " is not a KubeSchedulerConfiguration"));
    }
    if (found) {
      throw util::Error(util::concat(item.place.text(), ": a second KubeSchedulerConfiguration; give one"));
    }
    try {
      found = configuration_of(item);
    } catch (const DecodeError& error) { throw util::Error(util::concat(item.place.text(), ": ", error.what())); }
  };
  const auto refuse = [](const util::Problem& problem) {
    throw util::Error(util::concat(problem.place, ": ", problem.message));
  };
  document::read(path, {}, take, refuse);
  if (!found) { throw util::Error(util::concat(path, ": the file holds no KubeSchedulerConfiguration")); }
  return *found;
}

} // namespace snapshot
