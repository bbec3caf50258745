// SPDX-License-Identifier: Apache-2.0
// Reads KubeSchedulerConfiguration into the model.
#include "snapshot/configuration/scheduler_config.hpp"

#include "document/reading/reader.hpp"

#include "snapshot/collected/api_group.hpp"
#include "snapshot/collected/fields.hpp"
#include "snapshot/configuration/scheduler_args.hpp"
#include "snapshot/configuration/scheduler_extenders.hpp"
#include "snapshot/configuration/scheduler_plugins.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <optional>
#include <string_view>

namespace snapshot {

namespace {

using model::SchedulerConfiguration;
using model::SchedulerProfile;

constexpr std::string_view k_api_group = "kubescheduler.config.k8s.io";

// The versions, and the releases of kube-scheduler that read them.
struct VersionRow {
  std::string_view word;
  ConfigVersion version;
  int first, last;
};
constexpr int k_newest = std::numeric_limits<int>::max();
constexpr std::array<VersionRow, 3> k_versions = {{{"v1", ConfigVersion::V1, 25, k_newest},
                                                   {"v1beta3", ConfigVersion::V1Beta3, 23, 28},
                                                   {"v1beta2", ConfigVersion::V1Beta2, 22, 27}}};

ConfigVersion version_of(std::string_view api_version, std::optional<int> release) {
  const Path root;
  const Path path = root["apiVersion"];
  const bool is_group = api_group_of(api_version) == k_api_group;
  const auto row =
      std::ranges::find(k_versions, is_group ? api_version.substr(k_api_group.size() + 1) : "", &VersionRow::word);
  if (row == k_versions.end()) {
    throw DecodeError(path, util::concat('"', api_version, "\" is not supported; supported are ", k_api_group,
                                         "/v1, v1beta3 and v1beta2"));
  }
  if (release && (*release < row->first || *release > row->last)) {
    throw DecodeError(path, util::concat('"', api_version, "\" is not known to kube-scheduler 1.", *release));
  }
  return row->version;
}

// Fields of the file that do not influence where pods go.
constexpr std::array<std::string_view, 2> k_unread_fields = {"kind", "apiVersion"};
constexpr std::array<std::string_view, 3> k_unread_flags = {"enableProfiling", "enableContentionProfiling",
                                                            "delayCacheUntilActive"};
constexpr std::array<std::string_view, 2> k_unread_addresses = {"healthzBindAddress", "metricsBindAddress"};

void check_unread(std::string_view key, document::Value member, const Path& at, ConfigVersion version) {
  const auto is_one_of = [&](const auto& fields) { return std::ranges::find(fields, key) != fields.end(); };
  if (key == "parallelism") {
    const std::int32_t parallelism = int32_of(member, at);
    if (member.absent() || parallelism > 0) { return; }
    throw DecodeError(at,
                      util::concat("Invalid value: ", parallelism, ": should be an integer value greater than zero"));
  }
  if (key == "leaderElection") { return check_leader_election(member, at); }
  if (key == "clientConnection") { return check_client_connection(member, at); }
  if (is_one_of(k_unread_flags)) {
    boolean_of(member, at);
  } else if (is_one_of(k_unread_addresses) && version != ConfigVersion::V1) {
    text_of(member, at);
  } else if (!is_one_of(k_unread_fields)) {
    refuse_unknown_field(at);
  }
}

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
  std::ranges::move(plugins_not_simulated(sections), std::back_inserter(profile.not_simulated));
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

SchedulerConfiguration configuration_of(const document::Item& item, std::optional<int> release) {
  SchedulerConfiguration configuration;
  Extenders extenders;
  configuration.assumed = false;
  configuration.profiles.clear();
  const ConfigVersion version = version_of(item.api_version, release);
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
      extenders = extenders_of(member, at);
      if (!extenders.all.empty()) { configuration.warnings.emplace_back("extenders are not simulated"); }
    } else if (key == "percentageOfNodesToScore") {
      if (!member.absent()) { configuration.percentage_of_nodes_to_score = percentage_of(member, at); }
    } else {
      check_unread(key, member, at, version);
    }
  });
  if (configuration.profiles.empty()) {
    configuration.profiles.push_back(profile_of({}, root["profiles"], version, configuration.warnings));
  }
  if (configuration.profiles.size() == 1 && configuration.profiles.front().scheduler_name.empty()) {
    configuration.profiles.front().scheduler_name = "default-scheduler";
  }
  for (SchedulerProfile& profile : configuration.profiles) {
    profile.not_simulated.insert(profile.not_simulated.end(), extenders.all.begin(), extenders.all.end());
    // in place of those of the arguments
    if (!extenders.ignored.empty()) { profile.fit.ignored_resources = extenders.ignored; }
  }
  check(configuration);
  return configuration;
}

} // namespace

SchedulerConfiguration read_scheduler_configuration(const std::string& path, std::optional<int> release) {
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
      found = configuration_of(item, release);
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
