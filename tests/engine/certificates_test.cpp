// SPDX-License-Identifier: Apache-2.0
// Sends random clusters through engine::answer and the checker. The checker accepts every certificate of the solver,
// and rejects it after a change of one number, name or element.
//
// GANG_SOLVER_CASES sets the number of clusters.
#include "engine/ask.hpp"
#include "engine/verify/verify.hpp"
#include "model/report/report_words.hpp"
#include "support/catch.hpp"
#include "support/indexes.hpp"
#include "support/solver_cases.hpp"

#include <cstdlib>
#include <functional>
#include <random>

using namespace engine;
using model::FeasibilityReport;
using tests::operator""_group;

namespace {

std::int64_t cases_wanted() {
  const char* const text = std::getenv("GANG_SOLVER_CASES");
  return text != nullptr ? std::strtoll(text, nullptr, 10) : 1500;
}

model::Verification checked(const model::ClusterSnapshot& cluster, const FeasibilityReport& claimed) {
  const Options options = tests::options();
  return verify(Rules(cluster, options), 0_group, claimed);
}

std::string text(const model::Verification& found) {
  return std::string(model::word(found.judgement)) + ": " + found.field + " says " + found.says + ", but " +
         found.truth;
}

// Calls `changed` after each single change, then reverts the change.
class Changes {
 public:
  Changes(FeasibilityReport& report, std::function<void(const char*)> changed)
      : m_report(report), m_changed(std::move(changed)) {}

  void all() {
    using enum model::FeasibilityAnswer;
    for (const model::FeasibilityAnswer answer : {Feasible, Infeasible, Unknown}) {
      if (answer != m_report.answer) { to(m_report.answer, answer, "answer"); }
    }
    number(*m_report.largest_placeable, "largestPlaceable");
    for (model::PlacedPod& placed : m_report.certificate.placement) {
      name(placed.pod, "placement pod");
      name(placed.node, "placement node");
    }
    list(m_report.certificate.placement, "placement");
    if (m_report.certificate.bound) {
      std::visit([&](auto& bound) { number(bound.at_most, "atMost"), parts(bound); }, *m_report.certificate.bound);
      to(m_report.certificate.bound, std::optional<model::UpperBound>(), "bound");
    }
  }

 private:
  template <typename T>
  void to(T& target, T other, const char* what) {
    std::swap(target, other);
    m_changed(what);
    std::swap(target, other);
  }
  void number(std::int64_t& target, const char* what) {
    to(target, target + 1, what);
    to(target, target - 1, what);
  }
  void name(std::string& target, const char* what) { to(target, target + "x", what); }
  template <typename T>
  void list(std::vector<T>& target, const char* what) {
    for (std::size_t i = 0; i < target.size(); ++i) {
      std::vector<T> other = target;
      other.erase(other.begin() + static_cast<std::ptrdiff_t>(i));
      to(target, other, what);
      other = target;
      other.push_back(target[i]);
      to(target, other, what);
    }
  }
  void names(std::vector<std::string>& target, const char* what) {
    for (std::string& one : target) { name(one, what); }
    list(target, what);
  }
  void frontier(model::Frontier& target, const char* what) {
    for (std::vector<std::int64_t>& counts : target) {
      for (std::int64_t& count : counts) { number(count, what); }
      list(counts, what);
    }
    list(target, what);
  }

  void parts(model::CountingBound& bound) {
    for (model::CountedSet& set : bound.sets) {
      names(set.members, "set members");
      name(set.topology_key, "set domain");
      number(set.at_most, "set atMost");
      for (model::CountedPlaces& places : set.places) {
        number(places.each, "each");
        number(places.count, "nodes");
        name(places.like, "like");
        to(places.domains, !places.domains, "domains");
      }
      list(set.places, "places");
    }
    list(bound.sets, "sets");
  }
  void parts(model::TableBound& bound) {
    for (std::vector<std::string>& members : bound.classes) { names(members, "class members"); }
    list(bound.classes, "classes");
    for (model::TableNodes& nodes : bound.nodes) {
      number(nodes.count, "table nodes");
      name(nodes.like, "table like");
      frontier(nodes.frontier, "table frontier of nodes");
    }
    list(bound.nodes, "table nodes");
    frontier(bound.frontier, "table frontier");
    name(bound.digest, "digest");
  }
  void parts(model::SpreadBound& bound) {
    name(bound.topology_key, "topologyKey");
    number(bound.max_skew, "maxSkew");
    number(bound.level, "level");
    names(bound.members, "spread members");
    for (model::SpreadDomain& domain : bound.domains) {
      name(domain.name, "domain name");
      number(domain.matching, "matching");
      number(domain.holds, "holds");
    }
    list(bound.domains, "domains");
  }
  void parts(model::SearchBound&) {}

  FeasibilityReport& m_report;
  std::function<void(const char*)> m_changed;
};

} // namespace

TEST_CASE("the checker accepts every certificate of the solver and rejects each tampered one") {
  std::mt19937 random(20'261'122);
  std::int64_t tampered = 0;
  for (std::int64_t i = 0; i < cases_wanted(); ++i) {
    const tests::SolverCase one = tests::random_solver_case(random);
    model::ClusterSnapshot cluster = tests::as_cluster(one);
    cluster.groups.at(0).min_member = static_cast<std::int32_t>(1 + random() % one.members.size());
    const model::Report report = tests::explain(cluster);
    INFO("case " << i << "\n" << tests::as_text(one));
    REQUIRE(report.groups.at(0).feasibility.has_value());
    FeasibilityReport claimed = *report.groups.at(0).feasibility;
    const model::Verification found = checked(cluster, claimed);
    INFO(text(found));
    REQUIRE(found.judgement == model::Judgement::Holds);
    if (i % 10 != 0) { continue; }
    Changes(claimed, [&](const char* what) {
      ++tampered;
      INFO(what);
      const model::Verification of_changed = checked(cluster, claimed);
      INFO(text(of_changed));
      CHECK(of_changed.judgement == model::Judgement::Refuted);
    }).all();
  }
  CHECK(tampered >= cases_wanted() * 3 / 2);
}
