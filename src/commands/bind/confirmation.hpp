// SPDX-License-Identifier: Apache-2.0
// Asks the user before bind writes anything.
#pragma once

#include "commands/bind/plan.hpp"

namespace commands {

// Shows the cluster and the number of groups, pods and nodes, and waits for "yes" on session.in. False for other
// answers.
bool confirm(const BindInput& input, const BindPlan& plan, Session& session);

} // namespace commands
