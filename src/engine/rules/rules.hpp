// SPDX-License-Identifier: Apache-2.0
// Resolves the options against the cluster once: the version, the policy of each group, and the profile of each
// schedulerName.
#pragma once

#include "engine/options.hpp"
#include "engine/rules/gates.hpp"
#include "engine/rules/known_schedulers.hpp"
#include "engine/rules/policy.hpp"
#include "engine/scheduler_version.hpp"
#include "model/cluster/cluster_snapshot.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace engine {

struct Rules {
  enum class PodOrder : std::uint8_t { Unknown, ByName };
  // `order`: ByName saves a look at all pods.
  Rules(const model::ClusterSnapshot& cluster, const Options& options, PodOrder order = PodOrder::Unknown);

  const model::ClusterSnapshot& cluster;
  const Options& options;
  SchedulerVersion version;
  Order order;
  std::vector<const Policy*> policies; // by group
  const Policy* plain_policy;          // rules of the plugin for pods without a group
  Gates gates;                         // they keep pods out of the run
  bool label_only_queue;               // sort the queue as v0.18 does: no group has an object
  bool priority_sort;                  // use PrioritySort, kube-scheduler's own: each pod by itself
  bool native_cycles;                  // one cycle tries all of some group
  bool pods_by_name;                   // the pods are sorted by key_less; false only for some trial copies

  const Policy& policy_of(const model::Pod& pod) const {
    return pod.group == model::k_none ? *plain_policy : *policies[static_cast<std::size_t>(pod.group)];
  }
  // True if a scheduling gate that Kueue does not remove keeps the pod out of the queue.
  bool gated(model::PodIndex pod) const {
    return cluster.pods[static_cast<std::size_t>(pod)].gated() && !gates.opens(pod);
  }
  // The group whose rules apply to the pod; k_none for plain pods and if gang rules are off.
  model::GroupIndex gang_of(const model::Pod& pod) const;
  // The group that one cycle tries as a whole with the pod; k_none for others. Each event asks for each pod that it
  // wakes.
  model::GroupIndex native_group_of(const model::Pod& pod) const {
    const bool is_of_one =
        native_cycles && pod.group != model::k_none && policy_of(pod).native == Policy::Native::Cycle;
    return is_of_one ? pod.group : model::GroupIndex(model::k_none);
  }
  const model::SchedulerProfile* profile_of(const model::Pod& pod) const {
    if (options.configuration.assumed) {
      if (const model::SchedulerProfile* own = assumed_profile_of(pod.spec->scheduler_name)) { return own; }
    }
    return options.configuration.profile_for(pod.spec->scheduler_name);
  }
  // The first profile's instance of a plugin sorts the queue of all profiles, and it knows only the failures of its own
  // pods. (scheduler.go New: the QueueSortFunc of profiles[0])
  bool is_of_first_profile(const model::Pod& pod) const {
    return options.configuration.profile_for(pod.spec->scheduler_name) == options.configuration.profiles.data();
  }
  // True if Coscheduling, or its counterpart under the pod's policy, acts at the extension point for this pod.
  bool coscheduling_at(model::ExtensionPoint point, const model::Pod& pod) const;
};

} // namespace engine
