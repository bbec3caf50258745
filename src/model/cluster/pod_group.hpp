// SPDX-License-Identifier: Apache-2.0
// A gang: pods that start together or not at all, in any dialect.
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

// metav1.Condition, and similar conditions of other projects.
struct GroupCondition {
  std::string_view type, status, reason, message;
  std::optional<Time> since; // lastTransitionTime
  friend bool operator==(const GroupCondition&, const GroupCondition&) = default;
};

// Volcano: subgroups that no list names; pod labels define them.
struct LabelledParts {
  std::optional<Selector> selector;   // of the pods to divide; absent: all
  std::vector<std::string_view> keys; // pods with equal values of these keys form one part
  std::int32_t size = 1;              // the quorum of each
  friend bool operator==(const LabelledParts&, const LabelledParts&) = default;
};

// A part of a gang with its own quorum: a Volcano task or sub-group, a KAI sub-group, a YuniKorn task group, a Grove
// pod group, a replicated job of a JobSet.
struct SubGroup {
  std::string_view name, parent;                        // parent empty: the group itself
  std::int32_t min_member = 0;                          // of its own pods; 0 for a part that has parts
  std::optional<std::int32_t> min_sub_groups = {};      // required number of its parts; absent: all of them
  std::optional<LabelledParts> labelled = {};           // labels define the parts of this part
  std::optional<ResourceQuantities> min_resources = {}; // YuniKorn: requests of a placeholder for one of its pods
  std::vector<PodIndex> members = {};                   // includes finished pods; by key
};

// Volcano: the part of the network in which the members stay.
struct NetworkTopology {
  std::string_view mode;                            // hard, soft; empty: hard
  std::optional<std::int32_t> highest_tier_allowed; // of HyperNodes
  std::string_view highest_tier_name;               // instead of the number; empty: none
  friend bool operator==(const NetworkTopology&, const NetworkTopology&) = default;
};

// Role of another declaration on the same pods, or of an object above their group.
enum class LayerRole : std::uint8_t {
  Gate,    // holds pods back before any scheduler sees them: Kueue
  Parent,  // a group of groups: CompositePodGroup, Koordinator's gang groups
  Origin,  // its operator created the group from it: a PodGang of Grove
  Ignored, // a declaration that the pods' scheduler does not read
};

struct Layer {
  Dialect dialect = Dialect::Kueue;
  std::string_view name; // of the group or gate of that dialect
  LayerRole role = LayerRole::Ignored;
  friend bool operator==(const Layer&, const Layer&) = default;
};

struct PodGroup {
  Dialect dialect = Dialect::Coscheduling;
  std::string_view namespace_name, name, uid;
  bool declared = false;             // its object exists; also true if it needs no object
  bool implicit = false;             // undeclared: the scheduler makes one for each owner of pods
  bool ignored = false;              // no member's scheduler reads the declaration, so the pods have no group
  bool from_manifest = false;        // created or changed by the manifest of dry-run
  bool leaving = false;              // metadata.deletionTimestamp of its object is set
  std::string_view api_version = {}; // of the object, if it exists
  std::optional<std::int32_t> min_member;
  std::optional<ResourceQuantities> min_resources;
  std::optional<std::int32_t> schedule_timeout_seconds;
  std::optional<Time> created;
  PodGroupStatus status;
  std::vector<GroupCondition> conditions; // of its status
  std::string_view queue, priority_class; // of dialects that have them
  std::string_view mode;                  // Koordinator: Strict, NonStrict; YuniKorn: Hard, Soft; empty: the default
  std::string_view match_policy;          // Koordinator: once-satisfied, …; empty: the default
  std::string_view preemptibility = {};   // KAI: preemptible, non-preemptible; empty: its priority decides
  std::string_view workload;              // native: the Workload that it comes from
  std::string_view parent;                // native: its CompositePodGroup; Koordinator: its gang group, "ns/a,ns/b"
  std::optional<std::int32_t> priority;   // native: spec.priority, as preemptor and as victim
  bool gang = true;                       // native: false with the basic policy, which has no quorum
  bool disrupted_whole = false;           // native: disruptionMode PodGroup (1.36) or all (1.37)
  bool has_claims = false;                // native: spec.resourceClaims, which its members share
  std::vector<std::string_view> topology_keys = {}; // native: its members share one value of each key
  std::optional<NetworkTopology> network_topology = {};
  std::vector<SubGroup> sub_groups = {};
  std::optional<std::int32_t> min_sub_groups = {}; // required number of parts without a parent; absent: all
  std::vector<Layer> layers = {};
  const Owner* owner = nullptr;  // Kueue: owner of the workload's pods, while these do not exist
  std::vector<PodIndex> members; // every pod with the label, including finished pods; by key
  // Other places that declare this name, for the message of GroupNotFound: "namespace ml", "scheduling.sigs.k8s.io".
  std::vector<std::string_view> near_misses;
  bool unread = false; // undeclared: an object of this name exists and could not be read
};

// True if some scheduler treats the pods as a group.
inline bool is_gang(const PodGroup& group) {
  return !group.ignored && (group.gang || group.dialect == Dialect::Native);
}

// The least number of pods that gives every part its own quorum; 0 without parts. If a part needs only some of its
// parts, the smallest ones count.
std::int64_t quorum_of_parts(const std::vector<SubGroup>& parts, std::optional<std::int32_t> min_sub_groups);

} // namespace model
