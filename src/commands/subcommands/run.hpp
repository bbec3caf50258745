// SPDX-License-Identifier: Apache-2.0
// The program: takes an argument vector, returns an exit status.
#pragma once

#include <string>
#include <vector>

namespace commands {

struct Session;

// Runs one command line. Returns the exit status: 0 yes, 1 no, 2 unknown. Writes the answer once, at the end.
int run(int argc, char** argv);

// The same in the caller's session. Contains the only catch: errors become a line on session.err and status 2.
int run(const std::vector<std::string>& arguments, Session& session);

} // namespace commands
