// SPDX-License-Identifier: Apache-2.0
// Uncordon: the fewest nodes that have to accept pods again.
#include "engine/index.hpp"
#include "engine/remedies/opened_nodes.hpp"
#include "engine/remedies/remedies.hpp"

#include <utility>

namespace engine {

std::optional<model::Fix> uncordon(BlockedGroup& group) {
  if (!is_refused_by(group, "NodeUnschedulable")) { return std::nullopt; }
  Opening opening;
  opening.kind = model::FixKind::Uncordon;
  for (std::size_t i = 0; i < group.cluster().nodes.size(); ++i) {
    if (group.cluster().nodes[i].unschedulable) { opening.nodes.push_back(static_cast<model::NodeIndex>(i)); }
  }
  opening.open = [](Scenario& scenario, model::NodeIndex node) { scenario.uncordon(node); };
  opening.describe = [](model::Change& change) {
    change.field = "spec.unschedulable";
    change.from = "true";
  };
  return open_fewest(group, std::move(opening));
}

} // namespace engine
