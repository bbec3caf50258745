// SPDX-License-Identifier: Apache-2.0
// Prints warnings, notes and errors to standard error, with control characters escaped.
#pragma once

#include "commands/flags/output_flags.hpp"
#include "commands/line/session.hpp"
#include "util/problem.hpp"

#include <string_view>
#include <vector>

namespace commands {

// Prints one `Warning: …` line each; the first ten unless Messages::all, then the number of the others.
void print_problems(const std::vector<util::Problem>& problems, const Messages& messages, Session& session);
void print_warning(std::string_view sentence, const Messages& messages, Session& session);

// Prints a note that is not a warning: "No pod groups found in ml namespace."
void print_note(std::string_view sentence, const Messages& messages, Session& session);

// Prints "error: …", even with -q.
void print_error(std::string_view sentence, Session& session);

} // namespace commands
