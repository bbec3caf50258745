// SPDX-License-Identifier: Apache-2.0
#include "engine/rules.hpp"

#include <algorithm>

namespace engine {

Rules::Rules(const model::ClusterSnapshot& snapshot, const Options& asked) : cluster(snapshot), options(asked) {
  const std::string_view said = !asked.scheduler_version.empty()   ? std::string_view(asked.scheduler_version)
                                : !snapshot.server_version.empty() ? std::string_view(snapshot.server_version)
                                                                   : k_reference_version;
  version = SchedulerVersion::parse(said);
  order = asked.order.value_or(snapshot.has_scheduling_events ? Order::Events : Order::Created);
  for (const model::PodGroup& group : snapshot.groups) { policies.push_back(find_policy(asked.policy, group.dialect)); }
  label_only_queue = !policies.empty() && std::all_of(policies.begin(), policies.end(),
                                                      [](const Policy* policy) { return policy->label_only; });
  plain_policy =
      find_policy(asked.policy, label_only_queue ? model::Dialect::Lightweight : model::Dialect::Coscheduling);
}

model::GroupIndex Rules::gang_of(const model::Pod& pod) const {
  return pod.group != model::k_none && policy_of(pod).gang ? pod.group : model::k_none;
}

bool Rules::coscheduling_at(model::ExtensionPoint point, const model::Pod& pod) const {
  const model::SchedulerProfile* profile = profile_of(pod);
  return profile && policy_of(pod).gang && profile->enabled(point, "Coscheduling");
}

} // namespace engine
