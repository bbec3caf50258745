// SPDX-License-Identifier: Apache-2.0
#include "kube/http/exec_plugin.hpp"

#include "document/yaml/writer.hpp"
#include "kube/http/exec_output.hpp"
#include "kube/values/child_process.hpp"
#include "kube/values/file.hpp"
#include "kube/values/path_lookup.hpp"
#include "kube/values/proxy.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"
#include "util/utf8.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <map>
#include <unistd.h>
#include <utility>
#include <vector>

extern char** environ; // NOLINT(readability-redundant-declaration): POSIX leaves it to the program

namespace kube {

namespace {

// exec.go isInteractive
bool is_interactive(ExecPlugin::Interactive mode) {
  if (mode == ExecPlugin::Interactive::Never) { return false; }
  const bool has_terminal = ::isatty(STDIN_FILENO) != 0;
  if (mode == ExecPlugin::Interactive::Always && !has_terminal) {
    throw util::Error("exec plugin cannot support interactive mode: standard input is not a terminal");
  }
  return has_terminal;
}

// Joins our environment, the plugin's, and KUBERNETES_EXEC_INFO; the last value of a name wins.
std::vector<std::string> environment_of(const ExecPlugin& plugin, bool interactive) {
  std::map<std::string, std::string, std::less<>> variables;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::size_t equals = text.find('=');
    if (equals != std::string_view::npos) { variables[std::string(text.substr(0, equals))] = text.substr(equals + 1); }
  }
  for (const auto& [name, value] : plugin.environment) { variables[name] = value; }
  variables["KUBERNETES_EXEC_INFO"] = exec_info(plugin, interactive);
  std::vector<std::string> result;
  for (const auto& [name, value] : variables) { result.push_back(util::concat(name, '=', value)); }
  return result;
}

std::vector<std::string> arguments_of(const ExecPlugin& plugin) {
  std::vector<std::string> arguments = {plugin.command};
  arguments.insert(arguments.end(), plugin.arguments.begin(), plugin.arguments.end());
  return arguments;
}

[[noreturn]] void fail_not_found(const ExecPlugin& plugin, const FoundProgram& found) {
  std::string message = util::concat("exec: executable ", plugin.command, " not found");
  if (found.in_relative_folder) { message += " (the one in the current folder is not run: PATH names it relatively)"; }
  message += "; the kubeconfig asks this program for credentials, and it is not installed: see "
             "https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins";
  if (!plugin.install_hint.empty()) { message += util::concat("; ", clean_install_hint(plugin.install_hint)); }
  throw util::Error(message);
}

std::string program_of(const ExecPlugin& plugin) {
  if (plugin.command.find('/') != std::string::npos) { return plugin.command; }
  const FoundProgram found = look_up_program(plugin.command, process_environment("PATH").value_or(""));
  if (found.path.empty()) { fail_not_found(plugin, found); }
  return found.path;
}

std::string seconds_text(std::chrono::milliseconds time) {
  if (time.count() % 1000 != 0) { return util::concat(time.count(), " ms"); }
  return util::concat(time.count() / 1000, " s");
}

std::string output_of(const ExecPlugin& plugin, const ExecLimits& limits, ChildResult result) {
  const auto fail = [&plugin](const std::string& what) {
    throw util::Error(util::concat("exec: executable ", plugin.command, ' ', what));
  };
  switch (result.end) {
  case ChildResult::End::Exited:
    if (result.code != 0) { fail(util::concat("failed with exit code ", result.code)); }
    break;
  case ChildResult::End::Signalled: // Go's exit code for a signal is -1
    fail(util::concat("failed with exit code -1 (signal ", result.code, ')'));
    break;
  case ChildResult::End::NotStarted:
    if (result.code == ENOENT) { fail_not_found(plugin, {}); }
    throw util::Error(util::concat("exec: fork/exec ", plugin.command, ": ", reason(result.code)));
  case ChildResult::End::TimedOut:
    fail(util::concat("did not end within ", seconds_text(limits.time), " and was stopped"));
    break;
  case ChildResult::End::TooMuch:
    fail(util::concat("wrote more than ", limits.output, " bytes to standard output and was stopped"));
    break;
  case ChildResult::End::Interrupted:
    fail("was interrupted");
    break;
  }
  return std::move(result.output);
}

} // namespace

ExecCredential run_exec_plugin(const ExecPlugin& plugin, const ExecLimits& limits) {
  const bool interactive = is_interactive(plugin.interactive);
  ChildOptions options;
  options.interactive = interactive;
  if (!interactive) { options.time_limit = limits.time; }
  options.most_output = limits.output;
  ChildResult result =
      run_child(program_of(plugin), arguments_of(plugin), environment_of(plugin, interactive), options);
  return parse_exec_output(output_of(plugin, limits, std::move(result)), plugin.api_version);
}

std::string exec_info(const ExecPlugin& plugin, bool interactive) {
  const std::string cluster = plugin.cluster_json ? util::concat("\"cluster\":", *plugin.cluster_json, ',') : "";
  return util::concat(R"({"kind":"ExecCredential","apiVersion":)", document::json_string(plugin.api_version),
                      R"(,"spec":{)", cluster, R"("interactive":)", interactive ? "true" : "false", "}}\n");
}

namespace {

struct Range {
  char32_t first, last;
};

// Unicode's categories Cc, Cf, Cs and Co. Unassigned characters pass.
constexpr std::array<Range, 19> k_hidden = {{{0x00, 0x08},
                                             {0x0b, 0x1f},
                                             {0x7f, 0x9f},
                                             {0xad, 0xad},
                                             {0x600, 0x605},
                                             {0x61c, 0x61c},
                                             {0x6dd, 0x6dd},
                                             {0x70f, 0x70f},
                                             {0x8e2, 0x8e2},
                                             {0x180e, 0x180e},
                                             {0x200b, 0x200f},
                                             {0x202a, 0x202e},
                                             {0x2060, 0x206f},
                                             {0xd800, 0xf8ff},
                                             {0xfeff, 0xfeff},
                                             {0xfff9, 0xfffb},
                                             {0x1d173, 0x1d17a},
                                             {0xe0001, 0xe007f},
                                             {0xf0000, 0x10ffff}}};

bool is_hidden(char32_t code) {
  return std::any_of(k_hidden.begin(), k_hidden.end(),
                     [code](const Range& range) { return range.first <= code && code <= range.last; });
}

// Go's %U: at least four digits.
std::string code_point(char32_t code) {
  constexpr std::string_view k_digits = "0123456789ABCDEF";
  std::string digits;
  for (char32_t left = code; left != 0 || digits.size() < 4; left >>= 4) { digits += k_digits[left & 15U]; }
  std::reverse(digits.begin(), digits.end());
  return "U+" + digits;
}

} // namespace

// clientcmd cleanANSIEscapeCodes. Also escapes carriage returns, which can hide the start of a line.
std::string clean_install_hint(std::string_view hint) {
  std::string out;
  while (!hint.empty()) {
    const util::Utf8Character character = util::first_character(hint);
    const std::string_view bytes = hint.substr(0, character.bytes);
    if (!character.valid) {
      out += code_point(0xfffd);
    } else if (is_hidden(character.code)) {
      out += code_point(character.code);
    } else {
      out += bytes;
    }
    hint.remove_prefix(character.bytes);
  }
  return out;
}

} // namespace kube
