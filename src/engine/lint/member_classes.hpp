// SPDX-License-Identifier: Apache-2.0
// The members that still need a node, by spec. Rules about capacity check each class once.
#pragma once

#include "engine/lint/rule.hpp"

#include <cstdint>
#include <vector>

namespace engine::lint {

struct MemberClass {
  const model::Pod* first = nullptr; // the first by name
  const model::SchedulerProfile* profile = nullptr;
  std::int64_t pods = 0;
  std::int64_t needed = 0; // least number of `pods` for the quorum, even if all members of other classes fit
};

// In the order of their names. Empty if nodes are unknown, or if the group does not have to start.
std::vector<MemberClass> member_classes(const Input& input, const GroupFacts& group);

} // namespace engine::lint
