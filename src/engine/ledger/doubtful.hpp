// SPDX-License-Identifier: Apache-2.0
// Pods of the run that may get another node than the run gives them, or none, because rules or objects that decide
// about them are not known, or because another scheduler may take the capacity first. Collected once for all subjects
// of a ledger.
#pragma once

#include "engine/nodes/node_set.hpp"
#include "engine/nodes/node_table.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

namespace engine {

// What decides the order in which schedulers try pods. A gang's place may depend on its PodGroup: `first` and `last`
// are the times of creation that may count.
struct Precedence {
  std::string_view scheduler_name; // of its queue
  std::int32_t priority = 0;
  std::optional<model::Time> first, last;
};

// Another scheduler has a queue of its own.
inline bool may_come_first(const Precedence& other, const Precedence& pod) {
  if (other.scheduler_name != pod.scheduler_name) { return true; }
  return other.priority != pod.priority ? other.priority > pod.priority : other.first <= pod.last;
}

struct DoubtfulPods {
  // Unsettled pods of one spec.
  struct Class {
    const model::PodSpec* spec = nullptr;
    std::vector<std::size_t> pods = {}; // positions in `unsettled`, by Precedence::first
    NodeSet nodes = {};                 // nodes that its selectors and tolerations allow
  };

  // Places for pods as large as one of a spec, if no unsettled pod had a node, and the most places that all unsettled
  // pods together can take.
  struct Room {
    std::int64_t places = 0, taken_at_most = 0;
  };

  model::PodIndex first_in_queue = model::k_none; // of `placed`
  std::vector<model::PodIndex> placed;            // to which the run gives a node, ascending
  std::vector<model::PodIndex> leaving;           // that have a node and are being deleted, ascending
  std::vector<model::PodIndex> racing;            // of the run, share nodes with pods of another scheduler; ascending
  std::vector<model::PodIndex> rivals;            // the run gives them no node, and they may come first; ascending
  // `placed`, `racing`, `rivals`, and the pods of the run that may get other nodes because those do, ascending.
  std::vector<model::PodIndex> unsettled;
  std::vector<Precedence> precedences;                          // of `unsettled`, in its order
  std::vector<Class> classes;                                   // of `unsettled`
  std::map<model::NodeIndex, std::vector<std::size_t>> by_node; // positions in `unsettled`, by node of the run
  // The first of `placed` by its place in the queue: is a group, namespace, name of the group or pod.
  std::map<std::tuple<bool, std::string_view, std::string_view>, model::PodIndex> by_place;
  std::map<std::tuple<bool, std::string_view, std::string_view>, model::PodIndex>
      racing_by_place;                                 // the same of `racing`
  mutable std::map<const model::PodSpec*, Room> rooms; // those that were asked for
};

// Nodes that the selectors and tolerations of a pod allow.
NodeSet admitting_nodes(const NodeTable& table, const model::PodSpec& spec);

} // namespace engine
