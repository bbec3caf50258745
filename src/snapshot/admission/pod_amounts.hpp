// SPDX-License-Identifier: Apache-2.0
// The amounts of a new pod: what the API server fills in, and what it refuses afterwards.
#pragma once

#include "model/cluster/effective_requests.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace snapshot {

// Null if the list has no such amount.
const model::Quantity* amount_in(const model::ResourceQuantities& list, std::string_view name);

// A limit without a request is the request, also of the whole pod. (SetDefaults_Pod)
void set_pod_defaults(model::PodResources& pod);

// What the API server refuses in the completed amounts and not yet in `as_written`, which validation of the manifest
// has seen: "spec.containers[0].resources.requests: Invalid value: …". (validateResourceRequirements,
// validatePodResourceConsistency)
std::optional<std::string> invalid_amounts(const model::PodResources& as_written, const model::PodResources& completed);

} // namespace snapshot
