// SPDX-License-Identifier: Apache-2.0
#include "report/html/page_parts.hpp"

#include "model/values/time.hpp"
#include "report/english.hpp"
#include "report/html/cluster_drawing.hpp"
#include "report/html/remedies.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace report {

namespace {

using Kind = Page::Part::Kind;

void add_cell(Markup& html, const Table::Cell& cell) {
  html.open("td");
  if (cell.tone == Tone::Plain) {
    html.text(cell.text);
  } else {
    html.element("span", {{"class", tone_class(cell.tone)}}, cell.text);
  }
  html.close();
}

// Under the title: the question, its input, and the time of the answer.
void add_source(Markup& html, const model::Report& report) {
  std::string text = listed_up_to(report.sources, 3);
  if (report.captured_at) {
    text += fmt::format("{}{}", text.empty() ? "" : ", as of ", model::time_text(*report.captured_at));
  }
  if (!text.empty()) { html.element("p", {{"class", "made"}}, text).line(); }
}

void add_verdict(Markup& html, const Page::Part& part, Verdicts how, const model::Report& report) {
  if (how != Verdicts::FirstIsKnown) {
    how == Verdicts::FirstOnTop ? html.open("h1") : html.open("p", {{"class", "verdict"}});
    if (!part.subject.empty()) { html.element("span", part.subject).text(" "); }
    add_pill(html, part.verdict, part.tone);
    if (how == Verdicts::Plain) { html.text(part.text.empty() ? "" : " ").text(part.text); }
    html.close().line();
  }
  if (how == Verdicts::FirstOnTop) { add_source(html, report); }
  if (how != Verdicts::Plain && !part.text.empty()) {
    html.element("p", {{"class", "lead"}}, capitalized(part.text)).line();
  }
}

// Text in which browsers do not break a flag such as --from after its hyphens.
void add_text(Markup& html, std::string_view text) {
  while (true) {
    const std::size_t flag = text.find("--");
    if (flag == std::string_view::npos) { break; }
    const std::size_t end = std::min(text.find_first_of(" ),;", flag), text.size());
    html.text(text.substr(0, flag)).element("span", {{"class", "flag"}}, text.substr(flag, end - flag));
    text.remove_prefix(end);
  }
  html.text(text);
}

void add_paragraph(Markup& html, std::string_view text) {
  html.open("p");
  add_text(html, text);
  html.close().line();
}

} // namespace

std::string_view tone_class(Tone tone) {
  switch (tone) {
  case Tone::Good:
    return "good";
  case Tone::Bad:
    return "bad";
  case Tone::Unsure:
    return "unsure";
  case Tone::Plain:
    break;
  }
  return "plain";
}

// Draws the signs, because fonts differ in the signs that they have.
void add_pill(Markup& html, std::string_view words, Tone tone) {
  html.open("span", {{"class", std::string("pill ") += tone_class(tone)}});
  html.open("svg", {{"class", "mark"}, {"viewBox", "0 0 16 16"}, {"aria-hidden", "true"}});
  if (tone == Tone::Good) {
    html.alone("path", {{"d", "M3 8.5l3.5 3.5L13 4.5"}});
  } else if (tone == Tone::Bad) {
    html.alone("path", {{"d", "M4 4l8 8M12 4l-8 8"}});
  } else {
    html.alone("path", {{"d", "M3 8h10"}});
  }
  html.close().text(words).close();
}

void add_table(Markup& html, const Table& table) {
  html.open("div", {{"class", "scroll"}}).open("table").open("thead").open("tr");
  for (const std::string& header : table.headers()) { html.element("th", {{"scope", "col"}}, header); }
  html.close().close().open("tbody");
  for (const std::vector<Table::Cell>& row : table.rows()) {
    html.open("tr");
    for (const Table::Cell& cell : row) { add_cell(html, cell); }
    html.close().line();
  }
  html.close().close().close().line();
}

ClusterDrawing add_parts(Markup& html, const Page& page, const model::Report& report, Verdicts verdicts,
                         ClusterDrawing drawing) {
  bool in_list = false, drawn_instead = false;
  const auto end_list = [&] {
    if (in_list) { html.close().line(); }
    in_list = false;
  };
  for (const Page::Part& part : page.parts()) {
    if (drawn_instead && (part.kind == Kind::Bullet || part.kind == Kind::Lines)) { continue; }
    if (part.kind != Kind::Bullet) {
      end_list();
      drawn_instead = false;
    }
    switch (part.kind) {
    case Kind::Verdict:
      add_verdict(html, part, verdicts, report);
      verdicts = Verdicts::Plain;
      break;
    case Kind::Heading:
      drawn_instead = part.remedies_of != nullptr;
      if (drawn_instead && drawing == ClusterDrawing::BeforeRemedies) {
        add_drawing(html, report);
        drawing = ClusterDrawing::Done;
      }
      html.element("h3", part.text).line();
      if (drawn_instead) { add_remedies(html, report, *part.remedies_of); }
      break;
    case Kind::Caption:
      html.element("h3", part.text).line();
      break;
    case Kind::Paragraph:
      add_paragraph(html, part.text);
      break;
    case Kind::Bullet:
      if (!in_list) { html.open("ul").line(); }
      in_list = true;
      html.element("li", part.text).line();
      break;
    case Kind::Table:
      add_table(html, part.table);
      break;
    case Kind::Folded:
      html.open("details").element("summary", part.text);
      add_table(html, part.table);
      html.close().line();
      break;
    case Kind::Lines:
      html.element("pre", part.text).line();
      break;
    case Kind::Gap:
      break;
    }
  }
  end_list();
  return drawing;
}

} // namespace report
