// SPDX-License-Identifier: Apache-2.0
// Blocks of text that make up answers: one group, or the pods of no group.
#pragma once

#include "model/report/report.hpp"
#include "report/layout/page.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace report {

// Heading of a table that is folded in HTML: every pod with the message that the scheduler would write to it.
inline constexpr std::string_view k_own_words = "Pod by pod, in the scheduler's own words";

inline constexpr std::string_view k_members = "Its members, and where they go or why not";

std::string full_name(const model::GroupReport& group); // "ml/train"

// A phrase that follows a group's name: "does not fit" if capacity is the cause, "does not start" for any other cause.
std::string_view verdict_phrase(model::GroupVerdict verdict, model::Code code);

// Cause, what is needed first, and remarks about the verdict: the prose under a verdict line.
void add_explanation(Page& page, const model::GroupReport& group);

// Remedies, one bullet each, cheapest first.
void add_fixes(Page& page, const model::GroupReport& group);
// The same for all pods of an owner, owner by owner.
void add_fixes(Page& page, const std::vector<model::OwnerReport>& owners);
void add_foresight(Page& page, const model::GroupReport& group);

// lint's findings about the group, one bullet each.
void add_findings(Page& page, const model::GroupReport& group);

// The part after the members: findings, groups earlier in the queue, an outdated stored status, retries.
// `losers` are those that the group displaces (Report::losers).
void add_afterwards(Page& page, const model::GroupReport& group, const std::vector<std::string>& losers = {});

// One group from its verdict to its details.
void add_group(Page& page, const model::GroupReport& group, Format format);

// The numbers behind the refusals of pods of no group, a paragraph for each pod that has them. Of a single pod also
// when it starts, if it has to wait.
void add_pod_causes(Page& page, const std::vector<model::PodReport>& pods);

// Pods of no group with the remedies of their owners: one line about all and a table, or the full explanation of a
// single pod.
void add_pods(Page& page, const std::vector<model::PodReport>& pods, Format format,
              const std::vector<model::OwnerReport>& owners = {});

// The verdict of the report's own ledger, if an authority there refuses or was not asked.
void add_ledger(Page& page, const model::Report& report);
// Errors that the API server would report about a manifest; adds nothing if there are none.
void add_refusals(Page& page, const model::Report& report);

// Many groups and pods: verdict and summary, then tables. Text folds equal rows.
void add_headline(Page& page, const model::Report& report);
void add_overview(Page& page, const model::Report& report, Format format);

// dry-run, from yes or no to the pods and groups that the file's objects create.
void add_dry_run(Page& page, const model::Report& report, Format format);

// Assumptions, what-ifs and problems, at the end of an answer.
// Text gets the assumptions in short.
void add_footing(Page& page, const model::Report& report, Format format);

} // namespace report
