// SPDX-License-Identifier: Apache-2.0
#include "engine/rules/rules.hpp"

#include <algorithm>

namespace engine {

namespace {

bool has_native_groups(const model::ClusterSnapshot& snapshot) {
  return std::ranges::find(snapshot.groups, model::Dialect::Native, &model::PodGroup::dialect) != snapshot.groups.end();
}

// The requested version, else the snapshot's own, else the reference version for its kind of groups.
std::string_view version_text(const model::ClusterSnapshot& snapshot, const Options& asked) {
  if (!asked.scheduler_version.empty()) { return asked.scheduler_version; }
  if (!snapshot.server_version.empty()) { return snapshot.server_version; }
  if (asked.policy == "native@v1.35") { return k_barrier_reference_version; }
  return asked.policy == "native" || has_native_groups(snapshot) ? k_native_reference_version : k_reference_version;
}

// Without a configuration, a cluster with only native groups has plain kube-scheduler, which uses PrioritySort.
bool sorts_by_priority(const std::vector<const Policy*>& policies, const model::SchedulerConfiguration& configuration) {
  if (configuration.assumed) {
    return !policies.empty() &&
           std::ranges::all_of(policies, [](const Policy* policy) { return policy->native != Policy::Native::No; });
  }
  return !configuration.profiles.empty() &&
         configuration.profiles.front().enabled(model::ExtensionPoint::QueueSort, "PrioritySort");
}

// True if the profile of the group's pods leaves out the plugin that makes members wait for each other. Their pod group
// cycle still runs, and binds each member that fits. (1.36 podGroupSchedulingDefaultAlgorithm: without a Permit plugin,
// one member that fits is enough)
bool leaves_out_gangs(const model::ClusterSnapshot& snapshot, const model::PodGroup& group,
                      const model::SchedulerConfiguration& configuration) {
  if (group.dialect != model::Dialect::Native || configuration.assumed || group.members.empty()) { return false; }
  const model::Pod& member = snapshot.pods[static_cast<std::size_t>(group.members.front())];
  const model::SchedulerProfile* const profile = configuration.profile_for(member.spec->scheduler_name);
  return profile != nullptr && !profile->enabled(model::ExtensionPoint::Permit, "GangScheduling");
}

} // namespace

Rules::Rules(const model::ClusterSnapshot& snapshot, const Options& asked, PodOrder pods)
    : cluster(snapshot), options(asked), gates(judge_gates(snapshot, asked.now)) {
  version = SchedulerVersion::parse(version_text(snapshot, asked));
  order = asked.order.value_or(snapshot.has_scheduling_events ? Order::Events : Order::Created);
  std::vector<const Policy*> of_gangs; // of groups that some scheduler treats as a gang
  for (const model::PodGroup& group : snapshot.groups) {
    const bool is_ignored = !model::is_gang(group) || leaves_out_gangs(snapshot, group, asked.configuration);
    policies.push_back(
        in_version(find_policy(is_ignored ? "none" : std::string_view(asked.policy), group.dialect), version));
    const Policy* const policy = policies.back();
    if (policy->gang || policy->native != Policy::Native::No) { of_gangs.push_back(policy); }
  }
  native_cycles =
      std::ranges::any_of(policies, [](const Policy* policy) { return policy->native == Policy::Native::Cycle; });
  priority_sort = sorts_by_priority(of_gangs, asked.configuration);
  pods_by_name = pods == PodOrder::ByName || std::ranges::is_sorted(snapshot.pods, model::key_less);
  label_only_queue = !of_gangs.empty() && std::ranges::all_of(of_gangs, &Policy::label_only);
  const std::string_view plain = priority_sort && asked.configuration.assumed ? "none" : std::string_view(asked.policy);
  plain_policy = find_policy(plain, label_only_queue ? model::Dialect::Lightweight : model::Dialect::Coscheduling);
}

model::GroupIndex Rules::gang_of(const model::Pod& pod) const {
  return pod.group != model::k_none && policy_of(pod).gang ? pod.group : model::k_none;
}

bool Rules::coscheduling_at(model::ExtensionPoint point, const model::Pod& pod) const {
  const model::SchedulerProfile* profile = profile_of(pod);
  if (!profile || !policy_of(pod).gang) { return false; }
  // A profile without GangScheduling leaves native groups without a policy.
  return policy_of(pod).native != Policy::Native::No || profile->enabled(point, "Coscheduling");
}

} // namespace engine
