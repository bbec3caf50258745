// SPDX-License-Identifier: Apache-2.0
// queue, as text: the order in which the scheduler would try everything, and with -o wide each attempt.
#include "model/report/report_words.hpp"
#include "model/values/time.hpp"
#include "report/english.hpp"
#include "report/layout/outlets.hpp"
#include "report/text/blocks.hpp"
#include "report/text/queue_table.hpp"
#include "report/text/summary_text.hpp"
#include "util/concat.hpp"

#include <fmt/format.h>

namespace report {

namespace {

Table::Cell verdict_cell(const model::QueueEntry& entry) {
  if (!entry.verdict) { return ""; }
  return {model::word(*entry.verdict), tone_of(*entry.verdict)};
}

// As of `now`: how long it has waited in the queue.
std::string age_cell(const model::QueueEntry& entry, std::optional<model::Time> now) {
  constexpr double k_micros = 1e6;
  if (!entry.timestamp || !now) { return "<unknown>"; }
  return model::age_text(static_cast<double>(now->micros - entry.timestamp->micros) / k_micros);
}

// The columns that fit a terminal of 80: AGE as in kubectl, and the kind before the name.
Table short_queue_table(const model::Report& report) {
  Table table({"POSITION", "NAMESPACE", "NAME", "PRIORITY", "AGE", "VERDICT", "CODE"});
  table.may_fold({"NAMESPACE", "PRIORITY"});
  for (const model::QueueEntry& entry : report.queue) {
    const std::string_view kind = entry.what.kind == model::QueueKind::Pod ? "pod/" : "";
    table.add_row({fmt::format("{}", entry.position), entry.what.namespace_name,
                   fmt::format("{}{}", kind, entry.what.name), fmt::format("{}", entry.what.priority),
                   age_cell(entry, report.captured_at), verdict_cell(entry),
                   entry.code ? model::word(*entry.code) : ""});
  }
  return table;
}

} // namespace

Table queue_table(const std::vector<model::QueueEntry>& queue) {
  Table table({"POSITION", "KIND", "NAMESPACE", "NAME", "PRIORITY", "SINCE", "SOURCE", "VERDICT", "CODE"});
  table.may_fold({"KIND", "NAMESPACE", "PRIORITY"});
  for (const model::QueueEntry& entry : queue) {
    table.add_row({fmt::format("{}", entry.position), model::word(entry.what.kind), entry.what.namespace_name,
                   entry.what.name, fmt::format("{}", entry.what.priority),
                   entry.timestamp ? model::time_text(*entry.timestamp) : "<unknown>", entry.timestamp_source,
                   verdict_cell(entry), entry.code ? model::word(*entry.code) : ""});
  }
  return table;
}

namespace {

// Result of an attempt, in the scheduler's own words.
std::string outcome_text(const model::AttemptReport& attempt) {
  if (attempt.result == model::AttemptResult::Waiting) {
    return attempt.then.empty() ? "" : fmt::format("later {}", attempt.then);
  }
  return attempt.message;
}

Table attempts_table(const std::vector<model::AttemptReport>& attempts) {
  Table table({"AT", "POD", "GROUP", "RESULT", "NODE", "NOMINATED", "VICTIMS", "MESSAGE"});
  for (const model::AttemptReport& attempt : attempts) {
    const Tone tone = attempt.result == model::AttemptResult::Bound           ? Tone::Good
                      : attempt.result == model::AttemptResult::Unschedulable ? Tone::Bad
                                                                              : Tone::Unsure;
    table.add_row({model::time_text_milli(attempt.at),
                   attempt.pod,
                   attempt.group,
                   {model::word(attempt.result), tone},
                   attempt.node,
                   attempt.nominated_node,
                   util::joined(attempt.victims, ","),
                   outcome_text(attempt)});
  }
  return table;
}

} // namespace

std::string queue_text(const model::Report& report, Format format, const Style& style) {
  if (report.queue.empty()) { return {}; }
  Page page(style);
  if (style.headers && report.summary) {
    page.verdict("", capitalized(summary_line(report)), Tone::Plain, "");
    add_summary(page, report);
    page.gap();
  }
  page.table(format == Format::Wide ? queue_table(report.queue) : short_queue_table(report));
  if (format == Format::Wide) {
    page.gap();
    page.table(attempts_table(report.attempts));
  }
  if (style.headers) { add_footing(page, report, format); }
  return page.text();
}

} // namespace report
