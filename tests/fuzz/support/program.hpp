// SPDX-License-Identifier: Apache-2.0
// The whole program on one input, in this process: run({"explain", …}) returns a user's output.
#pragma once

#include "commands/line/session.hpp"
#include "commands/subcommands/run.hpp"
#include "support/checks.hpp"

#include <sstream>
#include <string>
#include <vector>

namespace fuzz {

struct Ran {
  int status = 2;
  std::string out, err;
};

// For every input the program answers yes, no or with an error, reports no bug of its own, and prints nothing that
// drives a terminal or a CI log.
inline Ran run(const std::vector<std::string>& arguments) {
  std::ostringstream out, err;
  commands::Session session = {.out = out, .err = err};
  session.clock = [] { return model::Time::from_seconds(1767225600); };
  Ran ran;
  ran.status = commands::run(arguments, session);
  ran.out = out.str();
  ran.err = err.str();
  if (ran.err.find("this is a bug in") != std::string::npos) { std::fputs(ran.err.c_str(), stderr); }
  must(ran.err.find("this is a bug in") == std::string::npos, "no error is unforeseen");
  must(ran.status >= 0 && ran.status <= 2, "the exit status is yes, no or could not tell");
  must(is_harmless(ran.out), "the answer drives no terminal");
  must(is_harmless(ran.err), "errors and warnings drive no terminal");
  return ran;
}

inline std::vector<std::string> with(std::vector<std::string> arguments, const std::vector<std::string>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

} // namespace fuzz
