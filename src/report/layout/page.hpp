// SPDX-License-Identifier: Apache-2.0
// An answer for users, built from the top: verdict, prose, tables, a blank line between parts. A page makes all its
// text safe for terminals; the HTML report uses the same parts.
#pragma once

#include "report/layout/color.hpp"
#include "report/layout/table.hpp"
#include "report/write.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace report {

class Page {
 public:
  explicit Page(const Style& style) : m_style(style) {}

  // One element of a page. Unused fields of a kind are empty.
  struct Part {
    enum class Kind : std::uint8_t { Verdict, Heading, Caption, Paragraph, Bullet, Table, Folded, Lines, Gap };
    Kind kind = Kind::Gap;
    std::string subject, verdict, text; // text: also the explanation of a verdict
    Tone tone = Tone::Plain;
    int indent = 0;
    Table table = Table({});
    const model::GroupReport* remedies_of = nullptr; // the bullets under this heading are its remedies
  };

  // "<subject> <verdict>: <rest>", the verdict in its tone; `subject` and `rest` may be empty.
  void verdict(std::string_view subject, std::string_view verdict, Tone tone, std::string_view rest);

  void heading(std::string_view text, const model::GroupReport* remedies_of = nullptr); // above the parts that follow
  void caption(std::string_view text);                   // above a table; not in text output, which has headers
  void paragraph(std::string_view text, int indent = 0); // no effect if the text is empty
  void bullet(std::string_view text);                    // "  * text", further lines under the text
  void table(Table table);                               // no effect if the table is empty
  void folded(std::string_view summary, Table table);    // folded in HTML; not in text output
  // The program's own lines, unchanged. The caller makes each safe and ends it; width at most style().columns.
  void lines(std::string text);

  // A blank line before the next part; none at the top and never two.
  void gap() { m_parts.emplace_back(); }

  const Style& style() const { return m_style; }
  const std::vector<Part>& parts() const { return m_parts; }
  std::string text() const;

 private:
  std::string verdict_lines(const Part& part) const;
  std::string lines_of(const Part& part) const;

  Style m_style;
  std::vector<Part> m_parts;
};

} // namespace report
