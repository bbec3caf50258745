// SPDX-License-Identifier: Apache-2.0
// Helper of the tests in this folder: gang({"explain", "train"}) runs a command line in-process.
#pragma once

#include "commands/line/session.hpp"
#include "commands/subcommands/run.hpp"
#include "support/catch.hpp"

#include <sstream>
#include <string>
#include <vector>

// Exit statuses.
constexpr int k_yes = 0, k_no = 1, k_could_not_tell = 2;

struct Ran {
  int status = -1;
  std::string out, err;
};

// The session has no terminal, no environment, and a fixed clock at 2026-01-01T00:00:00Z.
inline Ran gang(const std::vector<std::string>& arguments, int columns = 80) {
  std::ostringstream out, err;
  commands::Session session = {.out = out, .err = err};
  session.columns = columns;
  session.clock = [] { return model::Time::from_seconds(1767225600); };
  Ran ran;
  ran.status = commands::run(arguments, session);
  ran.out = out.str();
  ran.err = err.str();
  return ran;
}

// Path of a test data file of this folder.
inline std::string data(const std::string& name) { return std::string(GANG_COMMANDS_DATA) + "/" + name; }

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
