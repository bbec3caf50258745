// SPDX-License-Identifier: Apache-2.0
// Builds an answer for users from the top.
#include "report/layout/page.hpp"

#include "report/layout/wrap.hpp"
#include "report/safe_text.hpp"

#include <fmt/format.h>

namespace report {

namespace {

constexpr int k_verdict_indent = 4; // more than the prose under it, so that the two stay apart
constexpr int k_bullet_indent = 4;

} // namespace

void Page::verdict(std::string_view subject, std::string_view verdict, Tone tone, std::string_view rest) {
  Part part;
  part.kind = Part::Kind::Verdict;
  part.subject = safe(subject);
  part.verdict = verdict;
  part.text = safe(rest);
  part.tone = tone;
  m_parts.push_back(std::move(part));
}

void Page::heading(std::string_view text, const model::GroupReport* remedies_of) {
  if (text.empty()) { return; }
  paragraph(text);
  m_parts.back().kind = Part::Kind::Heading;
  m_parts.back().remedies_of = remedies_of;
}

void Page::paragraph(std::string_view text, int indent) {
  if (text.empty()) { return; }
  Part part;
  part.kind = Part::Kind::Paragraph;
  part.text = safe(text);
  part.indent = indent;
  m_parts.push_back(std::move(part));
}

void Page::bullet(std::string_view text) {
  Part part;
  part.kind = Part::Kind::Bullet;
  part.text = safe(text);
  m_parts.push_back(std::move(part));
}

void Page::table(Table table) {
  if (table.empty()) { return; }
  Part part;
  part.kind = Part::Kind::Table;
  part.table = std::move(table);
  m_parts.push_back(std::move(part));
}

void Page::caption(std::string_view text) {
  paragraph(text);
  if (!text.empty()) { m_parts.back().kind = Part::Kind::Caption; }
}

void Page::folded(std::string_view summary, Table of_details) {
  if (of_details.empty()) { return; }
  table(std::move(of_details));
  m_parts.back().kind = Part::Kind::Folded;
  m_parts.back().text = safe(summary);
}

void Page::lines(std::string text) {
  if (text.empty()) { return; }
  Part part;
  part.kind = Part::Kind::Lines;
  part.text = std::move(text);
  m_parts.push_back(std::move(part));
}

// Adds the colour after wrapping, because it has no width. If a very long name pushes the verdict onto the next line,
// the verdict stays plain.
std::string Page::verdict_lines(const Part& part) const {
  const std::string lead = part.subject.empty() ? std::string() : part.subject + ' ';
  std::string lines = wrapped(fmt::format("{}{}{}{}", lead, part.verdict, part.text.empty() ? "" : ": ", part.text), 0,
                              k_verdict_indent, m_style.columns);
  if (std::string_view(lines).substr(0, lead.size() + part.verdict.size()) == lead + part.verdict) {
    lines.replace(lead.size(), part.verdict.size(), painted(part.verdict, part.tone, m_style.color));
  }
  return lines;
}

std::string Page::lines_of(const Part& part) const {
  switch (part.kind) {
  case Part::Kind::Verdict:
    return verdict_lines(part);
  case Part::Kind::Heading:
  case Part::Kind::Paragraph:
    return wrapped(part.text, part.indent, part.indent, m_style.columns);
  case Part::Kind::Bullet:
    return "  * " + wrapped(part.text, k_bullet_indent, k_bullet_indent, m_style.columns).substr(k_bullet_indent);
  case Part::Kind::Table:
    return part.table.text(m_style);
  case Part::Kind::Lines:
    return part.text;
  case Part::Kind::Caption:
  case Part::Kind::Folded:
  case Part::Kind::Gap:
    break;
  }
  return {};
}

std::string Page::text() const {
  std::string text;
  bool gap = false;
  for (const Part& part : m_parts) {
    const std::string lines = lines_of(part);
    if (!lines.empty() && gap) { text += '\n'; }
    gap = part.kind == Part::Kind::Gap ? !text.empty() : gap && lines.empty();
    text += lines;
  }
  return without_runner_commands(std::move(text));
}

} // namespace report
