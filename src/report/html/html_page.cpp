// SPDX-License-Identifier: Apache-2.0
// The whole page: first the verdict, then the cause and the remedies, the cluster, the run, and the inputs of the
// answer. It is one file without scripts, and its policy forbids browsers to fetch anything.
#include "model/report/report_words.hpp"
#include "report/english.hpp"
#include "report/html/cluster_drawing.hpp"
#include "report/html/markup.hpp"
#include "report/html/node_tiles.hpp"
#include "report/html/page_parts.hpp"
#include "report/html/timeline.hpp"
#include "report/layout/outlets.hpp"
#include "report/text/blocks.hpp"
#include "report/text/queue_table.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace report {

namespace {

using model::Report;
using model::ReportKind;

constexpr int k_columns = 100; // width of text blocks; browsers wrap them again

Style page_style() {
  Style style;
  style.columns = k_columns;
  return style;
}

Page new_page() { return Page(page_style()); }

std::string title_of(const Report& report) {
  std::vector<std::string> names;
  for (const model::GroupReport& group : report.groups) { names.push_back(full_name(group)); }
  for (const model::PodReport& pod : report.pods) {
    names.push_back(fmt::format("{}/{}", pod.namespace_name, pod.name));
  }
  const std::string_view what = report.kind == ReportKind::QueueReport ? "the queue"
                                : report.kind == ReportKind::DryRun    ? "dry-run"
                                                                       : "explain";
  return fmt::format("kubectl gang: {}{}{}", what, names.empty() ? "" : " ", listed_up_to(names, 3));
}

void begin(Markup& html, const Report& report) {
  html.as_is("<!DOCTYPE html>\n").open("html", {{"lang", "en"}}).open("head").line();
  html.alone("meta", {{"charset", "utf-8"}}).line();
  html.alone("meta",
             {{"http-equiv", "Content-Security-Policy"},
              {"content", "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"}});
  html.line().alone("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}}).line();
  html.alone("meta", {{"name", "color-scheme"}, {"content", "light dark"}}).line();
  html.element("title", title_of(report)).line().style_sheet().close().line();
  html.open("body").open("main").line();
  add_patterns(html);
}

bool starts(const model::GroupReport& group) {
  return group.verdict == model::GroupVerdict::Fits || group.verdict == model::GroupVerdict::Satisfied;
}

bool is_blocked(const model::GroupReport& group) {
  return !starts(group) && group.verdict != model::GroupVerdict::Idle;
}

// A group with its own heading, which the reader can fold.
void write_group(Markup& html, const Report& report, const model::GroupReport& group) {
  Page page = new_page();
  add_group(page, group, Format::Html);
  if (is_blocked(group)) {
    html.open("details", {{"class", "group"}, {"open", ""}});
  } else {
    html.open("details", {{"class", "group"}});
  }
  html.open("summary").element("strong", full_name(group)).text(" ");
  add_pill(html, verdict_phrase(group.verdict, group.code), tone_of(group.verdict));
  html.close();
  add_parts(html, page, report, Verdicts::FirstIsKnown);
  html.close().line();
}

// Several answers: a headline, the tables, each blocked group, and the others folded together.
void write_many(Markup& html, const Report& report) {
  Style style = page_style();
  style.only_blocked = true;
  Page overview(style);
  add_headline(overview, report);
  add_overview(overview, report, Format::Text);
  add_parts(html, overview, report, Verdicts::FirstOnTop);
  for (const model::GroupReport& group : report.groups) {
    if (is_blocked(group)) { write_group(html, report, group); }
  }
  const auto others = std::ssize(report.groups) - std::ranges::count_if(report.groups, is_blocked);
  if (others == 0) { return; }
  html.open("details").element(
      "summary", fmt::format("{} that {} not blocked", counted(others, "group"), one_or_many(others, "is", "are")));
  for (const model::GroupReport& group : report.groups) {
    if (!is_blocked(group)) { write_group(html, report, group); }
  }
  html.close().line();
}

ClusterDrawing write_explanation(Markup& html, const Report& report) {
  if (report.groups.size() + report.pods.size() == 0) {
    html.element("h1", "Nothing was found to explain").line();
    return ClusterDrawing::BeforeRemedies;
  }
  if (report.groups.size() > 1 || (!report.groups.empty() && !report.pods.empty())) {
    write_many(html, report);
    return ClusterDrawing::BeforeRemedies;
  }
  Page page = new_page();
  for (const model::GroupReport& group : report.groups) { add_group(page, group, Format::Html); }
  add_pods(page, report.pods, Format::Html, report.owners);
  return add_parts(html, page, report, Verdicts::FirstOnTop, ClusterDrawing::BeforeRemedies);
}

ClusterDrawing write_dry_run(Markup& html, const Report& report) {
  Page page = new_page();
  add_dry_run(page, report, Format::Html);
  return add_parts(html, page, report, Verdicts::FirstOnTop, ClusterDrawing::BeforeRemedies);
}

void write_queue(Markup& html, const Report& report) {
  const auto starting = std::ranges::count_if(report.queue, [](const model::QueueEntry& entry) {
    return entry.verdict == model::GroupVerdict::Fits || entry.verdict == model::GroupVerdict::Satisfied;
  });
  const std::int64_t all = std::ssize(report.queue);
  html.open("h1").text(all == 0 ? "Nothing is waiting to be scheduled"
                                : fmt::format("The queue: {} of {} come to start", starting, all));
  html.close().line();
  add_timeline(html, report);
  if (all > 0) {
    html.element("h2", "In the order of the queue");
    add_table(html, queue_table(report.queue));
  }
}

} // namespace

std::string html_page(const Report& report) {
  Markup html;
  begin(html, report);
  ClusterDrawing drawing = ClusterDrawing::BeforeRemedies;
  if (report.kind == ReportKind::QueueReport) {
    write_queue(html, report);
  } else {
    drawing = report.kind == ReportKind::DryRun ? write_dry_run(html, report) : write_explanation(html, report);
  }
  if (drawing != ClusterDrawing::Done) { add_drawing(html, report); }
  if (report.kind != ReportKind::QueueReport) { add_timeline(html, report); }
  Page footing = new_page();
  add_footing(footing, report, Format::Html);
  html.open("footer");
  add_parts(html, footing, report);
  std::string made = fmt::format("kubectl gang {}, {}", report.tool_version, listed_up_to(report.sources, 3));
  if (report.captured_at) { made += fmt::format(", as of {}", model::time_text(*report.captured_at)); }
  html.element("p", {{"class", "made"}}, made).close().line();
  html.close().close().close().line();
  return html.take();
}

} // namespace report
