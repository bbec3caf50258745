// SPDX-License-Identifier: Apache-2.0
// Usage when the run is at rest, without some of its pods.
#pragma once

#include "engine/explain/diagnose.hpp"

#include <vector>

namespace engine {

// `members` are pending pods of the snapshot. Also removes the reservations of members that are not bound.
NodeUsage usage_of_others(const Run& run, const std::vector<model::PodIndex>& members);

} // namespace engine
