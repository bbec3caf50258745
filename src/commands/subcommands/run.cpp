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
#include "document/yaml/writer.hpp"
#include "kube/values/errors.hpp"
#include "util/concat.hpp"
#include "util/runner_commands.hpp"
#include "util/terminal_text.hpp"

#include <exception>
#include <iostream>
#include <new>
#include <ostream>
#include <string_view>
#include <utility>

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

// "json" or "yaml", as -o was typed, whether the command line could be read or not; empty: another format.
std::string_view structured_format(const std::vector<std::string>& arguments) {
  std::string_view format;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::string_view word = arguments[i];
    if (word == "--") { break; }
    if ((word == "-o" || word == "--output") && i + 1 < arguments.size()) {
      format = arguments[i + 1];
    } else if (word.starts_with("--output=")) {
      format = word.substr(word.find('=') + 1);
    } else if (word.starts_with("-o") && word.size() > 2) {
      format = word.substr(word[2] == '=' ? 3 : 2);
    }
  }
  return format == "json" || format == "yaml" ? format : std::string_view();
}

// For programs that read standard output: the error as an object. People find it on standard error.
int fail(const std::vector<std::string>& arguments, std::string_view message, Session& session) {
  const std::string_view format = structured_format(arguments);
  if (format.empty() || is_completion(arguments)) { return k_could_not_tell; }
  document::Output out, status;
  out["apiVersion"] = document::Output("kubectl-gang/v1alpha1");
  out["kind"] = document::Output("Error");
  status["verdict"] = document::Output("Unknown");
  status["message"] = document::Output(message);
  out["status"] = std::move(status);
  session.out << (format == "json" ? document::to_json(out) : document::to_yaml(out));
  return k_could_not_tell;
}

void print_usage_error(const UsageError& error, const std::string& path, Session& session) {
  print_error(error.what(), session);
  if (!error.near_misses().empty()) {
    session.err << "\nDid you mean this?\n";
    for (const std::string& near : error.near_misses()) {
      session.err << util::without_runner_commands(util::concat('\t', util::visible(near), '\n'));
    }
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
    return fail(arguments, error.what(), session);
  } catch (const kube::Interrupted&) {
    return 128 + (session.signal ? session.signal() : 0);
  } catch (const util::Error& error) {
    print_error(error.what(), session);
    return fail(arguments, error.what(), session);
  } catch (const std::bad_alloc&) {
    constexpr std::string_view k_message = "there is not enough memory for this input";
    print_error(k_message, session);
    return fail(arguments, k_message, session);
  } catch (const std::exception& error) {
    const std::string message = util::concat("this is a bug in ", session.program, ", please report it: ", error.what());
    print_error(message, session);
    return fail(arguments, message, session);
  }
  // clang-format on
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
