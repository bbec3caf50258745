// SPDX-License-Identifier: Apache-2.0
// Pods of the run that may get another node than the run gives them, or none, because rules or objects that decide
// about them are not known. Collected once for all subjects of a ledger.
#pragma once

#include "engine/nodes/node_set.hpp"
#include "engine/nodes/node_table.hpp"

#include <map>
#include <string_view>
#include <tuple>
#include <vector>

namespace engine {

struct DoubtfulPods {
  // Those of one spec.
  struct Class {
    const model::PodSpec* spec = nullptr;
    std::vector<model::PodIndex> pods = {}; // by time of creation
    NodeSet nodes = {};                     // nodes that its selectors and tolerations allow
  };

  model::PodIndex first_in_queue = model::k_none;                   // of `placed`
  std::vector<model::PodIndex> placed;                              // to which the run gives a node, ascending
  std::vector<model::PodIndex> leaving;                             // that have a node and are being deleted, ascending
  std::vector<Class> classes;                                       // of `placed`
  std::map<model::NodeIndex, std::vector<model::PodIndex>> by_node; // `placed` by their nodes of the run
  // The first of `placed` by its place in the queue: is a group, namespace, name of the group or pod.
  std::map<std::tuple<bool, std::string_view, std::string_view>, model::PodIndex> by_place;
};

// Nodes that the selectors and tolerations of a pod allow.
NodeSet admitting_nodes(const NodeTable& table, const model::PodSpec& spec);

} // namespace engine
