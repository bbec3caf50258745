// SPDX-License-Identifier: Apache-2.0
// Kueue: pods of a waiting Workload are behind Kueue's scheduling gate, or do not exist because their job is suspended.
// If Kueue would admit the Workload now, the simulation treats its pods as if the gate were gone.
#include "engine/index.hpp"
#include "engine/rules/gates.hpp"
#include "engine/rules/gates/kueue_queues.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace engine {

namespace {

constexpr std::string_view k_domain = "kueue.x-k8s.io/"; // of its gates: admission, topology

bool is_gated_by_kueue_alone(const model::Pod& pod) {
  return pod.gated() && std::ranges::all_of(pod.spec->scheduling_gates,
                                            [](std::string_view gate) { return gate.starts_with(k_domain); });
}

using GroupsByName = std::map<std::pair<std::string_view, std::string_view>, model::GroupIndex>;

GroupsByName groups_of_kueue(const model::ClusterSnapshot& cluster) {
  GroupsByName groups;
  for (std::size_t index = 0; index < cluster.groups.size(); ++index) {
    const model::PodGroup& group = cluster.groups[index];
    if (group.dialect != model::Dialect::Kueue) { continue; }
    groups.emplace(std::pair(group.namespace_name, group.name), static_cast<model::GroupIndex>(index));
  }
  return groups;
}

// Groups of the Workload's pods; without pods, the group with the Workload's name.
std::set<model::GroupIndex> groups_of(const model::ClusterSnapshot& cluster, const GroupsByName& by_name,
                                      const model::KueueWorkload& workload) {
  std::set<model::GroupIndex> groups;
  for (const model::PodIndex pod : workload.pods) {
    if (cluster.pods[at(pod)].group != model::k_none) { groups.insert(cluster.pods[at(pod)].group); }
  }
  const auto own = by_name.find({workload.namespace_name, workload.name});
  if (workload.pods.empty() && own != by_name.end()) { groups.insert(own->second); }
  return groups;
}

// Adds one assumption about all admitted Workloads, with the names of the first ones.
void assume_admitted(const std::vector<std::string>& names, Gates& gates) {
  constexpr std::size_t k_most_names = 3;
  if (names.empty()) { return; }
  std::string listed;
  for (std::size_t at = 0; at < std::min(names.size(), k_most_names); ++at) {
    listed += util::concat(at == 0 ? "" : ", ", names[at]);
  }
  if (names.size() > k_most_names) { listed += util::concat(" and ", names.size() - k_most_names, " more"); }
  gates.assumptions.push_back(
      util::concat("Kueue admits ", listed, ", for which quota is free, and takes the gates of their pods away"));
}

// Applies a decision to the Workload's pods, and returns the report with their number.
model::GateReport applied(const model::ClusterSnapshot& cluster, const model::KueueWorkload& workload,
                          model::GateReport report, Gates& gates) {
  for (const model::PodIndex index : workload.pods) {
    const model::Pod& pod = cluster.pods[at(index)];
    // Pods of a manifest have no gates yet. They appear, or get gates, once Kueue examines their Workload.
    const bool waits = is_gated_by_kueue_alone(pod) || (pod.from_manifest && !pod.gated());
    if (pod.finished() || pod.bound() || !waits) { continue; }
    ++report.pods;
    if (report.open) {
      gates.open(index);
    } else {
      gates.hold(index, {model::GateKind::Kueue, util::concat("its Workload ", workload.name, " is not admitted to ",
                                                              report.kind, ' ', report.name)});
    }
  }
  if (!report.open) { report.held = report.pods; }
  return report;
}

} // namespace

void judge_kueue(const model::ClusterSnapshot& cluster, model::Time now, Gates& gates) {
  if (cluster.cluster_queues.empty()) { return; }
  const GroupsByName by_name = groups_of_kueue(cluster);
  std::vector<std::string> admitted;
  for (const KueueDecision& decision : run_kueue_queues(cluster, now)) {
    const model::KueueWorkload& workload = cluster.kueue_workloads[decision.workload];
    const model::GateReport report = applied(cluster, workload, decision.report, gates);
    if (report.open && report.pods > 0) {
      admitted.push_back(util::concat(workload.namespace_name, '/', workload.name));
    }
    for (const model::GroupIndex group : groups_of(cluster, by_name, workload)) {
      gates.groups[at(group)].push_back(report);
    }
  }
  assume_admitted(admitted, gates);
}

} // namespace engine
