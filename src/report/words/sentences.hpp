// SPDX-License-Identifier: Apache-2.0
// A group's verdict and its cause as clauses. Every outlet (text, table, dry-run, message) says them from here.
#pragma once

#include "model/report/report.hpp"
#include "report/layout/clause.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace report {

// The members that must hold a place at once: what the code compared, else minMember, else 1.
std::int64_t quorum(const model::GroupReport& group);

// The members that exist, as its scheduler counts them: finished and terminating ones count for some.
std::int64_t existing(const model::GroupReport& group);

// "minMember 3"; the label-only dialect calls it min-available. "minMember not set" where absent.
std::string quorum_label(const model::GroupReport& group);

// What the verdict rests on, in a few words after "ml/train does not fit: ".
std::string brief(const model::GroupReport& group);

// The same with the first of its causes. Never starts with a name, so that it can be capitalized.
std::string message_clause(const model::GroupReport& group);

// The binding constraint with its numbers, most telling first. Empty where there is nothing to add to brief().
std::vector<Clause> causes(const model::GroupReport& group);

// What must happen before anything else can help: only what is certain without another simulation. May be empty.
std::vector<Clause> needed_first(const model::GroupReport& group);

// "ops/nightly (priority 100)", "pod ml/etl-7 (priority 0)".
std::string ref_text(const model::QueueRef& ref);
std::vector<std::string> ref_texts(const std::vector<model::QueueRef>& refs);

} // namespace report
