// SPDX-License-Identifier: Apache-2.0
// Everything that is said on standard error: warnings, notes and errors, made visible.
#pragma once

#include "commands/flags/output_flags.hpp"
#include "commands/line/session.hpp"
#include "util/problem.hpp"

#include <string_view>
#include <vector>

namespace commands {

// One `Warning: …` line each; the first ten unless Messages::all, then how many are left.
void print_problems(const std::vector<util::Problem>& problems, const Messages& messages, Session& session);
void print_warning(std::string_view sentence, const Messages& messages, Session& session);

// A remark that is not a warning: "No pod groups found in ml namespace."
void print_note(std::string_view sentence, const Messages& messages, Session& session);

// "error: …", always printed.
void print_error(std::string_view sentence, Session& session);

} // namespace commands
