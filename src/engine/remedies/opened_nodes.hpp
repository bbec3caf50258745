// SPDX-License-Identifier: Apache-2.0
// The fewest nodes that have to be opened to the members: uncordoned, or rid of a taint.
#pragma once

#include "engine/remedies/blocked_group.hpp"

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace engine {

struct Opening {
  model::FixKind kind;
  std::vector<model::NodeIndex> nodes; // that could be opened, in the order in which they are preferred
  std::function<void(Scenario&, model::NodeIndex)> open;
  std::function<void(model::Change&)> describe; // completes the step of one node
};

std::optional<model::Fix> open_fewest(BlockedGroup& group, const Opening& opening);

// Whether the filter refuses some node to some member, where others are as they are at the end of the run.
bool is_refused_by(BlockedGroup& group, std::string_view plugin);

// The taints that keep some member off some node and that people put there, each once, in the order of nodes.
std::vector<model::Taint> taints_in_the_way(const BlockedGroup& group);

} // namespace engine
