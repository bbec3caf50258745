// SPDX-License-Identifier: Apache-2.0
// With maxSkew s, a domain can take another member if it then has at most s more pods than the lowest domain. So at the
// end no domain that took a member has more than m + s pods, where m is the final count of the lowest domain. Always
// adding to the lowest domain that is still to grow reaches every such end. The domain that fills up first limits m.
#include "engine/filters/topology_spread.hpp"
#include "engine/index.hpp"
#include "engine/solver/bounds.hpp"

#include <algorithm>
#include <limits>
#include <map>

namespace engine::solver {

namespace {

struct Domain {
  std::int64_t matching = 0, holds = 0;
};
using Domains = std::map<std::string_view, Domain>;

// True if no filter can distinguish the members.
bool are_equal(const Gang& gang, const model::SchedulerProfile& profile) {
  const int first = gang.on_bound.class_of(gang.members.front(), profile);
  return std::ranges::all_of(gang.members, [&](model::PodIndex member) {
    return gang.rules.profile_of(gang.pod(member)) == &profile && gang.on_bound.class_of(member, profile) == first;
  });
}

// nullopt if members can go to nodes that the constraint does not count.
std::optional<Domains> domains_of(const Problem& problem, const FilterInput& input,
                                  const std::vector<SpreadRule>& rules, const SpreadRule& rule) {
  std::vector<std::int64_t> holds(input.nodes.size(), 0);
  for (const NodeKind& kind : problem.kinds) {
    for (const model::NodeIndex node : kind.nodes) { holds[at(node)] = problem.copies(kind, 0); }
  }
  const auto matching = matching_pods(input, rule);
  Domains domains;
  for (std::size_t n = 0; n < input.nodes.size(); ++n) {
    const model::Node& node = input.nodes.node(static_cast<model::NodeIndex>(n));
    if (!has_all_keys(rules, node)) { continue; } // the filter refuses a node without the label
    if (!node_counts(input, rule, node)) {
      if (holds[n] > 0) { return std::nullopt; }
      continue;
    }
    Domain& domain = domains[*model::find_label(*node.labels, rule.constraint->topology_key)];
    domain.matching += (*matching)[n];
    domain.holds += holds[n];
  }
  return domains;
}

std::int64_t places(const Domains& domains, std::int64_t lowest, std::int64_t max_skew) {
  std::int64_t sum = 0;
  for (const auto& [name, domain] : domains) {
    sum += std::min(domain.holds, std::max<std::int64_t>(0, lowest + max_skew - domain.matching));
  }
  return sum;
}

// The final count of the lowest domain: the smallest one with which as many members fit as with any other.
std::int64_t final_level(const Domains& domains, const model::TopologySpreadConstraint& constraint) {
  if (std::ssize(domains) < constraint.min_domains || domains.empty()) { return 0; }
  std::int64_t highest = std::numeric_limits<std::int64_t>::max();
  std::int64_t now = std::numeric_limits<std::int64_t>::max();
  for (const auto& [name, domain] : domains) {
    highest = std::min(highest, domain.matching + domain.holds);
    now = std::min(now, domain.matching);
  }
  const std::int64_t most = places(domains, highest, constraint.max_skew);
  while (highest > now && places(domains, highest - 1, constraint.max_skew) == most) { --highest; }
  return highest;
}

} // namespace

std::optional<Bounded> spread_bound(const Problem& problem) {
  const Gang& gang = problem.gang;
  if (problem.classes.size() != 1) { return std::nullopt; }
  const model::Pod& pod = gang.pod(gang.members.front());
  const model::SchedulerProfile* const profile = gang.rules.profile_of(pod);
  if (profile == nullptr || !profile->enabled(model::ExtensionPoint::Filter, "PodTopologySpread")) {
    return std::nullopt;
  }
  const std::vector<SpreadRule> rules = spread_rules(gang.nodes(), *profile, pod, WhenUnsatisfiable::DoNotSchedule);
  if (rules.empty() || !are_equal(gang, *profile)) { return std::nullopt; }
  const FilterInput input{gang.nodes(), gang.on_bound.usage(), pod, *pod.spec, *profile, gang.rules.version};
  std::optional<Bounded> best;
  for (const SpreadRule& rule : rules) {
    if (!matches(rule, *pod.labels)) { continue; }
    const std::optional<Domains> domains = domains_of(problem, input, rules, rule);
    if (!domains) { continue; }
    model::SpreadBound bound;
    bound.topology_key = rule.constraint->topology_key;
    bound.max_skew = rule.constraint->max_skew;
    bound.level = final_level(*domains, *rule.constraint);
    bound.at_most = gang.fixed + std::min(problem.size(), places(*domains, bound.level, bound.max_skew));
    if (best && best->at_most <= bound.at_most) { continue; }
    for (const model::PodIndex member : gang.members) { bound.members.emplace_back(gang.pod(member).name); }
    for (const auto& [name, domain] : *domains) {
      bound.domains.push_back({std::string(name), domain.matching, domain.holds});
    }
    const std::int64_t at_most = bound.at_most;
    best = Bounded{std::move(bound), at_most, {}};
  }
  return best;
}

} // namespace engine::solver
