// SPDX-License-Identifier: Apache-2.0
// A batch just before its first binding: its nodes, what is on them, and its pods, read anew and judged anew.
#pragma once

#include "commands/bind/plan.hpp"
#include "kube/client.hpp"

#include <string>
#include <vector>

namespace commands {

// Why the batch must not be bound as it stands, one sentence each; empty: it may. Then its bindings have the
// resourceVersions that were just read. What binds across nodes (spread, affinity to other pods) is not judged again:
// that would take the whole cluster. Throws kube::ApiError and kube::ConnectionError.
std::vector<std::string> second_look(kube::Client& client, const BindInput& input, Batch& batch);

} // namespace commands
