// SPDX-License-Identifier: Apache-2.0
// Members that keep away from each other, and how many of them an empty cluster can hold: one in each domain of an
// anti-affinity, one on each node for a host port, maxSkew in each domain if there are fewer domains than minDomains.
#include "engine/lint/member_classes.hpp"
#include "engine/lint/rules.hpp"
#include "engine/nodes/pod_terms.hpp"

#include <algorithm>
#include <set>
#include <string_view>

namespace engine::lint {

namespace {

// The values of a label on nodes, and the number of nodes without the label.
struct Domains {
  std::set<std::string_view> values;
  std::int64_t without = 0;
};

Domains domains_of(const OpenCluster& open, const NodeSet& nodes, std::string_view key) {
  Domains domains;
  nodes.for_each([&](model::NodeIndex node) {
    const auto value = model::find_label(*open.nodes().node(node).labels, key);
    if (value) {
      domains.values.insert(*value);
    } else {
      ++domains.without;
    }
  });
  return domains;
}

// Bound members of the class already use domains of their own.
std::int64_t bound_alike(const Input& input, const GroupFacts& group, const model::Pod& pod) {
  return std::ranges::count_if(
      group.live, [&](model::PodIndex index) { return input.pod(index).bound() && input.pod(index).spec == pod.spec; });
}

// A node without the label is in no domain, so the term excludes no pod from it. (interpodaffinity,
// satisfyPodAntiAffinity)
void check_anti_affinity(const Input& input, const GroupFacts& group, const MemberClass& members, Findings& out) {
  const NodeSet& nodes = input.open.roomy(*members.first, *members.profile);
  for (const model::PodAffinityTerm& term : members.first->spec->required_anti_affinity) {
    if (!matches(term, *members.first, input.cluster)) { continue; }
    const Domains domains = domains_of(input.open, nodes, term.topology_key);
    const auto places = static_cast<std::int64_t>(domains.values.size());
    const std::int64_t needed = members.needed + bound_alike(input, group, *members.first);
    if (domains.without > 0 || places >= needed) { continue; }
    out.on(group, "anti-affinity")
        .at("spec.affinity.podAntiAffinity")
        .with("pod", members.first->name)
        .with("needed", needed)
        .with("domains", places)
        .with("topologyKey", term.topology_key);
    return;
  }
}

// With fewer domains than minDomains, the global minimum is 0, so no domain takes more than maxSkew.
// (podtopologyspread, minMatchNum)
void check_spread(const Input& input, const GroupFacts& group, const MemberClass& members, Findings& out) {
  const NodeSet nodes(input.open.nodes().size()); // all, because policies decide which nodes count
  for (const model::TopologySpreadConstraint& constraint : members.first->spec->spread) {
    if (!constraint.do_not_schedule) { continue; }
    const auto domains =
        static_cast<std::int64_t>(domains_of(input.open, nodes, constraint.topology_key).values.size());
    const bool counts_itself = constraint.selector && model::matches(*constraint.selector, *members.first->labels);
    const std::int64_t places = domains * constraint.max_skew;
    const std::int64_t needed = members.needed + bound_alike(input, group, *members.first);
    const bool is_limited = domains == 0 || (counts_itself && domains < constraint.min_domains);
    if (!is_limited || places >= needed) { continue; }
    out.on(group, domains == 0 ? "no domain" : "spread")
        .at("spec.topologySpreadConstraints")
        .with("pod", members.first->name)
        .with("needed", needed)
        .with("domains", domains)
        .with("minDomains", constraint.min_domains)
        .with("places", places)
        .with("topologyKey", constraint.topology_key);
    return;
  }
}

void check_ports(const Input& input, const GroupFacts& group, const MemberClass& members, Findings& out) {
  const auto nodes = static_cast<std::int64_t>(input.open.roomy(*members.first, *members.profile).size());
  const std::int64_t needed = members.needed + bound_alike(input, group, *members.first);
  if (members.first->spec->host_ports.empty() || nodes >= needed) { return; }
  out.on(group, "port")
      .at("spec.containers.ports.hostPort")
      .with("pod", members.first->name)
      .with("needed", needed)
      .with("nodes", nodes)
      .with("port", members.first->spec->host_ports.front().port);
}

} // namespace

void more_members_than_domains(const Input& input, const GroupFacts& group, Findings& out) {
  for (const MemberClass& members : member_classes(input, group)) {
    if (input.open.roomy(*members.first, *members.profile).empty()) { continue; } // G11, G31
    check_anti_affinity(input, group, members, out);
    check_spread(input, group, members, out);
    check_ports(input, group, members, out);
  }
}

} // namespace engine::lint
