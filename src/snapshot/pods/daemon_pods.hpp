// SPDX-License-Identifier: Apache-2.0
// Which nodes get a pod of a DaemonSet.
#pragma once

#include "model/cluster/node.hpp"
#include "model/cluster/pod.hpp"

#include <string_view>

namespace snapshot {

// True if a DaemonSet whose pods have this spec runs one on the node. (daemon_controller.go, NodeShouldRunDaemonPod)
bool runs_daemon(const model::PodSpec& spec, const model::Node& node);

// The node of a DaemonSet's pod: bound to it, or pending and pinned to it. (util.GetTargetNodeName)
std::string_view node_of_daemon(const model::Pod& pod);

// The spec of a DaemonSet's pod without the node to which its controller pins it. (util,
// ReplaceDaemonSetPodNodeNameNodeAffinity)
model::PodSpec without_pinned_node(model::PodSpec spec);

} // namespace snapshot
