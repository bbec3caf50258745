// SPDX-License-Identifier: Apache-2.0
// Measures the free capacity that the cluster's pods cannot use.
//
// As in FGD (Weng et al., Beware of Fragmentation, USENIX ATC '23): if a pod does not fit on a node, everything that
// the node has free of the resource is a fragment; if it fits, nothing is. A node's fragment is the expected value over
// the pods seen in the cluster, all equally likely. The cluster's fragment is the sum over its nodes. Unlike FGD, the
// mix holds only pods that request the resource, and GPUs are whole.
#pragma once

#include "engine/nodes/node_usage.hpp"
#include "engine/rules/rules.hpp"
#include "model/report/sizing.hpp"

#include <vector>

namespace engine {

// One row for each extended resource that nodes offer and pods request; if there is none, one for cpu. The pods are the
// snapshot's live ones, bound or not, except pods that come with their nodes. `before` and `after` are two states of
// the same snapshot.
std::vector<model::FragmentationReport> fragmentation(const Rules& rules, const NodeTable& nodes,
                                                      const NodeUsage& before, const NodeUsage& after);

} // namespace engine
