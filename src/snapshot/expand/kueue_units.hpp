// SPDX-License-Identifier: Apache-2.0
// Which pods of a manifest object Kueue admits together, and in which LocalQueue they wait. Kueue manages objects of
// the kinds that it knows, or else the Jobs and the pods that their controllers create. (kueue, jobframework
// FindAncestorJobManagedByKueue; pkg/controller/jobs/pod/pod_webhook.go)
#pragma once

#include "snapshot/expand/expander.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace snapshot {

// The LocalQueue of the object itself; empty if Kueue does not manage it.
std::string_view local_queue_of(const Collected& collected, const KeptObject& object, std::string_view namespace_name);

// The kinds that Kueue's integrations manage, or the Jobs or pods of their controllers.
bool is_managed_kind(std::string_view api_version, std::string_view kind);

// False for kinds without a webhook of Kueue: only their pods get the LocalQueue "default".
bool may_default(std::string_view kind);

const model::LocalQueue* find_local_queue(const Collected& collected, std::string_view namespace_name,
                                          std::string_view name);

// True if Kueue's configuration enables the integration of the kind: "batch/job", "ray.io/rayjob", "pod".
bool has_integration(const model::KueueConfiguration& configuration, std::string_view kind);

// (managedJobsNamespaceSelector; by default it leaves out kube-system and the namespace of Kueue)
bool manages_namespace(const Collected& collected, const model::KueueConfiguration& configuration,
                       std::string_view name);

// Pods that one Workload of Kueue stands for: those of an object, of a Job that its controller creates, or one pod.
struct KueueUnit {
  std::string name;            // of the Workload
  std::string_view owner_kind; // of the object that the Workload stands for; empty: of a part of it
  std::string_view owner_name;
  std::string_view queue;          // LocalQueue
  std::string perhaps;             // why Kueue may leave them alone, as a clause; empty: it does not
  std::string_view priority_class; // WorkloadPriorityClass, of a label; empty: none
  std::string_view pod_group;      // of a pod that Kueue admits with others; empty: none
  bool is_of_roles = false;        // its pod sets are the roles of the object
  bool is_left_out = false;        // `perhaps` says that managedJobsNamespaceSelector leaves it out
  std::vector<std::size_t> pods;   // places in Expander::made_pods()
};

// Call after expanding the object. The pods of no unit are not in a queue.
std::vector<KueueUnit> kueue_units_of(const KeptObject& object, const Expander& expander);

// Gives the Workload the name of the unit's group of pods, and takes the group's earlier pods of the manifest from the
// snapshot. Returns true if there are any. (pod_controller.go: a group is one Workload)
bool join_group(const KueueUnit& unit, Collected& collected, model::KueueWorkload& workload);

} // namespace snapshot
