// SPDX-License-Identifier: Apache-2.0
// NodeResourcesFit: the node must have every requested resource free and allow one more pod.
// Source: kube-scheduler plugins/noderesources, fitsRequest.
#include "engine/filters/filters.hpp"

namespace engine::filters {

namespace node_resources_fit {
namespace {

bool ignored(const FilterInput& input, model::ResourceId resource) {
  return resource > model::k_pods && input.profile.fit.ignores(input.nodes.resources->name(resource));
}

void keep(const FilterInput& input, NodeSet& nodes) {
  const auto room = [&](model::ResourceId resource, std::int64_t wanted) {
    const std::vector<std::int64_t>& allocatable = input.nodes.allocatable[resource];
    const std::vector<std::int64_t>& requested = input.usage.requested_column(resource);
    nodes.keep_if([&](model::NodeIndex node) {
      const auto at = static_cast<std::size_t>(node);
      return wanted <= allocatable[at] - requested[at];
    });
  };
  room(model::k_pods, 1);
  for (const model::ResourceAmount& request : input.spec.requests) {
    if (request.amount > 0 && !ignored(input, request.resource)) { room(request.resource, request.amount); }
  }
}

void why(const FilterInput& input, model::NodeIndex node, Refusal& refusal) {
  const auto at = static_cast<std::size_t>(node);
  if (input.usage.pods(node) + 1 > input.nodes.allocatable[model::k_pods][at]) {
    refusal.reasons.push_back("Too many pods");
  }
  for (const model::ResourceAmount& request : input.spec.requests) {
    if (request.amount <= 0 || ignored(input, request.resource)) { continue; }
    const std::int64_t allocatable = input.nodes.allocatable[request.resource][at];
    if (request.amount <= allocatable - input.usage.requested(request.resource, node)) { continue; }
    refusal.reasons.push_back(input.nodes.insufficient_text[request.resource]);
    // Preemption does not help on a node that is too small even when empty.
    if (input.version.fit_tells_unresolvable() && request.amount > allocatable) { refusal.unresolvable = true; }
  }
}

} // namespace
} // namespace node_resources_fit

extern const Filter k_node_resources_fit = {"NodeResourcesFit", Scope::Node, node_resources_fit::keep,
                                            node_resources_fit::why};

} // namespace engine::filters
