// SPDX-License-Identifier: Apache-2.0
// Rechecks a batch just before its first binding: reads and judges its nodes, their pods, and its own pods again.
#pragma once

#include "commands/bind/plan.hpp"
#include "kube/api/client.hpp"

#include <string>
#include <vector>

namespace commands {

// The reasons not to bind the batch, one sentence each; empty if it may be bound. Its bindings then have the new
// resourceVersions. If its pods have constraints across nodes, this reads all nodes and pods. Throws kube::ApiError,
// kube::ConnectionError, and IncompletePicture if the lists are inconsistent.
std::vector<std::string> second_look(kube::Client& client, const BindInput& input, const Now& now, Batch& batch);

} // namespace commands
