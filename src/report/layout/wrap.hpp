// SPDX-License-Identifier: Apache-2.0
// Prose in lines of a given width.
#pragma once

#include <string>
#include <string_view>

namespace report {

// `text` broken at blanks into lines of at most `columns` terminal columns, each but the first after `indent` blanks
// and the first after `first_indent`. A word that is longer stands alone on its line: names are never cut.
// Ends in a newline. Only single blanks separate words in the result.
std::string wrapped(std::string_view text, int first_indent, int indent, int columns);

} // namespace report
