// SPDX-License-Identifier: Apache-2.0
// The fewest nodes to open to the members, by uncordoning them or removing a taint.
#pragma once

#include "engine/remedies/blocked_group.hpp"

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace engine {

struct Opening {
  model::FixKind kind;
  std::vector<model::NodeIndex> nodes; // candidates, preferred ones first; those that are being removed do not count
  std::function<void(Scenario&, model::NodeIndex)> open;
  std::function<void(model::Change&)> describe; // completes the change of one node
};

std::optional<model::Fix> open_fewest(BlockedGroup& group, Opening opening);

// True if the filter rejects some node for some member, with all other pods as at the end of the run.
bool is_refused_by(BlockedGroup& group, std::string_view plugin);

// Taints that people set and that keep some member off some node, each once, in node order. Taints of dedicated pools
// count only if no other node would suit the members.
std::vector<model::Taint> taints_in_the_way(BlockedGroup& group);

} // namespace engine
