// SPDX-License-Identifier: Apache-2.0
// LowerMinMember: the largest quorum with which the group starts.
//
// A group that does not start with a quorum of n does not start with a larger one. A workload that needs all its pods
// gains nothing by a smaller quorum.
#include "engine/remedies/blocked_group.hpp"
#include "engine/remedies/halving.hpp"
#include "engine/remedies/remedies.hpp"
#include "engine/rules/whole_workloads.hpp"

#include <algorithm>

namespace engine {

namespace {

// False if the quorum follows from the group's size or from its subgroups.
bool has_quorum_of_its_own(const model::PodGroup& group) {
  return group.min_member && !group.implicit && group.sub_groups.empty() && !model::needs_all_pods(group.dialect);
}

// Members with a node after the change.
template <typename Apply>
std::int64_t members_placed(BlockedGroup& group, Apply apply) {
  Scenario& scenario = group.scenario;
  scenario.take_back();
  apply(scenario);
  scenario.play();
  const auto placed = std::ranges::count_if(
      group.members, [&](model::PodIndex member) { return scenario.place_of(member) != model::k_none; });
  scenario.take_back();
  return group.bound + placed;
}

} // namespace

std::optional<model::Fix> lower_min_member(BlockedGroup& group) {
  const std::int32_t declared = group.report.min_member;
  if (!has_quorum_of_its_own(group.group) || declared < 2) { return std::nullopt; }
  const WholeWorkloads workloads(group.cluster());
  if (std::ranges::any_of(group.members, [&](auto member) { return workloads.needs_all_pods(group.pod(member)); })) {
    return std::nullopt;
  }
  group.trials.begin(k_halvings);
  const std::int32_t most = declared - 1;
  const std::int32_t places = group.bound + group.probe().places(group.needed);
  const auto do_without = [&](Scenario& scenario, std::int32_t members) {
    scenario.set_min_member(declared - members);
  };
  const std::int32_t count = declared - least_size(group.trials, most, declared - places, do_without);
  if (count < 1) { return std::nullopt; }
  model::Fix fix;
  fix.kind = model::FixKind::LowerMinMember;
  fix.things = declared - count;
  fix.minimal = !group.trials.ran_out();
  model::Change& change = fix.changes.emplace_back(change_of(group.group));
  change.field = "spec.minMember";
  change.from = std::to_string(declared);
  change.to = std::to_string(count);
  const auto apply = [&](Scenario& scenario) { scenario.set_min_member(count); };
  std::optional<model::Fix> confirmed = group.confirmed(std::move(fix), apply);
  if (confirmed) { confirmed->to = members_placed(group, apply); }
  return confirmed;
}

} // namespace engine
