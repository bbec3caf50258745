// SPDX-License-Identifier: Apache-2.0
#include "engine/feasibility/admitted_nodes.hpp"

namespace engine {

namespace {

// Removes the nodes that PreFilter plugins exclude.
void pre_filter(const Rules& rules, const Feasibility& feasibility, const model::Pod& pod, NodeSet& nodes) {
  const model::SchedulerProfile& profile = *rules.profile_of(pod);
  for (const Filter* const row : filters_of(profile)) {
    if (row->pre_filter == nullptr) { continue; }
    PreFilterAnswer answer(nodes.universe());
    row->pre_filter({feasibility.nodes(), feasibility.usage(), pod, *pod.spec, profile, rules.version}, answer);
    nodes.keep_if([&](model::NodeIndex node) { return answer.refused.empty() && answer.nodes.has(node); });
  }
}

} // namespace

NodeSet admitted_nodes(const Rules& rules, Feasibility& feasibility, model::PodIndex index) {
  const model::Pod& pod = feasibility.nodes().pod(index);
  NodeSet nodes = feasibility.feasible(feasibility.class_of(index, *rules.profile_of(pod)));
  pre_filter(rules, feasibility, pod, nodes);
  return nodes;
}

bool admits(const Rules& rules, Feasibility& feasibility, model::PodIndex index, model::NodeIndex node) {
  const model::Pod& pod = feasibility.nodes().pod(index);
  if (!feasibility.fits(feasibility.class_of(index, *rules.profile_of(pod)), node)) { return false; }
  NodeSet alone = NodeSet::none(feasibility.nodes().size());
  alone.insert(node);
  pre_filter(rules, feasibility, pod, alone);
  return !alone.empty();
}

} // namespace engine
