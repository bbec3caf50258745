// SPDX-License-Identifier: Apache-2.0
// One command line from beginning to end, and the only catch.
#include "commands/subcommands/run.hpp"

#include "commands/flags/command_line.hpp"
#include "commands/flags/messages.hpp"
#include "commands/line/exit_status.hpp"
#include "commands/line/process.hpp"
#include "commands/line/session.hpp"
#include "commands/line/usage_error.hpp"
#include "commands/subcommands/complete.hpp"
#include "commands/subcommands/help.hpp"
#include "kube/values/errors.hpp"
#include "util/concat.hpp"
#include "util/terminal_text.hpp"

#include <exception>
#include <iostream>
#include <new>
#include <ostream>
#include <string_view>

namespace commands {

namespace {

constexpr std::string_view k_complete_program = "kubectl_complete-gang"; // the name that kubectl searches on PATH

// Hidden: shells and kubectl call it, so its words are not read as flags.
bool is_completion(const std::vector<std::string>& arguments) {
  return !arguments.empty() && (arguments[0] == "__complete" || arguments[0] == "__completeNoDesc");
}

int complete_line(const std::vector<std::string>& arguments, Session& session) {
  const Descriptions descriptions = arguments[0] == "__complete" ? Descriptions::Print : Descriptions::Omit;
  return complete({arguments.begin() + 1, arguments.end()}, descriptions, session);
}

int run_command(const std::vector<std::string>& arguments, std::string& path, Session& session) {
  if (is_completion(arguments)) { return complete_line(arguments, session); }
  const CommandLine line = read_command_line(arguments, path);
  session.command = line.command->name;
  if (!line.help) { return line.run(line.words, session); }
  session.out << help_text(*line.command, session);
  return k_yes;
}

void print_usage_error(const UsageError& error, const std::string& path, Session& session) {
  print_error(error.what(), session);
  if (!error.near_misses().empty()) {
    session.err << "\nDid you mean this?\n";
    for (const std::string& near : error.near_misses()) { session.err << '\t' << util::visible(near) << '\n'; }
    session.err << '\n';
  }
  session.err << "See '" << path << " -h' for help and examples\n";
}

} // namespace

int run(const std::vector<std::string>& arguments, Session& session) {
  std::string path = session.program;
  // clang-format off
  try {
    return run_command(arguments, path, session);
  } catch (const UsageError& error) {
    print_usage_error(error, path, session);
  } catch (const kube::Interrupted&) {
    return 128 + (session.signal ? session.signal() : 0);
  } catch (const util::Error& error) {
    print_error(error.what(), session);
  } catch (const std::bad_alloc&) {
    print_error("there is not enough memory for this input", session);
  } catch (const std::exception& error) {
    print_error(util::concat("this is a bug in ", session.program, ", please report it: ", error.what()), session);
  }
  // clang-format on
  return k_could_not_tell;
}

int run(int argc, char** argv) {
  install_signal_handlers();
  const std::string_view argv0 = argc > 0 ? argv[0] : "";
  std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  if (argv0.substr(argv0.rfind('/') + 1) == k_complete_program) { arguments.insert(arguments.begin(), "__complete"); }

  StandardOutput output;
  std::ostream out(&output);
  Session session = process_session(out, std::cerr, argv0);
  const int status = run(arguments, session);
  out.flush();
  if (output.failure().empty()) { return status; }
  print_error(util::concat("cannot write to standard output: ", output.failure()), session);
  return k_could_not_tell;
}

} // namespace commands
