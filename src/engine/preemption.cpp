// SPDX-License-Identifier: Apache-2.0
#include "engine/preemption.hpp"

#include "util/concat.hpp"

#include <algorithm>
#include <limits>
#include <map>

namespace engine {

namespace {

struct Candidate {
  model::NodeIndex node = model::k_none;
  std::vector<model::PodIndex> victims; // most important first
};

class Evaluator {
 public:
  explicit Evaluator(const PreemptionInput& input) : m_in(input) {}
  Preemption run();

 private:
  const model::Pod& pod(model::PodIndex index) const {
    return m_in.rules.cluster.pods[static_cast<std::size_t>(index)];
  }
  std::int32_t priority(model::PodIndex index) const { return pod(index).spec->priority; }
  bool may_be_victim(model::PodIndex resident) const { return priority(resident) < priority(m_in.pod); }
  std::int64_t start(model::PodIndex index) const { // of a pod that has not started: now
    return pod(index).started.value_or(m_in.rules.options.now).micros;
  }
  bool more_important(model::PodIndex a, model::PodIndex b) const;
  std::optional<std::string_view> not_eligible() const;
  std::optional<Candidate> victims_on(model::NodeIndex node);
  const Candidate& best(const std::vector<Candidate>& candidates) const;
  std::string no_candidate_text(std::int64_t looked_at) const;

  const PreemptionInput& m_in;
  std::map<std::string_view, std::int64_t> m_refusals; // of the nodes that were looked at
};

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
    if (may_be_victim(resident) && m_in.leaving(resident)) {
      return "not eligible due to a terminating pod on the nominated node.";
    }
  }
  return std::nullopt;
}

// Takes every lower pod off the node; if the pod fits then, puts back as many as possible, the most important first.
// (SelectVictimsOnNode)
std::optional<Candidate> Evaluator::victims_on(model::NodeIndex node) {
  std::vector<model::PodIndex> lower;
  for (const model::PodIndex resident : m_in.feasibility.usage().on(node)) {
    if (may_be_victim(resident)) { lower.push_back(resident); }
  }
  if (lower.empty()) {
    ++m_refusals["No preemption victims found for incoming pod"];
    return std::nullopt;
  }
  std::sort(lower.begin(), lower.end(), [&](auto a, auto b) { return more_important(a, b); });
  for (const model::PodIndex resident : lower) { m_in.feasibility.lift(resident, node); }
  const Refusal refusal = m_in.feasibility.refusal_on(m_in.pod_class, node);
  std::optional<Candidate> candidate;
  if (refusal.reasons.empty()) {
    candidate = Candidate{node, {}};
    for (const model::PodIndex resident : lower) {
      m_in.feasibility.drop(resident, node);
      if (m_in.feasibility.fits(m_in.pod_class, node)) { continue; }
      m_in.feasibility.lift(resident, node);
      candidate->victims.push_back(resident);
    }
    for (const model::PodIndex victim : candidate->victims) { m_in.feasibility.drop(victim, node); }
    return candidate;
  }
  for (const std::string_view reason : refusal.reasons) { ++m_refusals[reason]; }
  for (const model::PodIndex resident : lower) { m_in.feasibility.drop(resident, node); }
  return std::nullopt;
}

// The lowest highest victim, then the smallest sum of priorities, the fewest victims, the latest start among the
// highest; then the first by name. (pickOneNodeForPreemption)
const Candidate& Evaluator::best(const std::vector<Candidate>& candidates) const {
  const auto cost = [&](const Candidate& c) {
    std::int64_t sum = 0;
    std::int64_t earliest = std::numeric_limits<std::int64_t>::max();
    const std::int64_t highest = c.victims.empty() ? std::numeric_limits<std::int32_t>::min() : priority(c.victims[0]);
    for (const model::PodIndex victim : c.victims) {
      sum += std::int64_t{priority(victim)} + std::numeric_limits<std::int32_t>::max() + 1;
      if (priority(victim) == highest) { earliest = std::min(earliest, start(victim)); }
    }
    return std::tuple(highest, sum, c.victims.size(), -earliest);
  };
  return *std::min_element(candidates.begin(), candidates.end(),
                           [&](const Candidate& a, const Candidate& b) { return cost(a) < cost(b); });
}

std::string Evaluator::no_candidate_text(std::int64_t looked_at) const {
  const auto all = static_cast<std::int64_t>(m_in.rules.cluster.nodes.size());
  std::vector<std::string> parts;
  for (const auto& [reason, nodes] : m_refusals) { parts.push_back(util::concat(nodes, ' ', reason)); }
  if (looked_at < all) { parts.push_back(util::concat(all - looked_at, " Preemption is not helpful for scheduling")); }
  std::sort(parts.begin(), parts.end());
  std::string text = util::concat("preemption: 0/", all, " nodes are available:");
  for (const std::string& part : parts) { text += util::concat(&part == &parts.front() ? " " : ", ", part); }
  return text + '.';
}

Preemption Evaluator::run() {
  if (const auto reason = not_eligible()) { return {model::k_none, {}, util::concat("preemption: ", *reason), false}; }
  // Without any lower pod anywhere every node that evictions might help has no victims: no need to look.
  if (m_in.feasibility.usage().lowest_priority() >= priority(m_in.pod)) {
    if (m_in.may_help_count > 0) { m_refusals["No preemption victims found for incoming pod"] = m_in.may_help_count; }
    return {model::k_none, {}, no_candidate_text(m_in.may_help_count), true};
  }
  std::vector<Candidate> candidates;
  std::int64_t looked_at = 0;
  constexpr std::size_t k_enough = 100; // minCandidateNodesAbsolute
  for (std::size_t node = 0; node < m_in.rules.cluster.nodes.size() && candidates.size() < k_enough; ++node) {
    const auto index = static_cast<model::NodeIndex>(node);
    if (!m_in.may_help(index)) { continue; }
    ++looked_at;
    if (auto candidate = victims_on(index)) { candidates.push_back(std::move(*candidate)); }
  }
  std::erase_if(candidates, [](const Candidate& c) { return c.victims.empty(); });
  if (candidates.empty()) { return {model::k_none, {}, no_candidate_text(looked_at), true}; }
  const Candidate& chosen = best(candidates);
  return {chosen.node, chosen.victims, {}, true};
}

} // namespace

Preemption preempt(const PreemptionInput& input) { return Evaluator(input).run(); }

} // namespace engine
