// SPDX-License-Identifier: Apache-2.0
// Go's quoted strings: the text between quotes, with its escapes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace document {

// The text that `inside` denotes. The only quote that may be escaped is `mark`, and it must be. nullopt for an invalid
// escape. (strconv.UnquoteChar)
std::optional<std::string> unquoted(std::string_view inside, char mark);

} // namespace document
