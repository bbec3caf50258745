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

// What one pod's labels say. The group is in the pod's namespace.
struct Membership {
  std::string_view group;
  std::int32_t min_available = 0; // where the pods declare the quorum themselves
  std::string_view remark;        // how the labels are odd though they are understood; empty: they are not
};

struct DialectReader {
  model::Dialect dialect;
  std::string_view api_group; // of its PodGroup object; empty: the labels are all there is
  std::string_view label;     // on pods; its value is the group's name
  std::optional<Membership> (*membership)(const model::Labels&); // nullopt: no member of such a group
};

// In the order in which they are looked for on a pod.
std::span<const DialectReader> dialects();

const DialectReader& dialect(model::Dialect dialect);

// The dialect whose PodGroup objects are of this API group; null where there is none.
const DialectReader* dialect_of_api_group(std::string_view api_group);

// apiVersion of the objects that declare groups of a dialect; empty where there are none.
std::string_view group_api_version(model::Dialect dialect);

// The rows, each in its file.
extern const DialectReader k_lightweight, k_coscheduling_sigs, k_coscheduling;

// A label whose value is the group's name; "" means no group. (util.GetPodGroupLabel)
std::optional<Membership> member_by_label(const model::Labels& labels, std::string_view label);

} // namespace snapshot
