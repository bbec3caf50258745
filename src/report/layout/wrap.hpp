// SPDX-License-Identifier: Apache-2.0
// Wraps prose to a given width.
#pragma once

#include <string>
#include <string_view>

namespace report {

// Breaks `text` at blanks into lines of at most `columns` terminal columns. The first line starts after `first_indent`
// blanks, the others after `indent`. A longer word gets a line of its own: names are never cut. Ends in a newline. Only
// single blanks separate words in the result.
std::string wrapped(std::string_view text, int first_indent, int indent, int columns);

} // namespace report
