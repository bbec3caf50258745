// SPDX-License-Identifier: Apache-2.0
// Text in XML and HTML.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace report {

enum class Apostrophe : std::uint8_t { Kept, Escaped };

// `text` with what is markup in XML and HTML as entities: & < > " and, if told so, the apostrophe.
std::string with_entities(std::string_view text, Apostrophe apostrophe);

} // namespace report
