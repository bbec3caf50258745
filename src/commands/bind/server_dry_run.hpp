// SPDX-License-Identifier: Apache-2.0
// bind --dry-run=server: would the API server take each binding? Admission, quota of verbs and preconditions speak;
// nothing is stored.
#pragma once

#include "commands/bind/plan.hpp"
#include "kube/api/client.hpp"

namespace commands {

// Marks what the server refuses as Failed, and the report as No then.
void ask_server(kube::Client& client, BindPlan& plan);

} // namespace commands
