// SPDX-License-Identifier: Apache-2.0
// What can stand behind a flag, and which names a command can be given: the values that completion offers.
#pragma once

#include "commands/flags/command.hpp"
#include "kube/values/proxy.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace commands {

// What the shell may do besides offering the candidates (cobra's ShellCompDirective).
enum Directive : int { k_default = 0, k_no_files = 4, k_file_endings = 8 };

struct Candidate {
  std::string text;
  std::string description = {};
};

struct Candidates {
  std::vector<Candidate> list;
  Directive directive = k_no_files;
};

// What was typed before the word that is being completed.
struct TypedBefore {
  const Command* command = nullptr; // root_command() before the command's name
  std::vector<std::string> sources; // --from
  std::string namespace_name;       // -n, else empty
  bool all_namespaces = false;
  std::string kubeconfig; // --kubeconfig, else empty
  kube::Environment environment;
  Words words;
};

// `flag` is its long name.
Candidates values_of_flag(std::string_view flag, const TypedBefore& before);

// Names for the command; those that begin with `prefix` are wanted.
Candidates words_of_command(const TypedBefore& before, std::string_view prefix);

} // namespace commands
