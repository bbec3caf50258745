// SPDX-License-Identifier: Apache-2.0
#include "engine/sizing/series.hpp"

#include "engine/index.hpp"
#include "engine/nodes/end_pod.hpp"
#include "engine/sizing/renumber.hpp"

#include <algorithm>
#include <map>

namespace engine {

using model::PodIndex;

Series::Series(const Run& run, const Job& job, Stands stands)
    : m_original(run), m_cluster(model::ClusterSnapshot::copy_of(run.rules.cluster)), m_job(job),
      m_copier(m_cluster, job, run.rules.options.now), m_storage(run.timeline.usage_at_end.storage()),
      m_devices(run.timeline.usage_at_end.devices()) {
  std::vector<PodIndex> placed = run.pending;
  if (stands == Stands::Instead) {
    std::erase_if(placed, [&](PodIndex pod) { return std::ranges::binary_search(job.pods, pod); });
  }
  place(run.timeline, placed);
}

void Series::place(const Timeline& timeline, std::span<const PodIndex> pods) {
  for (const PodIndex index : pods) {
    const PodOutcome& outcome = timeline.pods[at(index)];
    for (const PodIndex victim : outcome.victims) { end_pod(m_cluster, victim); }
    if (outcome.outcome != model::Outcome::Bound) { continue; }
    model::Pod& pod = m_cluster.pods[at(index)];
    m_cluster.set_node(index, outcome.node);
    pod.node_name = m_cluster.nodes[at(outcome.node)].name;
    pod.pending = nullptr;
  }
}

// At least doubles the number of copies, because every portion rebuilds the tables.
void Series::add_until(std::int64_t count) {
  if (m_nodes && std::ssize(m_copies) >= count) { return; }
  const std::int64_t wanted = std::max(count, 2 * std::ssize(m_copies));
  while (std::ssize(m_copies) < wanted) {
    constexpr std::int64_t k_first = 2; // the job itself is number 1
    m_copies.push_back(m_copier.add(m_job, std::ssize(m_copies) + k_first));
  }
  const Renumbered places = sort_by_names(m_cluster);
  m_devices.renumber_claims([&](model::ResourceClaimIndex claim) { return places.claims[at(claim)]; });
  const auto renumber = [&](Job& job) {
    for (PodIndex& pod : job.pods) { pod = places.pods[at(pod)]; }
    for (model::GroupIndex& group : job.groups) { group = places.groups[at(group)]; }
    std::ranges::sort(job.pods);
  };
  renumber(m_job);
  for (Job& copy : m_copies) { renumber(copy); }
  m_timeline.reset();
  m_nodes = std::make_shared<const NodeTable>(m_cluster);
  m_usage = std::make_unique<NodeUsage>(usage_of_bound_pods(m_cluster, *m_nodes));
  m_usage->storage() = m_storage;
  m_usage->devices() = m_devices;
}

// ---- simulating ----------------------------------------------------------------------------------------------------

void Series::simulate(std::int64_t count) {
  add_until(m_kept + count);
  m_simulated = count;
  m_timeline.reset();
  m_experiment = std::make_unique<Experiment>(m_cluster, m_original.rules.options, m_nodes, *m_usage,
                                              m_original.experiment.at_start);
  std::vector<PodIndex> pending;
  for (std::int64_t copy = 0; copy < count; ++copy) {
    const std::vector<PodIndex>& pods = next(copy).pods;
    pending.insert(pending.end(), pods.begin(), pods.end());
  }
  std::erase_if(pending, [&](PodIndex pod) { return m_experiment->rules.gates.keeps_out(pod); });
  std::ranges::sort(pending);
  m_experiment->pending = std::move(pending);
  // Several copies run only until a refusal: the attempts after it do not matter, and the last copies would fail
  // anyway.
  SimulationSetup setup{m_experiment->pending, true};
  setup.until_refusal = count > 1;
  m_timeline = m_experiment->run(setup);
}

std::int64_t Series::whole() const {
  std::map<PodIndex, std::int64_t> copy_of;
  for (std::int64_t copy = 0; copy < m_simulated; ++copy) {
    for (const PodIndex pod : next(copy).pods) { copy_of.emplace(pod, copy); }
  }
  std::int64_t whole = 0;
  std::size_t placed = 0; // pods of the copy after those
  for (const Attempt& attempt : m_timeline->attempts) {
    const bool is_placed = attempt.result == model::AttemptResult::Bound ||
                           (attempt.result == model::AttemptResult::Waiting && attempt.then_bound);
    if (!is_placed || !attempt.victims.empty() || copy_of.at(attempt.pod) != whole) { break; }
    if (++placed < next(whole).pods.size()) { continue; }
    placed = 0;
    ++whole;
  }
  return whole;
}

bool Series::first_starts() const { return !short_group() && !short_pod(); }

std::optional<model::GroupReport> Series::short_group() const {
  const Run run = run_here();
  for (const model::GroupIndex group : next().groups) {
    if (!reaches_quorum(run, group)) { return diagnose(run, group, Depth::Full); }
  }
  return std::nullopt;
}

std::optional<model::PodReport> Series::short_pod() const {
  std::optional<PodIndex> found;
  for (const PodIndex pod : next().pods) {
    const model::Outcome outcome = m_timeline->pods[at(pod)].outcome;
    if (m_cluster.pods[at(pod)].group != model::k_none || outcome == model::Outcome::Bound) { continue; }
    if (!found || outcome == model::Outcome::Unschedulable) { found = pod; }
    if (outcome == model::Outcome::Unschedulable) { break; } // others may only wait for this one
  }
  if (!found) { return std::nullopt; }
  model::PodReport report = pod_report(run_here(), *found, false);
  const Gates& gates = m_experiment->rules.gates;
  if (const auto kept = gates.kept_out.find(*found); kept != gates.kept_out.end()) {
    report.message = kept->second.reason;
  }
  return report;
}

std::string Series::left_open_by_kueue() const {
  for (const PodIndex pod : next().pods) {
    const model::GateReport* const decision = m_experiment->rules.gates.decision_of_kueue(pod);
    if (decision != nullptr && !decision->open && !decision->undecided.empty()) { return decision->undecided; }
  }
  return {};
}

void Series::keep() {
  for (std::int64_t copy = 0; copy < m_simulated; ++copy) {
    for (const PodIndex pod : next(copy).pods) { m_victims += std::ssize(m_timeline->pods[at(pod)].victims); }
    place(*m_timeline, next(copy).pods);
  }
  *m_usage = m_timeline->usage_at_end;
  m_storage = m_usage->storage();
  m_devices = m_usage->devices();
  m_kept += m_simulated;
  m_simulated = 0;
}

// ---- what is possible ----------------------------------------------------------------------------------------------

model::FeasibilityAnswer Series::solve(std::int64_t count) {
  add_until(m_kept + count);
  const Rules rules(m_cluster, m_original.rules.options);
  std::vector<PodIndex> members;
  for (std::int64_t copy = 0; copy < count; ++copy) {
    members.insert(members.end(), next(copy).pods.begin(), next(copy).pods.end());
  }
  std::ranges::sort(members);
  const std::int64_t needed = count * needed_pods(m_cluster, next());
  Feasibility on_bound(*m_nodes, *m_usage, rules.version, rules.options.remembers_classes);
  return engine::solve({rules, on_bound, std::move(members), 0, static_cast<std::int32_t>(needed)}).report.answer;
}

} // namespace engine
