// SPDX-License-Identifier: Apache-2.0
#include "engine/remedies/opened_nodes.hpp"

#include "engine/index.hpp"
#include "engine/remedies/fewest.hpp"

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

} // namespace

std::optional<model::Fix> open_fewest(BlockedGroup& group, const Opening& opening) {
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
      const KnownRefusal& known = probe.feasibility().known(id);
      return known.filter != nullptr && known.filter->name == plugin;
    });
  });
}

std::vector<model::Taint> taints_in_the_way(const BlockedGroup& group) {
  // Controllers use the other taints to report a node's state; removing such a taint does not change the state.
  const auto is_of_people = [](const model::Taint& taint) {
    return taint.effect != model::TaintEffect::PreferNoSchedule && !taint.key.starts_with("node.kubernetes.io/") &&
           !taint.key.starts_with("node.cloudprovider.kubernetes.io/");
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
  return taints;
}

} // namespace engine
