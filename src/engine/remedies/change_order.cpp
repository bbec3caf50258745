// SPDX-License-Identifier: Apache-2.0
// ChangeOrder: where only the order is against the group, the least priority with which it starts.
//
// A priority changes the order only where it passes that of somebody else, so the priorities of those who are tried too
// are all there is to try.
#include "engine/index.hpp"
#include "engine/remedies.hpp"
#include "engine/remedies/blocked_group.hpp"

#include <set>

namespace engine {

namespace {

// User-made priorities end here; above are those of the system. (scheduling/types.go, HighestUserDefinablePriority)
constexpr std::int32_t k_highest_of_users = 1'000'000'000;

} // namespace

std::optional<model::Fix> change_order(BlockedGroup& group) {
  const bool fits_alone = group.report.alone && group.report.alone->first == model::GroupVerdict::Fits;
  if (!fits_alone) { return std::nullopt; }
  const std::int32_t own = group.report.priority;
  std::set<std::int32_t> to_pass;
  for (const model::PodIndex index : group.run.pending) {
    const model::Pod& pod = group.pod(index);
    const bool can_be_passed = pod.spec->priority >= own && pod.spec->priority < k_highest_of_users;
    if (pod.group != group.index && can_be_passed) { to_pass.insert(pod.spec->priority); }
  }
  for (const std::int32_t passed : to_pass) {
    const auto apply = [&](Scenario& scenario) { scenario.set_priority(passed + 1); };
    if (!group.trials.starts(apply)) { continue; }
    model::Fix fix;
    fix.kind = model::FixKind::ChangeOrder;
    fix.things = 1;
    model::Change& change = fix.changes.emplace_back(change_of(group.group));
    change.field = "priority";
    change.from = std::to_string(own);
    change.to = std::to_string(passed + 1);
    return group.confirmed(std::move(fix), apply);
  }
  return std::nullopt;
}

} // namespace engine
