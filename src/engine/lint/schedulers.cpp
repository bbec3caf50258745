// SPDX-License-Identifier: Apache-2.0
// Rules about the schedulers of a group's members.
#include "engine/lint/rules.hpp"
#include "engine/rules/known_schedulers.hpp"

#include <algorithm>
#include <map>

namespace engine::lint {

namespace {

using enum model::Dialect;

constexpr std::string_view k_default_scheduler = "default-scheduler";

// Number of pending members by schedulerName.
std::map<std::string_view, std::int64_t> pending_by_scheduler(const Input& input, const GroupFacts& group) {
  std::map<std::string_view, std::int64_t> counts;
  for (const model::PodIndex index : group.pending) { ++counts[input.pod(index).spec->scheduler_name]; }
  return counts;
}

std::vector<std::string> names_of(const std::map<std::string_view, std::int64_t>& counts) {
  std::vector<std::string> names;
  for (const auto& [name, count] : counts) { names.emplace_back(name); }
  return names;
}

// Checks the scheduler's configuration for members with this schedulerName.
void check_profile(const Input& input, const GroupFacts& group, std::string_view name, Findings& out) {
  const model::SchedulerConfiguration& configuration = input.run.rules.options.configuration;
  if (configuration.assumed) { return; }
  const model::SchedulerProfile* const profile = configuration.profile_for(name);
  if (profile == nullptr) {
    std::vector<std::string> known;
    for (const model::SchedulerProfile& other : configuration.profiles) { known.push_back(other.scheduler_name); }
    out.on(group, "no profile").at("spec.schedulerName").with("scheduler", name).with("profiles", known);
  } else if (!profile->enabled(model::ExtensionPoint::Permit, "Coscheduling")) {
    out.on(group, "no plugin").at("spec.schedulerName").with("scheduler", name).with("minMember", group.min_member);
  }
}

} // namespace

void scheduler_without_gangs(const Input& input, const GroupFacts& group, Findings& out) {
  if (!group.has_to_start()) { return; }
  const model::Dialect dialect = group.group->dialect;
  const auto schedulers = pending_by_scheduler(input, group);
  const bool by_plugin = holds(k_by_coscheduling, dialect);
  if (schedulers.size() > 1 && !by_plugin) {
    out.on(group, "mixed").at("spec.schedulerName").with("schedulers", names_of(schedulers));
    return;
  }
  for (const auto& [name, count] : schedulers) {
    const KnownScheduler* const known = find_scheduler(name);
    if (known != nullptr && !holds(known->reads, dialect)) {
      out.on(group, "of another dialect")
          .level(model::FindingLevel::Warning)
          .at("spec.schedulerName")
          .with("scheduler", name)
          .with("mark", model::facts_of(dialect).mark);
    } else if (model::facts_of(dialect).ignored_by_default && name == k_default_scheduler) {
      out.on(group, "default")
          .level(model::FindingLevel::Warning)
          .at("spec.schedulerName")
          .with("scheduler", name)
          .with("dialect", model::dialect_name(dialect));
    } else if (by_plugin) {
      check_profile(input, group, name, out);
    }
  }
}

// Each profile has its own instance of the plugin, which counts bound members and the members that it placed itself.
// Siblings of the other profile count for PreFilter but never for Permit. (scheduler-plugins pkg/coscheduling/core)
void spread_over_profiles(const Input& input, const GroupFacts& group, Findings& out) {
  if (!group.has_to_start()) { return; }
  const auto schedulers = pending_by_scheduler(input, group);
  if (schedulers.size() < 2) { return; }
  std::int64_t most = 0;
  for (const auto& [name, count] : schedulers) { most = std::max(most, count); }
  if (group.bound + most >= group.quorum()) { return; }
  out.on(group)
      .at("spec.schedulerName")
      .with("minMember", group.quorum())
      .with("schedulers", names_of(schedulers))
      .with("most", group.bound + most);
}

} // namespace engine::lint
