// SPDX-License-Identifier: Apache-2.0
// Placement: names each member at most once, and each can go to its node after the earlier ones.
#include "engine/index.hpp"
#include "engine/solver/placement_check.hpp"
#include "engine/verify/checks.hpp"
#include "engine/verify/roll_call.hpp"

namespace engine::verification {

Doubt check_placement(const Members& members, const std::vector<model::PlacedPod>& placement) {
  const std::string field = "certificate.placement";
  RollCall roll_call(members);
  std::vector<Placement> places;
  for (std::size_t i = 0; i < placement.size(); ++i) {
    const auto& [pod, node_name] = placement[i];
    std::size_t place = 0;
    if (Doubt doubt = roll_call.name(pod, element(field, i) + ".pod", place)) { return doubt; }
    const model::NodeIndex node = members.rules.cluster.find_node(node_name);
    if (node == model::k_none) {
      return Fault{element(field, i) + ".node", node_name, "there is no node of this name"};
    }
    if (members.classes[members.class_of[place]].profile == nullptr) {
      return Fault{element(field, i) + ".pod", pod,
                   util::concat("no profile serves its schedulerName ",
                                members.nodes.pod(members.pods[place]).spec->scheduler_name)};
    }
    places.push_back({members.pods[place], node});
  }
  const std::vector<Objection> found = objections(members.rules, places);
  if (found.empty()) { return std::nullopt; }
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i].pod != found.front().pod) { continue; }
    return Fault{element(field, i), util::concat(placement[i].pod, " on ", placement[i].node),
                 util::concat(placement[i].node, " refuses it: ", found.front().reason)};
  }
  return std::nullopt;
}

} // namespace engine::verification
