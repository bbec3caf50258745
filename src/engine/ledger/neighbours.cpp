// SPDX-License-Identifier: Apache-2.0
// Other pods whose node the run only supposes, and that matter for a placed pod: those that it needs beside it
// (inter-pod affinity), and those that its spread counts. competitors.cpp: those that may take its capacity.
#include "engine/explain/evidence.hpp"
#include "engine/index.hpp"
#include "engine/ledger/deletions.hpp"
#include "engine/ledger/entries.hpp"
#include "engine/nodes/pod_terms.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <set>
#include <utility>

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

void add_neighbour(const LedgerInput& input, model::PodIndex pod, model::PodIndex other, std::string_view rule,
                   LedgerEntries& out) {
  const std::string name = model::pod_key(input.pod(other));
  out.add(Authority::Inputs, Reply::NotAsked,
          util::concat("pod ", model::pod_key(input.pod(pod)), " gets its node beside pod ", name, " (", rule,
                       "), and that one ", doubt_about_place(input, other)),
          util::concat("pod ", name));
}

// Pods of the run, doubtful ones and others, that match a term.
struct Matching {
  std::vector<model::PodIndex> certain, doubtful;
};

Matching matching(const LedgerInput& input, const model::PodAffinityTerm& term) {
  Matching found;
  for (std::size_t index = 0; index < input.cluster.pods.size(); ++index) {
    const auto pod = static_cast<model::PodIndex>(index);
    if (!has_node_in_run(input, pod) || !matches(term, input.pod(pod), input.cluster)) { continue; }
    (doubt_about_place(input, pod).empty() ? found.certain : found.doubtful).push_back(pod);
  }
  return found;
}

// A pod of the run that the spread of such a pod counts, and that may get no node.
model::PodIndex doubtful_in_spread(const LedgerInput& input, const model::Pod& pod,
                                   const model::TopologySpreadConstraint& spread) {
  if (!spread.do_not_schedule || !spread.selector) { return model::k_none; }
  for (const model::PodIndex other : input.doubtful) {
    const model::Pod& counted = input.pod(other);
    if (counted.namespace_name == pod.namespace_name && model::matches(*spread.selector, *counted.labels)) {
      return other;
    }
  }
  return model::k_none;
}

} // namespace

std::string doubt_about_place(const LedgerInput& input, model::PodIndex index) {
  const model::Pod& pod = input.pod(index);
  if (pod.bound()) { return pod.terminating ? "is being deleted" : std::string(); }
  if (const std::string what = untold_about(input.cluster, pod); !what.empty()) { return util::concat("has ", what); }
  if (const std::optional<Deletion> deletion = deletion_of(input, index)) {
    return util::concat("may be deleted: ", deletion->because);
  }
  if (pod.group == model::k_none) { return {}; }
  const model::PodGroup& group = input.cluster.groups[at(pod.group)];
  if (!model::is_gang(group) || !model::is_approximated(group.dialect)) { return {}; }
  return util::concat("belongs to group ", group.namespace_name, '/', group.name, " of ",
                      model::facts_of(group.dialect).project, ", whose rules are not simulated");
}

std::vector<model::PodIndex> doubtful_pods(const LedgerInput& input) {
  std::vector<model::PodIndex> doubtful;
  for (std::size_t index = 0; index < input.cluster.pods.size(); ++index) {
    const auto pod = static_cast<model::PodIndex>(index);
    if (is_placed_by_run(input, pod) && !doubt_about_place(input, pod).empty()) { doubtful.push_back(pod); }
  }
  return doubtful;
}

model::Asked entry_of_taker(const LedgerInput& input, const std::vector<model::PodIndex>& pods, const std::string& of) {
  const std::string name = util::concat("pod ", model::pod_key(input.pod(pods.front())));
  return {Authority::Inputs,
          Reply::NotAsked,
          util::concat(name, " takes capacity first only if it gets its node, and it ",
                       doubt_about_place(input, pods.front())),
          name,
          {of}};
}

void neighbour_entries(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out) {
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
      add_neighbour(input, index, *doubtful, "pod affinity", out);
      return;
    }
    for (const model::TopologySpreadConstraint& spread : pod.spec->spread) {
      if (!asked.insert(&spread).second) { continue; }
      const model::PodIndex doubtful = doubtful_in_spread(input, pod, spread);
      if (doubtful == model::k_none || own.contains(doubtful)) { continue; }
      add_neighbour(input, index, doubtful, "topology spread", out);
      return;
    }
  }
}

} // namespace engine
