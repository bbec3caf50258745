// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/solver.hpp"

#include "engine/feasibility/lifted_refusals.hpp"
#include "engine/solver/bounds.hpp"
#include "engine/solver/placing.hpp"
#include "engine/solver/search.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace engine {

namespace {

using model::FeasibilityAnswer;
using model::FeasibilityMethod;
using solver::Bounded;
using solver::Problem;

struct Limit {
  Bounded bound;
  FeasibilityMethod method = FeasibilityMethod::Counting;
  std::vector<solver::NodeLoad> plan;
};

// The lowest bound, the simplest among equals, and the best plan of any bound.
Limit upper_limit(const Problem& problem) {
  Limit limit{solver::counting_bound(problem), FeasibilityMethod::Counting, {}};
  limit.plan = std::move(limit.bound.plan);
  const auto offer = [&](std::optional<Bounded> other, FeasibilityMethod method) {
    if (!other) { return; }
    if (!other->plan.empty()) { limit.plan = std::move(other->plan); }
    if (other->at_most < limit.bound.at_most) {
      limit.bound = std::move(*other);
      limit.method = method;
    }
  };
  if (problem.classes.size() > 1) { offer(solver::table_bound(problem), FeasibilityMethod::Table); }
  std::optional<Bounded> spread = solver::spread_bound(problem);
  if (spread && !pending_pods_may_help(problem.gang.rules, problem.gang.nodes(), problem.gang.members)) {
    offer(std::move(spread), FeasibilityMethod::Spread);
  }
  return limit;
}

// Domains where members with required affinity to each other may start.
std::vector<solver::Placing::Domain> beginnings(const Problem& problem) {
  constexpr std::size_t k_most = 64;
  std::set<std::pair<std::string_view, std::string_view>> found;
  for (const model::PodIndex member : problem.gang.members) {
    for (const model::PodAffinityTerm& term : problem.gang.pod(member).spec->required_affinity) {
      for (const model::Node& node : *problem.gang.nodes().nodes) {
        const auto value = model::find_label(*node.labels, term.topology_key);
        if (value && found.size() < k_most) { found.emplace(term.topology_key, *value); }
      }
    }
  }
  std::vector<solver::Placing::Domain> domains;
  for (const auto& [key, value] : found) { domains.push_back({key, value}); }
  return domains;
}

// The best of a few ways to place members one after the other; stops once `enough` members are placed.
std::vector<Placement> constructed(const Problem& problem, const std::vector<solver::NodeLoad>& plan,
                                   std::size_t enough) {
  std::vector<Placement> best;
  solver::Placing placing(problem);
  const auto keep = [&] {
    if (placing.placements().size() > best.size()) { best = placing.placements(); }
    placing.clear();
    return best.size() >= enough;
  };
  if (!plan.empty()) {
    placing.follow(plan);
    if (placing.placements().size() < enough) { placing.fill(); }
    if (keep()) { return best; }
  }
  placing.fill();
  if (keep()) { return best; }
  for (const solver::Placing::Domain& domain : beginnings(problem)) {
    placing.fill(&domain);
    if (keep()) { break; }
  }
  return best;
}

} // namespace

Solution solve(const solver::Gang& gang) {
  const Problem problem(gang);
  Limit limit = upper_limit(problem);
  const auto enough = static_cast<std::size_t>(limit.bound.at_most - gang.fixed);
  std::vector<Placement> placement = constructed(problem, limit.plan, enough);
  bool is_exact = placement.size() >= enough;
  if (!is_exact) {
    solver::Searched searched = solver::search(problem, std::move(placement), enough, {});
    placement = std::move(searched.best);
    is_exact = searched.is_exhausted && !may_free_devices(gang.rules, gang.members) &&
               !pending_pods_may_help(gang.rules, gang.nodes(), gang.members);
    if (is_exact && placement.size() < enough) {
      limit.method = FeasibilityMethod::Search;
      limit.bound.at_most = gang.fixed + std::ssize(placement);
      limit.bound.evidence = model::SearchBound{limit.bound.at_most, searched.states};
    }
  }

  Solution solution;
  solution.placement = std::move(placement);
  model::FeasibilityReport& report = solution.report;
  const std::int64_t placed = gang.fixed + std::ssize(solution.placement);
  report.method = limit.method;
  if (placed >= gang.quorum) {
    report.answer = FeasibilityAnswer::Feasible;
  } else if (limit.bound.at_most < gang.quorum) {
    report.answer = FeasibilityAnswer::Infeasible;
  }
  if (is_exact) { report.largest_placeable = placed; }
  solution.is_fragmented = report.answer == FeasibilityAnswer::Infeasible && problem.is_exact &&
                           problem.exclusions.empty() && problem.sums_cover(gang.quorum - gang.fixed);
  for (const Placement& one : solution.placement) {
    report.certificate.placement.push_back(
        {std::string(gang.pod(one.pod).name), std::string(gang.nodes().node(one.node).name)});
  }
  const bool all_placed = solution.placement.size() == gang.members.size();
  const bool proves = is_exact || report.answer == FeasibilityAnswer::Infeasible;
  if (proves && !all_placed) { report.certificate.bound = std::move(limit.bound.evidence); }
  return solution;
}

} // namespace engine
