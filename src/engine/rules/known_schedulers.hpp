// SPDX-License-Identifier: Apache-2.0
// Usual schedulerNames of gang schedulers.
#pragma once

#include "model/cluster/dialect.hpp"
#include "model/cluster/scheduler_configuration.hpp"

#include <span>
#include <string_view>

namespace engine {

// Dialects that kube-scheduler reads through the Coscheduling plugin.
inline constexpr model::Dialects k_by_coscheduling =
    model::dialects({model::Dialect::Lightweight, model::Dialect::CoschedulingSigs, model::Dialect::Coscheduling});

struct KnownScheduler {
  std::string_view name;
  std::string_view project;    // as the project spells its name
  model::Dialects reads;       // the dialects of the groups that it places
  std::string_view queue_mark; // the pod label that names its queue; empty: its group names it
};

// Null if the name is unknown: an installation can rename any scheduler.
const KnownScheduler* find_scheduler(std::string_view name);
std::span<const KnownScheduler> known_schedulers();

// A project adds this to kube-scheduler under that name, and it may refuse a node: "HAMi's extender"; empty: nothing is
// known.
std::string_view added_filter_of(std::string_view scheduler_name);

// The profile that such a scheduler has by default, if it differs from that of kube-scheduler: an extender counts some
// resources alone. Null: it does not differ.
const model::SchedulerProfile* assumed_profile_of(std::string_view scheduler_name);

} // namespace engine
