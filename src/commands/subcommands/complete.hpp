// SPDX-License-Identifier: Apache-2.0
// kubectl-gang __complete WORDS...: what a shell offers when TAB is pressed. (cobra's protocol, which kubectl speaks)
#pragma once

#include "commands/flags/command.hpp"

namespace commands {

// `words` are those behind the program's name; the last one is being typed, maybe empty. Prints one candidate per
// line, with a TAB and a description, then ":" and the directive. Always returns 0 and never prints an error: that
// would land in the middle of somebody's command line.
enum class Descriptions { Print, Omit };
int complete(const Words& words, Descriptions descriptions, Session& session);

} // namespace commands
