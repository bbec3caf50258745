// SPDX-License-Identifier: Apache-2.0
// Checks the permissions that bind needs, before it begins.
#pragma once

#include "commands/bind/plan.hpp"
#include "kube/api/client.hpp"
#include "kube/api/lease.hpp"

#include <string>
#include <vector>

namespace commands {

// The one Lease of all runs in a cluster, for every schedulerName: they share the nodes.
kube::LeaseAddress lease_of(const BindInput& input);

struct Clearance {
  bool events = true; // may create events; every other permission is required
};

// Throws util::Error that names the missing permissions, and how to get them.
Clearance clear(kube::Client& client, const BindInput& input, const BindTargets& targets);

} // namespace commands
