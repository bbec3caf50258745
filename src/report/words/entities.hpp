// SPDX-License-Identifier: Apache-2.0
// Text for XML and HTML.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace report {

enum class Apostrophe : std::uint8_t { Kept, Escaped };

// Escapes markup characters of XML and HTML as entities: & < > " and, for Apostrophe::Escaped, the apostrophe. Also the
// first # of a command to CI runners (util::find_inline_command).
std::string with_entities(std::string_view text, Apostrophe apostrophe);

} // namespace report
