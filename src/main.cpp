// SPDX-License-Identifier: Apache-2.0
// The program's entry: everything happens in commands::run, which returns the exit status.
#include "commands/subcommands/run.hpp"

int main(int argc, char** argv) { return commands::run(argc, argv); }
