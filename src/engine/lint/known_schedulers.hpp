// SPDX-License-Identifier: Apache-2.0
// The schedulerNames by which gang schedulers are known.
#pragma once

#include "engine/lint/rule.hpp"

#include <string_view>

namespace engine::lint {

struct KnownScheduler {
  std::string_view name;
  Dialects reads; // the dialects of the groups that it places
};

// Null: none of them. Any scheduler can be given another name.
const KnownScheduler* find_scheduler(std::string_view name);

} // namespace engine::lint
