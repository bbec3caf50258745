// SPDX-License-Identifier: Apache-2.0
// InterPodAffinity: required affinity and anti-affinity of the pod, and required anti-affinity of those that are
// placed. Source: kube-scheduler plugins/interpodaffinity/filtering.go. In this order: the pod's affinity (no eviction
// brings the pods that it wants), its anti-affinity, the others' anti-affinity.
#include "engine/filters.hpp"
#include "engine/index.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace engine::filters {

namespace {

// A label of nodes and its value: where pods count together.
using Domain = std::pair<std::string_view, std::string_view>;

// What the placed pods mean to one pod.
struct Neighbours {
  std::set<Domain> wanted;   // holds a pod that matches all affinity terms
  std::set<Domain> unwanted; // holds a pod that matches the anti-affinity term of that key
  std::set<Domain> closed;   // holds a pod whose own anti-affinity matches this pod
};

const PodTerms::Numbers& numbers_of(const FilterInput& input) {
  static const PodTerms::Numbers k_none_at_all;
  const PodTerms::Numbers* numbers = input.nodes.terms.of(input.spec);
  return numbers ? *numbers : k_none_at_all;
}

void add_domain(std::set<Domain>& domains, const model::Node& node, std::string_view key) {
  if (const auto value = model::find_label(*node.labels, key)) { domains.emplace(key, *value); }
}

bool matches_all(const PodTerms& terms, std::int32_t kind, const std::vector<std::uint32_t>& numbers) {
  return !numbers.empty() && std::ranges::all_of(numbers, [&](std::uint32_t n) { return terms.matched(kind, n); });
}

Neighbours neighbours_of(const FilterInput& input) {
  const PodTerms& terms = input.nodes.terms;
  const PodTerms::Numbers& own = numbers_of(input);
  const std::int32_t kind = terms.kind_of(input.nodes.index_of(input.pod));
  Neighbours found;
  for (const auto& [index, pods] : input.usage.concerning_others()) {
    const model::Node& node = input.nodes.node(index);
    for (const model::PodIndex pod : pods) {
      const std::int32_t other = terms.kind_of(pod);
      if (matches_all(terms, other, own.affinity)) {
        for (const std::uint32_t n : own.affinity) { add_domain(found.wanted, node, terms.term(n).topology_key); }
      }
      for (const std::uint32_t n : own.anti_affinity) {
        if (terms.matched(other, n)) { add_domain(found.unwanted, node, terms.term(n).topology_key); }
      }
      if (const PodTerms::Numbers* theirs = terms.of(*input.nodes.pod(pod).spec)) {
        for (const std::uint32_t n : theirs->anti_affinity) {
          if (terms.matched(kind, n)) { add_domain(found.closed, node, terms.term(n).topology_key); }
        }
      }
    }
  }
  return found;
}

bool in_any(const std::set<Domain>& domains, const model::Node& node) {
  return std::ranges::any_of(domains,
                             [&](const Domain& d) { return model::find_label(*node.labels, d.first) == d.second; });
}

// Where no pod anywhere matches, a pod that matches its own terms may be the first of its kind.
bool meets_affinity(const FilterInput& input, const Neighbours& neighbours, const model::Node& node) {
  const PodTerms& terms = input.nodes.terms;
  const std::vector<std::uint32_t>& wanted = numbers_of(input).affinity;
  bool all_there = true;
  for (const std::uint32_t n : wanted) {
    const std::string_view key = terms.term(n).topology_key;
    const auto value = model::find_label(*node.labels, key);
    if (!value) { return false; }
    all_there = all_there && neighbours.wanted.contains({key, *value});
  }
  if (all_there) { return true; }
  return neighbours.wanted.empty() && matches_all(terms, terms.kind_of(input.nodes.index_of(input.pod)), wanted);
}

std::string_view refuses(const FilterInput& input, const Neighbours& neighbours, const model::Node& node) {
  if (!meets_affinity(input, neighbours, node)) { return "node(s) didn't match pod affinity rules"; }
  if (in_any(neighbours.unwanted, node)) { return "node(s) didn't match pod anti-affinity rules"; }
  if (in_any(neighbours.closed, node)) { return "node(s) didn't satisfy existing pods anti-affinity rules"; }
  return {};
}

std::shared_ptr<const Neighbours> state_of(const FilterInput& input) {
  return input.usage.remembered<Neighbours>(k_inter_pod_affinity.name, input.pod, [&] { return neighbours_of(input); });
}

void keep(const FilterInput& input, NodeSet& nodes) {
  const auto state = state_of(input);
  const Neighbours& neighbours = *state;
  nodes.keep_if([&](model::NodeIndex node) { return refuses(input, neighbours, input.nodes.node(node)).empty(); });
}

void why(const FilterInput& input, model::NodeIndex index, Refusal& refusal) {
  const auto state = state_of(input);
  const Neighbours& neighbours = *state;
  const model::Node& node = input.nodes.node(index);
  const std::string_view reason = refuses(input, neighbours, node);
  if (reason.empty()) { return; }
  refusal.unresolvable = !meets_affinity(input, neighbours, node);
  refusal.reasons.push_back(reason);
}

bool skips(const FilterInput& input) {
  const PodTerms& terms = input.nodes.terms;
  const bool asks = !input.spec.required_affinity.empty() || !input.spec.required_anti_affinity.empty();
  return terms.empty() || (!asks && !terms.is_closed_out(terms.kind_of(input.nodes.index_of(input.pod))));
}

} // namespace

const Filter k_inter_pod_affinity = {"InterPodAffinity", Scope::Placement, keep, why, nullptr, skips};

} // namespace engine::filters
