// SPDX-License-Identifier: Apache-2.0
#include "engine/rules/counted_members.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace engine {

namespace {

using model::Dialect;

constexpr Counts k_no = {false, false};
constexpr Counts k_there = {true, false};
constexpr Counts k_yes = {true, true};
constexpr Counts k_held = {false, true}; // occupies a node, but does not count as existing

struct CountingRow {
  Dialect dialect;
  std::string_view match_policy; // Koordinator's; empty: any
  // By MemberState.
  Counts pending, empty, gated, bound, terminating, succeeded, failed;
  MissingMembers absent;
};

constexpr std::string_view k_only_waiting = "only-waiting";

// The rule of Coscheduling and kube-scheduler: informers drop finished pods.
constexpr CountingRow k_as_most = {Dialect::Coscheduling,   "", k_there, k_there, k_there, k_yes, k_yes, k_no, k_no,
                                   MissingMembers::BlockAll};

// Dialects that count differently.
// clang-format off
constexpr std::array<CountingRow, 9> k_counting_rows = {{
    //                         policy          pending  empty    gated    bound   terminating  succeeded  failed
    {Dialect::Lightweight,      "",             k_there, k_there, k_there, k_yes,  k_yes,       k_there,   k_there, MissingMembers::BlockAll}, // v0.18 lists pods of any phase
    {Dialect::KubeBatch,        "",             k_there, k_there, k_there, k_yes,  k_no,        k_yes,     k_no,    MissingMembers::BlockAll}, // job_info.go, ValidTaskNum, ReadyTaskNum
    {Dialect::Volcano,          "",             k_there, k_yes,   k_there, k_yes,  k_no,        k_yes,     k_no,    MissingMembers::BlockAll}, // job_info.go, the same
    {Dialect::Koordinator,      k_only_waiting, k_there, k_there, k_there, k_there, k_there,    k_no,      k_no,    MissingMembers::BlockAll}, // gang.go, isGangValidForPermit
    {Dialect::Kai,              "",             k_there, k_there, k_there, k_yes,  k_held,      k_no,      k_no,    MissingMembers::BlockAll}, // pod_status.go, IsAliveStatus, IsActiveUsedStatus
    {Dialect::YuniKorn,         "",             k_there, k_there, k_there, k_yes,  k_yes,       k_no,      k_no,    MissingMembers::Placeholders},
    {Dialect::Kueue,            "",             k_there, k_there, k_there, k_yes,  k_yes,       k_yes,     k_no,    MissingMembers::BlockAll}, // pod_controller.go: a group keeps its finished pods
    {Dialect::LeaderWorkerSet,  "",             k_there, k_there, k_there, k_yes,  k_yes,       k_yes,     k_no,    MissingMembers::Ignored},
    {Dialect::JobSet,           "",             k_there, k_there, k_there, k_yes,  k_yes,       k_yes,     k_no,    MissingMembers::Ignored},
}};
// clang-format on

const CountingRow& row_of(Dialect dialect, std::string_view match_policy) {
  const auto row = std::ranges::find_if(k_counting_rows, [&](const CountingRow& candidate) {
    return candidate.dialect == dialect && (candidate.match_policy.empty() || candidate.match_policy == match_policy);
  });
  return row == k_counting_rows.end() ? k_as_most : *row;
}

} // namespace

MemberState state_of(const model::Pod& pod) {
  using enum MemberState;
  if (pod.phase == model::PodPhase::Succeeded) { return Succeeded; }
  if (pod.phase == model::PodPhase::Failed) { return Failed; }
  if (pod.terminating) { return Terminating; }
  if (pod.bound()) { return Bound; }
  if (pod.gated()) { return Gated; }
  return pod.spec->best_effort ? Empty : Pending;
}

Counts counts_of(const model::PodGroup& group, MemberState state) {
  const CountingRow& row = row_of(group.dialect, group.match_policy);
  switch (state) {
  case MemberState::Pending:
    return row.pending;
  case MemberState::Empty:
    return row.empty;
  case MemberState::Gated:
    return row.gated;
  case MemberState::Bound:
    return row.bound;
  case MemberState::Terminating:
    return row.terminating;
  case MemberState::Succeeded:
    return row.succeeded;
  case MemberState::Failed:
    return row.failed;
  }
  return {};
}

Counts counts_of(const model::ClusterSnapshot& cluster, const model::Pod& pod) {
  if (pod.group == model::k_none) { return {pod.live(), pod.bound()}; }
  Counts counts = counts_of(cluster.groups[static_cast<std::size_t>(pod.group)], state_of(pod));
  counts.placed = counts.placed && (pod.bound() || !pod.terminating); // a pod that terminates unbound occupies no node
  return counts;
}

MissingMembers missing_members(const model::PodGroup& group) {
  return model::is_gang(group) ? row_of(group.dialect, {}).absent : MissingMembers::Ignored;
}

std::int32_t quorum_of(const model::ClusterSnapshot& cluster, const model::PodGroup& group) {
  const std::int32_t declared = std::max(1, group.min_member.value_or(0));
  if (missing_members(group) != MissingMembers::Ignored) { return declared; }
  const auto counts_or_may = [&](model::PodIndex index) {
    const model::Pod& pod = cluster.pods[static_cast<std::size_t>(index)];
    const Counts counts = counts_of(cluster, pod);
    return counts.exists && (counts.placed || (pod.live() && !pod.bound() && !pod.terminating));
  };
  return std::clamp(static_cast<std::int32_t>(std::ranges::count_if(group.members, counts_or_may)), 1, declared);
}

bool is_satisfied_for_good(const model::PodGroup& group) {
  const bool is_default = group.match_policy.empty() || group.match_policy == "once-satisfied";
  return group.dialect == Dialect::Koordinator && is_default;
}

} // namespace engine
