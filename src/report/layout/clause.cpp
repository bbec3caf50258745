// SPDX-License-Identifier: Apache-2.0
// A piece of prose that works after a colon or alone.
#include "report/layout/clause.hpp"

#include "report/english.hpp"

namespace report {

std::string sentences(const std::vector<Clause>& clauses) {
  std::string text;
  for (const Clause& clause : clauses) {
    if (!text.empty()) { text += ' '; }
    text += (clause.starts_with_name ? clause.text : capitalized(clause.text)) + '.';
  }
  return text;
}

std::string first_thought(const std::vector<Clause>& clauses) {
  std::string text;
  for (const Clause& clause : clauses) {
    if (!text.empty() && !clause.continues) { break; }
    text += (text.empty() ? "" : "; ") + clause.text;
  }
  return text;
}

} // namespace report
