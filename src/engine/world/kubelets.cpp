// SPDX-License-Identifier: Apache-2.0
#include "engine/world/kubelets.hpp"

#include "engine/index.hpp"
#include "util/concat.hpp"

#include <algorithm>

namespace engine {

std::string Kubelets::admit(model::PodIndex pod, model::NodeIndex node) {
  const model::PodSpec& spec = *m_nodes.pod(pod).spec;
  const model::ResourceAmounts& offered = m_nodes.node(node).allocatable;
  const auto is_short = [&](model::ResourceId resource, std::int64_t amount) {
    return amount > m_nodes.allocatable[resource][at(node)] - m_running.requested(resource, node);
  };
  if (is_short(model::k_pods, 1)) { return "OutOfpods"; }
  for (const model::ResourceAmount& request : spec.requests) {
    const bool is_offered = std::ranges::binary_search(offered, request.resource, {}, &model::ResourceAmount::resource);
    if (request.resource == model::k_pods || (request.resource > model::k_pods && !is_offered)) { continue; }
    if (request.amount > 0 && is_short(request.resource, request.amount)) {
      return util::concat("OutOf", m_nodes.resources->name(request.resource));
    }
  }
  if (m_running.port_conflict(spec.host_ports, node)) { return "NodePorts"; }
  m_running.add(pod, node);
  return {};
}

} // namespace engine
