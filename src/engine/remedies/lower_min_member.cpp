// SPDX-License-Identifier: Apache-2.0
// LowerMinMember: the largest quorum with which the group starts.
//
// The search goes from the number that finds a place in the probe, up while the group starts or down until it does. It
// takes for granted that a group which does not start with n does not with more than n.
#include "engine/remedies.hpp"
#include "engine/remedies/blocked_group.hpp"

#include <algorithm>

namespace engine {

namespace {

// Others have a quorum that follows from their size, or from their parts.
bool has_quorum_of_its_own(const model::PodGroup& group) {
  const bool follows = group.dialect == model::Dialect::LeaderWorkerSet || group.dialect == model::Dialect::JobSet ||
                       group.dialect == model::Dialect::Kueue;
  return group.min_member && !group.implicit && group.sub_groups.empty() && !follows;
}

} // namespace

std::optional<model::Fix> lower_min_member(BlockedGroup& group) {
  const std::int32_t declared = group.report.min_member;
  if (!has_quorum_of_its_own(group.group) || declared < 2) { return std::nullopt; }
  const auto quorum_of = [](std::int32_t count) {
    return [count](Scenario& scenario) { scenario.set_min_member(count); };
  };
  std::int32_t count = std::clamp(group.bound + group.probe().places(group.needed), 1, declared - 1);
  if (group.trials.starts(quorum_of(count))) {
    while (count + 1 < declared && group.trials.starts(quorum_of(count + 1))) { ++count; }
  } else {
    do { --count; } while (count > 0 && !group.trials.starts(quorum_of(count)) && !group.trials.ran_out());
  }
  const bool has_refuted_more = !group.trials.ran_out();
  if (count < 1) { return std::nullopt; }
  model::Fix fix;
  fix.kind = model::FixKind::LowerMinMember;
  fix.things = declared - count;
  fix.minimal = has_refuted_more;
  model::Change& change = fix.changes.emplace_back(change_of(group.group));
  change.field = "spec.minMember";
  change.from = std::to_string(declared);
  change.to = std::to_string(count);
  return group.confirmed(std::move(fix), quorum_of(count));
}

} // namespace engine
