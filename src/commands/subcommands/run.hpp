// SPDX-License-Identifier: Apache-2.0
// The program: argument vector in, exit status out.
#pragma once

#include <string>
#include <vector>

namespace commands {

struct Session;

// Runs one command line. Returns the exit status: 0 yes, 1 no, 2 could not tell. Writes the answer once, at the end.
int run(int argc, char** argv);

// The same inside a session of the caller's. Holds the only catch: errors become a line on session.err and status 2.
int run(const std::vector<std::string>& arguments, Session& session);

} // namespace commands
