// SPDX-License-Identifier: Apache-2.0
// Matches node selector terms with nodes. Shared by the NodeAffinity filter, its PreFilter and its score.
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

// True if any term matches the node.
bool matches_any(const std::vector<model::NodeSelectorTerm>& terms, const model::Node& node);

// True if the node matches both nodeSelector and the required terms.
bool admits(const model::PodSpec& pod, const model::Node& node);

// Node names that matchFields of the required terms allow (NodeAffinity's PreFilter). nullopt: some term allows any
// name; empty: the names of each term contradict each other.
std::optional<std::vector<std::string_view>> names_required(const model::PodSpec& pod);

} // namespace engine
