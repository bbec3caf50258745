// SPDX-License-Identifier: Apache-2.0
// AvoidNodes: a placement exists, but the scheduler misses it because members of one role use nodes that another role
// needs. The remedy keeps the role off nodes that the placement gives to other roles only.
#include "engine/index.hpp"
#include "engine/remedies/blocked_group.hpp"
#include "engine/remedies/remedies.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace engine {

namespace {

using NodeRole = model::PodSpec;
using Nodes = std::vector<std::string_view>; // node names

constexpr std::size_t k_most_avoided = 8; // a longer list is not practical

struct Ban {
  const NodeRole* role = nullptr;
  Nodes nodes;
};

// For each role, the nodes of the placement that only other roles use.
std::vector<Ban> bans_of(const BlockedGroup& group) {
  std::map<std::string_view, const NodeRole*> role_of;
  for (const model::PodIndex member : group.members) { role_of[group.pod(member).name] = group.pod(member).spec; }
  std::map<const NodeRole*, std::set<std::string_view>> used;
  std::set<std::string_view> all;
  for (const model::PlacedPod& placed : group.report.feasibility->certificate.placement) {
    const auto role = role_of.find(placed.pod);
    if (role == role_of.end()) { continue; }
    used[role->second].insert(placed.node);
    all.insert(placed.node);
  }
  std::vector<Ban> bans;
  for (const NodeRole* role : group.roles()) {
    Ban ban{role, {}};
    std::ranges::set_difference(all, used[role], std::back_inserter(ban.nodes));
    if (!ban.nodes.empty()) { bans.push_back(std::move(ban)); }
  }
  // A node that only --add-nodes has made cannot be named in a manifest.
  const auto is_hypothetical = [&](std::string_view name) {
    const auto node = std::ranges::lower_bound(group.cluster().nodes, name, {}, &model::Node::name);
    return node != group.cluster().nodes.end() && node->name == name && node->added;
  };
  const bool names_one =
      std::ranges::any_of(bans, [&](const Ban& ban) { return std::ranges::any_of(ban.nodes, is_hypothetical); });
  return names_one ? std::vector<Ban>() : bans;
}

// kube-scheduler accepts one value in each requirement of a field, and combines the requirements of a term with AND.
void keep_off(NodeRole& role, const Nodes& nodes) {
  std::vector<model::NodeSelectorTerm> terms =
      role.required_node_terms.value_or(std::vector<model::NodeSelectorTerm>(1));
  for (model::NodeSelectorTerm& term : terms) {
    for (const std::string_view node : nodes) {
      term.fields.push_back({"metadata.name", model::SelectorOperator::NotIn, {node}});
    }
  }
  role.required_node_terms = std::move(terms);
}

void forbid(Scenario& scenario, const std::vector<Ban>& bans) {
  for (const Ban& ban : bans) {
    scenario.change_role(*ban.role, [nodes = ban.nodes](NodeRole& role) { keep_off(role, nodes); });
  }
}

bool starts(BlockedGroup& group, const std::vector<Ban>& bans) {
  return group.trials.starts([&](Scenario& scenario) { forbid(scenario, bans); });
}

// Drops each node that the group does not need on the list to start.
void shrink(BlockedGroup& group, std::vector<Ban>& bans) {
  for (Ban& ban : bans) {
    for (std::size_t i = ban.nodes.size(); i-- > 0 && ban.nodes.size() > 1;) {
      const std::string_view node = ban.nodes[i];
      const auto at = ban.nodes.erase(ban.nodes.begin() + static_cast<std::ptrdiff_t>(i));
      if (!starts(group, bans)) { ban.nodes.insert(at, node); }
    }
  }
}

std::string in_words(const Nodes& nodes) {
  std::string text = "metadata.name NotIn (";
  for (std::size_t i = 0; i < nodes.size(); ++i) { text.append(i > 0 ? ", " : "").append(nodes[i]); }
  return text + ')';
}

} // namespace

std::optional<model::Fix> avoid_nodes(BlockedGroup& group) {
  if (group.report.code != model::Code::GreedyMiss || !group.report.feasibility) { return std::nullopt; }
  std::vector<Ban> all = bans_of(group);
  std::vector<std::vector<Ban>> tries;
  for (const Ban& ban : all) { tries.push_back({ban}); }
  if (all.size() > 1) { tries.push_back(std::move(all)); }
  for (std::vector<Ban>& bans : tries) {
    if (!starts(group, bans)) { continue; }
    shrink(group, bans);
    if (std::ranges::any_of(bans, [](const Ban& ban) { return ban.nodes.size() > k_most_avoided; })) { continue; }
    model::Fix fix;
    fix.kind = model::FixKind::AvoidNodes;
    fix.things = std::ssize(bans);
    fix.minimal = bans.size() == 1;
    for (const Ban& ban : bans) {
      for (const model::PodIndex member : group.members_of(*ban.role)) {
        model::Change& change = fix.changes.emplace_back(change_of(group.cluster(), member));
        change.field = "spec.affinity.nodeAffinity";
        change.to = in_words(ban.nodes);
      }
    }
    return group.confirmed(std::move(fix), [&](Scenario& scenario) { forbid(scenario, bans); });
  }
  return std::nullopt;
}

} // namespace engine
