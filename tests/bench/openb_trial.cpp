// SPDX-License-Identifier: Apache-2.0
#include "bench/openb_trial.hpp"

#include "engine/index.hpp"
#include "engine/run/simulation.hpp"
#include "engine/solver/solver.hpp"
#include "engine/verify/verify.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

#include <algorithm>
#include <random>
#include <set>

namespace openb {

using engine::at;
using model::FeasibilityAnswer;

std::vector<Gang> random_gangs(const model::ClusterSnapshot& trace, std::size_t count, std::uint32_t seed) {
  std::map<std::int64_t, std::vector<model::PodIndex>> by_gpus;
  std::set<Amounts> shapes;
  for (std::size_t i = 0; i < trace.pods.size(); ++i) {
    const Amounts asks = asks_of(trace, *trace.pods[i].spec);
    if (asks[Gpus] == 0) { continue; }
    by_gpus[asks[Gpus]].push_back(static_cast<model::PodIndex>(i));
    shapes.insert(asks);
  }
  if (shapes.size() < 2) { throw util::Error(util::concat("pods of two shapes are needed that ask for ", k_gpu)); }
  std::mt19937 random(seed); // its numbers are the same everywhere, unlike those of std::uniform_int_distribution
  const auto pick = [&](std::size_t n) { return random() % n; };
  const auto shape = [&] {
    const std::vector<model::PodIndex>& pods =
        std::next(by_gpus.begin(), static_cast<int>(pick(by_gpus.size())))->second;
    return pods[pick(pods.size())];
  };
  const auto asks = [&](model::PodIndex pod) { return asks_of(trace, *trace.pods[at(pod)].spec); };
  std::vector<Gang> gangs(count);
  for (Gang& gang : gangs) {
    gang.a = {shape(), static_cast<std::int32_t>(1 + pick(16))};
    do { gang.b.like = shape(); } while (asks(gang.b.like) == asks(gang.a.like));
    gang.b.count = static_cast<std::int32_t>(1 + pick(48));
  }
  return gangs;
}

namespace {

constexpr model::Time k_now = {1'700'000'000'000'000};

engine::Options options_with(Scoring scoring) {
  engine::Options options;
  options.now = k_now;
  options.policy = "native";
  options.scheduler_version = engine::k_native_reference_version;
  if (scoring == MostAllocated) {
    model::NodeResourcesFitArgs& fit = options.configuration.profiles.front().fit;
    fit.strategy = model::FitStrategy::MostAllocated;
    fit.resources.push_back({std::string(k_gpu), 1});
  }
  return options;
}

} // namespace

Trial::Trial(const model::ClusterSnapshot& trace, model::ClusterSnapshot cluster)
    : m_trace(trace), m_cluster(std::move(cluster)), m_running(m_cluster.pods.size()),
      m_ledger(m_cluster), m_options{options_with(LeastAllocated), options_with(MostAllocated)} {
  model::PodGroup& group = m_cluster.groups.emplace_back();
  group.namespace_name = "~"; // after every valid name: pods are sorted by their keys
  group.name = "gang";
  group.declared = true;
  group.created = k_now;
  m_cluster.pending_statuses.emplace_back();
}

void Trial::put(const Part& first, const Part& second) {
  m_parts = {first, second};
  m_cluster.pods.resize(m_running);
  model::PodGroup& group = m_cluster.groups.front();
  group.members.clear();
  for (const Part& part : m_parts) {
    for (std::int32_t i = 0; i < part.count; ++i) {
      const std::size_t number = m_cluster.pods.size() - m_running;
      std::string name =
          util::concat("member-", 10'000 + number); // equal number of digits: the order by name is the order by number
      model::Pod pod = m_trace.pods[at(part.like)];
      pod.namespace_name = group.namespace_name;
      pod.name = m_cluster.strings.intern(name);
      pod.group = model::GroupIndex(0);
      pod.created = k_now; // all at once: only their names order them in the queue
      pod.phase = model::PodPhase::Pending;
      pod.pending = &m_cluster.pending_statuses.front();
      m_cluster.pods.push_back(pod);
      group.members.push_back(member(number));
    }
  }
  group.min_member = static_cast<std::int32_t>(group.members.size());
}

bool Trial::sums_suffice() const {
  Amounts left = m_ledger.free();
  for (const Part& part : m_parts) {
    const Amounts asks = asks_of(m_trace, *m_trace.pods[at(part.like)].spec);
    for (std::size_t r = 0; r < left.size(); ++r) { left[r] -= asks[r] * part.count; }
  }
  return std::ranges::all_of(left, [](std::int64_t amount) { return amount >= 0; });
}

std::int32_t Trial::most_by_gpus(model::PodIndex like) const {
  return static_cast<std::int32_t>(m_ledger.free()[Gpus] / asks_of(m_trace, *m_trace.pods[at(like)].spec)[Gpus]);
}

FeasibilityAnswer Trial::truth(Proof proof) {
  const engine::Rules rules(m_cluster, m_options[LeastAllocated]);
  const engine::NodeTable nodes(m_cluster);
  engine::Feasibility on_bound(nodes, engine::usage_of_bound_pods(m_cluster, nodes), rules.version);
  const model::PodGroup& group = m_cluster.groups.front();
  const engine::Solution solution = engine::solve({rules, on_bound, group.members, 0, *group.min_member});
  const FeasibilityAnswer answer = solution.report.answer;
  if (answer == FeasibilityAnswer::Unknown || proof == Proof::Trusted) { return answer; }

  const model::Verification verified = engine::verify(rules, model::GroupIndex(0), solution.report);
  if (verified.judgement == model::Judgement::NotChecked) { return FeasibilityAnswer::Unknown; }
  if (verified.judgement == model::Judgement::Refuted) {
    contradiction(
        util::concat("the certificate does not hold: ", verified.field, " says ", verified.says, ", ", verified.truth));
  }
  std::map<model::PodIndex, model::NodeIndex> places;
  for (const engine::Placement& place : solution.placement) { places[place.pod] = place.node; }
  replay(places, "the solver's");
  const bool feasible = answer == FeasibilityAnswer::Feasible;
  if (feasible && places.size() != group.members.size()) {
    contradiction("the solver says yes and leaves members out");
  }
  if (feasible && !sums_suffice()) { contradiction("the solver says yes, the sums say no"); }
  if (solution.is_fragmented != (!feasible && sums_suffice())) {
    contradiction("the solver's sums are not those of the nodes");
  }
  return answer;
}

bool Trial::starts(Scoring scoring) {
  const engine::Rules rules(m_cluster, m_options[scoring]);
  const engine::NodeTable nodes(m_cluster);
  const std::vector<model::PodIndex>& members = m_cluster.groups.front().members;
  const engine::Timeline timeline = engine::simulate(rules, nodes, engine::usage_of_bound_pods(m_cluster, nodes),
                                                     engine::PodsAtStart(rules), {members});
  std::map<model::PodIndex, model::NodeIndex> places;
  for (const model::PodIndex pod : members) {
    if (timeline.pods[at(pod)].outcome == model::Outcome::Bound) { places[pod] = timeline.pods[at(pod)].node; }
  }
  replay(places, "the scheduler's");
  if (!places.empty() && places.size() != members.size()) { contradiction("the scheduler bound a part of the gang"); }
  return places.size() == members.size();
}

// Sums up the members' requests on each node.
void Trial::replay(const std::map<model::PodIndex, model::NodeIndex>& places, const char* whose) const {
  Ledger ledger = m_ledger;
  for (const auto& [pod, node] : places) {
    const Amounts asks = asks_of(m_cluster, *m_cluster.pods[at(pod)].spec);
    if (!ledger.fits(asks, node)) {
      contradiction(util::concat(whose, " placement does not fit on ", m_cluster.nodes[at(node)].name));
    }
    ledger.take(asks, node);
  }
}

std::string Trial::text() const {
  std::vector<std::string> parts;
  for (const Part& part : m_parts) {
    const Amounts asks = asks_of(m_trace, *m_trace.pods[at(part.like)].spec);
    parts.push_back(util::concat(part.count, " x (", asks[Gpus], ' ', k_gpu, ", ", asks[Cpu], " milli-cores, ",
                                 asks[Memory] >> 20, " MiB)"));
  }
  return util::joined(parts, " and then ");
}

void Trial::contradiction(const std::string& what) const { throw Contradiction(util::concat(text(), ": ", what)); }

} // namespace openb
