// SPDX-License-Identifier: Apache-2.0
// Move: the fewest running pods that have to move to other nodes (defragmentation). Names a target node for each pod,
// in an order in which each step finds free capacity.
//
// In small clusters, tries all sequences of one move, then of two, and so on. In large ones, moves the pods that
// cleared() picks, each to a node where it fits beside the members.
#include "engine/index.hpp"
#include "engine/nodes/disruption.hpp"
#include "engine/remedies/clearing.hpp"
#include "engine/remedies/leavers.hpp"
#include "engine/remedies/remedies.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace engine {

namespace {

using model::NodeIndex;
using model::PodIndex;

struct Step {
  PodIndex pod = model::k_none;
  NodeIndex to = model::k_none;
  friend auto operator<=>(const Step&, const Step&) = default;
};
using Steps = std::vector<Step>;

// A moving pod is gone for a while, so its group must have a member to spare.
bool may_move(const BlockedGroup& group, const model::Pod& pod) {
  if (!may_be_disturbed(group, pod) || group.run.rules.profile_of(pod) == nullptr) { return false; }
  if (pod.group != model::k_none) {
    const auto spare = members_to_spare(group.cluster(), group.cluster().groups[at(pod.group)]);
    if (spare.value_or(0) < 1) { return false; }
  }
  return true;
}

void move_all(Scenario& scenario, const Steps& steps) {
  for (const Step& step : steps) { scenario.move(step.pod, step.to); }
}

class Mover {
 public:
  explicit Mover(BlockedGroup& group)
      : m_group(group), m_running(group.run.rules, group.run.nodes, group.run.bound_usage, {}) {
    for (std::size_t i = 0; i < group.cluster().pods.size(); ++i) {
      const auto pod = static_cast<PodIndex>(i);
      if (group.node_of(pod) != model::k_none && may_move(group, group.pod(pod))) { m_movable.push_back(pod); }
    }
  }

  // Tries all sequences of up to `most` moves, the shorter ones first. Complete unless the trials run out.
  Steps shortest(std::size_t most) {
    for (std::size_t count = 1; count <= most && !m_group.trials.ran_out(); ++count) {
      m_tried.clear();
      if (continues(count)) { return m_steps; }
    }
    return {};
  }

  // Moves the pods that cleared() picks to nodes where they fit. Empty if that fails.
  Steps guessed() {
    std::vector<Leaver> leavers;
    Choice choice;
    for (const PodIndex& pod : m_movable) { leavers.push_back({{&pod, 1}, m_group.pod(pod).spec->priority}); }
    choice.weights.assign(leavers.size(), 1);
    choice.is_allowed = [&](const Subset& set) {
      return std::ranges::all_of(set, [&](std::size_t i) { return is_within_budget(m_movable[i]); });
    };
    Steps steps;
    for (const std::size_t i : cleared(m_group, leavers, choice)) {
      steps.push_back({leavers[i].pods.front(), model::k_none});
    }
    return in_order(with_targets(std::move(steps)));
  }

  bool can_try_all() const {
    return static_cast<std::int64_t>(m_movable.size() * m_group.run.nodes.size()) <= m_group.trials.left();
  }
  std::size_t movable() const { return m_movable.size(); }

 private:
  Feasibility& running() { return m_running.feasibility(); }
  NodeIndex from(PodIndex pod) const { return m_group.node_of(pod); }

  // Pods move one after the other, so each has the whole budget. Cached on demand: a large cluster needs few of them.
  bool is_within_budget(PodIndex pod) {
    if (m_group.cluster().disruption_budgets.empty()) { return true; }
    const auto [known, is_new] = m_within_budget.emplace(pod, true);
    if (is_new) {
      known->second = !DisruptionAllowance(m_group.cluster(), m_group.run.rules.version).is_broken_by(m_group.pod(pod));
    }
    return known->second;
  }

  bool continues(std::size_t left) {
    Steps key = m_steps;
    std::ranges::sort(key);
    if (!m_tried.insert(std::move(key)).second) { return false; } // the same moves in another order
    if (left == 0) {
      return m_group.trials.starts([&](Scenario& scenario) { move_all(scenario, m_steps); });
    }
    for (const PodIndex pod : m_movable) {
      const bool has_moved = std::ranges::find(m_steps, pod, &Step::pod) != m_steps.end();
      if (!has_moved && is_within_budget(pod) && continues_with(pod, left)) { return true; }
    }
    return false;
  }

  bool continues_with(PodIndex pod, std::size_t left) {
    running().remove(pod, from(pod));
    const NodeSet targets = running().feasible(m_running.class_of(pod));
    bool found = false;
    targets.for_each([&](NodeIndex to) {
      if (found || to == from(pod) || m_group.trials.ran_out()) { return; }
      running().add(pod, to);
      m_steps.push_back({pod, to});
      found = continues(left - 1);
      if (!found) { m_steps.pop_back(); }
      running().remove(pod, to);
    });
    running().add(pod, from(pod));
    return found;
  }

  // Picks target nodes for the moving pods after it has placed the members.
  Steps with_targets(Steps steps) {
    Probe& probe = m_group.probe();
    std::vector<std::pair<PodIndex, NodeIndex>> placed;
    const auto place = [&](PodIndex pod, NodeIndex node) {
      if (node == model::k_none) { return false; }
      probe.feasibility().add(pod, node);
      placed.emplace_back(pod, node);
      return true;
    };
    for (const Step& step : steps) { probe.feasibility().remove(step.pod, from(step.pod)); }
    for (const PodIndex member : m_group.members) {
      if (std::ssize(placed) < m_group.needed) { place(member, probe.place_for(member)); }
    }
    bool all_placed = true;
    for (Step& step : steps) {
      step.to = probe.place_for(step.pod);
      all_placed = all_placed && place(step.pod, step.to);
    }
    for (const auto& [pod, node] : placed) { probe.feasibility().remove(pod, node); }
    for (const Step& step : steps) { probe.feasibility().add(step.pod, from(step.pod)); }
    std::erase_if(steps, [&](const Step& step) { return step.to == from(step.pod); });
    return all_placed ? steps : Steps();
  }

  // Orders the steps so that each target has free capacity in time. Empty if no remaining step fits.
  Steps in_order(Steps steps) {
    Steps ordered;
    for (bool any = true; any && !steps.empty();) {
      any = false;
      for (std::size_t i = 0; i < steps.size() && !any; ++i) {
        const Step step = steps[i];
        running().remove(step.pod, from(step.pod));
        any = running().feasible(m_running.class_of(step.pod)).has(step.to);
        running().add(step.pod, any ? step.to : from(step.pod));
        if (!any) { continue; }
        ordered.push_back(step);
        steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(i));
      }
    }
    for (const Step& step : ordered) {
      running().remove(step.pod, step.to);
      running().add(step.pod, from(step.pod));
    }
    return steps.empty() ? ordered : Steps();
  }

  BlockedGroup& m_group;
  Probe m_running; // with the running pods only
  std::vector<PodIndex> m_movable;
  std::map<PodIndex, bool> m_within_budget;
  Steps m_steps;
  std::set<Steps> m_tried;
};

std::optional<model::Fix> confirmed(BlockedGroup& group, const Steps& steps, bool minimal) {
  model::Fix fix;
  fix.kind = model::FixKind::Move;
  fix.things = std::ssize(steps);
  fix.minimal = minimal;
  for (const Step& step : steps) {
    model::Change& change = fix.changes.emplace_back(change_of(group.cluster(), step.pod));
    change.to_node = group.cluster().nodes[at(step.to)].name;
  }
  return group.confirmed(std::move(fix), [&](Scenario& scenario) { move_all(scenario, steps); });
}

} // namespace

std::optional<model::Fix> move_pods(BlockedGroup& group) {
  Mover mover(group);
  const Steps guessed = mover.guessed();
  const bool guess_holds =
      !guessed.empty() && group.trials.starts([&](Scenario& scenario) { move_all(scenario, guessed); });
  bool has_tried_all = false;
  if (mover.can_try_all()) {
    constexpr std::size_t k_most_moves = 4; // more are not practical by hand
    const std::size_t most = guess_holds ? guessed.size() - 1 : std::min(k_most_moves, mover.movable());
    const Steps shortest = mover.shortest(most);
    if (!shortest.empty()) { return confirmed(group, shortest, true); } // shortest() has tried all shorter ones
    has_tried_all = !group.trials.ran_out();
  }
  if (!guess_holds) { return std::nullopt; }
  return confirmed(group, guessed, has_tried_all || guessed.size() == 1);
}

} // namespace engine
