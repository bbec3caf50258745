// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/search.hpp"

#include "engine/feasibility/admitted_nodes.hpp"
#include "engine/index.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace engine::solver {

namespace {

using model::NodeIndex;
using model::PodIndex;

class Search {
 public:
  Search(const Problem& problem, std::vector<Placement> known, std::size_t enough, const SearchBudget& budget)
      : m_problem(problem), m_budget(budget), m_enough(enough) {
    m_found.best = std::move(known);
    std::map<int, std::size_t> places; // of classes in m_waiting
    for (const PodIndex member : problem.gang.members) {
      const model::SchedulerProfile* const profile = problem.gang.rules.profile_of(problem.gang.pod(member));
      if (profile == nullptr) { continue; }
      const int number = problem.gang.on_bound.class_of(member, *profile);
      const auto [place, is_new] = places.try_emplace(number, m_waiting.size());
      if (is_new) { m_waiting.emplace_back(); }
      m_waiting[place->second].push_back(member);
      ++m_left;
    }
  }

  Searched run() {
    m_seen.insert(m_state);
    m_found.is_exhausted = go_on();
    m_found.states = std::ssize(m_seen);
    return std::move(m_found);
  }

 private:
  // Returns false when out of budget.
  bool go_on() {
    if (m_placed.size() > m_found.best.size()) { m_found.best = m_placed; }
    for (std::size_t pod_class = 0; pod_class < m_waiting.size(); ++pod_class) {
      std::vector<PodIndex>& members = m_waiting[pod_class];
      if (m_found.best.size() >= m_enough) { return true; }
      if (members.empty() || m_placed.size() + m_left <= m_found.best.size()) { continue; }
      std::vector<NodeIndex> nodes;
      admitted_nodes(m_problem.gang.rules, m_problem.gang.on_bound, members.back()).for_each([&](NodeIndex node) {
        nodes.push_back(node);
      });
      m_visits += std::ssize(nodes) + 1;
      for (const NodeIndex node : nodes) {
        if (!visit(pod_class, members, node)) { return false; }
      }
    }
    return true;
  }

  bool visit(std::size_t pod_class, std::vector<PodIndex>& members, NodeIndex node) {
    ++m_state[{node, pod_class}];
    bool within = true;
    if (m_seen.insert(m_state).second) {
      if (std::ssize(m_seen) > m_budget.states || m_visits > m_budget.visits) {
        within = false;
      } else {
        const PodIndex member = members.back();
        members.pop_back();
        --m_left;
        m_problem.gang.on_bound.add(member, node);
        m_placed.push_back({member, node});
        within = go_on();
        m_placed.pop_back();
        m_problem.gang.on_bound.remove(member, node);
        members.push_back(member);
        ++m_left;
      }
    }
    const auto entry = m_state.find({node, pod_class});
    if (--entry->second == 0) { m_state.erase(entry); }
    return within;
  }

  using State = std::map<std::pair<NodeIndex, std::size_t>, std::int32_t>; // number of members of a class on a node

  const Problem& m_problem;
  SearchBudget m_budget;
  std::size_t m_enough;
  // By class, in the order of their first members: the numbers of classes depend on all questions before.
  std::vector<std::vector<PodIndex>> m_waiting;
  std::size_t m_left = 0;
  State m_state;
  std::set<State> m_seen;
  std::vector<Placement> m_placed;
  std::int64_t m_visits = 0;
  Searched m_found;
};

} // namespace

Searched search(const Problem& problem, std::vector<Placement> known, std::size_t enough, const SearchBudget& budget) {
  return Search(problem, std::move(known), enough, budget).run();
}

} // namespace engine::solver
