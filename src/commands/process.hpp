// SPDX-License-Identifier: Apache-2.0
// The real process around a session: signals, terminal, standard output.
#pragma once

#include "commands/session.hpp"

#include <ostream>
#include <string>
#include <string_view>

namespace commands {

// Interrupt and terminate end the process with 130 and 143; a closed pipe becomes a write error.
void install_signal_handlers();

// A session on this process's environment, terminal and clock.
Session process_session(std::ostream& out, std::ostream& err, std::string_view argv0);

enum class Written { Yes, ClosedPipe, Failed };

// Writes all of `text` to standard output. On Failed, `reason` says why.
Written write_standard_output(std::string_view text, std::string& reason);

} // namespace commands
