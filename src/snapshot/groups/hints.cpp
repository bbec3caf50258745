// SPDX-License-Identifier: Apache-2.0
// Hints for a query that found nothing.
#include "snapshot/groups/hints.hpp"

#include "snapshot/groups/owners.hpp"
#include "util/concat.hpp"

#include <set>
#include <string>

namespace snapshot {

namespace {

constexpr std::size_t k_most_hints = 5;

// Every direct or indirect owner of a pod.
OwnerNames owners_of_pods(const Collected& collected) {
  const Owners owners(collected.workloads);
  OwnerNames names;
  const model::Owner* last_owner = nullptr;
  std::string_view last_namespace;
  for (const model::Pod& pod : collected.cluster.pods) {
    if (pod.owner == nullptr || (pod.owner == last_owner && pod.namespace_name == last_namespace)) { continue; }
    last_owner = pod.owner;
    last_namespace = pod.namespace_name;
    for (const OwnerLink& link : owners.of(pod)) { names.insert(link.name); }
  }
  return names;
}

std::string hint(const Collected& collected, const Workload& workload) {
  const model::WorkloadObject& object = workload.object;
  if (!object.creation_failure.empty()) {
    return util::concat(object.kind, ' ', object.namespace_name, '/', object.name,
                        " has no pods, its controller could not create them: ", object.creation_failure);
  }
  return util::concat(object.kind, ' ', object.namespace_name, '/', object.name, " is in ",
                      collected.place_text(workload.origin),
                      ", but its pods are not: to see what it would do, try dry-run -f");
}

} // namespace

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
