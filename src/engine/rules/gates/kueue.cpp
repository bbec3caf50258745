// SPDX-License-Identifier: Apache-2.0
// Kueue: pods of a waiting Workload are behind Kueue's scheduling gate, or do not exist because their job is suspended.
// If Kueue would admit the Workload now, the simulation treats its pods as if the gate were gone.
#include "engine/index.hpp"
#include "engine/rules/gates.hpp"
#include "engine/rules/gates/kueue_entrance.hpp"
#include "engine/rules/gates/kueue_queues.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace engine {

namespace {

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

// A Workload of equal pods that may start with fewer has only so many admitted, and its job makes no more.
// (partial admission, PodSetReducer)
std::optional<std::int64_t> most_of(const model::KueueWorkload& workload, const std::vector<std::int32_t>& counts) {
  if (counts.size() != 1 || counts.front() >= workload.pod_sets.front().count) { return std::nullopt; }
  return counts.front();
}

// Applies a decision to the Workload's pods, and returns the report with their number.
model::GateReport applied(const model::ClusterSnapshot& cluster, const model::KueueWorkload& workload,
                          model::GateReport report, std::optional<std::int64_t> most, Gates& gates) {
  for (const model::PodIndex index : workload.pods) {
    const model::Pod& pod = cluster.pods[at(index)];
    // Pods of a manifest have no gates yet. They appear, or get gates, once Kueue examines their Workload.
    const bool waits = is_gated_by_kueue_alone(pod) || (pod.from_manifest && !pod.gated());
    if (pod.finished() || pod.bound() || !waits) { continue; }
    ++report.pods;
    gates.kueue_of[index] = gates.kueue.size();
    if (report.open && most && report.pods > *most) {
      ++report.held;
      gates.hold(index, {model::GateKind::Kueue, util::concat("Kueue admits its Workload ", report.note)});
    } else if (report.open) {
      gates.open(index);
    } else {
      const std::string_view slash = report.namespace_name.empty() ? "" : "/";
      gates.hold(index, {model::GateKind::Kueue,
                         report.kind == "Workload"
                             ? report.note
                             : util::concat("its Workload ", workload.name, " is not admitted to ", report.kind, ' ',
                                            report.namespace_name, slash, report.name)});
    }
  }
  if (!report.open && report.pods > 0 && workload.from_manifest) {
    std::int64_t wanted = 0; // with those that come later
    for (const model::KueuePodSet& set : workload.pod_sets) { wanted += set.count; }
    report.pods = std::max(report.pods, wanted);
  }
  if (!report.open) { report.held = report.pods; }
  if (report.pods > 0) { gates.kueue.push_back(report); }
  return report;
}

// A pod that is being deleted counts until it is gone, so the pod that replaces it keeps its gate. Returns the report
// if such pods hold back gated pods of an admitted Workload. (kueue, pkg/controller/jobs/pod: excess pods)
std::optional<model::GateReport> hold_replacements(const model::ClusterSnapshot& cluster,
                                                   const model::KueueWorkload& workload, Gates& gates) {
  if (!workload.admitted || workload.finished) { return std::nullopt; }
  std::int64_t admitted = 0, others = 0;
  for (const model::KueuePodSet& set : workload.pod_sets) { admitted += set.count; }
  std::vector<model::PodIndex> gated;
  std::string_view leaving;
  for (const model::PodIndex index : workload.pods) {
    const model::Pod& pod = cluster.pods[at(index)];
    if (pod.finished()) { continue; }
    if (is_gated_by_kueue_alone(pod) && !pod.terminating) {
      gated.push_back(index);
      continue;
    }
    ++others;
    if (pod.terminating && leaving.empty()) { leaving = pod.name; }
  }
  if (gated.empty() || leaving.empty() || others < admitted) { return std::nullopt; }
  model::GateReport report;
  report.gate = model::GateKind::Kueue;
  report.kind = "Workload";
  report.namespace_name = workload.namespace_name;
  report.name = workload.name;
  report.open = false;
  report.pods = report.held = std::ssize(gated);
  report.note = util::concat("its Workload is admitted for ", admitted, admitted == 1 ? " pod" : " pods", ", and pod ",
                             leaving, " still counts while it is being deleted");
  for (const model::PodIndex index : gated) {
    gates.hold(index, {model::GateKind::Kueue, report.note});
    gates.kueue_of[index] = gates.kueue.size();
  }
  gates.kueue.push_back(report);
  return report;
}

// Adds the report to those of a group. Workloads of single pods with the same fate become one.
void add_report(const model::GateReport& report, std::vector<model::GateReport>& reports) {
  const auto is_alike = [&](const model::GateReport& other) {
    return other.gate == report.gate && other.kind == report.kind && other.name == report.name &&
           other.namespace_name == report.namespace_name && other.open == report.open && other.note == report.note &&
           other.undecided == report.undecided &&
           std::ranges::equal(other.amounts, report.amounts, [](const auto& a, const auto& b) {
             return a.resource == b.resource && a.rule == b.rule;
           });
  };
  const auto alike = std::ranges::find_if(reports, is_alike);
  if (alike == reports.end()) { return reports.push_back(report); }
  alike->pods += report.pods;
  alike->held += report.held;
  for (std::size_t at = 0; at < report.amounts.size(); ++at) { alike->amounts[at].asked += report.amounts[at].asked; }
}

} // namespace

void judge_kueue(const model::ClusterSnapshot& cluster, model::Time now, Gates& gates) {
  if (cluster.cluster_queues.empty()) { return; }
  const GroupsByName by_name = groups_of_kueue(cluster);
  std::vector<std::string> admitted;
  for (const KueueDecision& decision : run_kueue_queues(cluster, now)) {
    const model::KueueWorkload& workload = cluster.kueue_workloads[decision.workload];
    const model::GateReport report =
        applied(cluster, workload, decision.report, most_of(workload, decision.counts), gates);
    if (report.open && report.pods > 0 && report.undecided.empty() && workload.perhaps.empty()) {
      admitted.push_back(util::concat(workload.namespace_name, '/', workload.name));
    }
    for (const model::GroupIndex group : groups_of(cluster, by_name, workload)) {
      add_report(report, gates.groups[at(group)]);
    }
  }
  for (const model::KueueWorkload& workload : cluster.kueue_workloads) {
    const std::optional<model::GateReport> report = hold_replacements(cluster, workload, gates);
    if (!report) { continue; }
    for (const model::GroupIndex group : groups_of(cluster, by_name, workload)) {
      add_report(*report, gates.groups[at(group)]);
    }
  }
  assume_admitted(admitted, gates);
}

} // namespace engine
