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

namespace {

void classify(const LedgerInput& input, DoubtfulPods& doubtful) {
  std::map<const model::PodSpec*, std::size_t> positions; // in doubtful.classes
  for (const model::PodIndex index : doubtful.placed) {
    const model::PodSpec* const spec = input.pod(index).spec;
    const auto [position, is_new] = positions.try_emplace(spec, doubtful.classes.size());
    if (is_new) { doubtful.classes.push_back({spec, {}, admitting_nodes(input.run.nodes, *spec)}); }
    DoubtfulPods::Class& same = doubtful.classes[position->second];
    const model::NodeIndex node = input.run.timeline.pods[at(index)].node;
    same.pods.push_back(index);
    same.nodes.insert(node); // by a scheduler that does not ask for selectors or taints
    doubtful.by_node[node].push_back(index);
  }
  for (DoubtfulPods::Class& each : doubtful.classes) {
    std::ranges::stable_sort(each.pods, {}, [&](model::PodIndex index) { return input.pod(index).created; });
  }
}

} // namespace

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
  classify(input, doubtful);
  return doubtful;
}

} // namespace engine
