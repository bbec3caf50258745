// SPDX-License-Identifier: Apache-2.0
// bind without any write: the plan for the current snapshot.
#pragma once

#include "commands/bind/plan.hpp"
#include "kube/api/client.hpp"

namespace commands {

struct Preview {
  BindTargets targets;
  BindPlan plan;
};

// `client` is that of the live cluster; null without one. Throws util::Error if a live scheduler serves the name,
// unless the user forces it.
Preview preview(const BindInput& input, kube::Client* client, Session& session);

// Prints the report to standard output and returns the exit status.
int print_bind_report(const BindInput& input, model::Report report, Session& session);

} // namespace commands
