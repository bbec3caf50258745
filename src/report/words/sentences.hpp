// SPDX-License-Identifier: Apache-2.0
// A group's verdict and its cause as clauses. All outputs (text, table, dry-run, message) use them.
#pragma once

#include "model/report/report.hpp"
#include "report/layout/clause.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace report {

// Number of members that must be placed at once: the number that the code compared, else minMember, else 1.
std::int64_t quorum(const model::GroupReport& group);

// Number of existing members, as the group's scheduler counts them: some count finished and terminating ones.
std::int64_t existing(const model::GroupReport& group);

// "minMember 3"; the label-only dialect calls it min-available. "minMember not set" if absent.
std::string quorum_label(const model::GroupReport& group);

// The reason for the verdict, in a few words after "ml/train does not fit: ".
std::string brief(const model::GroupReport& group);

// The same with the first of its causes. Never starts with a name, so that it can be capitalized.
std::string message_clause(const model::GroupReport& group);
// As a sentence without a full stop, for outputs that have one field for it.
std::string message(const model::GroupReport& group);

// The cause with its numbers, most important first. Empty if there is nothing to add to brief().
std::vector<Clause> causes(const model::GroupReport& group);

// The numbers behind the refusal of a pod without a group. Empty if the report has none.
std::vector<Clause> causes(const model::PodReport& pod);

// Conditions for anything else to help: only those that are certain without another simulation. May be empty.
std::vector<Clause> needed_first(const model::GroupReport& group);

// "ops/nightly (priority 100)", "pod ml/etl-7 (priority 0)".
std::string ref_text(const model::QueueRef& ref);
std::vector<std::string> ref_texts(const std::vector<model::QueueRef>& refs);

} // namespace report
