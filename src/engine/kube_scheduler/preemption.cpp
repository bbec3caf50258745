// SPDX-License-Identifier: Apache-2.0
#include "engine/kube_scheduler/preemption.hpp"

#include "engine/nodes/disruption.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <limits>
#include <map>

namespace engine {

namespace {

class Evaluator {
 public:
  explicit Evaluator(const PreemptionInput& input) : m_in(input) {}
  Preemption run();
  std::uint32_t outcome_on(model::NodeIndex node);

 private:
  const model::Pod& pod(model::PodIndex index) const {
    return m_in.rules.cluster.pods[static_cast<std::size_t>(index)];
  }
  std::int32_t priority(model::PodIndex index) const { return pod(index).spec->priority; }
  bool may_be_victim(model::PodIndex resident) const { return priority(resident) < priority(m_in.pod); }
  std::int64_t start(model::PodIndex index) const { // for a pod that has not started: now
    return pod(index).started.value_or(m_in.rules.options.now).micros;
  }
  bool more_important(model::PodIndex a, model::PodIndex b) const;
  std::optional<std::string_view> not_eligible() const;
  std::uint32_t look_at(model::NodeIndex node);
  std::uint32_t refused(const std::vector<std::string_view>& reasons);
  std::vector<bool> violates_budget(const std::vector<model::PodIndex>& pods) const;
  void put_back(Candidate& candidate, const std::vector<model::PodIndex>& lower, Feasibility::NodeSimulation& question);
  std::vector<Candidate> candidates(std::int64_t& looked_at);
  Preemption best(const std::vector<Candidate>& candidates) const;
  std::string no_candidate_text(std::int64_t looked_at) const;

  const PreemptionInput& m_in;
  KeptVictims m_new;
  KeptVictims& m_kept = m_in.kept != nullptr ? *m_in.kept : m_new;
  std::vector<std::int64_t> m_refusals; // number of visited nodes, by index in KeptVictims::outcomes
};

constexpr std::string_view k_no_victims = "No preemption victims found for incoming pod";

bool Evaluator::more_important(model::PodIndex a, model::PodIndex b) const {
  if (priority(a) != priority(b)) { return priority(a) > priority(b); }
  if (start(a) != start(b)) { return start(a) < start(b); }
  return key_less(pod(a), pod(b));
}

// (PodEligibleToPreemptOthers)
std::optional<std::string_view> Evaluator::not_eligible() const {
  if (pod(m_in.pod).spec->never_preempts) { return "not eligible due to preemptionPolicy=Never."; }
  if (m_in.nominated == model::k_none || m_in.nominated_unresolvable) { return std::nullopt; }
  for (const model::PodIndex resident : m_in.feasibility.usage().on(m_in.nominated)) {
    if (may_be_victim(resident) && (pod(resident).preempted || m_in.leaving(resident))) {
      return "not eligible due to a terminating pod on the nominated node.";
    }
  }
  return std::nullopt;
}

// By pod: true if its eviction would violate a budget. Evictions use up the budgets' allowance in the order of `pods`.
// (filterPodsWithPDBViolation)
std::vector<bool> Evaluator::violates_budget(const std::vector<model::PodIndex>& pods) const {
  DisruptionAllowance allowance(m_in.rules.cluster, m_in.rules.version);
  std::vector<bool> violating;
  for (const model::PodIndex victim : pods) { violating.push_back(allowance.is_broken_by(pod(victim))); }
  return violating;
}

// Puts back as many pods as possible, those that a budget protects first. The pods that no longer fit are the victims.
void Evaluator::put_back(Candidate& candidate, const std::vector<model::PodIndex>& lower,
                         Feasibility::NodeSimulation& question) {
  const std::vector<bool> violating = violates_budget(lower);
  for (const bool protected_ones : {true, false}) {
    for (std::size_t i = 0; i < lower.size(); ++i) {
      if (violating[i] != protected_ones) { continue; }
      question.add_pod(lower[i]);
      if (m_in.refusal_on(candidate.node).reasons.empty()) { continue; }
      question.remove_pod(lower[i]);
      candidate.victims.push_back(lower[i]);
      candidate.violations += protected_ones ? 1 : 0;
    }
  }
  std::stable_sort(candidate.victims.begin(), candidate.victims.end(),
                   [&](auto a, auto b) { return more_important(a, b); });
}

// The number of this outcome.
std::uint32_t Evaluator::refused(const std::vector<std::string_view>& reasons) {
  const auto index = static_cast<std::size_t>(std::ranges::find(m_kept.outcomes, reasons) - m_kept.outcomes.begin());
  if (index == m_kept.outcomes.size()) { m_kept.outcomes.push_back(reasons); }
  return static_cast<std::uint32_t>(index);
}

// Takes every pod of lower priority off the node. If the pod then fits, puts back as many as possible and keeps the
// candidate. (SelectVictimsOnNode)
std::uint32_t Evaluator::look_at(model::NodeIndex node) {
  std::vector<model::PodIndex> lower;
  for (const model::PodIndex resident : m_in.feasibility.usage().on(node)) {
    if (may_be_victim(resident)) { lower.push_back(resident); }
  }
  if (lower.empty()) { return refused({k_no_victims}); }
  std::sort(lower.begin(), lower.end(), [&](auto a, auto b) { return more_important(a, b); });
  Feasibility::NodeSimulation question(m_in.feasibility, node);
  for (const model::PodIndex resident : lower) { question.remove_pod(resident); }
  const Refusal refusal = m_in.refusal_on(node);
  if (!refusal.reasons.empty()) { return refused(refusal.reasons); }
  Candidate candidate{node, {}, 0};
  put_back(candidate, lower, question);
  m_kept.candidates.insert_or_assign(node, std::move(candidate));
  return KeptVictims::k_candidate;
}

std::uint32_t Evaluator::outcome_on(model::NodeIndex node) {
  const std::uint32_t stamp = m_in.stamps.of(node);
  if (const std::uint32_t* const kept = m_kept.outcome.find(node, stamp)) { return *kept; }
  const std::uint32_t outcome = look_at(node);
  m_kept.outcome.keep(node, stamp, outcome, m_in.rules.cluster.nodes.size());
  return outcome;
}

// Prefers, in this order: the fewest victims that a budget protects, the lowest highest victim, the smallest sum of
// priorities, the fewest victims, the latest start among the highest victims, the first name.
// (pickOneNodeForPreemption)
Preemption Evaluator::best(const std::vector<Candidate>& candidates) const {
  const auto cost = [&](const Candidate& c) {
    std::int64_t sum = 0;
    std::int64_t earliest = std::numeric_limits<std::int64_t>::max();
    const std::int64_t highest = priority(c.victims[0]);
    for (const model::PodIndex victim : c.victims) {
      sum += std::int64_t{priority(victim)} + std::numeric_limits<std::int32_t>::max() + 1;
      if (priority(victim) == highest) { earliest = std::min(earliest, start(victim)); }
    }
    return std::tuple(c.violations, highest, sum, c.victims.size(), -earliest);
  };
  const Candidate* chosen = &candidates.front();
  bool tied = false;
  for (const Candidate& candidate : candidates) {
    if (&candidate == chosen) { continue; }
    tied = cost(candidate) == cost(*chosen) || (tied && cost(candidate) > cost(*chosen));
    if (cost(candidate) < cost(*chosen)) { chosen = &candidate; }
  }
  return {chosen->node, chosen->victims, tied, {}, true};
}

std::string Evaluator::no_candidate_text(std::int64_t looked_at) const {
  if (!m_in.wants_text) { return {}; }
  const auto all = static_cast<std::int64_t>(m_in.rules.cluster.nodes.size());
  std::vector<std::string> parts;
  std::map<std::string_view, std::int64_t> counts;
  for (std::size_t i = 0; i < m_refusals.size(); ++i) {
    for (const std::string_view reason : m_kept.outcomes[i]) { counts[reason] += m_refusals[i]; }
  }
  for (const auto& [reason, nodes] : counts) {
    if (nodes > 0) { parts.push_back(util::concat(nodes, ' ', reason)); }
  }
  if (looked_at < all) { parts.push_back(util::concat(all - looked_at, " Preemption is not helpful for scheduling")); }
  std::sort(parts.begin(), parts.end());
  std::string text = util::concat("preemption: 0/", all, " nodes are available:");
  for (const std::string& part : parts) { text += util::concat(&part == &parts.front() ? " " : ", ", part); }
  return text + '.';
}

// Visits the nodes in order until it has enough candidates, one of them without a violated budget. (The live scheduler
// begins at a random node; that matters only in clusters with more candidates than it looks for.)
std::vector<Candidate> Evaluator::candidates(std::int64_t& looked_at) {
  const model::DefaultPreemptionArgs& args = m_in.rules.profile_of(pod(m_in.pod))->preemption;
  const std::int64_t enough = std::min<std::int64_t>(
      m_in.may_help_count, std::max<std::int64_t>(args.min_candidate_nodes_absolute,
                                                  m_in.may_help_count * args.min_candidate_nodes_percentage / 100));
  std::vector<Candidate> found;
  bool any_without_violation = false;
  // Returns true if no more candidates are needed.
  const auto take = [&](const Candidate& candidate) {
    if (candidate.victims.empty()) { return false; }
    any_without_violation = any_without_violation || candidate.violations == 0;
    found.push_back(candidate);
    return any_without_violation && static_cast<std::int64_t>(found.size()) >= enough;
  };
  if (m_in.sums != nullptr) {
    m_refusals = m_in.sums->counts;
    looked_at = m_in.may_help_count;
    for (const model::NodeIndex node : m_in.sums->candidates) {
      if (take(m_kept.candidates.at(node))) { break; }
    }
    return found;
  }
  for (std::size_t node = 0; m_in.may_help_count > 0 && node < m_in.rules.cluster.nodes.size(); ++node) {
    const auto index = static_cast<model::NodeIndex>(node);
    if (!m_in.may_help(index)) { continue; }
    ++looked_at;
    const std::uint32_t outcome = outcome_on(index);
    if (outcome != KeptVictims::k_candidate) {
      if (outcome >= m_refusals.size()) { m_refusals.resize(std::size_t{outcome} + 1, 0); }
      ++m_refusals[outcome];
      continue;
    }
    if (take(m_kept.candidates.at(index))) { break; }
  }
  return found;
}

Preemption Evaluator::run() {
  if (const auto reason = not_eligible()) {
    std::string text = m_in.wants_text ? util::concat("preemption: ", *reason) : std::string();
    return {model::k_none, {}, false, std::move(text), false};
  }
  // If the cluster has no pod of lower priority, every node that evictions might help has no victims. Skip the search.
  if (m_in.feasibility.usage().lowest_priority() >= priority(m_in.pod)) {
    if (m_in.may_help_count > 0) {
      const std::uint32_t outcome = refused({k_no_victims});
      m_refusals.resize(std::size_t{outcome} + 1, 0);
      m_refusals[outcome] = m_in.may_help_count;
    }
    return {model::k_none, {}, false, no_candidate_text(m_in.may_help_count), true};
  }
  std::int64_t looked_at = 0;
  const std::vector<Candidate> found = candidates(looked_at);
  if (found.empty()) {
    if (m_in.sums == nullptr || !m_in.wants_text) {
      return {model::k_none, {}, false, no_candidate_text(looked_at), true};
    }
    std::string& text = m_in.sums->no_candidate_text;
    if (text.empty()) { text = no_candidate_text(looked_at); }
    return {model::k_none, {}, false, text, true};
  }
  return best(found);
}

} // namespace

Preemption preempt(const PreemptionInput& input) { return Evaluator(input).run(); }

std::uint32_t preemption_outcome(const PreemptionInput& input, model::NodeIndex node) {
  return Evaluator(input).outcome_on(node);
}

} // namespace engine
