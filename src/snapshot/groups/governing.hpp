// SPDX-License-Identifier: Apache-2.0
// A pod can carry the marks of several dialects: a trainer writes Coscheduling's labels, Volcano's controller adds its
// annotation, Kueue holds the pod back. One of them governs, by the scheduler that the pod asks for and by the group
// objects that are there; the others are layers.
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
  bool is_read = true;      // by the scheduler that the pod asks for, as far as its name tells
  bool is_declared = false; // the group's object is there, or none is needed
};

// Whether the object of the group that the pod says to be of is there.
using IsDeclared = std::function<bool(const DialectReader& reader, std::string_view group)>;

// Every mark of the pod that says to be of a gang, the governing one first; empty: none. A mark that two dialects read
// stands for the one that is the likelier of the two.
std::vector<Mark> marks_by_rank(const PodMarks& pod, const IsDeclared& is_declared);

// The group that the pod's scheduler makes where the pod has no gang's marks; nullopt where it makes none.
std::optional<Mark> implicit_mark(const PodMarks& pod);

} // namespace snapshot
