// SPDX-License-Identifier: Apache-2.0
// A pod can name its group in several dialects: a trainer writes Coscheduling's labels, Volcano's controller adds its
// annotation, Kueue holds the pod back. One of them governs, chosen by the pod's schedulerName and by the group objects
// in the input. The others are layers.
#pragma once

#include "snapshot/dialects/dialects.hpp"

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace snapshot {

struct Mark {
  const DialectReader* reader = nullptr;
  Membership membership;
  bool is_read = true;      // the pod's scheduler reads it, judging by schedulerName
  bool is_declared = false; // the input contains the group's object, or the group needs none
};

// True if the input contains the object of the group that the pod names.
using IsDeclared = std::function<bool(const DialectReader& reader, std::string_view group)>;

// All group references of the pod, the governing one first; empty if it names no gang. If two dialects read the same
// reference, the likelier dialect represents both.
std::vector<Mark> marks_by_rank(const PodMarks& pod, const IsDeclared& is_declared);

// The group that the pod's scheduler creates if the pod names no gang; nullopt if it creates none.
std::optional<Mark> implicit_mark(const PodMarks& pod);

} // namespace snapshot
