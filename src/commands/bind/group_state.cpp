// SPDX-License-Identifier: Apache-2.0
#include "commands/bind/group_state.hpp"

#include "util/concat.hpp"

#include <algorithm>
#include <set>

namespace commands {

const model::GroupReport* find_group(const model::Report& report, const BindTargets::Name& name) {
  const auto found = std::ranges::find_if(report.groups, [&](const model::GroupReport& group) {
    return group.namespace_name == name.first && group.name == name.second;
  });
  return found == report.groups.end() ? nullptr : &*found;
}

bool is_bound_at_all(const model::Report& report, const BindTargets::Name& batch) {
  if (const model::GroupReport* const group = find_group(report, batch)) { return group->members.bound > 0; }
  const std::set<BindTargets::Name> pods = targets_of_batch(batch).pods;
  return std::ranges::any_of(report.pods, [&](const model::PodReport& pod) {
    return pod.outcome == model::Outcome::AlreadyBound && pods.contains({pod.namespace_name, pod.name});
  });
}

std::int32_t quorum(const model::GroupReport& group) { return std::max(1, group.min_member); }

bool is_whole(const model::GroupReport& group) {
  const model::MemberCounts& members = group.members;
  return members.bound == 0 || members.bound + members.succeeded + members.failed >= quorum(group);
}

std::string shortage_text(const model::GroupReport& group) {
  const std::string bound =
      util::concat(group.members.bound, " of its members are bound, and minMember is ", quorum(group), "; ");
  if (group.members.total < quorum(group)) {
    return util::concat(bound, "there are only ", group.members.total, " members any more");
  }
  return util::concat(bound, "the others do not fit any more");
}

} // namespace commands
