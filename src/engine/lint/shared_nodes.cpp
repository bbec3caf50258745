// SPDX-License-Identifier: Apache-2.0
// Schedulers that place pods on the same nodes without seeing each other's reservations.
#include "engine/lint/rules.hpp"
#include "engine/rules/known_schedulers.hpp"

#include <map>
#include <set>
#include <utility>

namespace engine::lint {

namespace {

// The program that serves the name: a known gang scheduler; otherwise the name is a profile of kube-scheduler.
std::string_view program_of(std::string_view scheduler_name) {
  return find_scheduler(scheduler_name) == nullptr ? "kube-scheduler" : scheduler_name;
}

} // namespace

// A scheduler counts bound pods and its own reservations. Two schedulers may both give away the last GPU, and the
// kubelet then rejects one pod. That is harmless for cpu, of which nodes keep a reserve, but not for devices.
void nodes_of_two_schedulers(const Input& input, Findings& out) {
  std::map<std::pair<model::NodeIndex, model::ResourceId>, std::string_view> first;
  std::map<model::ResourceId, std::pair<std::set<model::NodeIndex>, std::set<std::string>>> shared;
  for (std::size_t i = 0; i < input.cluster.pods.size(); ++i) {
    const model::Pod& pod = input.cluster.pods[i];
    const model::NodeIndex node = input.cluster.node_of(static_cast<model::PodIndex>(i));
    if (node == model::k_none) { continue; }
    for (const model::ResourceAmount& request : pod.spec->requests) {
      if (request.resource <= model::k_pods) { continue; }
      const std::string_view program = program_of(pod.spec->scheduler_name);
      const auto [place, is_new] = first.emplace(std::pair(node, request.resource), program);
      if (is_new || place->second == program) { continue; }
      auto& [nodes, programs] = shared[request.resource];
      nodes.insert(node);
      programs.emplace(place->second);
      programs.emplace(program);
    }
  }
  for (const auto& [resource, found] : shared) {
    const auto& [nodes, programs] = found;
    out.on("resource", input.cluster.resources.name(resource))
        .with("schedulers", std::vector<std::string>(programs.begin(), programs.end()))
        .with("nodes", static_cast<std::int64_t>(nodes.size()))
        .with("node", input.cluster.nodes[static_cast<std::size_t>(*nodes.begin())].name);
  }
}

} // namespace engine::lint
