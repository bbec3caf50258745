// SPDX-License-Identifier: Apache-2.0
// The question's options, resolved against the cluster once: which version, which policy for which group, which
// profile for which scheduler name.
#pragma once

#include "engine/options.hpp"
#include "engine/rules/gates.hpp"
#include "engine/rules/policy.hpp"
#include "engine/scheduler_version.hpp"
#include "model/cluster/cluster_snapshot.hpp"

#include <string_view>
#include <vector>

namespace engine {

struct Rules {
  Rules(const model::ClusterSnapshot& cluster, const Options& options);

  const model::ClusterSnapshot& cluster;
  const Options& options;
  SchedulerVersion version;
  Order order;
  std::vector<const Policy*> policies; // by group
  const Policy* plain_policy;          // what the plugin does to pods of no group
  Gates gates;                         // what never comes to be tried
  bool label_only_queue;               // the queue is sorted as v0.18 did: no group has an object
  bool priority_sort;                  // by PrioritySort, kube-scheduler's own: each pod by itself
  bool pods_by_name; // the list of pods is in the order of key_less, but for copies that are tried out

  const Policy& policy_of(const model::Pod& pod) const {
    return pod.group == model::k_none ? *plain_policy : *policies[static_cast<std::size_t>(pod.group)];
  }
  // Whether a scheduling gate keeps the pod out of the queue, which Kueue does not take away.
  bool gated(model::PodIndex pod) const {
    return cluster.pods[static_cast<std::size_t>(pod)].gated() && !gates.opens(pod);
  }
  // The group by whose rules the pod is scheduled; k_none for plain pods and where gang rules are off.
  model::GroupIndex gang_of(const model::Pod& pod) const;
  // The group with which the pod is tried in one cycle; k_none for others.
  model::GroupIndex native_group_of(const model::Pod& pod) const;
  const model::SchedulerProfile* profile_of(const model::Pod& pod) const {
    return options.configuration.profile_for(pod.spec->scheduler_name);
  }
  // Whether Coscheduling, or the plugin that stands for it under the pod's policy, acts at the point for this pod.
  bool coscheduling_at(model::ExtensionPoint point, const model::Pod& pod) const;
};

} // namespace engine
