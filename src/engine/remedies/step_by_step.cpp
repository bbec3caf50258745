// SPDX-License-Identifier: Apache-2.0
#include "engine/remedies/step_by_step.hpp"

#include "engine/aftermath.hpp"
#include "engine/index.hpp"
#include "engine/losers.hpp"

#include <algorithm>
#include <memory>
#include <vector>

namespace engine {

using model::PodIndex;

StepByStep::StepByStep(const Scenario& changed, std::size_t most_portions)
    : m_changed(changed), m_portions(std::clamp<std::size_t>(changed.steps().size(), 1, most_portions)) {}

// The last portion is a single step, before which others have taken all that they can.
std::size_t StepByStep::begin_of(std::size_t portion) const {
  const std::size_t all = m_changed.steps().size();
  if (m_portions < 2 || portion == m_portions) { return portion == 0 ? 0 : all; }
  return (all - 1) * portion / (m_portions - 1);
}

bool StepByStep::starts() { return m_changed.steps().size() < 2 || starts(nullptr, {}); }

bool StepByStep::starts(const Timeline* before, Nudge nudge) {
  m_victims.clear();
  std::vector<std::unique_ptr<Scenario>> played; // each refers to the aftermath before it
  std::vector<std::unique_ptr<Aftermath>> rests;
  const Run* here = &m_changed.original();
  for (std::size_t portion = 0;; ++portion) {
    Scenario& scenario = *played.emplace_back(std::make_unique<Scenario>(*here, m_changed.group()));
    const bool is_last = portion + 1 == m_portions;
    for (std::size_t i = begin_of(portion); i < begin_of(portion + 1); ++i) { m_changed.steps()[i](scenario); }
    if (before == nullptr) {
      scenario.play();
    } else {
      scenario.play_on(*before, is_last ? nudge.made_anew : model::k_none, is_last && nudge.group_changes);
    }
    const Run run = scenario.run();
    m_victims.merge(victims_of(run.timeline));
    const bool has_started = reaches_quorum(run, m_changed.group());
    // What several steps in one stroke do is not known to come of them one by one.
    if (is_last || has_started) { return has_started && begin_of(portion + 1) - begin_of(portion) == 1; }
    if (before != nullptr) { before = &run.timeline; }
    here = &rests.emplace_back(std::make_unique<Aftermath>(run, Aftermath::Then::Nothing))->run();
  }
}

// Native groups are tried again after their back-off, whatever happens (since 1.36). The scheduler of the first dialect
// tries all pods again after any event but a bound pod. (kube-scheduler 1.18, addNodeToCache, deletePodFromCache)
bool StepByStep::hears_of_everything() const {
  const Policy& policy = *m_changed.original().rules.policies[at(m_changed.group())];
  return policy.native == Policy::Native::Cycle || policy.label_only;
}

model::Retry StepByStep::retry_after(const Timeline& before) {
  if (hears_of_everything() || starts(&before, {})) { return model::Retry::AtOnce; }
  const model::PodGroup& group = m_changed.cluster().groups[at(m_changed.group())];
  const bool has_object = group.declared && group.dialect == model::Dialect::Coscheduling;
  if (has_object && starts(&before, {.group_changes = true})) { return model::Retry::OnGroupChange; }
  const auto waits = [&](PodIndex member) { return before.pods[at(member)].is_refused; };
  const auto member = std::ranges::find_if(group.members, waits);
  if (member != group.members.end() && starts(&before, {.made_anew = *member})) { return model::Retry::OnNewMember; }
  return model::Retry::Later;
}

} // namespace engine
