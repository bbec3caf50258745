// SPDX-License-Identifier: Apache-2.0
// Other pods whose node the run only supposes, and that matter for a placed pod: those that it needs beside it
// (inter-pod affinity), and those that its spread counts. competitors.cpp: those that may take its capacity.
#include "engine/index.hpp"
#include "engine/ledger/entries.hpp"
#include "engine/nodes/pod_terms.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>

namespace engine {

namespace {

using model::Authority;
using model::Reply;

bool is_beside(const LedgerInput& input, model::PodIndex a, model::PodIndex b, std::string_view topology_key) {
  const auto domain_of = [&](model::PodIndex pod) -> std::optional<std::string_view> {
    const bool has_node = input.pod(pod).bound();
    const model::NodeIndex node = has_node ? input.cluster.node_of(pod) : input.run.timeline.pods[at(pod)].node;
    if (node == model::k_none) { return std::nullopt; }
    return model::find_label(*input.cluster.nodes[at(node)].labels, topology_key);
  };
  const auto domain = domain_of(a);
  return domain && domain == domain_of(b);
}

// `needs`: what the pod needs of the other one.
void add_neighbour(const LedgerInput& input, model::PodIndex pod, std::string_view needs, model::PodIndex other,
                   LedgerEntries& out) {
  const std::string name = util::concat("pod ", model::pod_key(input.pod(other)));
  out.add(Authority::Inputs, Reply::NotAsked,
          util::concat("pod ", model::pod_key(input.pod(pod)), ' ', needs, ' ', name, ", which ",
                       doubt_about_node(input, other)),
          name);
}

bool has_certain_node(const LedgerInput& input, model::PodIndex index) {
  return has_node_in_run(input, index) && !std::ranges::binary_search(input.doubtful.unsettled, index) &&
         !std::ranges::binary_search(input.doubtful.leaving, index);
}

// Pods that match a term: doubtful ones, and if there are any, also the others that have a node.
struct Matching {
  std::vector<model::PodIndex> certain, doubtful;
};

Matching matching(const LedgerInput& input, const model::PodAffinityTerm& term) {
  Matching found;
  for (const std::vector<model::PodIndex>* const pods : {&input.doubtful.unsettled, &input.doubtful.leaving}) {
    std::ranges::copy_if(*pods, std::back_inserter(found.doubtful),
                         [&](model::PodIndex index) { return matches(term, input.pod(index), input.cluster); });
  }
  if (found.doubtful.empty()) { return found; }
  std::ranges::sort(found.doubtful);
  for (std::size_t i = 0; i < input.cluster.pods.size(); ++i) {
    const auto index = static_cast<model::PodIndex>(i);
    if (has_certain_node(input, index) && matches(term, input.pod(index), input.cluster)) {
      found.certain.push_back(index);
    }
  }
  return found;
}

// A pod of the run that the spread of such a pod counts, and that may get no node.
model::PodIndex doubtful_in_spread(const LedgerInput& input, const model::Pod& pod,
                                   const model::TopologySpreadConstraint& spread) {
  if (!spread.do_not_schedule || !spread.selector) { return model::k_none; }
  for (const model::PodIndex other : input.doubtful.unsettled) {
    const model::Pod& counted = input.pod(other);
    if (counted.namespace_name == pod.namespace_name && model::matches(*spread.selector, *counted.labels)) {
      return other;
    }
  }
  return model::k_none;
}

} // namespace

void neighbour_entries(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out) {
  if (input.doubtful.unsettled.empty() && input.doubtful.leaving.empty()) { return; }
  const std::vector<model::PodIndex>& pods = pods_of(input, subject);
  const std::set<model::PodIndex> own(pods.begin(), pods.end());
  std::map<const model::PodAffinityTerm*, Matching> by_term;
  std::set<const model::TopologySpreadConstraint*> asked;
  for (const model::PodIndex index : pods) {
    const model::Pod& pod = input.pod(index);
    if (!is_placed_by_run(input, index)) { continue; }
    for (const model::PodAffinityTerm& term : pod.spec->required_affinity) {
      auto known = by_term.find(&term);
      if (known == by_term.end()) { known = by_term.emplace(&term, matching(input, term)).first; }
      const auto is_there = [&](model::PodIndex other) {
        return other != index && is_beside(input, index, other, term.topology_key);
      };
      const auto doubtful = std::ranges::find_if(
          known->second.doubtful, [&](model::PodIndex other) { return !own.contains(other) && is_there(other); });
      if (doubtful == known->second.doubtful.end() || std::ranges::any_of(known->second.certain, is_there)) {
        continue;
      }
      add_neighbour(input, index, "has pod affinity to", *doubtful, out);
      return;
    }
    for (const model::TopologySpreadConstraint& spread : pod.spec->spread) {
      if (!asked.insert(&spread).second) { continue; }
      const model::PodIndex doubtful = doubtful_in_spread(input, pod, spread);
      if (doubtful == model::k_none || own.contains(doubtful)) { continue; }
      add_neighbour(input, index, "has a topology spread that counts", doubtful, out);
      return;
    }
  }
}

} // namespace engine
