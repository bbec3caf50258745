// SPDX-License-Identifier: Apache-2.0
// RemoveTaint: removes one taint from the fewest nodes.
#include "engine/index.hpp"
#include "engine/remedies/opened_nodes.hpp"
#include "engine/remedies/remedies.hpp"

#include <algorithm>
#include <utility>

namespace engine {

namespace {

std::optional<model::Fix> without(BlockedGroup& group, const model::Taint& taint) {
  Opening opening;
  opening.kind = model::FixKind::RemoveTaint;
  for (std::size_t i = 0; i < group.cluster().nodes.size(); ++i) {
    const std::vector<model::Taint>& taints = group.cluster().nodes[i].taints;
    if (std::ranges::find(taints, taint) != taints.end()) { opening.nodes.push_back(static_cast<model::NodeIndex>(i)); }
  }
  opening.open = [&](Scenario& scenario, model::NodeIndex node) { scenario.remove_taint(node, taint); };
  opening.describe = [&](model::Change& change) {
    change.field = "spec.taints";
    change.from = model::taint_text(taint);
  };
  return open_fewest(group, std::move(opening));
}

} // namespace

// Of several taints, picks the one with the fewest nodes to change.
std::optional<model::Fix> remove_taint(BlockedGroup& group) {
  if (!is_refused_by(group, "TaintToleration")) { return std::nullopt; }
  std::optional<model::Fix> best;
  for (const model::Taint& taint : taints_in_the_way(group)) {
    std::optional<model::Fix> fix = without(group, taint);
    if (fix && (!best || fix->things < best->things)) { best = std::move(fix); }
    if (group.trials.ran_out()) { break; }
  }
  return best;
}

} // namespace engine
