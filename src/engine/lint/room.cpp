// SPDX-License-Identifier: Apache-2.0
// Members that no node could hold, even if it were empty and open. Checks one class at a time: pods of one spec.
#include "engine/lint/member_classes.hpp"
#include "engine/lint/rules.hpp"

#include <algorithm>

namespace engine::lint {

namespace {

// A resource that every node that admits the pod has too little of, and the largest amount on one of them.
struct Shortage {
  model::ResourceAmount asked;
  std::int64_t largest = -1;
};

Shortage scarcest(const OpenCluster& open, const NodeSet& admitted, const model::PodSpec& spec) {
  Shortage worst;
  for (const model::ResourceAmount& request : spec.requests) {
    std::int64_t largest = 0;
    admitted.for_each([&](model::NodeIndex node) {
      largest = std::max(largest, open.nodes().allocatable[request.resource][static_cast<std::size_t>(node)]);
    });
    if (largest < request.amount && worst.largest < 0) { worst = {request, largest}; }
  }
  return worst;
}

std::int64_t nodes_with(const OpenCluster& open, model::ResourceAmount wanted) {
  return std::ranges::count_if(open.nodes().allocatable[wanted.resource],
                               [&](std::int64_t amount) { return amount >= wanted.amount; });
}

} // namespace

void larger_than_any_node(const Input& input, const GroupFacts& group, Findings& out) {
  for (const MemberClass& members : member_classes(input, group)) {
    const NodeSet& admitted = input.open.admitted(*members.first, *members.profile);
    if (admitted.empty() || !input.open.roomy(*members.first, *members.profile).empty()) { continue; }
    const Shortage shortage = scarcest(input.open, admitted, *members.first->spec);
    const std::int64_t elsewhere = shortage.largest < 0 ? 0 : nodes_with(input.open, shortage.asked);
    Found found = out.on(group, shortage.largest < 0    ? "together"
                                : elsewhere > 0         ? "elsewhere"
                                : shortage.largest == 0 ? "unknown"
                                                        : "");
    found.at("spec.containers.resources.requests")
        .with("pod", members.first->name)
        .with("alike", members.pods)
        .with("nodes", static_cast<std::int64_t>(admitted.size()));
    if (shortage.largest < 0) { continue; }
    const std::string resource(input.cluster.resources.name(shortage.asked.resource));
    found.with("asks", model::FactAmount{resource, shortage.asked.amount})
        .with("largest", model::FactAmount{resource, shortage.largest})
        .with("elsewhere", elsewhere);
  }
}

void no_node_admits(const Input& input, const GroupFacts& group, Findings& out) {
  for (const MemberClass& members : member_classes(input, group)) {
    if (!input.open.admitted(*members.first, *members.profile).empty()) { continue; }
    out.on(group)
        .at("spec.nodeSelector")
        .with("pod", members.first->name)
        .with("alike", members.pods)
        .with("nodes", static_cast<std::int64_t>(input.cluster.nodes.size()));
  }
}

// The nodes must hold the pods that the quorum needs of each class, whatever other pods there are.
void more_than_the_cluster(const Input& input, const GroupFacts& group, Findings& out) {
  for (const MemberClass& members : member_classes(input, group)) {
    const NodeSet& roomy = input.open.roomy(*members.first, *members.profile);
    const std::int64_t places = input.open.places(*members.first, *members.profile);
    if (roomy.empty() || places >= members.needed) { continue; }
    out.on(group)
        .at("spec.minMember")
        .with("minMember", group.quorum())
        .with("pod", members.first->name)
        .with("needed", members.needed)
        .with("places", places)
        .with("nodes", static_cast<std::int64_t>(roomy.size()));
    return;
  }
}

} // namespace engine::lint
