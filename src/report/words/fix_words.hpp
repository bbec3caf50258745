// SPDX-License-Identifier: Apache-2.0
// A remedy as text for a bullet: "add 1 node like gpu-a (8 nvidia.com/gpu)".
#pragma once

#include "model/report/report.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace report {

// Returns a verb phrase without a full stop. `group` is the group that the remedy unblocks.
std::string fix_summary(const model::Fix& fix, const model::GroupReport& group);

// Arguments of explain and dry-run that make the change; empty: no flag makes it.
std::vector<std::string> try_flags(const model::Fix& fix, const model::GroupReport& group);
// The same for a shell, each argument quoted where it has to be.
std::string flags_text(const std::vector<std::string>& flags);

// The kubectl command that makes the change; empty: no single one does.
std::string command_text(const model::Fix& fix, const model::GroupReport& group);

// "Ways to start it, cheapest first"; `what`: "it", "all 3 pods of job train".
std::string fixes_heading(const model::GroupReport& group, std::string_view what);

// The clause that was not asked and may refuse the pods after a remedy, as a sentence; empty: all was asked.
std::string open_note(const model::GroupReport& group);

// When a scheduler that goes on running tries the group again after its remedies, and what makes it do so sooner;
// empty: at once.
std::string retry_note(const model::GroupReport& group);

} // namespace report
