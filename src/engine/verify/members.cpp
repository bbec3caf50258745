// SPDX-License-Identifier: Apache-2.0
#include "engine/verify/members.hpp"

#include "engine/filters/filters.hpp"
#include "engine/index.hpp"
#include "engine/rules/counted_members.hpp"
#include "engine/run/simulation.hpp"

#include <algorithm>
#include <string>
#include <tuple>

namespace engine::verification {

namespace {

using model::ExtensionPoint;

bool filters_with(const model::SchedulerProfile* profile, const Filter& filter) {
  return profile != nullptr && profile->enabled(ExtensionPoint::Filter, filter.name);
}

std::map<model::ResourceId, std::int64_t> needs_of(const model::Pod& pod, const model::SchedulerProfile* profile,
                                                   const model::ResourceNames& names) {
  std::map<model::ResourceId, std::int64_t> needs;
  if (!filters_with(profile, filters::k_node_resources_fit)) { return needs; }
  for (const model::ResourceAmount& request : pod.spec->requests) {
    const bool ignored = request.resource > model::k_pods && profile->fit.ignores(names.name(request.resource));
    if (request.amount > 0 && !ignored) { needs[request.resource] = countable(request.amount); }
  }
  needs[model::k_pods] = 1;
  return needs;
}

// Refusals that another member can lift, or that bounds count by themselves, do not close a node.
bool closes(const Filter& filter, const Refusal& refusal) {
  if (refusal.reasons.empty() || filter.name == filters::k_node_resources_fit.name ||
      filter.name == filters::k_pod_topology_spread.name) {
    return false;
  }
  return filter.name != filters::k_inter_pod_affinity.name ||
         refusal.reasons.front() != "node(s) didn't match pod affinity rules";
}

NodeSet open_nodes(const FilterInput& input) {
  NodeSet open(input.nodes.size());
  for (const Filter* const filter : filters_of(input.profile)) {
    if (filter->skips != nullptr && filter->skips(input)) { continue; }
    if (filter->pre_filter != nullptr) {
      PreFilterAnswer answer(input.nodes.size());
      filter->pre_filter(input, answer);
      if (!answer.refused.empty()) { return NodeSet::none(input.nodes.size()); }
      open.keep_if([&](model::NodeIndex node) { return answer.nodes.has(node); });
    }
    open.keep_if([&](model::NodeIndex node) {
      Refusal refusal;
      filter->why(input, node, refusal);
      return !closes(*filter, refusal);
    });
  }
  return open;
}

bool same_selector(const SpreadRule& a, const SpreadRule& b) {
  return a.selector == b.selector || (a.selector != nullptr && b.selector != nullptr && *a.selector == *b.selector);
}

// (framework, HostPortInfo.CheckConflict)
bool share_a_port(const model::PodSpec& a, const model::PodSpec& b) {
  const auto meet = [](const model::HostPort& p, const model::HostPort& q) {
    const bool same_address = p.ip == q.ip || p.ip == "0.0.0.0" || q.ip == "0.0.0.0";
    return p.port == q.port && p.protocol == q.protocol && same_address;
  };
  return std::ranges::any_of(a.host_ports, [&](const model::HostPort& p) {
    return std::ranges::any_of(b.host_ports, [&](const model::HostPort& q) { return meet(p, q); });
  });
}

} // namespace

Members::Members(const Rules& the_rules, model::GroupIndex index)
    : rules(the_rules), nodes(the_rules.cluster), usage(usage_of_bound_pods(the_rules.cluster, nodes)),
      group(the_rules.cluster.groups[at(index)]), needed(quorum_of(the_rules.cluster, group)) {
  for (const model::PodIndex member : group.members) {
    const model::Pod& pod = nodes.pod(member);
    fixed += pod.bound() ? 1 : 0;
    if (pod.live() && !pod.bound() && !pod.terminating) { pods.push_back(member); }
  }
  std::vector<std::vector<std::size_t>> own_rules;
  for (const model::PodIndex member : pods) { own_rules.push_back(number_spread_rules(nodes.pod(member))); }

  using Key =
      std::tuple<const model::PodSpec*, std::int32_t, std::string_view, std::vector<std::size_t>, std::vector<bool>>;
  std::map<Key, std::size_t> known;
  for (std::size_t i = 0; i < pods.size(); ++i) {
    const model::Pod& pod = nodes.pod(pods[i]);
    std::vector<bool> counted_by;
    for (const SpreadRule& rule : spread_rules) { counted_by.push_back(matches(rule, *pod.labels)); }
    const bool has_claims = has_own_claims(*pod.spec) || !pod.spec->resource_claims.empty();
    const std::string_view own_name = has_claims ? pod.name : std::string_view();
    const auto [found, is_new] =
        known.emplace(Key{pod.spec, nodes.terms.kind_of(pods[i]), own_name, own_rules[i], counted_by}, classes.size());
    class_of.push_back(found->second);
    if (!is_new) { continue; }
    const model::SchedulerProfile* const profile = rules.profile_of(pod);
    classes.push_back({pods[i], profile, needs_of(pod, profile, *nodes.resources), NodeSet::none(nodes.size()),
                       own_rules[i], counted_by});
    if (profile != nullptr) { classes.back().open = open_nodes(input(classes.back())); }
  }
  for (const MemberClass& a : classes) {
    m_conflicts.emplace_back();
    for (const MemberClass& b : classes) { m_conflicts.back().push_back(conflicts_between(a, b)); }
  }
}

std::vector<std::size_t> Members::number_spread_rules(const model::Pod& pod) {
  std::vector<std::size_t> numbers;
  const model::SchedulerProfile* const profile = rules.profile_of(pod);
  if (!filters_with(profile, filters::k_pod_topology_spread)) { return numbers; }
  for (const SpreadRule& rule : engine::spread_rules(nodes, *profile, pod, WhenUnsatisfiable::DoNotSchedule)) {
    const auto same = std::ranges::find_if(spread_rules, [&](const SpreadRule& known) {
      return *known.constraint == *rule.constraint && same_selector(known, rule) && known.label_keys == rule.label_keys;
    });
    numbers.push_back(static_cast<std::size_t>(same - spread_rules.begin()));
    if (same == spread_rules.end()) { spread_rules.push_back(rule); }
  }
  return numbers;
}

FilterInput Members::input(const MemberClass& members) const {
  const model::Pod& pod = nodes.pod(members.pod);
  return {nodes, usage, pod, *pod.spec, *members.profile, rules.version};
}

std::int64_t Members::room(model::NodeIndex node, model::ResourceId resource) const {
  return nodes.allocatable[resource][at(node)] - usage.requested(resource, node);
}

Members::Conflicts Members::conflicts_between(const MemberClass& a, const MemberClass& b) const {
  Conflicts found;
  const model::Pod &pod = nodes.pod(a.pod), &other = nodes.pod(b.pod);
  // A conflict requires that the filter refuses the second member, whichever comes second.
  const auto both_use = [&](const Filter& filter) {
    return filters_with(a.profile, filter) && filters_with(b.profile, filter);
  };
  found.everywhere = both_use(filters::k_node_ports) && share_a_port(*pod.spec, *other.spec);
  if (!both_use(filters::k_inter_pod_affinity)) { return found; }
  const auto add = [&](const model::Pod& from, const model::Pod& to) {
    for (const model::PodAffinityTerm& term : from.spec->required_anti_affinity) {
      if (matches(term, to, rules.cluster)) { found.keys.push_back(term.topology_key); }
    }
  };
  add(pod, other);
  add(other, pod);
  std::ranges::sort(found.keys);
  found.keys.erase(std::unique(found.keys.begin(), found.keys.end()), found.keys.end());
  return found;
}

bool Members::conflict(std::size_t a, std::size_t b, model::NodeIndex node) const {
  const Conflicts& conflicts = m_conflicts[a][b];
  return conflicts.everywhere || std::ranges::any_of(conflicts.keys, [&](std::string_view key) {
           return model::find_label(*nodes.node(node).labels, key).has_value();
         });
}

bool Members::exclude_over(std::size_t a, std::size_t b, std::string_view topology_key) const {
  return std::ranges::binary_search(m_conflicts[a][b].keys, topology_key);
}

bool Members::equal(std::size_t a, std::size_t b) const {
  const MemberClass &one = classes[a], &other = classes[b];
  if (one.open.empty() && other.open.empty()) { return true; }
  if (one.needs != other.needs || !(one.open == other.open)) { return false; }
  for (std::size_t third = 0; third < classes.size(); ++third) {
    const Conflicts &with_one = m_conflicts[a][third], &with_other = m_conflicts[b][third];
    if (with_one.everywhere != with_other.everywhere || with_one.keys != with_other.keys) { return false; }
  }
  return true;
}

bool Members::any_two_conflict(const ClassCounts& of, model::NodeIndex node) const {
  return any_two(of, [&](std::size_t a, std::size_t b) { return conflict(a, b, node); });
}

std::int64_t Members::most_on(const ClassCounts& of, model::NodeIndex node) const {
  std::map<model::ResourceId, std::int64_t> smallest; // 0 if an eligible class requests none
  std::int64_t most = 0;
  bool first = true;
  for (const auto& [number, count] : of) {
    const MemberClass& members = classes[number];
    const bool fits = std::ranges::all_of(
        members.needs, [&](const auto& need) { return need.second <= 0 || need.second <= room(node, need.first); });
    if (!members.open.has(node) || !fits) { continue; }
    most += count;
    if (first) { smallest = members.needs; }
    for (auto& [resource, amount] : smallest) {
      const auto need = members.needs.find(resource);
      amount = std::min(amount, need == members.needs.end() ? 0 : need->second);
    }
    first = false;
  }
  if (first) { return 0; }
  for (const auto& [resource, amount] : smallest) {
    if (amount > 0) { most = std::min(most, std::max<std::int64_t>(room(node, resource), 0) / amount); }
  }
  return any_two_conflict(of, node) ? std::min<std::int64_t>(most, 1) : most;
}

} // namespace engine::verification
