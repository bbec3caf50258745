// SPDX-License-Identifier: Apache-2.0
// The members that still have to be placed, by spec: rules about room look at each class once.
#pragma once

#include "engine/lint/rule.hpp"

#include <cstdint>
#include <vector>

namespace engine::lint {

struct MemberClass {
  const model::Pod* first = nullptr; // by name
  const model::SchedulerProfile* profile = nullptr;
  std::int64_t pods = 0;
  std::int64_t needed = 0; // of those, at least, for the quorum: all members of other classes taken as placed
};

// In the order of their names; none where nodes are not known, or the group has not to start.
std::vector<MemberClass> member_classes(const Input& input, const GroupFacts& group);

} // namespace engine::lint
