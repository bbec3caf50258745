// SPDX-License-Identifier: Apache-2.0
// Evict: the fewest running pods of the lowest priority that have to end.
//
// Considers only pods of at most the group's own priority. They come later in the queue, so a controller that
// recreates them cannot use the capacity before the group does.
#include "engine/remedies/leavers.hpp"
#include "engine/remedies/remedies.hpp"

namespace engine {

std::optional<model::Fix> evict_pods(BlockedGroup& group) {
  Leaving leaving{model::FixKind::Evict, {}, Quorums::Kept, true};
  leaving.rank = [&](const model::Pod& pod) -> std::optional<std::int32_t> {
    if (!may_be_disturbed(group, pod) || pod.spec->priority > group.report.priority) { return std::nullopt; }
    return pod.spec->priority;
  };
  return fewest_leavers(group, leaving);
}

} // namespace engine
