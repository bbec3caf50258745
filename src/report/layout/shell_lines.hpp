// SPDX-License-Identifier: Apache-2.0
// Words for a shell, in lines that can be pasted.
#pragma once

#include <string>
#include <string_view>

namespace report {

// `words` after `label` and `indent` blanks, in lines of at most `columns` terminal columns where the words allow: each
// line but the last ends with a backslash. Breaks only at blanks outside single quotes. The text is made safe.
std::string shell_lines(std::string_view label, std::string_view words, int indent, int columns);

} // namespace report
