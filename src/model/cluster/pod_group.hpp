// SPDX-License-Identifier: Apache-2.0
// A gang: pods that start together or not at all, however its dialect declares it.
#pragma once

#include "model/cluster/dialect.hpp"
#include "model/cluster/pod.hpp"
#include "model/values/resources.hpp"
#include "model/values/time.hpp"

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
  friend bool operator==(const GroupCondition&, const GroupCondition&) = default;
};

// Volcano: parts that no list names; they are told by labels of the pods.
struct LabelledParts {
  std::optional<Selector> selector;   // of the pods that are told apart; absent: all
  std::vector<std::string_view> keys; // pods with the same values of these are one part
  std::int32_t size = 1;              // the quorum of each
  friend bool operator==(const LabelledParts&, const LabelledParts&) = default;
};

// A part of a gang with a quorum of its own: a Volcano task or sub-group, a KAI sub-group, a YuniKorn task group, a
// Grove pod group, a replicated job of a JobSet.
struct SubGroup {
  std::string_view name, parent;                        // parent empty: the group itself
  std::int32_t min_member = 0;                          // of its own pods; parts that hold others have none
  std::optional<std::int32_t> min_sub_groups = {};      // of the parts that it holds; absent: all of them
  std::optional<LabelledParts> labelled = {};           // this part holds parts that are told by labels
  std::optional<ResourceQuantities> min_resources = {}; // YuniKorn: what the placeholder of one of its pods asks for
  std::vector<PodIndex> members = {};                   // finished ones included, by key
};

// Other marks on the same pods, or what stands above their group.
enum class LayerRole : std::uint8_t {
  Gate,    // holds pods back before any scheduler sees them: Kueue
  Parent,  // a group of groups: CompositePodGroup, Koordinator's gang groups
  Origin,  // its operator made the group of it: a PodGang of Grove
  Ignored, // marks that the pods' scheduler does not read
};

struct Layer {
  Dialect dialect = Dialect::Kueue;
  std::string_view name; // of the group or gate there
  LayerRole role = LayerRole::Ignored;
  friend bool operator==(const Layer&, const Layer&) = default;
};

struct PodGroup {
  Dialect dialect = Dialect::Coscheduling;
  std::string_view namespace_name, name, uid;
  bool declared = false;             // the object that declares it is there; groups that need none say true
  bool implicit = false;             // nobody asked for it: the scheduler makes one for each owner of pods
  bool ignored = false;              // no member's scheduler reads the marks: to it they are pods without a group
  bool from_manifest = false;        // made or touched by the manifest of dry-run
  std::string_view api_version = {}; // of the object, where it is there
  std::optional<std::int32_t> min_member;
  std::optional<ResourceQuantities> min_resources;
  std::optional<std::int32_t> schedule_timeout_seconds;
  std::optional<Time> created;
  PodGroupStatus status;
  std::vector<GroupCondition> conditions; // of its status
  std::string_view queue, priority_class; // of dialects that have them
  std::string_view mode;                  // Koordinator: Strict, NonStrict; YuniKorn: Hard, Soft; empty: the default
  std::string_view match_policy;          // Koordinator: once-satisfied, …; empty: the default
  std::string_view workload;              // native: the Workload that it was made from
  std::string_view parent;                // native: its CompositePodGroup; Koordinator: its gang group, "ns/a,ns/b"
  std::optional<std::int32_t> priority;   // native: spec.priority, by which it preempts and is preempted
  bool gang = true;                       // native: false with the basic policy, which asks for no quorum
  bool disrupted_whole = false;           // native: disruptionMode PodGroup (1.36) or all (1.37)
  std::vector<std::string_view> topology_keys = {}; // native: its members share one value of each
  std::vector<SubGroup> sub_groups = {};
  std::optional<std::int32_t> min_sub_groups = {}; // of those without a parent; absent: all of them
  std::vector<Layer> layers = {};
  const Owner* owner = nullptr;  // Kueue: whose pods the workload is about, where there are none yet
  std::vector<PodIndex> members; // every pod with the label, finished ones included, by key
  // The same name declared elsewhere, for the message of GroupNotFound: "namespace ml", "scheduling.sigs.k8s.io".
  std::vector<std::string_view> near_misses;
};

// Whether some scheduler takes the pods for a group.
inline bool is_gang(const PodGroup& group) {
  return !group.ignored && (group.gang || group.dialect == Dialect::Native);
}

// The least number of pods with which every part has its own quorum: 0 without parts. Of a part that needs only some of
// those it holds, the smallest count.
std::int64_t quorum_of_parts(const std::vector<SubGroup>& parts, std::optional<std::int32_t> min_sub_groups);

} // namespace model
