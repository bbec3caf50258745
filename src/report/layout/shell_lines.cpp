// SPDX-License-Identifier: Apache-2.0
#include "report/layout/shell_lines.hpp"

#include "report/safe_text.hpp"
#include "util/terminal_text.hpp"

#include <cstddef>
#include <fmt/format.h>
#include <vector>

namespace report {

namespace {

std::vector<std::string> shell_words(std::string_view text) {
  std::vector<std::string> words(1);
  bool is_quoted = false;
  for (const char c : text) {
    is_quoted = is_quoted != (c == '\'');
    if (c == ' ' && !is_quoted) {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

} // namespace

std::string shell_lines(std::string_view label, std::string_view words, int indent, int columns) {
  constexpr int k_backslash = 2; // and the blank before it
  const std::string under(static_cast<std::size_t>(indent) + label.size(), ' ');
  std::string text, line = fmt::format("{:{}}{}", "", indent, label);
  bool is_begun = false; // the line holds a word
  for (const std::string& word : shell_words(safe(words))) {
    if (is_begun && util::display_width(line) + 1 + util::display_width(word) > columns - k_backslash) {
      text += line + " \\\n";
      line = under;
    }
    line += ' ' + word;
    is_begun = true;
  }
  return text + line + '\n';
}

} // namespace report
