// SPDX-License-Identifier: Apache-2.0
// Label selectors as written. (apimachinery meta/v1, LabelSelectorAsSelector)
#pragma once

#include "document/bytes/value.hpp"

#include <map>
#include <optional>
#include <string_view>

namespace snapshot {

using LabelMap = std::map<std::string_view, std::string_view>;

LabelMap labels_in(document::Value map);

// True if the selector has no requirement.
bool is_empty_selector(document::Value selector);

// Whether the labels satisfy the selector; nullopt for an invalid one. An absent selector matches nothing.
std::optional<bool> selects(document::Value selector, const LabelMap& labels);

} // namespace snapshot
