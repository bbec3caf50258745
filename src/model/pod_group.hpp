// SPDX-License-Identifier: Apache-2.0
// A gang: pods that start together or not at all, however its dialect declares it.
#pragma once

#include "model/dialect.hpp"
#include "model/pod.hpp"
#include "model/resources.hpp"
#include "model/time.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace model {

struct PodGroupStatus {
  std::string_view phase, occupied_by;
  std::int32_t running = 0, succeeded = 0, failed = 0, scheduled = 0;
  std::optional<Time> schedule_start;
};

// metav1.Condition, and its likes in the statuses of other projects.
struct GroupCondition {
  std::string_view type, status, reason, message;
  std::optional<Time> since; // lastTransitionTime
};

// A part of a gang with a quorum of its own: a Volcano task or sub-group, a KAI sub-group, a YuniKorn task group, a
// Kueue pod set.
struct SubGroup {
  std::string_view name, parent; // parent empty: the group itself
  std::int32_t min_member = 0;
};

// Another mark on the same pods: a gate above the gang, or a dialect that their scheduler does not read.
struct Layer {
  Dialect dialect = Dialect::Kueue;
  std::string_view name; // of the group or gate there
  std::string_view role; // "gate" or "ignored"
};

struct PodGroup {
  Dialect dialect = Dialect::Coscheduling;
  std::string_view namespace_name, name, uid;
  bool declared = false;             // the PodGroup object is there; label-only groups need none and say true
  bool from_manifest = false;        // made or touched by the manifest of dry-run
  std::string_view api_version = {}; // of the object, where it is there
  std::optional<std::int32_t> min_member;
  std::optional<ResourceQuantities> min_resources;
  std::optional<std::int32_t> schedule_timeout_seconds;
  std::optional<Time> created;
  PodGroupStatus status;
  std::vector<GroupCondition> conditions;           // of its status
  std::string_view queue, priority_class;           // of dialects that have them
  std::optional<std::int32_t> priority;             // native: spec.priority, by which it preempts and is preempted
  bool gang = true;                                 // native: false with the basic policy, which asks for no quorum
  bool disrupted_whole = false;                     // native: disruptionMode PodGroup (1.36) or all (1.37)
  std::vector<std::string_view> topology_keys = {}; // native: its members share one value of each
  std::vector<SubGroup> sub_groups = {};
  std::vector<Layer> layers = {};
  const Owner* owner = nullptr;  // Kueue: whose pods the workload is about, where there are none yet
  std::vector<PodIndex> members; // every pod with the label, finished ones included, by key
  // The same name declared elsewhere, for the message of GroupNotFound: "namespace ml", "scheduling.sigs.k8s.io".
  std::vector<std::string_view> near_misses;
};

} // namespace model
