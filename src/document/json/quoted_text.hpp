// SPDX-License-Identifier: Apache-2.0
// Go's quoted strings: what stands between quotes, with its escapes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace document {

// The text that `inside` stands for; of quotes, only `mark` may be escaped, and must be. nullopt where an escape is
// none. (strconv.UnquoteChar)
std::optional<std::string> unquoted(std::string_view inside, char mark);

} // namespace document
