// SPDX-License-Identifier: Apache-2.0
// queue, as text: the order in which the scheduler would try everything, and with -o wide each attempt.
#include "model/report/report_words.hpp"
#include "model/values/time.hpp"
#include "report/english.hpp"
#include "report/layout/outlets.hpp"
#include "report/text/blocks.hpp"
#include "report/text/queue_table.hpp"
#include "util/concat.hpp"

#include <fmt/format.h>

namespace report {

Table queue_table(const std::vector<model::QueueEntry>& queue) {
  Table table({"POSITION", "KIND", "NAMESPACE", "NAME", "PRIORITY", "SINCE", "SOURCE", "VERDICT", "CODE"});
  for (const model::QueueEntry& entry : queue) {
    Table::Cell verdict = "";
    if (entry.verdict) { verdict = {model::word(*entry.verdict), tone_of(*entry.verdict)}; }
    table.add_row({fmt::format("{}", entry.position), model::word(entry.what.kind), entry.what.namespace_name,
                   entry.what.name, fmt::format("{}", entry.what.priority),
                   entry.timestamp ? model::time_text(*entry.timestamp) : "<unknown>", entry.timestamp_source, verdict,
                   entry.code ? model::word(*entry.code) : ""});
  }
  return table;
}

namespace {

// Result of an attempt, in the scheduler's own words.
std::string outcome_text(const model::AttemptReport& attempt) {
  if (attempt.result == model::AttemptResult::Waiting) {
    return attempt.then.empty() ? "" : fmt::format("then {}", attempt.then);
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
  page.table(queue_table(report.queue));
  if (format == Format::Wide) {
    page.gap();
    page.table(attempts_table(report.attempts));
  }
  if (style.headers) { add_footing(page, report); }
  return page.text();
}

} // namespace report
