// SPDX-License-Identifier: Apache-2.0
// The environment of one command line: streams, variables, terminal, clock. Tests make their own and stay in-process.
#pragma once

#include "model/values/time.hpp"

#include <functional>
#include <istream>
#include <map>
#include <ostream>
#include <string>
#include <string_view>

namespace commands {

struct Session {
  std::ostream& out;                    // the answer and nothing else
  std::ostream& err;                    // warnings, notes, errors
  std::string program = "kubectl gang"; // this program's name in help and errors
  std::string command = {};             // "explain", once it is known
  std::map<std::string, std::string, std::less<>> environment = {};
  bool stdout_tty = false;
  bool stderr_tty = false;
  int columns = 80; // of the terminal; 80 if standard output is none, so that saved output is the same everywhere
  std::function<model::Time()> clock = {};
  std::istream* in = nullptr; // source of answers to questions; null: there is no user to answer
  // SIGINT and SIGTERM end the program. After hold_signals(), signal() returns the first of them (0: none yet), and
  // only the next one ends it.
  std::function<void()> hold_signals = {};
  std::function<int()> signal = {};
  bool finishing = false; // an operation must not stay half done: requests go on after a held signal

  bool has_variable(std::string_view name) const { return environment.contains(name); }
  std::string_view variable(std::string_view name) const; // empty if not set
};

// Longer lines of prose are hard to read, even on a wide terminal.
inline constexpr int k_widest_prose = 100;

// "kubectl gang" for a file named kubectl-gang, else the file's own name: kubectl runs a plugin by its full path.
std::string program_name(std::string_view argv0);

// True if a stream should have colour. NO_COLOR (set at all) and TERM=dumb disable it, CLICOLOR_FORCE and FORCE_COLOR
// enable it, otherwise a terminal does.
bool wants_color(const Session& session, bool is_terminal);

} // namespace commands
