// SPDX-License-Identifier: Apache-2.0
// A batch just before its first binding: its nodes, what is on them, and its pods, read anew and judged anew.
#pragma once

#include "commands/bind/plan.hpp"
#include "kube/api/client.hpp"

#include <string>
#include <vector>

namespace commands {

// Why the batch must not be bound as it stands, one sentence each; empty: it may. Then its bindings have the
// resourceVersions that were just read. Where its pods have constraints across nodes, all nodes and pods are read.
// Throws kube::ApiError, kube::ConnectionError, and IncompletePicture where the lists do not go together.
std::vector<std::string> second_look(kube::Client& client, const BindInput& input, Batch& batch);

} // namespace commands
