// SPDX-License-Identifier: Apache-2.0
// The group that a remedy is looked for, with the means to try one.
#pragma once

#include "engine/remedies/probe.hpp"
#include "engine/remedies/trials.hpp"
#include "model/report/fix.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace engine {

// So many simulations of a run like this one take a tenth of a second or so; small clusters allow exact searches, and
// large ones what a probe has found.
std::int64_t affordable_simulations(const Run& run);

struct BlockedGroup {
  // For questions about the run itself. `report`: what was found out in it.
  BlockedGroup(const Run& run, model::GroupIndex index, const model::GroupReport& report);
  // What led to `run`, for remedies: the run of the snapshot and its report, and the run from whose end a scheduler
  // goes on.
  struct Before {
    const Run& run;
    const model::GroupReport& report;
    const Timeline& running;
  };
  BlockedGroup(const Run& run, model::GroupIndex index, const model::GroupReport& report, const Before& before);

  const Run& run;
  const Run& before; // of the snapshot; for questions about the run itself: `run`
  model::GroupIndex index;
  const model::GroupReport& report;
  const model::GroupReport& report_before;
  const model::PodGroup& group;
  std::vector<model::PodIndex> members; // that look for a place, in the order of the queue
  std::int32_t bound = 0;               // that have one
  std::int32_t needed = 0;              // of `members`, so that the quorum is there
  Scenario scenario;
  Trials trials;

  const model::ClusterSnapshot& cluster() const { return run.rules.cluster; }
  const model::Pod& pod(model::PodIndex pod) const { return cluster().pods[static_cast<std::size_t>(pod)]; }

  // The different specs of `members`, and who has one.
  std::vector<const model::PodSpec*> roles() const;
  std::vector<model::PodIndex> members_of(const model::PodSpec& role) const;

  // The members on what everybody else has at the end of the run.
  Probe& probe();

  // `fix` where the group starts after `apply`, with what others lose by it and how soon the scheduler tries it.
  template <typename Apply>
  std::optional<model::Fix> confirmed(model::Fix fix, Apply apply) {
    if (!trials.starts_in_any_case(apply)) { return std::nullopt; }
    complete(fix);
    return fix;
  }

 private:
  BlockedGroup(const Run& run, model::GroupIndex index, const model::GroupReport& report, const Before& before,
               const Timeline* holds_after);
  void count_freed(model::Fix& fix) const;
  void complete(model::Fix& fix);
  bool binds_only_now(const model::Change& change) const;
  std::unique_ptr<Probe> m_probe;
};

// An object of the picture, as a step of a fix names it.
model::Change change_of(const model::PodGroup& group);
model::Change change_of(const model::Node& node);
model::Change change_of(const model::ClusterSnapshot& cluster, const model::Pod& pod); // with node and owner

} // namespace engine
