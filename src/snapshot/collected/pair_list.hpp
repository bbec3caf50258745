// SPDX-License-Identifier: Apache-2.0
// A node selector in an annotation: "pool=gpu,zone=a".
#pragma once

#include "model/values/labels.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace snapshot {

// The pairs as views into `text`; of equal keys the last one counts. Null if a part is no pair.
// (labels.ConvertSelectorToLabelsMap)
std::optional<model::Labels> pairs_in(std::string_view text);

// The same text with each pair that `pair_of` returns. A text that has no pairs stays.
std::string pair_list_text(std::string_view text, const std::function<std::string(const model::Label& pair)>& pair_of);

} // namespace snapshot
