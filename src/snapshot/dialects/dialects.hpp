// SPDX-License-Identifier: Apache-2.0
// Dialects: every way in which pods and objects declare a gang. A dialect only reads; a profile's rules in the engine
// decide what follows from it.
//
// A new dialect is one file under dialects/ and one row in dialects.cpp. If a pod names its group in several dialects,
// governing.hpp picks one.
#pragma once

#include "model/cluster/pod_group.hpp"
#include "model/values/labels.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace snapshot {

// The parts of a pod that dialects read: all labels, and the annotations and fields that some dialect knows.
struct PodMarks {
  const model::Labels& labels;
  const model::Labels& marks; // by annotation key or field path
  std::string_view scheduler_name;
  // Used by schedulers to name a group that they create themselves: the uid of the pod's controller, else of the pod.
  // The name if there is no uid yet.
  std::string_view made_for = {};
  std::string_view namespace_name = {};
};

PodMarks marks_of(const model::Pod& pod);

// A pod's membership in a group, as one dialect reads it. The group is in the pod's namespace.
struct Membership {
  std::string group;
  std::string_view mark;          // the label, annotation or field that names the group
  bool declares = false;          // the pods alone declare the group; it needs no object
  std::int32_t min_available = 0; // if each pod declares the quorum
  std::string_view remark = {};   // warning about an unusual but readable group reference; empty if none
};

// Role of a dialect's group reference on a pod that also names groups of other dialects.
enum class Tier : std::uint8_t {
  Gang,     // read by a scheduler: one of these governs
  Gate,     // holds the pod before any scheduler sees it
  Origin,   // its operator creates a gang of another dialect
  Workload, // pods that belong together, but that no scheduler treats as a gang
};

struct DialectReader {
  model::Dialect dialect;
  Tier tier = Tier::Gang;
  std::array<std::string_view, 2> api_groups = {}; // of its group object; empty: it has no group object
  std::string_view label = {},
                   annotation =
                       {}; // set to the group's name, one of these makes a pod a member; empty if one key is not enough
  // nullopt: the pod is not in such a group.
  std::optional<Membership> (*membership)(const PodMarks& pod) = nullptr;
  // Name of the group that the scheduler creates for a pod without a group reference; empty: none.
  std::string (*implicit_group)(const PodMarks& pod) = nullptr;
  // Fills in facts about the whole group from one member, if no object declares it. Runs on members by age until it
  // returns true. Strings are views into the pod's annotations, fields and labels.
  bool (*describe)(const PodMarks& pod, model::PodGroup& group) = nullptr;
  // Name of the pod's sub-group; empty: none.
  std::string_view (*sub_group)(const PodMarks& pod) = nullptr;

  bool has_object() const { return !api_groups.front().empty(); }
  bool is_of(std::string_view api_group) const;
};

// In the order in which they read a pod.
std::span<const DialectReader> dialects();

const DialectReader& dialect(model::Dialect dialect);

// The dialect whose group objects have this API group; null if none.
const DialectReader* dialect_of_api_group(std::string_view api_group);

// Membership by a label or annotation whose value is the group's name; "" means no group. (util.GetPodGroupLabel)
std::optional<Membership> member_by(const model::Labels& labels, std::string_view key);

// The value of `key`; "" if absent.
std::string_view mark_of(const model::Labels& labels, std::string_view key);

// Parses a count; nullopt if the text is not a number, or is negative.
std::optional<std::int32_t> count_of(std::string_view text);

// Reads the annotations of a Koordinator gang from a pod or a PodGroup. Strings are views into `annotations`.
void read_koordinator(const model::Labels& annotations, model::PodGroup& group);

// All annotations of pods that dialects read, sorted.
std::span<const std::string_view> dialect_annotations();
bool is_dialect_annotation(std::string_view key);

// Paths of the pod fields that dialects read, as keys of `PodMarks::marks`.
inline constexpr std::string_view k_scheduling_group = "spec.schedulingGroup.podGroupName";
inline constexpr std::string_view k_workload_ref_name = "spec.workloadRef.name"; // 1.35
inline constexpr std::string_view k_workload_ref_group = "spec.workloadRef.podGroup";
inline constexpr std::string_view k_workload_ref_key = "spec.workloadRef.podGroupReplicaKey";

// Koordinator's scheduler name. It reads Coscheduling's labels and PodGroups as its own.
inline constexpr std::string_view k_koord_scheduler = "koord-scheduler";

} // namespace snapshot
