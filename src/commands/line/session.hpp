// SPDX-License-Identifier: Apache-2.0
// What surrounds one command line: streams, environment, terminal, clock. Tests make their own and stay in-process.
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
  std::string program = "kubectl gang"; // how help and errors call this program
  std::string command = {};             // "explain", once it is known
  std::map<std::string, std::string, std::less<>> environment = {};
  bool stdout_tty = false;
  bool stderr_tty = false;
  int columns = 80; // of the terminal; 80 where standard output is none, so that saved output is the same everywhere
  std::function<model::Time()> clock = {};
  std::istream* in = nullptr; // where questions are answered; null: nobody is there to answer
  // Interrupt and terminate end the program, until hold_signals() was called: then signal() tells which one came
  // first (0: none yet), and the next one ends it.
  std::function<void()> hold_signals = {};
  std::function<int()> signal = {};
  bool finishing = false; // something must not be left half done: requests go on after a signal that is held

  bool has_variable(std::string_view name) const { return environment.contains(name); }
  std::string_view variable(std::string_view name) const; // empty where not set
};

// Prose in longer lines is hard to read, however wide the terminal is.
inline constexpr int k_widest_prose = 100;

// "kubectl gang" for a file called kubectl-gang, else the file's own name: kubectl runs a plugin by its full path.
std::string program_name(std::string_view argv0);

// Whether colour is wanted on a stream: NO_COLOR (set at all) and TERM=dumb say no, CLICOLOR_FORCE and FORCE_COLOR
// yes, otherwise a terminal decides.
bool wants_color(const Session& session, bool is_terminal);

} // namespace commands
