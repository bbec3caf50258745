// SPDX-License-Identifier: Apache-2.0
#include "engine/remedies/opened_nodes.hpp"

#include "engine/index.hpp"
#include "engine/remedies/fewest.hpp"
#include "model/cluster/node_taints.hpp"

#include <algorithm>
#include <set>

namespace engine {

namespace {

// The opened nodes that members use.
Subset used(const BlockedGroup& group, const Opening& opening) {
  std::set<model::NodeIndex> places;
  for (const model::PodIndex member : group.members) { places.insert(group.scenario.place_of(member)); }
  Subset set;
  for (std::size_t i = 0; i < opening.nodes.size(); ++i) {
    if (places.contains(opening.nodes[i])) { set.push_back(i); }
  }
  return set;
}

bool offers(const NodeTable& nodes, std::size_t node, const model::PodSpec& spec) {
  return std::ranges::all_of(spec.requests, [&](const model::ResourceAmount& request) {
    const auto resource = static_cast<std::size_t>(request.resource);
    return request.amount == 0 || (resource < nodes.allocatable.size() && nodes.allocatable[resource][node] > 0);
  });
}

// True if a node that the pods select offers what they request and has no taint against them.
bool has_nodes_of_its_own(BlockedGroup& group, model::PodIndex member) {
  constexpr std::array<std::string_view, 4> k_before = {"NodeUnschedulable", "NodeName", "TaintToleration",
                                                        "NodeAffinity"};
  Feasibility& feasibility = group.probe().feasibility();
  const std::vector<RefusalId> refusals = feasibility.refusals(group.probe().class_of(member));
  for (std::size_t i = 0; i < refusals.size(); ++i) {
    const Filter* const filter = feasibility.known()[refusals[i]].filter;
    const bool is_admitted = filter == nullptr || std::ranges::find(k_before, filter->name) == k_before.end();
    if (is_admitted && offers(group.run.nodes, i, *group.pod(member).spec)) { return true; }
  }
  return false;
}

// True if the taint keeps a pool for pods that name it: the nodes have a label of its key, or running pods tolerate it
// by its key. A taint without either is of passing use, such as maintenance.
bool is_of_a_pool(const BlockedGroup& group, const model::Taint& taint) {
  const bool says_so =
      taint.key.starts_with("node-role.kubernetes.io/") || taint.key.find("dedicated") != std::string_view::npos;
  if (says_so) { return true; }
  const auto tolerates = [&](const model::Pod& pod) {
    return pod.bound() && std::ranges::any_of(pod.spec->tolerations,
                                              [&](const model::Toleration& one) { return one.key == taint.key; });
  };
  const auto names_it = [&](const model::Node& node) {
    return std::ranges::find(node.taints, taint) != node.taints.end() && model::find_label(*node.labels, taint.key);
  };
  return std::ranges::any_of(group.cluster().nodes, names_it) || std::ranges::any_of(group.cluster().pods, tolerates);
}

} // namespace

std::optional<model::Fix> open_fewest(BlockedGroup& group, Opening opening) {
  std::erase_if(opening.nodes, [&](model::NodeIndex node) {
    return model::is_being_removed(group.cluster().nodes[at(node)]); // with the pods that start there
  });
  if (opening.nodes.empty()) { return std::nullopt; }
  Choice choice;
  choice.weights.assign(opening.nodes.size(), 1);
  choice.apply = [&](Scenario& scenario, const Subset& set) {
    for (const std::size_t i : set) { opening.open(scenario, opening.nodes[i]); }
  };
  Subset all(opening.nodes.size());
  for (std::size_t i = 0; i < all.size(); ++i) { all[i] = i; }
  const auto applied = [&](const Subset& set) { return [&choice, &set](Scenario& s) { choice.apply(s, set); }; };
  if (!group.trials.starts(applied(all))) { return std::nullopt; }
  Subset enough = used(group, opening);
  if (enough.empty() || !group.trials.starts(applied(enough))) { enough = all; }
  const Chosen chosen = fewest(group.trials, choice, std::move(enough));
  model::Fix fix;
  fix.kind = opening.kind;
  fix.things = std::ssize(chosen.set);
  fix.minimal = chosen.minimal;
  for (const std::size_t i : chosen.set) {
    opening.describe(fix.changes.emplace_back(change_of(group.cluster().nodes[at(opening.nodes[i])])));
  }
  return group.confirmed(std::move(fix), applied(chosen.set));
}

bool is_refused_by(BlockedGroup& group, std::string_view plugin) {
  Probe& probe = group.probe();
  std::set<int> classes;
  for (const model::PodIndex member : group.members) { classes.insert(probe.class_of(member)); }
  return std::ranges::any_of(classes, [&](int pod_class) {
    return std::ranges::any_of(probe.feasibility().refusals(pod_class), [&](RefusalId id) {
      const KnownRefusal& known = probe.feasibility().known()[id];
      return known.filter != nullptr && known.filter->name == plugin;
    });
  });
}

std::vector<model::Taint> taints_in_the_way(BlockedGroup& group) {
  // Without the other taints the node's state remains.
  const auto is_of_people = [](const model::Taint& taint) {
    return taint.effect != model::TaintEffect::PreferNoSchedule && !model::reports_state(taint) &&
           !model::is_startup_taint(taint);
  };
  std::set<const model::PodSpec*> specs;
  for (const model::PodIndex member : group.members) { specs.insert(group.pod(member).spec); }
  std::vector<model::Taint> taints;
  for (const std::vector<model::Taint>* const list : group.run.nodes.taint_lists) {
    for (const model::Taint& taint : *list) {
      const bool keeps_off = std::ranges::any_of(
          specs, [&](const model::PodSpec* spec) { return !model::tolerated(spec->tolerations, taint); });
      const bool is_known = std::ranges::find(taints, taint) != taints.end();
      if (is_of_people(taint) && keeps_off && !is_known) { taints.push_back(taint); }
    }
  }
  const bool has_own = std::ranges::all_of(
      specs, [&](const model::PodSpec* spec) { return has_nodes_of_its_own(group, group.members_of(*spec).front()); });
  if (has_own) { // then other pools are not for these pods
    std::erase_if(taints, [&](const model::Taint& taint) { return is_of_a_pool(group, taint); });
  }
  return taints;
}

} // namespace engine
