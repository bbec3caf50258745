// SPDX-License-Identifier: Apache-2.0
#include "engine/remedies/changed_cluster.hpp"

#include "engine/index.hpp"
#include "engine/nodes/end_pod.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <iterator>
#include <map>

namespace engine {

using model::GroupIndex;
using model::NodeIndex;
using model::PodIndex;

namespace {

template <typename Index>
void remember(std::vector<Index>& touched, Index index) {
  if (std::ranges::find(touched, index) == touched.end()) { touched.push_back(index); }
}

// The node without what the pods take that come with it.
model::Node node_beside_daemons(const Run& run, NodeIndex index) {
  model::Node node = run.rules.cluster.nodes[at(index)];
  for (const PodIndex on_it : run.bound_usage.on(index)) {
    const model::Pod& pod = run.rules.cluster.pods[at(on_it)];
    if (is_of_its_node(pod)) { model::take_from(node, *pod.spec); }
  }
  return node;
}

} // namespace

ChangedCluster::ChangedCluster(const Run& run, GroupIndex group)
    : m_original(run), m_group(group), m_cluster(model::ClusterSnapshot::copy_of(run.rules.cluster)) {}

// ---- changes -----------------------------------------------------------------------------------------------------

model::Pod& ChangedCluster::touch_pod(PodIndex pod) {
  remember(m_touched_pods, pod);
  m_changed.reset();
  return m_cluster.pods[at(pod)];
}

model::Node& ChangedCluster::touch_node(NodeIndex node) {
  remember(m_touched_nodes, node);
  m_changed.reset();
  return m_cluster.nodes[at(node)];
}

model::PodGroup& ChangedCluster::touch_group(GroupIndex group) {
  remember(m_touched_groups, group);
  return m_cluster.groups[at(group)];
}

void ChangedCluster::end(PodIndex pod) {
  const GroupIndex group = touch_pod(pod).group;
  if (group != model::k_none) { touch_group(group); }
  if (m_cluster.pods[at(pod)].bound()) { m_happened.push_back({ClusterEvent::Kind::PodDeleted, pod}); }
  m_steps.push_back([=](ChangedCluster& other) { other.end(pod); });
  end_pod(m_cluster, pod);
}

void ChangedCluster::move(PodIndex pod, NodeIndex node) {
  touch_pod(pod).node_name = m_cluster.nodes[at(node)].name;
  m_cluster.set_node(pod, node);
  m_happened.push_back({ClusterEvent::Kind::PodDeleted, pod});
  m_happened.push_back({ClusterEvent::Kind::PodBound, pod});
  m_steps.push_back([=](ChangedCluster& other) { other.move(pod, node); });
}

void ChangedCluster::lose(NodeIndex node) {
  for (const PodIndex pod : m_original.bound_usage.on(node)) { end(pod); }
  for (model::ResourceAmount& amount : touch_node(node).allocatable) { amount.amount = 0; }
}

void ChangedCluster::uncordon(NodeIndex node) {
  model::uncordon(touch_node(node));
  m_steps.push_back([=](ChangedCluster& other) { other.uncordon(node); });
  m_happened.push_back({ClusterEvent::Kind::NodeOpened, model::k_none, m_cluster.nodes[at(node)].name});
}

void ChangedCluster::remove_taint(NodeIndex node, const model::Taint& taint) {
  std::erase(touch_node(node).taints, taint);
  m_steps.push_back([=](ChangedCluster& other) { other.remove_taint(node, taint); });
  m_happened.push_back({ClusterEvent::Kind::NodeOpened, model::k_none, m_cluster.nodes[at(node)].name});
}

namespace {

// Returns by index the new index of each node, once the nodes `added`, sorted by name, are in the list.
std::vector<NodeIndex> indexes_after(const model::NodeList& nodes, const std::vector<model::Node>& added) {
  std::vector<NodeIndex> moved;
  std::size_t before = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    while (before < added.size() && added[before].name < nodes[i].name) { ++before; }
    moved.push_back(static_cast<NodeIndex>(i + before));
  }
  return moved;
}

} // namespace

void ChangedCluster::add_copies(NodeIndex like, std::int64_t count) {
  model::Node original = m_cluster.nodes[at(like)];
  // By name: an earlier call has moved the nodes of m_cluster.
  const model::Node left = node_beside_daemons(m_original, m_original.rules.cluster.find_node(original.name));
  original.allocatable = left.allocatable;
  original.taken_ports = left.taken_ports;
  std::vector<model::Node> copies;
  for (std::int64_t number = 1; std::ssize(copies) < count; ++number) {
    const std::string name = util::concat(original.name, "-add-", number);
    if (m_cluster.find_node(name) != model::k_none) { continue; }
    model::Node node = model::new_node_like(original);
    node.name = m_cluster.strings.intern(name);
    node.labels = &m_cluster.label_sets.emplace_back(model::labels_of_new_node(original, node.name));
    model::add_driver_objects(m_cluster, original.name, node.name); // allocations keep their indexes of slices
    m_happened.push_back({ClusterEvent::Kind::NodeAdded, model::k_none, node.name});
    m_steps.push_back([like_name = original.name](ChangedCluster& other) { // adding nodes changes indexes
      other.add_copies(other.cluster().find_node(like_name), 1);
    });
    m_originals.emplace(node.name, original.name);
    copies.push_back(std::move(node));
  }
  std::ranges::sort(copies, {}, &model::Node::name);
  const std::vector<NodeIndex> moved = indexes_after(std::as_const(m_cluster.nodes), copies);
  std::ranges::move(copies, std::back_inserter(m_cluster.nodes));
  std::ranges::sort(m_cluster.nodes, {}, &model::Node::name);
  std::ranges::sort(m_cluster.csi_nodes, {}, &model::CsiNode::name);
  for (NodeIndex& node : m_cluster.node_of_pod) {
    if (node != model::k_none) { node = moved[at(node)]; }
  }
  m_unchanged.reset(); // refers to nodes that have moved
  m_changed.reset();
}

void ChangedCluster::set_min_member(std::int32_t count) {
  model::PodGroup& group = touch_group(m_group);
  group.min_member = count;
  if (group.declared) { m_happened.push_back({ClusterEvent::Kind::GroupChanged}); }
  m_steps.push_back([=](ChangedCluster& other) { other.set_min_member(count); });
  for (const PodIndex member : group.members) {
    if (m_cluster.pods[at(member)].group_min_available != 0) { touch_pod(member).group_min_available = count; }
  }
}

template <typename Which>
void ChangedCluster::change_specs(Which which, const std::function<void(model::PodSpec&)>& change) {
  std::map<const model::PodSpec*, const model::PodSpec*> changed; // so that equal members stay one class
  for (const PodIndex member : m_cluster.groups[at(m_group)].members) {
    if (!which(m_cluster.pods[at(member)])) { continue; }
    model::Pod& pod = touch_pod(member);
    const model::PodSpec*& now = changed[pod.spec];
    if (now == nullptr) {
      change(m_cluster.pod_specs.emplace_back(*pod.spec));
      now = &m_cluster.pod_specs.back();
    }
    pod.spec = now;
  }
  m_changed.reset();
}

void ChangedCluster::change_members(const std::function<void(model::PodSpec&)>& change) {
  change_specs([](const model::Pod& pod) { return !pod.bound(); }, change);
  m_steps.push_back([=](ChangedCluster& other) { other.change_members(change); });
}

void ChangedCluster::change_role(const model::PodSpec& role, const std::function<void(model::PodSpec&)>& change) {
  change_specs([&](const model::Pod& pod) { return !pod.bound() && pod.spec == &role; }, change);
  m_steps.push_back([role_of_all = &role, change](ChangedCluster& other) { other.change_role(*role_of_all, change); });
}

void ChangedCluster::set_priority(std::int32_t priority) {
  change_specs([](const model::Pod&) { return true; }, [&](model::PodSpec& spec) { spec.priority = priority; });
  if (m_cluster.groups[at(m_group)].priority) { touch_group(m_group).priority = priority; }
  m_steps.push_back([=](ChangedCluster& other) { other.set_priority(priority); });
}

void ChangedCluster::take_back() {
  const model::ClusterSnapshot& original = m_original.rules.cluster;
  m_changed.reset();
  for (const PodIndex pod : m_touched_pods) {
    m_cluster.pods[at(pod)] = original.pods[at(pod)];
    m_cluster.set_node(pod, original.node_of(pod));
  }
  for (const GroupIndex group : m_touched_groups) { m_cluster.groups[at(group)] = original.groups[at(group)]; }
  if (!m_originals.empty()) {
    m_cluster.nodes = original.nodes;
    m_cluster.csi_nodes = original.csi_nodes;
    m_cluster.resource_slices = original.resource_slices;
    m_cluster.node_of_pod = original.node_of_pod;
  }
  for (const NodeIndex node : m_touched_nodes) { m_cluster.nodes[at(node)] = original.nodes[at(node)]; }
  m_originals.clear();
  m_cluster.pod_specs.clear();
  m_touched_pods.clear();
  m_touched_groups.clear();
  m_touched_nodes.clear();
  m_happened.clear();
  m_steps.clear();
}

// ---- tables and events ---------------------------------------------------------------------------------------------

ChangedCluster::Tables::Tables(const model::ClusterSnapshot& cluster, const model::ClusterSnapshot& placed,
                               const Run& original)
    : nodes(std::make_shared<const NodeTable>(cluster)),
      usage(usage_of_bound_pods(placed, *nodes, original.bound_usage)) {
  usage.storage().renumber(
      [&](NodeIndex old) { return cluster.find_node(original.rules.cluster.nodes[at(old)].name); });
}

const ChangedCluster::Tables& ChangedCluster::tables() {
  const bool only_pods_went = m_touched_nodes.empty() && m_cluster.pod_specs.empty() && m_originals.empty();
  std::unique_ptr<Tables>& kept = only_pods_went ? m_unchanged : m_changed;
  if (!kept) {
    kept = std::make_unique<Tables>(m_cluster, only_pods_went ? m_original.rules.cluster : m_cluster, m_original);
  }
  return *kept;
}

// m_unchanged holds pods on their original nodes. Removes those that have left and adds those that have moved.
NodeUsage ChangedCluster::bound_usage(const Tables& tables, SharedPorts ports) const {
  NodeUsage usage = tables.usage;
  if (&tables != m_unchanged.get()) { return usage; }
  for (const PodIndex index : m_touched_pods) {
    const NodeIndex before = m_original.rules.cluster.node_of(index), now = m_cluster.node_of(index);
    if (before == model::k_none || before == now) { continue; }
    usage.remove(index, before);
    const bool has_ports = !m_cluster.pods[at(index)].spec->host_ports.empty();
    if (has_ports && ports == SharedPorts::Counted) { recount_ports(*tables.nodes, before, usage); }
    if (now != model::k_none) { usage.add(index, now); }
  }
  return usage;
}

std::vector<ClusterEvent> ChangedCluster::events() const {
  std::vector<ClusterEvent> events;
  for (const Happening& happening : m_happened) {
    ClusterEvent& event = events.emplace_back(ClusterEvent{happening.kind});
    const bool as_before = happening.kind == ClusterEvent::Kind::PodDeleted;
    const model::ClusterSnapshot& cluster = as_before ? m_original.rules.cluster : m_cluster;
    if (happening.pod != model::k_none) { event.pod = &cluster.pods[at(happening.pod)]; }
    const NodeIndex node = happening.node.empty() ? model::k_none : m_cluster.find_node(happening.node);
    if (node != model::k_none) { event.node = &m_cluster.nodes[at(node)]; }
  }
  return events;
}

} // namespace engine
