// SPDX-License-Identifier: Apache-2.0
// A KubeSchedulerConfiguration, with multiPoint expanded and defaults filled in.
#pragma once

#include "model/cluster/pod.hpp"
#include "util/string_pool.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace model {

enum class ExtensionPoint : std::uint8_t {
  PreEnqueue,
  QueueSort,
  PreFilter,
  Filter,
  PostFilter,
  PreScore,
  Score,
  Reserve,
  Permit,
  PreBind,
  Bind,
  PostBind,
};

// Arguments of the Coscheduling plugin (scheduler-plugins apis/config, CoschedulingArgs), with its defaults.
struct CoschedulingArgs {
  std::int64_t permit_waiting_time_seconds = 60;
  std::int64_t pod_group_backoff_seconds = 0; // 0: off
  std::int32_t pod_group_reject_percentage = 10;
};

enum class FitStrategy : std::uint8_t { LeastAllocated, MostAllocated, RequestedToCapacityRatio };

struct WeightedResource {
  std::string name;
  std::int64_t weight = 1;
};

// Default weights of both resource scores. (A function, because GCC 12 ends the life of nested initializer lists in
// default member initializers too early.)
std::vector<WeightedResource> cpu_and_memory();

struct NodeResourcesFitArgs {
  FitStrategy strategy = FitStrategy::LeastAllocated;
  std::vector<WeightedResource> resources = cpu_and_memory();
  std::vector<std::pair<std::int32_t, std::int32_t>> shape; // utilization 0..100, score 0..10
  std::vector<std::string> ignored_resources, ignored_resource_groups;

  // True if the plugin ignores an extended resource, by name or by the part before "/".
  bool ignores(std::string_view resource) const;
};

// Node affinity that the profile adds to every pod (apis/config, NodeAffinityArgs.addedAffinity).
struct AddedAffinity {
  std::optional<std::vector<NodeSelectorTerm>> required; // ORed
  std::vector<PreferredNodeTerm> preferred;
  std::shared_ptr<const util::StringPool> texts; // owns the strings of the terms
};

// (apis/config, InterPodAffinityArgs)
struct InterPodAffinityArgs {
  std::int32_t hard_pod_affinity_weight = 1; // score of a bound pod's required affinity that the pod meets
  bool ignore_preferred_terms_of_existing_pods = false;
};

// The constraints of defaultingType System.
std::vector<TopologySpreadConstraint> system_default_constraints();

// The constraints of pods that have none (apis/config, PodTopologySpreadArgs).
struct PodTopologySpreadArgs {
  bool system_defaulted = true; // defaultingType: System
  std::vector<TopologySpreadConstraint> default_constraints = system_default_constraints();
  std::shared_ptr<const util::StringPool> texts; // owns the strings of a list
};

// How many nodes DefaultPreemption considers: the larger of both (apis/config, DefaultPreemptionArgs).
struct DefaultPreemptionArgs {
  std::int32_t min_candidate_nodes_percentage = 10;
  std::int32_t min_candidate_nodes_absolute = 100;
};

struct EnabledPlugin {
  std::string name;
  std::int32_t weight = 0; // Score only
};

// A plugin or extender that takes part in decisions and is not simulated.
struct NotSimulated {
  std::string name;                  // "plugin Sieve", "an extender"
  std::vector<std::string> only_for; // resources: it ignores pods that request none of them; empty: all pods
};

// One profile: the plugins at each point in order, and the arguments that the engine reads.
struct SchedulerProfile {
  std::string scheduler_name;
  std::map<ExtensionPoint, std::vector<EnabledPlugin>> plugins;
  CoschedulingArgs coscheduling;
  NodeResourcesFitArgs fit;
  AddedAffinity added_affinity;
  InterPodAffinityArgs inter_pod_affinity;
  PodTopologySpreadArgs spread;
  DefaultPreemptionArgs preemption;
  std::vector<WeightedResource> balanced_resources = cpu_and_memory();
  std::vector<NotSimulated> not_simulated;
  std::optional<std::int32_t> percentage_of_nodes_to_score; // overrides that of the configuration

  bool enabled(ExtensionPoint point, std::string_view plugin) const;
  std::vector<std::string_view> names_at(ExtensionPoint point) const; // the plugins there, in order
  std::int32_t score_weight(std::string_view plugin) const;           // 0: not enabled
};

// The default plugins of kube-scheduler plus Coscheduling through multiPoint and as QueueSort.
SchedulerProfile default_profile_with_coscheduling();
std::vector<SchedulerProfile> default_profiles(); // only the one above

// Plugins of the default profile, in multiPoint order, Coscheduling last.
std::vector<std::string_view> default_plugin_names();

struct SchedulerConfiguration {
  // Not inline, to save compile time: cmake/quick.cmake.
  SchedulerConfiguration();
  SchedulerConfiguration(const SchedulerConfiguration& other);
  SchedulerConfiguration(SchedulerConfiguration&& other) noexcept;
  SchedulerConfiguration& operator=(const SchedulerConfiguration& other);
  SchedulerConfiguration& operator=(SchedulerConfiguration&& other) noexcept;
  ~SchedulerConfiguration();

  bool assumed = true; // no file: one profile serves every schedulerName of pending pods
  std::vector<SchedulerProfile> profiles = default_profiles();
  std::int64_t pod_initial_backoff_seconds = 1;
  std::int64_t pod_max_backoff_seconds = 10;
  std::int32_t percentage_of_nodes_to_score = 0; // 0: the default, which depends on the number of nodes
  std::vector<std::string> warnings;             // unknown plugins, and what stays unknown because of them

  // The profile that serves `scheduler_name`; null if none does. When assumed: always the first.
  const SchedulerProfile* profile_for(std::string_view scheduler_name) const;
};

} // namespace model
