// SPDX-License-Identifier: Apache-2.0
#include "engine/remedies/step_by_step.hpp"

#include "engine/gang_rules.hpp"
#include "engine/index.hpp"
#include "engine/losers.hpp"

#include <algorithm>

namespace engine {

using model::PodIndex;

StepByStep::StepByStep(const Scenario& changed, std::size_t most_portions)
    : m_changed(changed), m_most(std::clamp<std::size_t>(changed.steps().size(), 1, most_portions)) {}

namespace {

// The first step of a portion. The last one is a single step, before which others have taken all that they can.
std::size_t begin_of(std::size_t portion, std::size_t portions, std::size_t steps) {
  if (portion == 0 || portion == portions) { return portion == 0 ? 0 : steps; }
  return (steps - 1) * portion / (portions - 1);
}

} // namespace

bool StepByStep::starts() { return m_most < 2 || walk(Start::Anew, nullptr, m_most); }

// Whether the group starts with the last step.
bool StepByStep::walk(Start start, const Timeline* before, std::size_t portions) {
  m_victims.clear();
  m_rests.clear();
  m_played.clear();
  const Run* here = &m_changed.original();
  for (std::size_t portion = 0;; ++portion) {
    Scenario& scenario = *m_played.emplace_back(std::make_unique<Scenario>(*here, m_changed.group()));
    const std::vector<Scenario::Step>& steps = m_changed.steps();
    const std::size_t from = begin_of(portion, portions, steps.size());
    const std::size_t to = begin_of(portion + 1, portions, steps.size());
    for (std::size_t i = from; i < to; ++i) { steps[i](scenario); }
    if (start == Start::Anew) {
      scenario.play_last();
    } else {
      scenario.play_on({.before = *before,
                        .failed_recently = start == Start::Hurried,
                        .rested = start == Start::Rested,
                        .without_manifest = start == Start::BeforeManifest,
                        .one_by_one = start == Start::OneByOne});
    }
    const Run run = scenario.run();
    m_victims.merge(victims_of(run.timeline));
    const bool has_started = reaches_quorum(run, m_changed.group());
    // What several steps in one stroke do is not known to come of them one by one.
    const bool is_last = portion + 1 == portions;
    if (is_last || has_started) { return has_started && (portions == 1 || to - from == 1); }
    before = &run.timeline;
    here = &m_rests.emplace_back(std::make_unique<Aftermath>(run, Aftermath::Then::Nothing))->run();
  }
}

bool StepByStep::starts_if_submitted_after(const Timeline& before) {
  walk(Start::BeforeManifest, &before, m_most);
  const Run run = m_played.back()->run();
  const Aftermath rest(run, Aftermath::Then::Nothing);
  Scenario submitted(rest.run(), m_changed.group());
  submitted.play_on({.before = run.timeline});
  return reaches_quorum(submitted.run(), m_changed.group());
}

// ---- a scheduler that goes on running ------------------------------------------------------------------------------

// Native groups are tried again after their back-off, whatever happens (since 1.36). The scheduler of the first dialect
// tries all pods again after any event but a bound pod. (kube-scheduler 1.18, addNodeToCache, deletePodFromCache)
bool StepByStep::hears_of_everything() const {
  const Policy& policy = *m_changed.original().rules.policies[at(m_changed.group())];
  return policy.native == Policy::Native::Cycle || policy.label_only;
}

std::optional<model::Retry> StepByStep::retry_from(Start start, const Timeline& before, std::size_t portions) {
  if (walk(start, &before, portions)) { return model::Retry::AtOnce; }
  // Others have had their turns by the time that anything else is done.
  const Run run = m_played.back()->run();
  const Aftermath rest(run, Aftermath::Then::Nothing);
  Scenario later(rest.run(), m_changed.group());
  const auto starts = [&] { return reaches_quorum(later.run(), m_changed.group()); };
  later.play_last(); // the scheduler looks at all refused pods
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

// The latest of these cases: the steps come one by one, or in one stroke; a gang that was retried without end still is,
// or a race has ended that; and, where the gang backs off, within that time;
// and members that are created again are tried while some of them do not exist yet.
std::optional<model::Retry> StepByStep::retry_after(const Timeline& before) {
  if (hears_of_everything()) { return model::Retry::AtOnce; }
  model::Retry latest = model::Retry::AtOnce;
  const model::ClusterSnapshot& cluster = m_changed.cluster();
  const std::vector<PodIndex>& members = cluster.groups[at(m_changed.group())].members;
  const bool backs_off =
      !members.empty() && group_backoff_seconds(m_changed.original().rules, cluster.pods[at(members.front())]) > 0;
  for (const std::size_t portions : std::set<std::size_t>{m_most, 1}) {
    for (const Start start : {Start::Running, Start::Rested, Start::Hurried, Start::OneByOne}) {
      const bool is_possible = start == Start::Rested     ? before.spins
                               : start == Start::Hurried  ? backs_off
                               : start == Start::OneByOne ? m_changed.creates_members_again()
                                                          : true;
      if (!is_possible) { continue; }
      const std::optional<model::Retry> retry = retry_from(start, before, portions);
      if (!retry) { return std::nullopt; }
      latest = std::max(latest, *retry);
    }
  }
  return latest;
}

} // namespace engine
