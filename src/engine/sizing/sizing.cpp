// SPDX-License-Identifier: Apache-2.0
#include "engine/sizing/sizing.hpp"

#include "engine/index.hpp"
#include "engine/sizing/fragmentation.hpp"
#include "engine/sizing/how_many.hpp"
#include "engine/sizing/largest.hpp"

#include <algorithm>

namespace engine {

namespace {

// Usage at rest without the job: removes its pods and puts its victims back on their nodes.
NodeUsage usage_without(const Run& run, const Job& job) {
  NodeUsage usage = run.timeline.usage_at_end;
  for (const model::PodIndex index : job.pods) {
    const PodOutcome& outcome = run.timeline.pods[at(index)];
    const model::NodeIndex node = outcome.outcome == model::Outcome::Bound ? outcome.node : outcome.holds;
    if (node != model::k_none) { usage.remove(index, node); }
    for (const model::PodIndex victim : outcome.victims) {
      const model::NodeIndex before = run.rules.cluster.node_of(victim);
      if (before != model::k_none) { usage.add(victim, before); }
    }
  }
  return usage;
}

void tell_of_first(model::Report& report) {
  const auto group = std::ranges::find(report.groups, model::GroupVerdict::DoesNotFit, &model::GroupReport::verdict);
  if (group != report.groups.end()) {
    report.copies->next_group.push_back(*group);
    return;
  }
  const auto pod = std::ranges::find_if(report.pods, [](const model::PodReport& other) {
    return other.outcome != model::Outcome::Bound && other.outcome != model::Outcome::AlreadyBound;
  });
  if (pod != report.pods.end()) { report.copies->next_pod.push_back(*pod); }
}

} // namespace

void answer_sizing(const Run& run, const Question& question, model::Report& report) {
  const SizingOptions& asked = question.sizing;
  const Job job = job_of(run.rules.cluster);
  if (job.pods.empty() || (!asked.how_many && !asked.largest)) { return; }
  if (asked.how_many && report.verdict != model::Verdict::Unknown) {
    report.copies = how_many(run, job, report.verdict == model::Verdict::Yes, asked.limit);
    if (report.copies->fit == 0) { tell_of_first(report); }
  }
  if (asked.largest) { report.largest = find_largest(run, job, question.expansions, asked.limit); }
  report.fragmentation = fragmentation(run.rules, run.nodes, usage_without(run, job), run.timeline.usage_at_end);
}

} // namespace engine
