// SPDX-License-Identifier: Apache-2.0
#include "engine/answer/prospects.hpp"

#include "engine/foresight/foresight.hpp"
#include "engine/index.hpp"
#include "engine/remedies/blocked_group.hpp"
#include "engine/remedies/remedies.hpp"
#include "engine/robustness/robustness.hpp"

#include <vector>

namespace engine {

const Run& Rest::run() {
  if (!m_aftermath) { make(); }
  return is_changed() ? m_aftermath->run() : m_run;
}

const Timeline& Rest::before() const {
  return m_comes_later && is_changed() ? m_aftermath->run().timeline : m_run.timeline;
}

void Rest::make() {
  if (!m_comes_later) {
    m_aftermath.emplace(m_run);
    return;
  }
  std::vector<model::PodIndex> pending = m_run.pending;
  std::erase_if(pending, [&](model::PodIndex pod) { return m_run.rules.cluster.pods[at(pod)].from_manifest; });
  m_without_manifest = m_run.experiment.run({pending});
  m_aftermath.emplace(Run(m_run.experiment, *m_without_manifest));
}

namespace {

// Pods that the input lacks and that the ledger asks for before a Yes. (ledger/inputs.cpp)
std::string_view pods_lacking(const model::ClusterSnapshot& cluster, const Question& question) {
  const auto is_of_server = [](const model::Node& node) { return !node.uid.empty(); };
  const bool is_new = question.kind == model::ReportKind::DryRun;
  if (is_new && !cluster.lists_pods && std::ranges::any_of(cluster.nodes, is_of_server)) { return "the running pods"; }
  if (!cluster.lists_running_pods) { return "the running pods"; }
  return cluster.lists_pods_elsewhere ? "" : "the pods of other namespaces";
}

} // namespace

void add_prospects(const Run& run, Rest& rest, model::GroupIndex group, const Question& question,
                   model::GroupReport& report) {
  if (question.looks_ahead) { report.foresight = known_so_far(run, group, report); }
  const bool is_open = report.verdict == model::GroupVerdict::Fits || report.verdict == model::GroupVerdict::DoesNotFit;
  if (question.robust && is_open) { report.robustness = robustness_of(run, group); }
  if (!lacks_room(report)) { return; }
  if (question.looks_ahead) {
    BlockedGroup blocked(run, group, report); // copies the cluster
    look_ahead(blocked, report.foresight);
  }
  if (question.remedies.most <= 0) { return; }
  const Run& at_rest = rest.run();
  std::optional<model::GroupReport> found_at_rest;
  if (rest.is_changed()) { found_at_rest = diagnose(at_rest, group, Depth::Full); }
  const model::GroupReport& found = found_at_rest ? *found_at_rest : report;
  if (!lacks_room(found)) { return; }
  BlockedGroup blocked(at_rest, group, found, {run, report, rest.before()});
  report.fixes = find_fixes(blocked, question.remedies);
  report.in_manifest = question.kind == model::ReportKind::DryRun;
  report.fixes_come_later = rest.is_changed();
  const bool is_open_without_pods = !report.of_owner || report.in_manifest;
  if (!report.fixes.empty() && is_open_without_pods) { report.fixes_lack = pods_lacking(run.rules.cluster, question); }
}

} // namespace engine
