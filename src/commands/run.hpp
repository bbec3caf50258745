// SPDX-License-Identifier: Apache-2.0
// The program: argument vector in, exit status out.
#pragma once

namespace commands {

// Runs one command line. Returns the exit status: 0 yes, 1 no, 2 could not tell. Holds the only catch.
int run(int argc, char** argv);

} // namespace commands
