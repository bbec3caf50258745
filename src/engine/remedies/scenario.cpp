// SPDX-License-Identifier: Apache-2.0
#include "engine/remedies/scenario.hpp"

#include "engine/index.hpp"
#include "engine/nodes/end_pod.hpp"
#include "engine/remedies/losers.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace engine {

using model::GroupIndex;
using model::NodeIndex;
using model::PodIndex;

namespace {

template <typename Index>
void remember(std::vector<Index>& touched, Index index) {
  if (std::ranges::find(touched, index) == touched.end()) { touched.push_back(index); }
}

// What the node offers beside the pods that come with it.
model::ResourceAmounts allocatable_beside_daemons(const Run& run, NodeIndex node) {
  model::ResourceAmounts left = run.rules.cluster.nodes[at(node)].allocatable;
  for (const PodIndex index : run.bound_usage.on(node)) {
    const model::Pod& pod = run.rules.cluster.pods[at(index)];
    if (!is_of_its_node(pod)) { continue; }
    for (model::ResourceAmount& amount : left) {
      const std::int64_t taken =
          amount.resource == model::k_pods ? 1 : countable(model::amount_of(pod.spec->requests, amount.resource));
      amount.amount = std::max<std::int64_t>(0, amount.amount - taken);
    }
  }
  return left;
}

} // namespace

bool is_of_its_node(const model::Pod& pod) {
  return pod.owner != nullptr && (pod.owner->kind == "DaemonSet" || pod.owner->kind == "Node");
}

Scenario::Scenario(const Run& run, GroupIndex group)
    : m_original(run), m_group(group), m_cluster(model::ClusterSnapshot::copy_of(run.rules.cluster)) {}

// ---- changes -----------------------------------------------------------------------------------------------------

model::Pod& Scenario::touch_pod(PodIndex pod) {
  remember(m_touched_pods, pod);
  m_changed.reset();
  return m_cluster.pods[at(pod)];
}

model::Node& Scenario::touch_node(NodeIndex node) {
  remember(m_touched_nodes, node);
  m_changed.reset();
  return m_cluster.nodes[at(node)];
}

model::PodGroup& Scenario::touch_group(GroupIndex group) {
  remember(m_touched_groups, group);
  return m_cluster.groups[at(group)];
}

void Scenario::end(PodIndex pod) {
  const GroupIndex group = touch_pod(pod).group;
  if (group != model::k_none) { touch_group(group); }
  if (m_cluster.pods[at(pod)].bound()) { m_happened.push_back({ClusterEvent::Kind::PodDeleted, pod}); }
  m_steps.push_back([=](Scenario& other) { other.end(pod); });
  end_pod(m_cluster, pod);
}

void Scenario::end_group(GroupIndex group) {
  const std::vector<PodIndex> members = m_cluster.groups[at(group)].members; // end() takes them out
  for (const PodIndex member : members) { end(member); }
}

void Scenario::move(PodIndex pod, NodeIndex node) {
  touch_pod(pod).node = node;
  m_cluster.pods[at(pod)].node_name = m_cluster.nodes[at(node)].name;
  m_happened.push_back({ClusterEvent::Kind::PodDeleted, pod});
  m_happened.push_back({ClusterEvent::Kind::PodBound, pod});
  m_steps.push_back([=](Scenario& other) { other.move(pod, node); });
}

void Scenario::lose(NodeIndex node) {
  for (const PodIndex pod : m_original.bound_usage.on(node)) { end(pod); }
  for (model::ResourceAmount& amount : touch_node(node).allocatable) { amount.amount = 0; }
}

void Scenario::uncordon(NodeIndex node) {
  touch_node(node).unschedulable = false;
  std::erase_if(m_cluster.nodes[at(node)].taints,
                [](const model::Taint& taint) { return taint.key == model::k_unschedulable_taint; });
  m_steps.push_back([=](Scenario& other) { other.uncordon(node); });
  m_happened.push_back({ClusterEvent::Kind::NodeOpened, model::k_none, m_cluster.nodes[at(node)].name});
}

void Scenario::remove_taint(NodeIndex node, const model::Taint& taint) {
  std::erase(touch_node(node).taints, taint);
  m_steps.push_back([=](Scenario& other) { other.remove_taint(node, taint); });
  m_happened.push_back({ClusterEvent::Kind::NodeOpened, model::k_none, m_cluster.nodes[at(node)].name});
}

void Scenario::add_copies(NodeIndex like, std::int64_t count) {
  model::Node original = m_cluster.nodes[at(like)];
  original.allocatable = allocatable_beside_daemons(m_original, like);
  for (std::int64_t made = 0, number = 1; made < count; ++number) {
    const std::string name = util::concat(original.name, "-add-", number);
    if (m_original.rules.cluster.find_node(name) != model::k_none) { continue; }
    model::Node node = model::new_node_like(original);
    node.name = m_cluster.strings.intern(name);
    node.labels = &m_cluster.label_sets.emplace_back(model::labels_of_new_node(*original.labels, node.name));
    m_happened.push_back({ClusterEvent::Kind::NodeAdded, model::k_none, node.name});
    m_steps.push_back([like_name = original.name](Scenario& other) { // numbers change where nodes are added
      other.add_copies(other.cluster().find_node(like_name), 1);
    });
    m_cluster.nodes.push_back(std::move(node));
    ++made;
  }
  std::ranges::sort(m_cluster.nodes, {}, &model::Node::name);
  for (model::Pod& pod : m_cluster.pods) {
    if (pod.node != model::k_none) { pod.node = m_cluster.find_node(pod.node_name); }
  }
  m_nodes_added = true;
  m_unchanged.reset(); // it refers to nodes that have moved
  m_changed.reset();
}

void Scenario::set_min_member(std::int32_t count) {
  model::PodGroup& group = touch_group(m_group);
  group.min_member = count;
  if (group.declared) { m_happened.push_back({ClusterEvent::Kind::GroupChanged}); }
  m_steps.push_back([=](Scenario& other) { other.set_min_member(count); });
  for (const PodIndex member : group.members) {
    if (m_cluster.pods[at(member)].group_min_available != 0) { touch_pod(member).group_min_available = count; }
  }
}

template <typename Which>
void Scenario::change_specs(Which which, const std::function<void(model::PodSpec&)>& change) {
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

void Scenario::change_members(const std::function<void(model::PodSpec&)>& change) {
  change_specs([](const model::Pod& pod) { return !pod.bound(); }, change);
  m_steps.push_back([=](Scenario& other) { other.change_members(change); });
}

void Scenario::change_role(const model::PodSpec& role, const std::function<void(model::PodSpec&)>& change) {
  change_specs([&](const model::Pod& pod) { return !pod.bound() && pod.spec == &role; }, change);
  m_steps.push_back([role_of_all = &role, change](Scenario& other) { other.change_role(*role_of_all, change); });
}

void Scenario::set_priority(std::int32_t priority) {
  change_specs([](const model::Pod&) { return true; }, [&](model::PodSpec& spec) { spec.priority = priority; });
  if (m_cluster.groups[at(m_group)].priority) { touch_group(m_group).priority = priority; }
  m_steps.push_back([=](Scenario& other) { other.set_priority(priority); });
}

void Scenario::take_back() {
  const model::ClusterSnapshot& original = m_original.rules.cluster;
  m_timeline.reset();
  m_experiment.reset();
  m_changed.reset();
  for (const PodIndex pod : m_touched_pods) { m_cluster.pods[at(pod)] = original.pods[at(pod)]; }
  for (const GroupIndex group : m_touched_groups) { m_cluster.groups[at(group)] = original.groups[at(group)]; }
  if (m_nodes_added) {
    m_cluster.nodes = original.nodes;
    for (std::size_t pod = 0; pod < original.pods.size(); ++pod) { m_cluster.pods[pod].node = original.pods[pod].node; }
  }
  for (const NodeIndex node : m_touched_nodes) { m_cluster.nodes[at(node)] = original.nodes[at(node)]; }
  m_nodes_added = false;
  m_cluster.pod_specs.clear();
  m_touched_pods.clear();
  m_touched_groups.clear();
  m_touched_nodes.clear();
  m_happened.clear();
  m_steps.clear();
}

// ---- the question --------------------------------------------------------------------------------------------------

Scenario::Tables::Tables(const model::ClusterSnapshot& cluster, const model::ClusterSnapshot& placed,
                         const Run& original)
    : nodes(std::make_shared<const NodeTable>(cluster)),
      usage(usage_of_bound_pods(placed, *nodes, original.bound_usage)) {
  usage.storage().renumber(
      [&](NodeIndex old) { return cluster.find_node(original.rules.cluster.nodes[at(old)].name); });
}

const Scenario::Tables& Scenario::tables() {
  const bool only_pods_went = m_touched_nodes.empty() && m_cluster.pod_specs.empty() && !m_nodes_added;
  std::unique_ptr<Tables>& kept = only_pods_went ? m_unchanged : m_changed;
  if (!kept) {
    kept = std::make_unique<Tables>(m_cluster, only_pods_went ? m_original.rules.cluster : m_cluster, m_original);
  }
  return *kept;
}

// In the unchanged tables, pods are lifted off the nodes where they are no more.
NodeUsage Scenario::bound_usage(const Tables& tables) const {
  NodeUsage usage = tables.usage;
  if (&tables != m_unchanged.get()) { return usage; }
  for (const PodIndex index : m_touched_pods) {
    const model::Pod& before = m_original.rules.cluster.pods[at(index)];
    const model::Pod& now = m_cluster.pods[at(index)];
    if (!before.bound() || before.node == model::k_none || before.node == now.node) { continue; }
    usage.remove(index, before.node);
    if (now.bound()) { usage.add(index, now.node); }
  }
  return usage;
}

void Scenario::play(const Options& options, SimulationSetup setup, Without without) {
  m_timeline.reset();
  const Tables& here = tables();
  m_experiment = std::make_unique<Experiment>(m_cluster, options, here.nodes, bound_usage(here));
  setup.pending = m_experiment->pending;
  std::erase_if(setup.pending, [&](PodIndex index) {
    const model::Pod& pod = m_cluster.pods[at(index)];
    return without == Without::Manifest ? pod.from_manifest : without == Without::Group && pod.group == m_group;
  });
  m_timeline = m_experiment->run(setup);
}

void Scenario::play() { play(m_original.rules.options, {}); }

bool Scenario::starts() {
  play();
  return reaches_quorum(run(), m_group);
}

bool Scenario::starts_surely() {
  const auto starts_with = [&](const Options& options, const SimulationSetup& setup) {
    play(options, setup);
    return reaches_quorum(run(), m_group);
  };
  const Options& options = m_original.rules.options;
  const auto starts_otherwise = [&](auto change) {
    m_experiment.reset(); // it refers to the options
    change(m_other_options.emplace(options));
    return starts_with(*m_other_options, {});
  };
  if (is_gang() && !starts_with(options, {.last = m_group})) { return false; } // first, as it refutes the most
  constexpr std::uint32_t k_draws = 4;
  for (std::uint32_t draw = 1; is_gang() && !are_siblings_alike() && draw <= k_draws; ++draw) {
    if (!starts_with(options, {.last = m_group, .sibling_order = draw})) { return false; }
  }
  const bool is_restarted = m_original.rules.order == Order::Restart;
  if (!is_restarted && !starts_otherwise([](Options& other) { other.order = Order::Restart; })) { return false; }
  if (is_sum_by_order() && !starts_otherwise([](Options& other) { other.over_committed_nodes_first = true; })) {
    return false;
  }
  if (!starts()) { return false; }
  const bool evicts = !victims_of(*m_timeline).empty() && options.victims == Victims::Gone;
  return !evicts || starts_otherwise([](Options& other) { other.victims = Victims::Slow; });
}

// Whether a check of minResources meets over-committed nodes: their order decides then.
bool Scenario::is_sum_by_order() {
  if (std::ranges::none_of(m_cluster.groups,
                           [](const model::PodGroup& group) { return group.min_resources.has_value(); })) {
    return false;
  }
  const NodeTable& nodes = *tables().nodes;
  const NodeUsage usage = bound_usage(tables());
  for (std::size_t resource = 0; resource < nodes.allocatable.size(); ++resource) {
    const auto& taken = usage.requested_column(static_cast<model::ResourceId>(resource));
    for (std::size_t node = 0; node < nodes.size(); ++node) {
      if (taken[node] > nodes.allocatable[resource][node]) { return true; }
    }
  }
  return false;
}

bool Scenario::are_siblings_alike() const {
  return std::ranges::all_of(m_cluster.groups, [&](const model::PodGroup& group) {
    const model::PodSpec* spec = nullptr;
    return std::ranges::all_of(group.members, [&](PodIndex member) {
      const model::Pod& pod = m_cluster.pods[at(member)];
      if (pod.bound() || pod.finished()) { return true; }
      if (spec == nullptr) { spec = pod.spec; }
      return pod.spec == spec;
    });
  });
}

// ---- a scheduler that goes on running ------------------------------------------------------------------------------

std::vector<ClusterEvent> Scenario::events() const {
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

void Scenario::play_on(const Running& how) {
  SimulationSetup setup;
  setup.last = last_turn();
  setup.reversed = how.reversed;
  for (const GroupOutcome& group : how.before.groups) { setup.last_failed.push_back(group.last_failed); }
  setup.events = events();
  if (how.group_changes) { setup.events.push_back(ClusterEvent{ClusterEvent::Kind::GroupChanged}); }
  for (std::size_t i = 0; i < m_cluster.pods.size(); ++i) {
    const model::Pod& pod = m_cluster.pods[i];
    const PodOutcome& outcome = how.before.pods[i];
    const auto index = static_cast<PodIndex>(i);
    const bool is_refused = outcome.is_refused || (how.rested && outcome.rejectors != 0);
    // A gang's back-off does not end when its members are created again.
    if (how.failed_recently && outcome.is_refused && !pod.finished()) { setup.failed_recently.push_back(index); }
    if (!is_refused || is_new(index) || index == how.recreated || pod.bound() || pod.finished()) { continue; }
    if (how.without == Without::Group && pod.group == m_group) { continue; }
    // Where a race ends the retries of a gang, Coscheduling has rejected all members last, and not a filter.
    const bool is_of_gang = !outcome.is_refused && m_original.rules.gang_of(pod) != model::k_none;
    setup.refused.push_back({index, is_of_gang ? rejector("Coscheduling") : outcome.rejectors});
  }
  if (how.one_by_one) {
    for (const PodIndex pod : tried_too_early()) { setup.refused.push_back({pod, rejector("Coscheduling")}); }
  }
  if (!is_sum_by_order()) {
    play(m_original.rules.options, setup, how.without);
    return;
  }
  m_experiment.reset(); // it refers to the options
  m_other_options.emplace(m_original.rules.options).over_committed_nodes_first = true;
  play(*m_other_options, setup, how.without);
}

bool Scenario::creates_members_again() const {
  const std::vector<PodIndex>& members = m_cluster.groups[at(m_group)].members;
  return is_gang() && std::ranges::count_if(members, [&](PodIndex member) { return is_new(member); }) > 1;
}

// Of the members that are created again one after another, in the order of the list: those that Coscheduling refuses
// because too few of the group exist by then.
std::vector<PodIndex> Scenario::tried_too_early() const {
  const model::PodGroup& group = m_cluster.groups[at(m_group)];
  std::vector<PodIndex> early;
  std::int64_t live = 0;
  for (const PodIndex member : group.members) {
    const model::Pod& pod = m_cluster.pods[at(member)];
    if (!pod.finished() && !is_new(member)) { ++live; }
  }
  for (const PodIndex member : group.members) {
    if (!is_new(member)) { continue; }
    if (++live < group.min_member.value_or(0)) { early.push_back(member); }
  }
  return early;
}

NodeIndex Scenario::place_of(PodIndex pod) const {
  const PodOutcome& outcome = m_timeline->pods[at(pod)];
  return outcome.outcome == model::Outcome::Bound ? outcome.node : model::k_none;
}

std::vector<std::string> Scenario::losers() const {
  std::set<GroupIndex> changed(m_touched_groups.begin(), m_touched_groups.end());
  changed.insert(m_group);
  return engine::losers(m_original, run(), changed);
}

std::vector<model::ShrunkGroup> Scenario::shrunk_groups() const {
  const model::ClusterSnapshot& before = m_original.rules.cluster;
  std::vector<model::ShrunkGroup> shrunk;
  for (std::size_t i = 0; i < before.groups.size(); ++i) {
    if (static_cast<GroupIndex>(i) == m_group) { continue; }
    const model::PodGroup& group = before.groups[i];
    const auto ran = std::ranges::count_if(group.members, [&](PodIndex pod) { return before.pods[at(pod)].bound(); });
    const auto runs = std::ranges::count_if(group.members, [&](PodIndex pod) {
      return before.pods[at(pod)].bound() && m_cluster.pods[at(pod)].bound() &&
             m_timeline->pods[at(pod)].outcome == model::Outcome::AlreadyBound;
    });
    if (runs == ran) { continue; }
    shrunk.push_back({util::concat(group.namespace_name, '/', group.name), static_cast<std::int32_t>(runs),
                      std::max(1, group.min_member.value_or(0))});
  }
  return shrunk;
}

} // namespace engine
