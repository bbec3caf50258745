// SPDX-License-Identifier: Apache-2.0
// Node selector terms against nodes, shared by the NodeAffinity filter, its PreFilter and its score.
// Source: component-helpers scheduling/corev1/nodeaffinity.
#pragma once

#include "model/cluster/node.hpp"
#include "model/cluster/pod.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace engine {

// A term without expressions and fields matches no node.
bool matches(const model::NodeSelectorTerm& term, const model::Node& node);

// Any of them.
bool matches_any(const std::vector<model::NodeSelectorTerm>& terms, const model::Node& node);

// nodeSelector and the required terms together.
bool admits(const model::PodSpec& pod, const model::Node& node);

// The node names to which the required terms' matchFields narrow the pod (NodeAffinity's PreFilter): nullopt where a
// term does not narrow; empty where the names of a term contradict each other.
std::optional<std::vector<std::string_view>> names_required(const model::PodSpec& pod);

} // namespace engine
