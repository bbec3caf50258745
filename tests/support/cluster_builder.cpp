// SPDX-License-Identifier: Apache-2.0
#include "support/cluster_builder.hpp"

#include <algorithm>

namespace tests {

ClusterBuilder::ClusterBuilder() = default;
ClusterBuilder::ClusterBuilder(const ClusterBuilder& other) = default;
ClusterBuilder::ClusterBuilder(ClusterBuilder&& other) noexcept = default;
ClusterBuilder& ClusterBuilder::operator=(const ClusterBuilder& other) = default;
ClusterBuilder& ClusterBuilder::operator=(ClusterBuilder&& other) noexcept = default;
ClusterBuilder::~ClusterBuilder() = default;

ClusterBuilder::NodeSpec& ClusterBuilder::node(const std::string& name) {
  NodeSpec& spec = m_nodes.emplace_back();
  spec.name = name;
  spec.allocatable = {{"cpu", 64'000}, {"memory", 256 * k_gib}, {"pods", 110}};
  spec.label_map["kubernetes.io/hostname"] = name;
  return spec;
}

ClusterBuilder::GroupSpec& ClusterBuilder::group(const std::string& name, const std::string& ns) {
  GroupSpec& spec = m_groups.emplace_back();
  spec.name = name;
  spec.ns = ns;
  spec.group.declared = true;
  spec.group.created = model::Time::from_seconds(m_clock++);
  return spec;
}

ClusterBuilder::PodSpecRow& ClusterBuilder::pod(const std::string& name, const std::string& ns) {
  PodSpecRow& row = m_pods.emplace_back();
  row.name = name;
  row.ns = ns;
  row.spec.scheduler_name = "default-scheduler";
  row.pod.created = model::Time::from_seconds(m_clock++);
  return row;
}

void ClusterBuilder::budget(std::string_view key, std::string_view value, std::int32_t allowed) {
  m_budgets.push_back({"default", "budget", {{key, model::SelectorOperator::In, {value}}}, allowed, {}});
}

void ClusterBuilder::service(std::string_view key, std::string_view value, std::string_view ns) {
  m_services.push_back({ns, "service", {{key, value}}});
}

void ClusterBuilder::controller(std::string_view kind, std::string_view name, model::Selector selector) {
  model::WorkloadObject object;
  object.kind = kind;
  object.namespace_name = "default";
  object.name = name;
  object.selector = std::move(selector);
  m_workloads.push_back(std::move(object));
}

namespace {

// Element of `all` that equals `wanted`; added if there is none.
template <typename T>
const T* share(std::deque<T>& all, T wanted) {
  const auto found = std::find(all.begin(), all.end(), wanted);
  return found != all.end() ? &*found : &all.emplace_back(std::move(wanted));
}

model::Labels labels(model::ClusterSnapshot& cluster, const std::map<std::string, std::string>& map) {
  model::Labels list;
  for (const auto& [key, value] : map) { list.push_back({cluster.strings.intern(key), cluster.strings.intern(value)}); }
  return list;
}

model::ResourceAmounts amounts(model::ClusterSnapshot& cluster, const std::map<std::string, std::int64_t>& map) {
  model::ResourceAmounts list;
  for (const auto& [name, amount] : map) {
    list.push_back({cluster.resources.intern(cluster.strings.intern(name)), amount});
  }
  std::sort(list.begin(), list.end());
  return list;
}

} // namespace

model::ClusterSnapshot ClusterBuilder::build() const {
  model::ClusterSnapshot cluster;
  for (const NodeSpec& spec : m_nodes) {
    model::Node node;
    node.name = cluster.strings.intern(spec.name);
    node.labels = share(cluster.label_sets, labels(cluster, spec.label_map));
    node.taints = spec.taint_list;
    node.unschedulable = spec.cordon;
    node.added = spec.added;
    node.allocatable = amounts(cluster, spec.allocatable);
    if (!spec.image_list.empty()) { node.images = share(cluster.image_lists, std::vector(spec.image_list)); }
    cluster.nodes.push_back(std::move(node));
  }
  std::sort(cluster.nodes.begin(), cluster.nodes.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  cluster.disruption_budgets = m_budgets;
  cluster.services = m_services;
  cluster.workloads = m_workloads;
  for (const GroupSpec& spec : m_groups) {
    model::PodGroup group = spec.group;
    group.namespace_name = cluster.strings.intern(spec.ns);
    group.name = cluster.strings.intern(spec.name);
    cluster.groups.push_back(std::move(group));
  }
  std::sort(cluster.groups.begin(), cluster.groups.end(), [](const auto& a, const auto& b) {
    return std::tie(a.namespace_name, a.name, a.dialect) < std::tie(b.namespace_name, b.name, b.dialect);
  });
  for (const PodSpecRow& row : m_pods) {
    model::Pod pod = row.pod;
    model::PodSpec spec = row.spec;
    pod.namespace_name = cluster.strings.intern(row.ns);
    pod.name = cluster.strings.intern(row.name);
    pod.node_name = cluster.strings.intern(row.node);
    spec.requests = amounts(cluster, row.requests);
    std::erase_if(spec.requests, [](const model::ResourceAmount& a) { return a.amount == 0; });
    constexpr std::int64_t k_floor_cpu = 100;                // milli-cores
    constexpr std::int64_t k_floor_memory = 200 * (1 << 20); // bytes
    const std::int64_t cpu = model::amount_of(spec.requests, model::k_cpu);
    const std::int64_t memory = model::amount_of(spec.requests, model::k_memory);
    spec.scoring_cpu_milli = spec.own_scoring_cpu_milli = cpu != 0 ? cpu : k_floor_cpu;
    spec.scoring_memory = spec.own_scoring_memory = memory != 0 ? memory : k_floor_memory;
    spec.best_effort = spec.requests.empty();
    pod.labels = share(cluster.label_sets, labels(cluster, row.label_map));
    pod.marks = share(cluster.label_sets, model::Labels());
    pod.spec = share(cluster.pod_specs, std::move(spec));
    if (row.owner) { pod.owner = share(cluster.owners, *row.owner); }
    if (row.node.empty() && !pod.finished()) { pod.pending = &cluster.pending_statuses.emplace_back(row.status); }
    for (std::size_t i = 0; i < cluster.groups.size(); ++i) {
      const model::PodGroup& group = cluster.groups[i];
      if (group.name == row.group && group.namespace_name == row.ns) { pod.group = static_cast<model::GroupIndex>(i); }
    }
    cluster.pods.push_back(pod);
  }
  std::sort(cluster.pods.begin(), cluster.pods.end(), [](const auto& a, const auto& b) { return key_less(a, b); });
  for (std::size_t i = 0; i < cluster.pods.size(); ++i) {
    const model::Pod& pod = cluster.pods[i];
    if (pod.bound()) { cluster.set_node(static_cast<model::PodIndex>(i), cluster.find_node(pod.node_name)); }
    if (pod.group != model::k_none) {
      cluster.groups[static_cast<std::size_t>(pod.group)].members.push_back(static_cast<model::PodIndex>(i));
    }
  }
  for (const PodSpecRow& row : m_pods) {
    if (row.waits_for.empty()) { continue; }
    const model::PodIndex pod = cluster.find_pod(row.ns, row.name);
    cluster.pods[static_cast<std::size_t>(pod)].waits_for = static_cast<std::int32_t>(cluster.wait_sets.size());
    std::vector<model::PodIndex>& awaited = cluster.wait_sets.emplace_back();
    for (const std::string& name : row.waits_for) { awaited.push_back(cluster.find_pod(row.ns, name)); }
    std::sort(awaited.begin(), awaited.end());
  }
  return cluster;
}

} // namespace tests
