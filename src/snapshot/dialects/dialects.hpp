// SPDX-License-Identifier: Apache-2.0
// The dialects: every way in which pods and objects say "we are a gang". A dialect only reads; what follows from it is
// decided by a profile's rules, in the engine.
//
// A new dialect is one file under dialects/ and one row in dialects.cpp. Of several marks on one pod governing.hpp
// tells which one holds.
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

// What a pod says: labels, and of its annotations and fields those that some dialect reads.
struct PodMarks {
  const model::Labels& labels;
  const model::Labels& marks; // by annotation key or path of the field
  std::string_view scheduler_name;
  // What a scheduler calls the group that it makes by itself: the uid of the pod's controller, else the pod's own; a
  // name where there is no uid yet.
  std::string_view made_for = {};
  std::string_view namespace_name = {};
};

PodMarks marks_of(const model::Pod& pod);

// What follows for one dialect. The group is in the pod's namespace.
struct Membership {
  std::string group;
  std::string_view mark;          // the label, annotation or field that says so
  bool declares = false;          // what the pods say is enough, no object is needed
  std::int32_t min_available = 0; // where each pod declares the quorum
  std::string_view remark = {};   // how the marks are odd though they are understood; empty: they are not
};

// What the marks of a dialect are to a pod that has others too.
enum class Tier : std::uint8_t {
  Gang,     // a scheduler's: one of them governs
  Gate,     // before any scheduler
  Origin,   // its operator makes a gang of another dialect
  Workload, // pods that belong together and whom no scheduler takes for a gang
};

struct DialectReader {
  model::Dialect dialect;
  Tier tier = Tier::Gang;
  std::array<std::string_view, 2> api_groups = {}; // of its group object; empty: the marks are all there is
  std::string_view label = {}, annotation = {};    // that make a pod a member, where one is enough; the group's name
  // nullopt: no member of such a group.
  std::optional<Membership> (*membership)(const PodMarks& pod) = nullptr;
  // The group that the scheduler makes for a pod of its own without marks; empty: none.
  std::string (*implicit_group)(const PodMarks& pod) = nullptr;
  // What a member's marks say of its group as a whole, where no object does. Members are asked by age until one returns
  // true. Texts are those of the marks.
  bool (*describe)(const PodMarks& pod, model::PodGroup& group) = nullptr;
  // The part of the group that the pod is of; empty: none.
  std::string_view (*sub_group)(const PodMarks& pod) = nullptr;

  bool has_object() const { return !api_groups.front().empty(); }
  bool is_of(std::string_view api_group) const;
};

// In the order in which they are looked for on a pod.
std::span<const DialectReader> dialects();

const DialectReader& dialect(model::Dialect dialect);

// The dialect whose group objects are of this API group; null where there is none.
const DialectReader* dialect_of_api_group(std::string_view api_group);

// A label or mark whose value is the group's name; "" means no group. (util.GetPodGroupLabel)
std::optional<Membership> member_by(const model::Labels& labels, std::string_view key);

// The value, "" where there is none.
std::string_view mark_of(const model::Labels& labels, std::string_view key);

// A count as a text: nullopt where it is none or negative.
std::optional<std::int32_t> count_of(std::string_view text);

// What the annotations of a pod or a PodGroup say of a Koordinator gang. Texts are theirs.
void read_koordinator(const model::Labels& annotations, model::PodGroup& group);

// The annotations of pods that dialects read, sorted.
std::span<const std::string_view> dialect_annotations();
bool is_dialect_annotation(std::string_view key);

// Paths of the fields of pods that dialects read, as keys of PodMarks::marks.
inline constexpr std::string_view k_scheduling_group = "spec.schedulingGroup.podGroupName";
inline constexpr std::string_view k_workload_ref_name = "spec.workloadRef.name"; // 1.35
inline constexpr std::string_view k_workload_ref_group = "spec.workloadRef.podGroup";
inline constexpr std::string_view k_workload_ref_key = "spec.workloadRef.podGroupReplicaKey";

// Under which name Koordinator schedules: it reads the labels and PodGroups of Coscheduling as its own.
inline constexpr std::string_view k_koord_scheduler = "koord-scheduler";

} // namespace snapshot
