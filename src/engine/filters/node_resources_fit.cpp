// SPDX-License-Identifier: Apache-2.0
// NodeResourcesFit: every requested resource must be free on the node, and one more pod allowed.
// Source: kube-scheduler plugins/noderesources, fitsRequest.
#include "engine/filters.hpp"

#include <algorithm>

namespace engine::filters {

namespace {

// Extended resources that the profile's args tell the plugin to leave to others: by name, or by the part before "/".
bool ignored(const FilterInput& input, model::ResourceId resource) {
  const model::NodeResourcesFitArgs& args = input.profile.fit;
  if (args.ignored_resources.empty() && args.ignored_resource_groups.empty()) { return false; }
  if (resource <= model::k_pods) { return false; }
  const std::string_view name = input.nodes.resources->name(resource);
  const auto listed = [](const std::vector<std::string>& names, std::string_view wanted) {
    return std::find(names.begin(), names.end(), wanted) != names.end();
  };
  return listed(args.ignored_resources, name) || listed(args.ignored_resource_groups, name.substr(0, name.find('/')));
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
    // A node that could not hold the pod even when empty is no place to preempt.
    if (input.version.fit_tells_unresolvable() && request.amount > allocatable) { refusal.unresolvable = true; }
  }
}

} // namespace

const Filter k_node_resources_fit = {"NodeResourcesFit", Scope::Node, keep, why};

} // namespace engine::filters
