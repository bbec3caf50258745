// SPDX-License-Identifier: Apache-2.0
// Asks for one remedy of a hand-made cluster, one kind per test.
#pragma once

#include "engine/ask.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tests {

// The first remedy of this kind for the groups of this name.
std::optional<model::Fix> fix(const ClusterBuilder& builder, model::FixKind kind, const std::string& name = "train",
                              const engine::Options& asked = options());

using Names = std::vector<std::string>;
Names names(const model::Fix& fix); // of what it changes

// The group train of `count` members, all required.
void workers(ClusterBuilder& c, int count, std::int64_t gpu, std::int32_t priority = 0);

// Three members of 4 GPUs; 6, 2, 2 and 2 are free.
ClusterBuilder fragmented();

} // namespace tests
