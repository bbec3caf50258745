// SPDX-License-Identifier: Apache-2.0
// Compares the solver with all placements, tried one by one under rules that the test implements itself.
#include "engine/ask.hpp"
#include "engine/run/simulation.hpp"
#include "engine/solver/solver.hpp"
#include "model/report/report_words.hpp"
#include "support/catch.hpp"
#include "support/solver_cases.hpp"

#include <cstdlib>
#include <random>

using namespace engine;
using model::FeasibilityAnswer;

namespace {

Solution solved(const model::ClusterSnapshot& cluster, std::int32_t quorum) {
  const Options options = tests::options();
  const Rules rules(cluster, options);
  const NodeTable nodes(cluster);
  Feasibility on_bound(nodes, usage_of_bound_pods(cluster, nodes), rules.version);
  solver::Gang gang{rules, on_bound, {}, 0, quorum};
  for (const model::PodIndex member : cluster.groups.at(0).members) {
    const model::Pod& pod = cluster.pods[static_cast<std::size_t>(member)];
    pod.bound() ? void(++gang.fixed) : gang.members.push_back(member);
  }
  Solution solution = solve(gang);
  // The independent check accepts the placement too.
  const std::vector<Objection> found = objections(rules, solution.placement);
  if (!found.empty()) { FAIL_CHECK("objection: " << found.front().reason); }
  return solution;
}

std::int64_t cases_wanted() {
  const char* const text = std::getenv("GANG_SOLVER_CASES");
  return text != nullptr ? std::strtoll(text, nullptr, 10) : 1500;
}

} // namespace

TEST_CASE("the solver finds what an exhaustive search finds") {
  std::mt19937 random(20'260'101);
  std::map<std::string, int> methods;
  for (std::int64_t i = 0; i < cases_wanted(); ++i) {
    const tests::SolverCase one = tests::random_solver_case(random);
    const std::int64_t most = tests::most_by_trying(one);
    const auto quorum = static_cast<std::int32_t>(1 + random() % one.members.size());
    const model::ClusterSnapshot cluster = tests::as_cluster(one);
    const Solution solution = solved(cluster, quorum);
    INFO("case " << i << "\n" << tests::as_text(one));
    REQUIRE(solution.report.largest_placeable.has_value());
    REQUIRE(*solution.report.largest_placeable == most);
    REQUIRE(solution.report.answer == (most >= quorum ? FeasibilityAnswer::Feasible : FeasibilityAnswer::Infeasible));
    REQUIRE(std::ssize(solution.report.certificate.placement) == most);
    REQUIRE(solution.report.certificate.bound.has_value() == (most < std::ssize(one.members)));
    if (solution.report.certificate.bound) { ++methods[std::string(model::word(solution.report.method))]; }
  }
  // Every method of proof occurs.
  for (const char* const method : {"counting", "table", "spread", "search"}) {
    INFO(method);
    CHECK(methods[method] > 0);
  }
}
