// SPDX-License-Identifier: Apache-2.0
// Rules about the scheduler's arguments, and about the extension points that enable the plugin.
#include "engine/index.hpp"
#include "engine/kube_scheduler/gang_rules.hpp"
#include "engine/lint/rules.hpp"

#include <array>
#include <utility>

namespace engine::lint {

namespace {

using enum model::ExtensionPoint;

// Extension points of Coscheduling. (scheduler-plugins pkg/coscheduling/coscheduling.go)
constexpr std::array<std::pair<model::ExtensionPoint, std::string_view>, 5> k_points = {{
    {QueueSort, "queueSort"},
    {PreFilter, "preFilter"},
    {PostFilter, "postFilter"},
    {Permit, "permit"},
    {Reserve, "reserve"},
}};

// Pods that a scheduler places per second: the rate that Kubernetes' own scalability tests require in large clusters.
constexpr std::int64_t k_pods_per_second = 100;

const model::SchedulerProfile* profile_of(const Input& input, const GroupFacts& group) {
  return group.pending.empty() ? nullptr : input.run.rules.profile_of(input.pod(group.pending.front()));
}

} // namespace

// A released reservation wakes the members that filters rejected, so a gang that does not fit can enter a retry loop.
// (kube-scheduler 1.34, backoffQ is popped when activeQ is empty)
void retries_without_end(const Input& input, const GroupFacts& group, Findings& out) {
  const std::vector<GroupOutcome>& outcomes = input.run.timeline.groups;
  if (outcomes.empty() || !outcomes[at(group.index)].spins) { return; }
  const model::SchedulerProfile* const profile = profile_of(input, group);
  if (profile == nullptr || !input.run.rules.policies[at(group.index)]->group_backoff) { return; }
  if (profile->coscheduling.pod_group_backoff_seconds > 0) { return; }
  if (outcomes[at(group.index)].peak == 0) { return; }              // releases of another group wake it
  if (outcomes[at(group.index)].peak >= group.quorum()) { return; } // members in different profiles: G29
  const bool assumed = input.run.rules.options.configuration.assumed;
  out.on(group, assumed ? "assumed" : "")
      .level(assumed ? model::FindingLevel::Info : model::FindingLevel::Warning)
      .with("minMember", group.quorum())
      .with("placed", outcomes[at(group.index)].peak)
      .with("profile", profile->scheduler_name);
}

void plugin_at_some_points(const Input& input, Findings& out) {
  const model::SchedulerConfiguration& configuration = input.run.rules.options.configuration;
  if (configuration.assumed) { return; }
  for (const model::SchedulerProfile& profile : configuration.profiles) {
    std::vector<std::string> on, off;
    for (const auto& [point, name] : k_points) {
      (profile.enabled(point, "Coscheduling") ? on : off).emplace_back(name);
    }
    const bool sorts_only = on.size() == 1 && profile.enabled(QueueSort, "Coscheduling"); // all profiles share it
    if (on.empty() || off.empty() || sorts_only) { continue; }
    const bool waits = profile.enabled(Permit, "Coscheduling");
    out.on("profile", profile.scheduler_name, waits ? "" : "permit")
        .level(waits ? model::FindingLevel::Warning : model::FindingLevel::Error)
        .at("plugins")
        .with("enabled", on)
        .with("missing", off);
  }
}

void timeout_below_scheduling_time(const Input& input, const GroupFacts& group, Findings& out) {
  if (!group.has_to_start() || profile_of(input, group) == nullptr) { return; }
  const std::int64_t wait = permit_wait_seconds(input.run.rules, *group.group, input.pod(group.pending.front()));
  const std::int64_t needed = (group.missing() + k_pods_per_second - 1) / k_pods_per_second;
  if (wait >= needed) { return; }
  out.on(group)
      .at("spec.scheduleTimeoutSeconds")
      .with("seconds", wait)
      .with("members", group.missing())
      .with("rate", k_pods_per_second)
      .with("needed", needed);
}

} // namespace engine::lint
