// SPDX-License-Identifier: Apache-2.0
#include "engine/explain/usage_of_others.hpp"

#include "engine/index.hpp"

namespace engine {

NodeUsage usage_of_others(const Run& run, const std::vector<model::PodIndex>& members) {
  NodeUsage usage = run.timeline.usage_at_end;
  for (const model::PodIndex member : members) {
    const PodOutcome& outcome = run.timeline.pods[at(member)];
    const model::NodeIndex node = outcome.outcome == model::Outcome::Bound ? outcome.node : outcome.holds;
    if (node != model::k_none) { usage.remove(member, node); }
  }
  return usage;
}

} // namespace engine
