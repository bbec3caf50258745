// SPDX-License-Identifier: Apache-2.0
#include "report/words/entities.hpp"

namespace report {

std::string with_entities(std::string_view text, Apostrophe apostrophe) {
  std::string out;
  for (const char byte : text) {
    switch (byte) {
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
      out += byte;
    }
  }
  return out;
}

} // namespace report
