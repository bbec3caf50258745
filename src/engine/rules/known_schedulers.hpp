// SPDX-License-Identifier: Apache-2.0
// The schedulerNames by which gang schedulers are known.
#pragma once

#include "model/cluster/dialect.hpp"

#include <span>
#include <string_view>

namespace engine {

// The dialects that kube-scheduler reads by the Coscheduling plugin.
inline constexpr model::Dialects k_by_coscheduling =
    model::dialects({model::Dialect::Lightweight, model::Dialect::CoschedulingSigs, model::Dialect::Coscheduling});

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
