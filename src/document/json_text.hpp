// SPDX-License-Identifier: Apache-2.0
// JSON's two scalars with an inside: numbers and strings.
#pragma once

#include <optional>
#include <string_view>

namespace document {

class Tree;

// Whether `text` is a JSON number (RFC 8259, section 6), of any size.
bool is_json_number(std::string_view text);

// `text`, the inside of a JSON string, without its escapes; kept in `tree`. As Go reads it: an unpaired surrogate is
// U+FFFD. nullopt where an escape is not JSON's.
std::optional<std::string_view> without_escapes(std::string_view text, Tree& tree);

} // namespace document
