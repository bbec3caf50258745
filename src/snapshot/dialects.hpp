// SPDX-License-Identifier: Apache-2.0
// The dialects: every way in which pods and objects say "we are a gang". A dialect only reads; what follows from it is
// decided by a profile's rules, in the engine.
//
// A new dialect is one file under dialects/ and one row in dialects.cpp.
#pragma once

#include "model/labels.hpp"
#include "model/pod_group.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace snapshot {

// What a pod says: labels, and of its annotations and fields those that some dialect reads.
struct PodMarks {
  const model::Labels& labels;
  const model::Labels& marks; // by annotation key or path of the field
  std::string_view scheduler_name;
};

PodMarks marks_of(const model::Pod& pod);

// What follows for one dialect. The group is in the pod's namespace.
struct Membership {
  std::string_view group;
  std::int32_t min_available = 0; // where the pods declare the quorum themselves
  std::string_view remark;        // how the marks are odd though they are understood; empty: they are not
};

struct DialectReader {
  model::Dialect dialect;
  std::string_view api_group;         // of its group object; empty: the marks are all there is
  std::string_view label, annotation; // that make a pod a member, where one is enough; its value is the group's name
  std::optional<Membership> (*membership)(const PodMarks& pod); // nullopt: no member of such a group
};

// In the order in which they are looked for on a pod.
std::span<const DialectReader> dialects();

const DialectReader& dialect(model::Dialect dialect);

// The dialect whose PodGroup objects are of this API group; null where there is none.
const DialectReader* dialect_of_api_group(std::string_view api_group);

// The rows, each in its file.
extern const DialectReader k_native, k_volcano, k_kube_batch, k_coscheduling, k_coscheduling_sigs, k_lightweight,
    k_grove;

// A label or mark whose value is the group's name; "" means no group. (util.GetPodGroupLabel)
std::optional<Membership> member_by(const model::Labels& labels, std::string_view key);

// Whether a dialect reads this annotation of pods.
bool is_dialect_annotation(std::string_view key);

// Paths of the fields of pods that dialects read, as keys of PodMarks::marks.
inline constexpr std::string_view k_scheduling_group = "spec.schedulingGroup.podGroupName";
inline constexpr std::string_view k_workload_ref_name = "spec.workloadRef.name"; // 1.35
inline constexpr std::string_view k_workload_ref_group = "spec.workloadRef.podGroup";
inline constexpr std::string_view k_workload_ref_key = "spec.workloadRef.podGroupReplicaKey";

} // namespace snapshot
