// SPDX-License-Identifier: Apache-2.0
// The schedulerNames by which gang schedulers are known.
#pragma once

#include "model/dialect.hpp"

#include <span>
#include <string_view>

namespace engine {

struct KnownScheduler {
  std::string_view name;
  std::string_view project;    // as it writes its own name
  model::Dialects reads;       // the dialects of the groups that it places
  std::string_view queue_mark; // the label of a pod that names its queue there; empty: its groups do
};

// Null: none of them. Any scheduler can be given another name.
const KnownScheduler* find_scheduler(std::string_view name);
std::span<const KnownScheduler> known_schedulers();

} // namespace engine
