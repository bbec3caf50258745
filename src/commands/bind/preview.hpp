// SPDX-License-Identifier: Apache-2.0
// bind without writing anything: the plan of the picture as it is now.
#pragma once

#include "commands/bind/plan.hpp"
#include "kube/api/client.hpp"

namespace commands {

struct Preview {
  BindTargets targets;
  BindPlan plan;
};

// `client`: of the live cluster; null where there is none. Throws util::Error where a live scheduler serves the name,
// unless that was forced.
Preview preview(BindInput& input, kube::Client* client, Session& session);

// The report on standard output, and the exit status.
int print_bind_report(const BindInput& input, model::Report report, Session& session);

} // namespace commands
