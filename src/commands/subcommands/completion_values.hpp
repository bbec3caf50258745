// SPDX-License-Identifier: Apache-2.0
// The values that completion offers: values of a flag, and names for a command.
#pragma once

#include "commands/flags/command.hpp"
#include "kube/values/proxy.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace commands {

// Actions of the shell in addition to offering the candidates (cobra's ShellCompDirective).
enum Directive : int { k_default = 0, k_no_files = 4, k_file_endings = 8 };

struct Candidate {
  std::string text;
  std::string description = {};
};

struct Candidates {
  std::vector<Candidate> list;
  Directive directive = k_no_files;
};

// The part of the command line before the word at the cursor.
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

// Names for the command that begin with `prefix`.
Candidates words_of_command(const TypedBefore& before, std::string_view prefix);

} // namespace commands
