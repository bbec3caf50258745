// SPDX-License-Identifier: Apache-2.0
// bind --dry-run=server: asks the API server whether it would accept each binding. Checks admission, permissions and
// preconditions; the server stores nothing.
#pragma once

#include "commands/bind/plan.hpp"
#include "kube/api/client.hpp"

namespace commands {

// Sets bindings that the server refuses to Failed, and the report to No.
void ask_server(kube::Client& client, BindPlan& plan);

} // namespace commands
