// SPDX-License-Identifier: Apache-2.0
// Search: tries every placement again, one member after the other, each on every node that accepts it. Two orders that
// lead to the same placement count as one, unless members take volumes or devices: the order decides which ones.
#include "engine/feasibility/lifted_refusals.hpp"
#include "engine/index.hpp"
#include "engine/nodes/reserve.hpp"
#include "engine/solver/placement_check.hpp"
#include "engine/verify/checks.hpp"

#include <algorithm>
#include <set>

namespace engine::verification {

namespace {

constexpr std::int64_t k_most_questions = 2'000'000; // calls of passes(): some seconds
constexpr std::int64_t k_most_kept = 1'000'000; // steps in all states of m_seen: some 25 MB, and at most 1,400 calls

class Search {
 public:
  explicit Search(const Members& members) : m_members(members), m_usage(members.usage) {
    m_left.resize(members.classes.size());
    for (std::size_t i = members.pods.size(); i-- > 0;) { m_left[members.class_of[i]].push_back(members.pods[i]); }
    for (const MemberClass& of : members.classes) {
      const model::PodSpec& spec = *members.nodes.pod(of.pod).spec;
      m_order_matters = m_order_matters || has_claims(spec) || !spec.resource_claims.empty();
    }
  }

  // The largest number of members placed at once; nullopt if there are too many placements to try.
  std::optional<std::int64_t> most() {
    visit({});
    if (is_too_large()) { return std::nullopt; }
    return m_most;
  }

 private:
  using Step = std::pair<std::size_t, model::NodeIndex>; // places a member of the class on the node
  using State = std::vector<Step>;

  bool is_too_large() const { return m_questions > k_most_questions || m_kept > k_most_kept; }

  State after(State state, Step step) const {
    state.insert(m_order_matters ? state.end() : std::ranges::upper_bound(state, step), step);
    return state;
  }

  void visit(const State& state) {
    m_most = std::max(m_most, static_cast<std::int64_t>(state.size()));
    for (std::size_t number = 0; number < m_left.size(); ++number) {
      if (m_left[number].empty() || m_members.classes[number].profile == nullptr) { continue; }
      for (std::size_t i = 0; i < m_members.nodes.size(); ++i) {
        if (is_too_large()) { return; }
        const Step step{number, static_cast<model::NodeIndex>(i)};
        State next = after(state, step);
        if (!m_seen.contains(next) && passes(step)) { place(step, std::move(next)); }
      }
    }
  }

  bool passes(Step step) {
    ++m_questions;
    const model::Pod& pod = m_members.nodes.pod(m_left[step.first].back());
    const model::SchedulerProfile& profile = *m_members.classes[step.first].profile;
    const FilterInput input{m_members.nodes, m_usage, pod, *pod.spec, profile, m_members.rules.version};
    return refused_by_filters(input, step.second).empty();
  }

  void place(Step step, State next) {
    const model::PodIndex pod = m_left[step.first].back();
    NodeUsage::Ports ports = m_usage.ports(step.second);
    m_kept += std::ssize(next);
    m_left[step.first].pop_back();
    reserve(m_members.nodes, m_usage, pod, step.second);
    visit(*m_seen.insert(std::move(next)).first);
    unreserve(m_usage, pod, step.second);
    m_usage.set_ports(step.second, std::move(ports));
    m_left[step.first].push_back(pod);
  }

  const Members& m_members;
  NodeUsage m_usage;
  std::vector<std::vector<model::PodIndex>> m_left; // by class
  std::set<State> m_seen;
  std::int64_t m_questions = 0, m_kept = 0, m_most = 0;
  bool m_order_matters = false;
};

} // namespace

Doubt check(const Members& members, const model::SearchBound& bound) {
  if (bound.states < 1) {
    return Fault{util::concat(k_bound_field, ".states"), std::to_string(bound.states), "one at least is tried"};
  }
  if (may_free_devices(members.rules, members.pods)) {
    return cannot_tell("the scheduler may free a member's claim for devices, which changes what each node offers");
  }
  if (pending_pods_may_help(members.rules, members.nodes, members.pods)) { return cannot_tell(k_pending_pods_help); }
  const std::optional<std::int64_t> most = Search(members).most();
  if (!most) { return cannot_tell("there are too many placements to try each of them again"); }
  return differs(util::concat(k_bound_field, ".atMost"), bound.at_most, members.fixed + *most);
}

} // namespace engine::verification
