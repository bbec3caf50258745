// SPDX-License-Identifier: Apache-2.0
// What is taken when the run is at rest, without what some of its pods took.
#pragma once

#include "engine/explain/diagnose.hpp"

#include <vector>

namespace engine {

// `members` are pending pods of the picture; places that they hold without being bound are given up, too.
NodeUsage usage_of_others(const Run& run, const std::vector<model::PodIndex>& members);

} // namespace engine
