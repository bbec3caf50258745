// SPDX-License-Identifier: Apache-2.0
// How much of what is free is of no use to the pods that the cluster has.
//
// As in FGD (Weng et al., Beware of Fragmentation, USENIX ATC '23): for a pod that a node cannot take, all that the
// node has free of the resource is a fragment; for one that it takes, nothing is. A node's fragment is the expectation
// over the pods seen in the cluster, each as likely as the others, and the cluster's is the sum over its nodes. Unlike
// there, only pods that ask for the resource are in the mix, and GPUs are whole.
#pragma once

#include "engine/nodes/node_usage.hpp"
#include "engine/rules/rules.hpp"
#include "model/report/sizing.hpp"

#include <vector>

namespace engine {

// One row for each extended resource that nodes offer and pods ask for; where there is none, one for cpu. The pods are
// the live ones of the picture, bound or not, without those that come with their nodes. `before` and `after` are two
// states of the same picture.
std::vector<model::FragmentationReport> fragmentation(const Rules& rules, const NodeTable& nodes,
                                                      const NodeUsage& before, const NodeUsage& after);

} // namespace engine
