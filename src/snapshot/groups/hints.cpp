// SPDX-License-Identifier: Apache-2.0
// Hints for a query that found nothing.
#include "snapshot/groups/hints.hpp"

#include "snapshot/groups/owners.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <set>
#include <string>

namespace snapshot {

namespace {

constexpr std::size_t k_most_hints = 5;

// Every direct or indirect owner of a pod.
OwnerNames owners_of_pods(const Collected& collected) {
  const Owners owners(collected.workloads);
  OwnerNames names;
  each_owned_pod(collected, [&](const model::Pod& pod) {
    for (const OwnerLink& link : owners.of(pod)) { names.insert(link.name); }
  });
  return names;
}

// True for a name in a quota that pods charge. (podEvaluator)
bool is_of_pods(std::string_view resource) {
  if (resource == "requests.storage") { return false; }
  return resource == "pods" || resource == "count/pods" || resource == "cpu" || resource == "memory" ||
         resource == "ephemeral-storage" || resource.starts_with("requests.") || resource.starts_with("limits.") ||
         resource.starts_with("hugepages-");
}

std::string hint(const Collected& collected, const Workload& workload) {
  const model::WorkloadObject& object = workload.object;
  if (!object.creation_failure.empty()) {
    return util::concat(object.kind, ' ', object.namespace_name, '/', object.name,
                        " has no pods, its controller could not create them: ", object.creation_failure);
  }
  const std::string quota = quota_without_rest(collected.cluster, object.namespace_name);
  return util::concat(object.kind, ' ', object.namespace_name, '/', object.name, " is in ",
                      collected.place_text(workload.origin), ", but its pods are not: ", quota,
                      quota.empty() ? "" : "; ", "to see what it would do, try dry-run -f");
}

} // namespace

std::string quota_without_rest(const model::ClusterSnapshot& cluster, std::string_view namespace_name) {
  for (const model::ResourceQuota& quota : cluster.resource_quotas) {
    if (quota.namespace_name != namespace_name || !quota.scopes.empty() || !quota.scope_selector.empty()) { continue; }
    for (const auto& [resource, limit] : quota.enforced_hard.empty() ? quota.hard : quota.enforced_hard) {
      const auto used = std::ranges::find(quota.used, resource, &model::ResourceQuantities::value_type::first);
      if (!is_of_pods(resource) || used == quota.used.end() || used->second < limit) { continue; }
      return util::concat("ResourceQuota ", namespace_name, '/', quota.name, " has no ", resource, " left (",
                          used->second.text(), " of ", limit.text(), " used), so ",
                          resource.ends_with("pods") ? "no pod" : "no pod that needs it", " can be created");
    }
  }
  return {};
}

std::string renaming_hint(const model::ClusterSnapshot& cluster) {
  return util::concat("the names in ", cluster.renamed_in, " were replaced (snapshot --anonymize)");
}

void add_hints(Collected& collected) {
  std::vector<std::string>& hints = collected.cluster.hints;
  if (!collected.cluster.renamed_in.empty()) { hints.push_back(renaming_hint(collected.cluster)); }
  const OwnerNames with_pods = owners_of_pods(collected);
  std::size_t left_out = 0;
  for (const Workload& workload : collected.workloads) {
    const model::WorkloadObject& object = workload.object;
    const bool is_top = object.owner == nullptr;
    if (!is_top || object.wants <= 0) { continue; }
    if (with_pods.contains({object.kind, object.namespace_name, object.name})) { continue; }
    if (hints.size() < k_most_hints) {
      hints.push_back(hint(collected, workload));
    } else {
      ++left_out;
    }
  }
  if (left_out > 0) { hints.push_back(util::concat("the pods of ", left_out, " more workloads are not in the files")); }
}

} // namespace snapshot
