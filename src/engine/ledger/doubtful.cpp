// SPDX-License-Identifier: Apache-2.0
#include "engine/ledger/doubtful.hpp"

#include "engine/explain/evidence.hpp"
#include "engine/index.hpp"
#include "engine/ledger/deletions.hpp"
#include "engine/ledger/entries.hpp"
#include "engine/nodes/node_affinity.hpp"
#include "util/concat.hpp"

#include <algorithm>
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
  Precedence place = {pod.spec->scheduler_name, pod.spec->priority, pod.created, pod.created};
  const model::PodGroup* const group = pod.group == model::k_none ? nullptr : &input.cluster.groups[at(pod.group)];
  if (group != nullptr && group->created) {
    place.first = std::min(place.first, group->created);
    place.last = std::max(place.last, group->created);
  }
  return place;
}

std::string doubt_about_node(const LedgerInput& input, model::PodIndex index) {
  std::string of_its_own = doubt_about_place(input, index);
  if (!of_its_own.empty() || !std::ranges::binary_search(input.doubtful.unsettled, index)) { return of_its_own; }
  const Precedence place = precedence_of(input, index);
  const std::vector<model::PodIndex>& placed = input.doubtful.placed;
  const auto first = std::ranges::find_if(
      placed, [&](model::PodIndex other) { return may_come_first(precedence_of(input, other), place); });
  const model::PodIndex other = first == placed.end() ? placed.front() : *first;
  return util::concat("may get another node than it would without pod ", model::pod_key(input.pod(other)), ", which ",
                      doubt_about_place(input, other));
}

DoubtfulPods doubtful_pods(const LedgerInput& input) {
  DoubtfulPods doubtful;
  for (std::size_t i = 0; i < input.cluster.pods.size(); ++i) {
    const auto index = static_cast<model::PodIndex>(i);
    const model::Pod& pod = input.pod(index);
    if (pod.bound() && pod.terminating && has_node_in_run(input, index)) { doubtful.leaving.push_back(index); }
    if (!is_placed_by_run(input, index) || doubt_about_place(input, index).empty()) { continue; }
    doubtful.placed.push_back(index);
    const bool has_group = pod.group != model::k_none;
    const std::string_view name = has_group ? input.cluster.groups[at(pod.group)].name : pod.name;
    doubtful.by_place.try_emplace({has_group, pod.namespace_name, name}, index);
  }
  const std::vector<model::PodIndex>& order = input.run.timeline.initial_order;
  const auto first = std::ranges::find_if(
      order, [&](model::PodIndex index) { return std::ranges::binary_search(doubtful.placed, index); });
  if (first != order.end()) { doubtful.first_in_queue = *first; }
  if (!doubtful.placed.empty()) { add_unsettled(input, doubtful); }
  return doubtful;
}

} // namespace engine
