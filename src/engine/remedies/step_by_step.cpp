// SPDX-License-Identifier: Apache-2.0
#include "engine/remedies/step_by_step.hpp"

#include "engine/index.hpp"
#include "engine/kube_scheduler/gang_rules.hpp"
#include "engine/remedies/losers.hpp"
#include "engine/run/simulation.hpp"

#include <algorithm>

namespace engine {

using model::PodIndex;

StepByStep::StepByStep(const Scenario& changed, std::size_t most_portions)
    : m_changed(changed), m_most(std::clamp<std::size_t>(changed.steps().size(), 1, most_portions)) {}

// One portion per step; at most m_most portions. The last portion is a single step, so that other pods have used all
// free capacity before it.
StepByStep::Ends StepByStep::one_by_one() const {
  const std::size_t steps = m_changed.steps().size();
  Ends ends;
  for (std::size_t portion = 1; portion < m_most; ++portion) { ends.push_back((steps - 1) * portion / (m_most - 1)); }
  ends.push_back(steps);
  return ends;
}

// Steps may come faster than the scheduler tries pods. It then sees a first part of them, and the rest later.
std::vector<StepByStep::Ends> StepByStep::in_two_strokes() const {
  const std::size_t steps = m_changed.steps().size();
  std::vector<Ends> all;
  for (const std::size_t end : one_by_one()) {
    if (end > 1 && end < steps) { all.push_back({end, steps}); }
  }
  return all;
}

bool StepByStep::starts() { return m_most < 2 || walk(Start::Anew, nullptr, one_by_one()); }

// Whether the group starts with the last portion, or earlier with a portion of one step.
bool StepByStep::walk(Start start, const Timeline* before, const Ends& ends) {
  m_victims.clear();
  m_rests.clear();
  m_played.clear();
  const Run* here = &m_changed.original();
  const bool is_one_by_one = ends == one_by_one() && ends.size() > 1;
  for (std::size_t portion = 0, from = 0;; from = ends[portion++]) {
    Scenario& scenario = *m_played.emplace_back(std::make_unique<Scenario>(*here, m_changed.group()));
    const std::vector<Scenario::Step>& steps = m_changed.steps();
    for (std::size_t i = from; i < ends[portion]; ++i) { steps[i](scenario); }
    if (start == Start::Anew) {
      scenario.play_last();
    } else {
      scenario.play_on({.before = *before,
                        .failed_recently = start == Start::Hurried,
                        .rested = start == Start::Rested,
                        .reversed = start == Start::Reversed,
                        .without = start == Start::WithoutManifest ? Scenario::Without::Manifest
                                   : start == Start::WithoutGroup  ? Scenario::Without::Group
                                                                   : Scenario::Without::Nothing,
                        .one_by_one = start == Start::OneByOne});
    }
    const Run run = scenario.run();
    m_victims.merge(victims_of(run.timeline));
    m_group_spins = m_group_spins || run.timeline.groups[at(m_changed.group())].spins;
    m_run_spins = m_run_spins || run.timeline.spins;
    const bool has_started = reaches_quorum(run, m_changed.group());
    // If several steps in one stroke start the group, single steps may not.
    const bool is_last = portion + 1 == ends.size();
    if (is_last || has_started) { return has_started && (!is_one_by_one || ends[portion] - from == 1); }
    before = &run.timeline;
    here = &m_rests.emplace_back(std::make_unique<Aftermath>(run, Aftermath::Then::Nothing))->run();
  }
}

bool StepByStep::starts_if_submitted_after(const Timeline& before) {
  return starts_behind_others(Start::WithoutManifest, before);
}

// The scheduler tries the pods that `start` leaves out after all other pods.
bool StepByStep::starts_behind_others(Start start, const Timeline& before) {
  walk(start, &before, one_by_one());
  const Run run = m_played.back()->run();
  const Aftermath rest(run, Aftermath::Then::Nothing);
  Scenario complete(rest.run(), m_changed.group());
  complete.play_on({.before = run.timeline});
  return reaches_quorum(complete.run(), m_changed.group());
}

// ---- a scheduler that keeps running --------------------------------------------------------------------------------

// kube-scheduler retries native groups after their back-off, whatever happens (since 1.36). The scheduler of
// label-only groups retries all pods after any event except a binding. (kube-scheduler 1.18, addNodeToCache,
// deletePodFromCache)
bool StepByStep::hears_of_everything() const {
  const Policy& policy = *m_changed.original().rules.policies[at(m_changed.group())];
  return policy.native == Policy::Native::Cycle || policy.label_only;
}

std::optional<model::Retry> StepByStep::retry_from(Start start, const Timeline& before, const Ends& ends) {
  if (walk(start, &before, ends)) { return model::Retry::AtOnce; }
  // Other pods have their turns before anything else happens.
  const Run run = m_played.back()->run();
  const Aftermath rest(run, Aftermath::Then::Nothing);
  Scenario later(rest.run(), m_changed.group());
  const auto starts = [&] { return reaches_quorum(later.run(), m_changed.group()); };
  later.play_last(); // the scheduler retries all rejected pods
  if (!starts()) { return std::nullopt; }
  const model::PodGroup& group = m_changed.cluster().groups[at(m_changed.group())];
  const bool is_rested = start == Start::Rested;
  if (group.declared && group.dialect == model::Dialect::Coscheduling) {
    later.play_on({.before = run.timeline, .rested = is_rested, .group_changes = true});
    if (starts()) { return model::Retry::OnGroupChange; }
  }
  const auto waits = [&](PodIndex member) { return run.timeline.pods[at(member)].rejectors != 0; };
  const auto member = std::ranges::find_if(group.members, waits);
  if (member != group.members.end()) {
    later.play_on({.before = run.timeline, .rested = is_rested, .recreated = *member});
    if (starts()) { return model::Retry::OnNewMember; }
  }
  return model::Retry::Later;
}

// Whether pods of other groups are pending. They may use the capacity that the steps free.
bool StepByStep::others_wait() const {
  const model::ClusterSnapshot& cluster = m_changed.cluster();
  return std::ranges::any_of(pending_pods(cluster),
                             [&](PodIndex pod) { return cluster.pods[at(pod)].group != m_changed.group(); });
}

// Returns the latest retry of these cases. The steps come one by one, in one stroke, or in two. A retry loop of a gang
// continues, or a race has ended it. During a retry loop, other pods come in another order. If the gang backs off, the
// steps come within that time. The scheduler tries recreated members while some of them do not exist yet.
std::optional<model::Retry> StepByStep::retry_after(const Timeline& before) {
  if (hears_of_everything()) { return model::Retry::AtOnce; }
  model::Retry latest = model::Retry::AtOnce;
  const model::ClusterSnapshot& cluster = m_changed.cluster();
  const std::vector<PodIndex>& members = cluster.groups[at(m_changed.group())].members;
  const bool backs_off =
      !members.empty() && group_backoff_seconds(m_changed.original().rules, cluster.pods[at(members.front())]) > 0;
  std::set<Ends> paces = {one_by_one(), in_one_stroke()};
  if (others_wait()) {
    for (const Ends& ends : in_two_strokes()) { paces.insert(ends); }
  }
  for (const Ends& ends : paces) {
    for (const Start start : {Start::Running, Start::Rested, Start::Reversed, Start::Hurried, Start::OneByOne}) {
      const bool is_possible = start == Start::Rested     ? before.spins
                               : start == Start::Reversed ? before.spins || m_run_spins
                               : start == Start::Hurried  ? backs_off
                               : start == Start::OneByOne ? m_changed.creates_members_again()
                                                          : true;
      if (!is_possible) { continue; }
      const std::optional<model::Retry> retry = retry_from(start, before, ends);
      if (!retry) { return std::nullopt; }
      latest = std::max(latest, *retry);
    }
  }
  // A group in a retry loop is often in back-off when a step comes.
  const bool spins = m_group_spins || before.groups[at(m_changed.group())].spins;
  if (spins && !starts_behind_others(Start::WithoutGroup, before)) { return std::nullopt; }
  return latest;
}

} // namespace engine
