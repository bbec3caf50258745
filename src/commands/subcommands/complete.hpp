// SPDX-License-Identifier: Apache-2.0
// kubectl-gang __complete WORDS...: the words that a shell offers after TAB. (cobra's protocol, which kubectl uses)
#pragma once

#include "commands/flags/command.hpp"

namespace commands {

// `words` follow the program's name. The last one is incomplete and may be empty. Prints one candidate per line, with a
// TAB and a description, then ":" and the directive. Always returns 0 and never prints an error, which would land in
// the middle of the user's command line.
enum class Descriptions { Print, Omit };
int complete(const Words& words, Descriptions descriptions, Session& session);

} // namespace commands
