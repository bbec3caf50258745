// SPDX-License-Identifier: Apache-2.0
// ChangeOrder: if only the queue order blocks the group, the lowest priority with which it starts. If its members
// block each other, the role that the scheduler should try first.
//
// A priority changes the order only if it exceeds the priority of another pending pod, so no other values need a try.
#include "engine/index.hpp"
#include "engine/remedies/blocked_group.hpp"
#include "engine/remedies/remedies.hpp"

#include <algorithm>
#include <set>
#include <vector>

namespace engine {

namespace {

// The highest priority for users; higher values belong to the system. (scheduling/types.go,
// HighestUserDefinablePriority)
constexpr std::int32_t k_highest_of_users = 1'000'000'000;

std::optional<model::Fix> ahead_of_others(BlockedGroup& group) {
  const std::int32_t own = group.report.priority;
  std::set<std::int32_t> to_pass; // includes pods that the run binds: the group may evict them then
  for (const model::PodIndex index : group.before.pending) {
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
    return group.confirmed_by_last_trial(std::move(fix));
  }
  return std::nullopt;
}

using Role = model::PodSpec;
using RoleOrder = std::vector<const Role*>; // the roles to try first, in this order

std::int32_t highest_priority(const BlockedGroup& group) {
  std::int32_t highest = 0;
  for (const model::PodIndex member : group.members) { highest = std::max(highest, group.pod(member).spec->priority); }
  return highest;
}

// Candidates: one role before all others, or one role and then another before the rest.
std::vector<RoleOrder> orders_of(const std::vector<const Role*>& roles) {
  std::vector<RoleOrder> orders;
  if (roles.size() < 2) { return orders; }
  for (const Role* first : roles) { orders.push_back({first}); }
  if (roles.size() == 2) { return orders; } // the other role is second already
  for (const Role* first : roles) {
    for (const Role* second : roles) {
      if (first != second) { orders.push_back({first, second}); }
    }
  }
  return orders;
}

std::optional<model::Fix> ahead_of_siblings(BlockedGroup& group) {
  const std::int32_t highest = highest_priority(group);
  for (const RoleOrder& order : orders_of(group.roles())) {
    const auto priority_of = [&](std::size_t turn) { return highest + static_cast<std::int32_t>(order.size() - turn); };
    if (priority_of(0) > k_highest_of_users) { return std::nullopt; }
    const auto apply = [&](Scenario& scenario) {
      for (std::size_t turn = 0; turn < order.size(); ++turn) {
        scenario.change_role(*order[turn], [priority = priority_of(turn)](Role& role) { role.priority = priority; });
      }
    };
    if (!group.trials.starts(apply)) { continue; }
    model::Fix fix;
    fix.kind = model::FixKind::ChangeOrder;
    fix.things = std::ssize(order);
    fix.minimal = !group.trials.ran_out();
    for (std::size_t turn = 0; turn < order.size(); ++turn) {
      for (const model::PodIndex member : group.members_of(*order[turn])) {
        model::Change& change = fix.changes.emplace_back(change_of(group.cluster(), member));
        change.field = "spec.priority";
        change.from = std::to_string(order[turn]->priority);
        change.to = std::to_string(priority_of(turn));
      }
    }
    return group.confirmed_by_last_trial(std::move(fix));
  }
  return std::nullopt;
}

} // namespace

std::optional<model::Fix> change_order(BlockedGroup& group) {
  const auto& alone = group.report_before.alone;
  const bool fits_alone = alone && alone->first == model::GroupVerdict::Fits;
  if (fits_alone) { return ahead_of_others(group); }
  return group.report.code == model::Code::GreedyMiss ? ahead_of_siblings(group) : std::nullopt;
}

} // namespace engine
