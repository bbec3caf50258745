// SPDX-License-Identifier: Apache-2.0
// An answer for a person, built from the top.
#include "report/page.hpp"

#include "report/safe_text.hpp"
#include "report/wrap.hpp"

#include <fmt/format.h>

namespace report {

namespace {

constexpr int k_verdict_indent = 4; // more than the prose under it has, so that the two stay apart

}

void Page::add(std::string_view text) {
  if (text.empty()) return;
  if (m_gap) m_text += '\n';
  m_gap = false;
  m_text += text;
}

// The colour goes in after wrapping, since it has no width. A verdict that a very long name has pushed onto the next
// line stays plain.
void Page::verdict(std::string_view subject, std::string_view verdict, Tone tone, std::string_view rest) {
  const std::string lead = subject.empty() ? std::string() : safe(subject) + ' ';
  std::string lines = wrapped(fmt::format("{}{}{}{}", lead, verdict, rest.empty() ? "" : ": ", safe(rest)), 0,
                              k_verdict_indent, m_style.columns);
  if (std::string_view(lines).substr(0, lead.size() + verdict.size()) == lead + std::string(verdict)) {
    lines.replace(lead.size(), verdict.size(), painted(verdict, tone, m_style.color));
  }
  add(lines);
}

void Page::paragraph(std::string_view text, int indent) {
  if (!text.empty()) add(wrapped(safe(text), indent, indent, m_style.columns));
}

void Page::bullet(std::string_view text) { add("  * " + wrapped(safe(text), 4, 4, m_style.columns).substr(4)); }

void Page::table(const Table& table) { add(table.text(m_style)); }

std::string Page::text() const { return without_runner_commands(m_text); }

} // namespace report
