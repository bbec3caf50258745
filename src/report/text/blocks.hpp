// SPDX-License-Identifier: Apache-2.0
// The blocks of text of which answers are made: one group, or the pods of no group.
#pragma once

#include "model/report/report.hpp"
#include "report/layout/page.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace report {

// Over a table that is folded in HTML: every pod with the text that the scheduler would leave on it.
inline constexpr std::string_view k_own_words = "Pod by pod, in the scheduler's own words";

inline constexpr std::string_view k_members = "Its members, and where they go or why not";

std::string full_name(const model::GroupReport& group); // "ml/train"

// "does not fit", as it follows a group's name.
std::string_view verdict_phrase(model::GroupVerdict verdict);

// Cause, what is needed first, and remarks that bear on the verdict: the prose under a verdict line.
void add_explanation(Page& page, const model::GroupReport& group);

// What would let it start, a bullet each, cheapest first.
void add_fixes(Page& page, const model::GroupReport& group);
void add_foresight(Page& page, const model::GroupReport& group);

// What lint finds wrong with the group, a bullet each.
void add_findings(Page& page, const model::GroupReport& group);

// Findings, who is ahead, a stored status that is out of date, retries: what stands after the members.
// `losers` are those that the group displaces (Report::losers).
void add_afterwards(Page& page, const model::GroupReport& group, const std::vector<std::string>& losers = {});

// One group from its verdict to its details.
void add_group(Page& page, const model::GroupReport& group, Format format);

// Pods of no group: a line on all of them and a table, or the whole story of a single one.
void add_pods(Page& page, const std::vector<model::PodReport>& pods, Format format);

// What the API server would refuse of a manifest; nothing where it refuses nothing.
// The verdict of the report's own ledger, if an authority there refuses or was not asked.
void add_ledger(Page& page, const model::Report& report);
void add_refusals(Page& page, const model::Report& report);

// Many groups and pods: verdict and summary, then tables. Text folds equal rows.
void add_headline(Page& page, const model::Report& report);
void add_overview(Page& page, const model::Report& report, Format format);

// dry-run, from yes or no to what the objects of the file make.
void add_dry_run(Page& page, const model::Report& report, Format format);

// What-ifs, assumptions and problems, at the end of an answer.
// Text gets the assumptions in short.
void add_footing(Page& page, const model::Report& report, Format format);

} // namespace report
