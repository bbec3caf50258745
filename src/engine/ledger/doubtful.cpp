// SPDX-License-Identifier: Apache-2.0
#include "engine/ledger/doubtful.hpp"

#include "engine/explain/evidence.hpp"
#include "engine/index.hpp"
#include "engine/ledger/deletions.hpp"
#include "engine/ledger/entries.hpp"
#include "engine/nodes/node_affinity.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

namespace engine {

NodeSet admitting_nodes(const NodeTable& table, const model::PodSpec& spec) {
  std::vector<bool> is_tolerated; // by list of taints
  for (const std::vector<model::Taint>* const taints : table.taint_lists) {
    is_tolerated.push_back(std::ranges::all_of(*taints, [&](const model::Taint& taint) {
      return taint.effect == model::TaintEffect::PreferNoSchedule || model::tolerated(spec.tolerations, taint);
    }));
  }
  NodeSet nodes(table.size());
  nodes.keep_if([&](model::NodeIndex node) {
    return is_tolerated[table.taint_list[at(node)]] && admits(spec, table.node(node));
  });
  return nodes;
}

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

Precedence precedence_of(const LedgerInput& input, model::PodIndex index) {
  const model::Pod& pod = input.pod(index);
  Precedence place = {queue_of(input, pod), pod.spec->priority, pod.created, pod.created};
  const model::PodGroup* const group = pod.group == model::k_none ? nullptr : &input.cluster.groups[at(pod.group)];
  if (group != nullptr && group->created) {
    place.first = std::min(place.first, group->created);
    place.last = std::max(place.last, group->created);
  }
  return place;
}

namespace {

// Of a pod from which a chain of unsettled pods starts.
std::string doubt_of_seed(const LedgerInput& input, model::PodIndex index) {
  std::string of_its_own = doubt_about_place(input, index);
  if (!of_its_own.empty()) { return of_its_own; }
  return util::concat("is for scheduler ", input.pod(index).spec->scheduler_name,
                      ", and which scheduler comes first is not known");
}

} // namespace

std::string doubt_about_node(const LedgerInput& input, model::PodIndex index) {
  const DoubtfulPods& doubtful = input.doubtful;
  if (!std::ranges::binary_search(doubtful.unsettled, index)) { return doubt_about_place(input, index); }
  const std::array<const std::vector<model::PodIndex>*, 3> seeds = {&doubtful.placed, &doubtful.racing,
                                                                    &doubtful.rivals};
  const auto has_it = [&](const std::vector<model::PodIndex>* pods) {
    return std::ranges::binary_search(*pods, index);
  };
  if (std::ranges::any_of(seeds, has_it)) { return doubt_of_seed(input, index); }
  const Precedence place = precedence_of(input, index);
  model::PodIndex first = model::k_none; // that comes before it, or else of all
  bool is_before = false;
  for (const std::vector<model::PodIndex>* const pods : seeds) {
    for (const model::PodIndex other : *pods) {
      if (is_before) { break; }
      is_before = may_come_first(precedence_of(input, other), place);
      if (is_before || first == model::k_none) { first = other; }
    }
  }
  return util::concat("may get another node than it would without pod ", model::pod_key(input.pod(first)), ", which ",
                      doubt_of_seed(input, first));
}

namespace {

std::tuple<bool, std::string_view, std::string_view> place_of(const model::ClusterSnapshot& cluster,
                                                              const model::Pod& pod) {
  const bool has_group = pod.group != model::k_none;
  return {has_group, pod.namespace_name, has_group ? cluster.groups[at(pod.group)].name : pod.name};
}

} // namespace

DoubtfulPods doubtful_pods(const LedgerInput& input) {
  DoubtfulPods doubtful;
  for (std::size_t i = 0; i < input.cluster.pods.size(); ++i) {
    const auto index = static_cast<model::PodIndex>(i);
    const model::Pod& pod = input.pod(index);
    if (pod.bound() && pod.terminating && has_node_in_run(input, index)) { doubtful.leaving.push_back(index); }
    if (!is_placed_by_run(input, index) || doubt_about_place(input, index).empty()) { continue; }
    doubtful.placed.push_back(index);
    doubtful.by_place.try_emplace(place_of(input.cluster, pod), index);
  }
  const std::vector<model::PodIndex>& order = input.run.timeline.initial_order;
  const auto first = std::ranges::find_if(
      order, [&](model::PodIndex index) { return std::ranges::binary_search(doubtful.placed, index); });
  if (first != order.end()) { doubtful.first_in_queue = *first; }
  add_races(input, doubtful);
  for (const model::PodIndex index : doubtful.racing) {
    doubtful.racing_by_place.try_emplace(place_of(input.cluster, input.pod(index)), index);
  }
  const bool has_seeds = !doubtful.placed.empty() || !doubtful.racing.empty() || !doubtful.rivals.empty();
  if (has_seeds) { add_unsettled(input, doubtful); }
  return doubtful;
}

} // namespace engine
