// SPDX-License-Identifier: Apache-2.0
#include "report/words/entities.hpp"

#include "util/runner_commands.hpp"

#include <cstddef>

namespace report {

std::string with_entities(std::string_view text, Apostrophe apostrophe) {
  std::string out;
  std::size_t command = util::find_inline_command(text);
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (at == command) {
      out += "&#35;";
      command = util::find_inline_command(text, at + 1);
      continue;
    }
    switch (text[at]) {
    case '&':
      out += "&amp;";
      break;
    case '<':
      out += "&lt;";
      break;
    case '>':
      out += "&gt;";
      break;
    case '"':
      out += "&quot;";
      break;
    case '\'':
      out += apostrophe == Apostrophe::Escaped ? "&#39;" : "'";
      break;
    default:
      out += text[at];
    }
  }
  return out;
}

} // namespace report
