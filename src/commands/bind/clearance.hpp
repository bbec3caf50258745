// SPDX-License-Identifier: Apache-2.0
// Whether we may write what bind writes, asked before anything is begun.
#pragma once

#include "commands/bind/plan.hpp"
#include "kube/api/client.hpp"
#include "kube/api/lease.hpp"

#include <string>
#include <vector>

namespace commands {

// The one Lease of all runs in a cluster, whatever the schedulerName: they share the nodes.
kube::LeaseAddress lease_of(const BindInput& input);

struct Clearance {
  bool events = true; // they may be written; all else is needed
};

// Throws util::Error that names what is missing, and how to ask for it.
Clearance clear(kube::Client& client, const BindInput& input, const BindTargets& targets);

} // namespace commands
