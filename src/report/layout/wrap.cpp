// SPDX-License-Identifier: Apache-2.0
// Wraps prose to a given width.
#include "report/layout/wrap.hpp"

#include "util/terminal_text.hpp"

namespace report {

std::string wrapped(std::string_view text, int first_indent, int indent, int columns) {
  std::string result(static_cast<std::size_t>(first_indent), ' ');
  int used = first_indent;
  bool line_is_empty = true;
  while (!text.empty()) {
    const std::size_t start = text.find_first_not_of(' ');
    if (start == std::string_view::npos) { break; }
    const std::string_view word = text.substr(start, text.find(' ', start) - start);
    text.remove_prefix(start + word.size());
    const int width = util::display_width(word);
    if (!line_is_empty && used + 1 + width > columns) {
      result += '\n';
      result.append(static_cast<std::size_t>(indent), ' ');
      used = indent;
      line_is_empty = true;
    }
    if (!line_is_empty) { result += ' '; }
    result += word;
    used += width + (line_is_empty ? 0 : 1);
    line_is_empty = false;
  }
  return result + '\n';
}

} // namespace report
