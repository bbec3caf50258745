// SPDX-License-Identifier: Apache-2.0
// A list of names in JSON, as an annotation contains it: ["ml/a", "ml/b"].
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace snapshot {

// The quoted strings, as views into `text`; empty if it is not a list. No name needs an escape.
std::vector<std::string_view> names_in(std::string_view text);

// The same list with `name_of` applied to each name.
std::string name_list_text(std::string_view text, const std::function<std::string(std::string_view name)>& name_of);

} // namespace snapshot
