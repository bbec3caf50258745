// SPDX-License-Identifier: Apache-2.0
// Computes the effects of remedies on nodes: the capacity that bound pods leave there, before and after.
#include "engine/index.hpp"
#include "engine/picture/cluster_picture.hpp"
#include "engine/picture/parts.hpp"

#include <algorithm>

namespace engine {

namespace {

class Effects {
 public:
  Effects(const Run& run, model::ResourceId resource) : m_run(run), m_resource(resource) {}

  std::vector<model::NodeEffect> of(const model::Fix& fix) {
    m_effects.clear();
    for (const model::Change& change : fix.changes) { apply(change); }
    return std::move(m_effects);
  }

 private:
  const model::ClusterSnapshot& cluster() const { return m_run.rules.cluster; }

  void apply(const model::Change& change) {
    if (change.kind == "Node") {
      const model::NodeIndex node = cluster().find_node(change.name);
      if (node == model::k_none) { return; }
      if (change.count > 0) {
        const std::int64_t offered = m_run.nodes.allocatable[m_resource][at(node)];
        m_effects.push_back({change.name, offered, 0, offered, change.count});
      } else {
        on(node);
      }
      return;
    }
    const model::PodIndex pod =
        change.kind == "Pod" ? cluster().find_pod(change.namespace_name, change.name) : model::k_none;
    if (pod == model::k_none || !change.field.empty()) { return; }
    const std::int64_t amount = drawn_amount(*cluster().pods[at(pod)].spec, m_resource);
    const model::NodeIndex from = cluster().find_node(change.node), to = cluster().find_node(change.to_node);
    if (from != model::k_none) { on(from).left_after += amount; }
    if (to != model::k_none) { on(to).left_after -= amount; }
  }

  model::NodeEffect& on(model::NodeIndex node) {
    const std::string_view name = m_run.nodes.node(node).name;
    const auto known =
        std::ranges::find_if(m_effects, [&](const auto& one) { return one.count == 0 && one.node == name; });
    if (known != m_effects.end()) { return *known; }
    const std::int64_t offered = m_run.nodes.allocatable[m_resource][at(node)];
    const std::int64_t left = offered - m_run.bound_usage.requested(m_resource, node);
    return m_effects.emplace_back(model::NodeEffect{std::string(name), offered, left, left, 0});
  }

  const Run& m_run;
  model::ResourceId m_resource;
  std::vector<model::NodeEffect> m_effects;
};

} // namespace

void add_effects(const Run& run, model::Report& report) {
  if (!report.picture || report.picture->resources.empty()) { return; }
  const auto resource = run.nodes.resources->find(report.picture->resources.front());
  if (!resource) { return; }
  Effects effects(run, *resource);
  for (model::GroupReport& group : report.groups) {
    for (model::Fix& fix : group.fixes) { fix.effects = effects.of(fix); }
  }
}

} // namespace engine
