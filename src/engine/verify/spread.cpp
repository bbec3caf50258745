// SPDX-License-Identifier: Apache-2.0
// Spread: the domain with the fewest matching pods holds down all others.
//
// Let m be the final number of matching pods in the lowest domain. When the last member came to a domain, the lowest
// one had at most m. So the domain ends with at most m + maxSkew, or with its number at the start. A higher m lets more
// members in. But m cannot exceed what the domain with the fewest matching pods plus free capacity can reach.
#include "engine/feasibility/lifted_refusals.hpp"
#include "engine/index.hpp"
#include "engine/verify/checks.hpp"
#include "engine/verify/roll_call.hpp"

#include <algorithm>
#include <limits>

namespace engine::verification {

namespace {

using model::SpreadBound;
using model::SpreadDomain;

// The constraint with that key that all members share, with one spec, and that counts them all. Without it there is no
// bound.
std::optional<std::size_t> common_rule(const Members& members, std::string_view topology_key) {
  for (std::size_t rule = 0; rule < members.spread_rules.size(); ++rule) {
    const model::PodSpec& spec = *members.nodes.pod(members.pods.front()).spec;
    const bool common = std::ranges::all_of(members.classes, [&](const MemberClass& of) {
      const bool has_it = std::ranges::find(of.spread, rule) != of.spread.end();
      return has_it && of.counted_by[rule] && *members.nodes.pod(of.pod).spec == spec;
    });
    if (common && members.spread_rules[rule].constraint->topology_key == topology_key) { return rule; }
  }
  return std::nullopt;
}

std::vector<SpreadRule> rules_of(const Members& members, const MemberClass& of) {
  std::vector<SpreadRule> rules;
  for (const std::size_t number : of.spread) { rules.push_back(members.spread_rules[number]); }
  return rules;
}

// Counts the constraint's matching pods and capacity by domain. If members could go to a node that the constraint does
// not count, the argument would fail.
Doubt count_domains(const Members& members, std::size_t number, const ClassCounts& of,
                    std::map<std::string_view, SpreadDomain>& domains) {
  const SpreadRule& rule = members.spread_rules[number];
  const MemberClass& any = members.classes.front();
  const std::vector<SpreadRule> all_rules = rules_of(members, any);
  const auto matching = matching_pods(members.input(any), rule);
  for (std::size_t i = 0; i < members.nodes.size(); ++i) {
    const auto index = static_cast<model::NodeIndex>(i);
    const model::Node& node = members.nodes.node(index);
    if (!has_all_keys(all_rules, node)) { continue; } // the filter refuses all members there
    const std::int64_t most = members.most_on(of, index);
    if (!node_counts(members.input(any), rule, node)) {
      if (most == 0) { continue; }
      return Fault{util::concat(k_bound_field, ".kind"), "Spread",
                   util::concat("the constraint does not count ", node.name, ", which is open to members")};
    }
    const std::string_view name = *model::find_label(*node.labels, rule.constraint->topology_key);
    SpreadDomain& domain = domains.try_emplace(name, SpreadDomain{std::string(name), 0, 0}).first->second;
    domain.matching += (*matching)[i];
    domain.holds += most;
  }
  return std::nullopt;
}

std::int64_t most_at(std::int64_t level, const std::map<std::string_view, SpreadDomain>& domains,
                     const SpreadRule& rule) {
  std::int64_t sum = 0;
  for (const auto& [name, domain] : domains) {
    const std::int64_t allowed = level + rule.constraint->max_skew - domain.matching;
    sum += std::clamp<std::int64_t>(allowed, 0, domain.holds);
  }
  return sum;
}

struct Most {
  std::int64_t level = 0, members = 0;
};

// A lower level never allows more members. So take the members at the highest level, and the lowest level that allows
// as many. The lowest domain never ends with fewer than it has now.
Most most_over_levels(const std::map<std::string_view, SpreadDomain>& domains, const SpreadRule& rule) {
  std::int64_t highest = domains.empty() ? 0 : std::numeric_limits<std::int64_t>::max();
  for (const auto& [name, domain] : domains) { highest = std::min(highest, domain.matching + domain.holds); }
  if (static_cast<std::int32_t>(domains.size()) < rule.constraint->min_domains) { highest = 0; }
  const std::int64_t most = most_at(highest, domains, rule);
  std::int64_t now = highest;
  for (const auto& [name, domain] : domains) { now = std::min(now, domain.matching); }
  std::int64_t below = now - 1, level = highest;
  while (level - below > 1) {
    const std::int64_t middle = below + (level - below) / 2;
    (most_at(middle, domains, rule) < most ? below : level) = middle;
  }
  return {level, most};
}

Doubt check_domains(const std::vector<SpreadDomain>& claimed, const std::map<std::string_view, SpreadDomain>& domains) {
  const std::string field = util::concat(k_bound_field, ".domains");
  std::size_t i = 0;
  for (const auto& [name, domain] : domains) {
    const std::string at = element(field, i);
    if (i == claimed.size()) { return Fault{field, util::concat(i, " domains"), util::concat(name, " is left out")}; }
    if (Doubt doubt = differs(at + ".name", claimed[i].name, domain.name)) { return doubt; }
    if (Doubt doubt = differs(at + ".matching", claimed[i].matching, domain.matching)) { return doubt; }
    if (Doubt doubt = differs(at + ".holds", claimed[i].holds, domain.holds)) { return doubt; }
    ++i;
  }
  if (i == claimed.size()) { return std::nullopt; }
  return Fault{element(field, i) + ".name", claimed[i].name, "the constraint counts no such domain"};
}

} // namespace

Doubt check(const Members& members, const SpreadBound& bound) {
  const std::string field(k_bound_field);
  RollCall roll_call(members);
  ClassCounts of;
  if (Doubt doubt = roll_call.list(bound.members, field + ".members", of)) { return doubt; }
  if (Doubt doubt = roll_call.complete(field + ".members")) { return doubt; }
  const std::optional<std::size_t> rule = common_rule(members, bound.topology_key);
  if (!rule) {
    return Fault{field + ".topologyKey", bound.topology_key,
                 "the members share no DoNotSchedule constraint over it that counts them all"};
  }
  const SpreadRule& shared = members.spread_rules[*rule];
  if (Doubt doubt = differs(field + ".maxSkew", bound.max_skew, shared.constraint->max_skew)) { return doubt; }
  if (pending_pods_may_help(members.rules, members.nodes, members.pods)) { return cannot_tell(k_pending_pods_help); }
  std::map<std::string_view, SpreadDomain> domains;
  if (Doubt doubt = count_domains(members, *rule, of, domains)) { return doubt; }
  if (Doubt doubt = check_domains(bound.domains, domains)) { return doubt; }
  const Most most = most_over_levels(domains, shared);
  if (Doubt doubt = differs(field + ".level", bound.level, most.level)) { return doubt; }
  const auto size = static_cast<std::int64_t>(members.pods.size());
  return differs(field + ".atMost", bound.at_most, members.fixed + std::min(size, most.members));
}

} // namespace engine::verification
