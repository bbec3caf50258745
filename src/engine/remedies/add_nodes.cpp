// SPDX-License-Identifier: Apache-2.0
// AddNodes: the fewest additional nodes of one existing type. Of types that need equally few nodes, the smallest.
#include "engine/index.hpp"
#include "engine/remedies/halving.hpp"
#include "engine/remedies/lower_bound.hpp"
#include "engine/remedies/remedies.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace engine {

namespace {

using model::NodeIndex;
using Terms = std::vector<model::NodeSelectorTerm>;

// Nodes whose copies would be equal.
struct NodeType {
  NodeIndex like = model::k_none; // the first node of the type
  std::int32_t guess = 1;         // estimated count, from the members that a probe cannot place
};

class Types {
 public:
  explicit Types(BlockedGroup& group) : m_group(group) {
    const model::NodeList& nodes = group.cluster().nodes;
    const std::set<std::string_view> keys = labels_that_matter();
    std::set<std::tuple<model::ResourceAmounts, model::Labels, std::vector<model::Taint>>> seen;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const model::Node made = model::new_node_like(nodes[i]);
      model::Labels labels = model::labels_of_new_node(made, {});
      std::erase_if(labels, [&](const model::Label& label) { return !keys.contains(label.key); });
      if (seen.emplace(made.allocatable, std::move(labels), made.taints).second) {
        m_all.push_back({static_cast<NodeIndex>(i)});
      }
    }
    std::ranges::sort(m_all, {}, [&](const NodeType& type) { return size_of(type.like); });
  }

  std::vector<NodeType>& all() { return m_all; }

  std::string_view short_resource() const {
    const auto& shortages = m_group.report.evidence.shortages;
    return shortages.empty() ? std::string_view() : std::string_view(shortages.front().resource);
  }

  std::int64_t offer(NodeIndex node, std::string_view resource) const {
    const std::optional<model::ResourceId> id = m_group.cluster().resources.find(resource);
    return id ? m_group.run.nodes.allocatable[*id][at(node)] : 0;
  }

  // Number of members whose requests fit on an empty node of the type. An upper bound if all members are equal.
  std::int32_t capacity(NodeIndex node) const {
    std::map<model::ResourceId, std::int64_t> free;
    for (const model::ResourceAmount& amount : m_group.cluster().nodes[at(node)].allocatable) {
      free[amount.resource] = amount.amount;
    }
    std::int32_t held = 0;
    for (const model::PodIndex member : m_group.members) {
      const model::PodSpec& spec = *m_group.pod(member).spec;
      const bool fits = free[model::k_pods] > 0 && std::ranges::all_of(spec.requests, [&](const auto& request) {
                          return request.amount <= free[request.resource];
                        });
      if (!fits) { continue; }
      ++held;
      --free[model::k_pods];
      for (const model::ResourceAmount& request : spec.requests) { free[request.resource] -= request.amount; }
    }
    return held;
  }

  // True if a pod that comes with such a node (is_of_its_node) uses a host port that a member requests.
  bool has_port_of_member(NodeIndex node) const {
    const auto is_wanted = [&](const model::HostPort& taken) {
      return std::ranges::any_of(m_group.members, [&](model::PodIndex member) {
        return std::ranges::any_of(m_group.pod(member).spec->host_ports, [&](const model::HostPort& wanted) {
          return wanted.port == taken.port && wanted.protocol == taken.protocol; // whatever the host IP
        });
      });
    };
    return std::ranges::any_of(m_group.run.bound_usage.on(node), [&](model::PodIndex index) {
      const model::Pod& pod = m_group.pod(index);
      return is_of_its_node(pod) && std::ranges::any_of(pod.spec->host_ports, is_wanted);
    });
  }

  // True if fewer than `count` new nodes are too few, whatever their type.
  bool rules_out_less_than(std::int64_t count) const {
    const std::int64_t missing = missing_places(m_group);
    return std::ranges::all_of(m_all,
                               [&](const NodeType& type) { return (count - 1) * capacity(type.like) < missing; });
  }

 private:
  // Label keys that the members' constraints read.
  std::set<std::string_view> labels_that_matter() const {
    std::set<std::string_view> keys;
    std::set<const model::PodSpec*> specs;
    for (const model::PodIndex member : m_group.members) { specs.insert(m_group.pod(member).spec); }
    for (const model::PodSpec* const spec : specs) {
      for (const model::Label& label : spec->node_selector) { keys.insert(label.key); }
      for (const model::NodeSelectorTerm& term : spec->required_node_terms.value_or(Terms())) {
        for (const model::Requirement& expression : term.expressions) { keys.insert(expression.key); }
      }
      for (const model::TopologySpreadConstraint& rule : spec->spread) { keys.insert(rule.topology_key); }
      for (const model::PodAffinityTerm& term : spec->required_affinity) { keys.insert(term.topology_key); }
      for (const model::PodAffinityTerm& term : spec->required_anti_affinity) { keys.insert(term.topology_key); }
    }
    return keys;
  }

  std::tuple<std::int64_t, std::int64_t, std::int64_t, NodeIndex> size_of(NodeIndex node) const {
    return {offer(node, short_resource()), offer(node, "cpu"), offer(node, "memory"), node};
  }

  BlockedGroup& m_group;
  std::vector<NodeType> m_all;
};

} // namespace

namespace {

struct Addition {
  NodeIndex like = model::k_none;
  std::int32_t count = 0;
  bool minimal = false;
};

// Upper limit: one node for each missing member, and some for other pending pods that use new nodes first.
std::int32_t most_nodes(const BlockedGroup& group) {
  const auto others = std::ssize(group.run.pending) - std::ssize(group.members);
  return group.needed + static_cast<std::int32_t>(std::clamp<std::int64_t>(others, 0, group.needed + 4));
}

// Tries all counts in ascending order, and for each count the smallest type first.
std::optional<Addition> first_of_all(BlockedGroup& group, const std::vector<NodeType>& types) {
  for (std::int32_t count = 1; count <= most_nodes(group); ++count) {
    for (const NodeType& type : types) {
      const auto apply = [&](Scenario& scenario) { scenario.add_copies(type.like, count); };
      if (group.trials.starts(apply)) { return Addition{type.like, count, true}; }
    }
  }
  return std::nullopt;
}

// Halves the range of counts type by type, lowest estimate first. A later type must need fewer nodes than the best so
// far.
std::optional<Addition> halved(BlockedGroup& group, const Types& types, std::vector<NodeType> by_guess) {
  std::ranges::stable_sort(by_guess, {}, &NodeType::guess);
  Addition best{model::k_none, most_nodes(group) + 1, false};
  group.trials.begin(k_halvings);
  for (const NodeType& type : by_guess) {
    const std::int32_t most = best.count - 1;
    const auto apply = [&](Scenario& scenario, std::int32_t count) { scenario.add_copies(type.like, count); };
    const std::int32_t count = least_size(group.trials, most, type.guess, apply);
    if (count <= most) { best = {type.like, count, false}; }
    if (group.trials.ran_out() || best.count == 1) { break; }
  }
  if (best.like == model::k_none) { return std::nullopt; }
  best.minimal = !group.trials.ran_out() || types.rules_out_less_than(best.count);
  return best;
}

} // namespace

std::optional<model::Fix> add_nodes(BlockedGroup& group) {
  if (group.cluster().nodes.empty()) { return std::nullopt; }
  Types types(group);
  std::erase_if(types.all(), [&](const NodeType& type) {
    return types.capacity(type.like) == 0 || types.has_port_of_member(type.like);
  });
  const bool can_try_all = std::ssize(types.all()) * most_nodes(group) <= group.trials.left();
  std::optional<Addition> found;
  if (can_try_all) {
    found = first_of_all(group, types.all());
  } else {
    const std::int32_t missing = std::max(1, group.needed - group.probe().places(group.needed));
    for (NodeType& type : types.all()) {
      const std::int32_t each = types.capacity(type.like);
      type.guess = (missing + each - 1) / each;
    }
    found = halved(group, types, types.all());
  }
  if (!found) { return std::nullopt; }
  model::Fix fix;
  fix.kind = model::FixKind::AddNodes;
  fix.things = found->count;
  fix.minimal = found->minimal;
  model::Change& change = fix.changes.emplace_back(change_of(group.cluster().nodes[at(found->like)]));
  change.count = found->count;
  fix.resource = types.short_resource();
  fix.to = types.offer(found->like, fix.resource);
  return group.confirmed(std::move(fix), [&](Scenario& scenario) { scenario.add_copies(found->like, found->count); });
}

} // namespace engine
