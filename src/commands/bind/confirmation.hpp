// SPDX-License-Identifier: Apache-2.0
// The question before anything is bound.
#pragma once

#include "commands/bind/plan.hpp"

namespace commands {

// Shows where, how many groups, pods and nodes, and waits for "yes" on session.in. False for anything else.
bool confirm(const BindInput& input, const BindPlan& plan, Session& session);

} // namespace commands
