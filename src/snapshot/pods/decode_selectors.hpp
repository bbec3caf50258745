// SPDX-License-Identifier: Apache-2.0
// Labels and selectors as objects write them.
#pragma once

#include "model/cluster/pod.hpp"
#include "model/values/labels.hpp"
#include "snapshot/collected/fields.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace snapshot {

// A map of strings, sorted by key; for a duplicate key the last value wins.
model::Labels labels_of(document::Value value, const Path& path);

// A metav1.LabelSelector; nullopt if absent. {} gives an empty selector, which matches everything.
std::optional<model::Selector> label_selector_of(document::Value value, const Path& path);

model::NodeSelectorTerm node_selector_term_of(document::Value value, const Path& path);

// The terms of a v1.NodeSelector.
std::vector<model::NodeSelectorTerm> node_selector_of(document::Value value, const Path& path);

// One element of matchExpressions. `key_member` is the name of the member with its key. Values are sorted and unique.
model::Requirement requirement_of(document::Value value, const Path& path, std::string_view key_member = "key");

// A list of strings in its original order.
std::vector<std::string_view> texts_of(document::Value value, const Path& path);

} // namespace snapshot
