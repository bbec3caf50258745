// SPDX-License-Identifier: Apache-2.0
#include "engine/remedies/remedies.hpp"

#include "engine/remedies/blocked_group.hpp"

#include <algorithm>
#include <array>

namespace engine {

namespace {

using model::FixKind;

// Rough cost of one changed object to people. Another order or a wait costs no work. Opening a node, or dropping a
// demand on nodes, is a decision. A moved pod starts again, an evicted pod loses its node, and a node costs money. A
// lower request or quorum gives people less than they asked for.
constexpr std::int64_t k_weight_of_a_loser = 3; // as for an evicted pod
constexpr std::array<RemedyKind, 11> k_kinds = {{
    {FixKind::Uncordon, 1, uncordon},
    {FixKind::WaitFor, 1, wait_for},
    {FixKind::ChangeOrder, 2, change_order},
    {FixKind::RemoveTaint, 2, remove_taint},
    {FixKind::RelaxConstraint, 2, relax_constraint},
    {FixKind::AvoidNodes, 3, avoid_nodes},
    {FixKind::Move, 2, move_pods},
    {FixKind::Evict, 3, evict_pods},
    {FixKind::AddNodes, 8, add_nodes},
    {FixKind::LowerRequest, 6, lower_request},
    {FixKind::LowerMinMember, 5, lower_min_member},
}};

bool is_asked(const RemedyOptions& options, FixKind kind) {
  return options.kinds.empty() || std::ranges::find(options.kinds, kind) != options.kinds.end();
}

} // namespace

bool lacks_room(const model::GroupReport& report) {
  if (report.verdict != model::GroupVerdict::DoesNotFit) { return false; }
  switch (report.code) {
  case model::Code::MinResourcesShort:
  case model::Code::NoNodes:
  case model::Code::WaitingForPreemption:
  case model::Code::NoFeasibleNode:
  case model::Code::TakenByOthersAhead:
  case model::Code::GreedyMiss:
  case model::Code::Fragmented:
  case model::Code::NotEnoughRoom:
    return true;
  default:
    return false;
  }
}

std::span<const RemedyKind> remedy_kinds() { return k_kinds; }

std::vector<model::Fix> find_fixes(BlockedGroup& blocked, const RemedyOptions& options) {
  std::vector<model::Fix> fixes;
  if (options.most <= 0 || blocked.members.empty()) { return fixes; }
  for (const RemedyKind& row : k_kinds) {
    if (!is_asked(options, row.kind)) { continue; }
    blocked.trials.begin();
    std::optional<model::Fix> fix = row.propose(blocked);
    if (!fix) { continue; }
    fix->cost = fix->things * row.weight + std::ssize(fix->losers) * k_weight_of_a_loser;
    fixes.push_back(std::move(*fix));
  }
  std::ranges::stable_sort(fixes, {}, &model::Fix::cost);
  if (std::ssize(fixes) > options.most) { fixes.resize(static_cast<std::size_t>(options.most)); }
  // A smaller quorum gives up what the group is for, whatever it weighs.
  std::stable_partition(fixes.begin(), fixes.end(),
                        [](const model::Fix& fix) { return fix.kind != FixKind::LowerMinMember; });
  return fixes;
}

} // namespace engine
