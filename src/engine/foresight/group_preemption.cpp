// SPDX-License-Identifier: Apache-2.0
// Preemption for the gang as a whole, which kube-scheduler does not do for Coscheduling. There each failing member
// evicts the pods that it needs for itself, on the node that is best for it alone. (The design proposal leaves this
// open.)
#include "engine/foresight/foresight.hpp"
#include "engine/index.hpp"
#include "engine/remedies/blocked_group.hpp"
#include "engine/remedies/leavers.hpp"
#include "util/concat.hpp"

#include <algorithm>

namespace engine {

namespace {

std::vector<std::string> victims_of(const model::GroupReport& report) {
  std::vector<std::string> victims;
  for (const model::PodReport& pod : report.pods) {
    victims.insert(victims.end(), pod.victims.begin(), pod.victims.end());
  }
  std::ranges::sort(victims);
  victims.erase(std::unique(victims.begin(), victims.end()), victims.end());
  return victims;
}

std::string name_of(const model::Change& change) { return util::concat(change.namespace_name, '/', change.name); }

} // namespace

std::optional<model::GroupPreemption> compare_preemption(const Run& run, model::GroupIndex group,
                                                         const model::GroupReport& report) {
  model::GroupPreemption preemption;
  preemption.pod_by_pod = victims_of(report);
  if (preemption.pod_by_pod.empty()) { return std::nullopt; }
  preemption.starts = report.verdict == model::GroupVerdict::Fits;
  Scenario without(run, group); // as if its members may not preempt
  without.change_members([](model::PodSpec& spec) { spec.never_preempts = true; });
  if (without.starts()) { return preemption; } // then no pod has to go
  const Run calm = without.run();
  const model::GroupReport calm_report = diagnose(calm, group, Depth::Verdict);
  BlockedGroup blocked(calm, group, calm_report);
  if (blocked.members.empty()) { return preemption; }
  Leaving leaving{model::FixKind::Evict, {}, Quorums::Ignored, false};
  leaving.rank = [&](const model::Pod& pod) -> std::optional<std::int32_t> {
    return pod.spec->priority < report.priority ? std::optional(pod.spec->priority) : std::nullopt;
  };
  if (const std::optional<model::Fix> fix = fewest_leavers(blocked, leaving)) {
    for (const model::Change& change : fix->changes) { preemption.as_a_whole.push_back(name_of(change)); }
    std::ranges::sort(preemption.as_a_whole);
    preemption.minimal = fix->minimal;
  }
  return preemption;
}

} // namespace engine
