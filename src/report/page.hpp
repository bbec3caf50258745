// SPDX-License-Identifier: Apache-2.0
// An answer for a person, built from the top: verdict, prose, tables, a blank line between parts. Everything that goes
// onto a page is made safe for terminals on the way.
#pragma once

#include "report/color.hpp"
#include "report/table.hpp"
#include "report/write.hpp"

#include <string>
#include <string_view>

namespace report {

class Page {
 public:
  explicit Page(const Style& style) : m_style(style) {}

  // "<subject> <verdict>: <rest>", the verdict in its tone; `subject` and `rest` may be empty.
  void verdict(std::string_view subject, std::string_view verdict, Tone tone, std::string_view rest);

  void paragraph(std::string_view text, int indent = 0); // nothing where the text is empty
  void bullet(std::string_view text);                    // "  * text", further lines under the text
  void table(const Table& table);                        // nothing where the table is empty

  // A blank line before whatever comes next; none at the top and never two.
  void gap() { m_gap = !m_text.empty(); }

  const Style& style() const { return m_style; }
  std::string text() const;

 private:
  void add(std::string_view text);

  Style m_style;
  std::string m_text;
  bool m_gap = false;
};

} // namespace report
