// SPDX-License-Identifier: Apache-2.0
#include "engine/remedies/lower_bound.hpp"

#include "engine/index.hpp"
#include "engine/solver/placement_check.hpp"

#include <algorithm>

namespace engine {

namespace {

std::int64_t rounded_up(std::int64_t amount, std::int64_t by) { return (amount + by - 1) / by; }

// True if only the node itself and the requests on it decide whether the pod fits.
bool is_simple(const BlockedGroup& group, model::PodIndex member) {
  const model::PodSpec& spec = *group.pod(member).spec;
  const PodTerms& terms = group.run.nodes.terms;
  const bool is_kept_out_by_others = !terms.empty() && terms.is_closed_out(terms.kind_of(member));
  return !looks_across_nodes(spec) && !is_kept_out_by_others && spec.host_ports.empty() && spec.volumes.empty() &&
         spec.resource_claims.empty();
}

} // namespace

std::int64_t missing_places(const BlockedGroup& group) {
  const bool are_alike = std::ranges::all_of(group.members, [&](model::PodIndex member) {
    return group.pod(member).spec == group.pod(group.members.front()).spec && is_simple(group, member);
  });
  const bool may_preempt = group.run.bound_usage.lowest_priority() < group.report.priority;
  if (group.members.empty() || !are_alike || may_preempt || !group.report.feasibility) { return 0; }
  const std::optional<std::int64_t> placeable = group.report.feasibility->largest_placeable;
  return placeable ? std::max<std::int64_t>(0, group.bound + group.needed - *placeable) : 0;
}

std::int64_t least_to_leave(const BlockedGroup& group, std::span<const model::PodIndex> pods) {
  const std::int64_t missing = missing_places(group);
  if (missing == 0) { return 0; }
  std::int64_t most_given = 1; // one pod slot
  for (const model::PodIndex pod : pods) {
    for (const model::ResourceAmount& wanted : group.pod(group.members.front()).spec->requests) {
      if (wanted.amount <= 0) { continue; }
      const std::int64_t freed = countable(model::amount_of(group.pod(pod).spec->requests, wanted.resource));
      most_given = std::max(most_given, rounded_up(freed, countable(wanted.amount)));
    }
  }
  return rounded_up(missing, most_given);
}

} // namespace engine
