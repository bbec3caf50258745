// SPDX-License-Identifier: Apache-2.0
// Searches the free devices of a node for a set of claims.
// Source: dynamic-resource-allocation structured, Allocator.Allocate and GatherPools.
#pragma once

#include "engine/nodes/devices.hpp"

namespace engine {

inline constexpr std::int64_t k_most_devices = 32; // per claim (AllocationResultsMaxSize)

// Null if no class has this name.
const model::DeviceClass* find_device_class(const model::ClusterSnapshot& cluster, std::string_view name);

bool reaches(const model::ResourceSlice& slice, const model::Node& node);

} // namespace engine
