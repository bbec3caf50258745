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

// A map of texts, sorted by key; of a key that stands twice the last one counts.
model::Labels labels_of(document::Value value, const Path& path);

// A metav1.LabelSelector; nullopt where absent, empty (matches everything) where it is {}.
std::optional<model::Selector> label_selector_of(document::Value value, const Path& path);

model::NodeSelectorTerm node_selector_term_of(document::Value value, const Path& path);

// A v1.NodeSelector: its terms.
std::vector<model::NodeSelectorTerm> node_selector_of(document::Value value, const Path& path);

// One element of matchExpressions; `key_member` is what its key is called there. Values are sorted and unique.
model::Requirement requirement_of(document::Value value, const Path& path, std::string_view key_member = "key");

// A list of texts as it stands.
std::vector<std::string_view> texts_of(document::Value value, const Path& path);

} // namespace snapshot
