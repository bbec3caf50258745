// SPDX-License-Identifier: Apache-2.0
// kubectl gang completion SHELL: prints a shell's completion script.
#include "commands/flags/command.hpp"
#include "commands/line/exit_status.hpp"
#include "commands/line/near_misses.hpp"
#include "commands/line/usage_error.hpp"
#include "commands/reading/request.hpp"
#include "commands/subcommands/completion_scripts.hpp"
#include "util/concat.hpp"

#include <memory>

namespace commands {

extern const HelpText k_completion_help;
const HelpText k_completion_help = {
    .long_text = R"(Prints the completion script of a shell, for the program name kubectl-gang.

kubectl's own completion (kubectl gang <TAB>) needs no script. It needs only the program kubectl_complete-gang on the PATH, which the installation puts next to kubectl-gang.

The exit status is 0 if the script was printed, and 2 if there is none for that shell.)",
    .examples = R"(# bash: for this shell, and for every new shell
source <(kubectl gang completion bash)
mkdir -p ~/.local/share/bash-completion/completions
kubectl gang completion bash > ~/.local/share/bash-completion/completions/kubectl-gang

# zsh: in a folder of $fpath
kubectl gang completion zsh > "${fpath[1]}/_kubectl-gang"

# fish
mkdir -p ~/.config/fish/completions
kubectl gang completion fish > ~/.config/fish/completions/kubectl-gang.fish)",
};

namespace {

struct ShellScript {
  std::string_view shell;
  const std::string_view& script;
};

constexpr ShellScript k_scripts[] = {{"bash", k_bash_script}, {"zsh", k_zsh_script}, {"fish", k_fish_script}};

int run_completion(const Words& words, Session& session) {
  if (words.size() != 1) { throw UsageError("name one shell: bash, zsh or fish"); }
  std::vector<std::string> known;
  for (const auto& [shell, script] : k_scripts) {
    if (words.front() == shell) {
      session.out << script;
      return k_yes;
    }
    known.emplace_back(shell);
  }
  throw UsageError(util::concat("unknown shell \"", words.front(), "\": there are scripts for bash, zsh and fish"),
                   near_misses(words.front(), known));
}

} // namespace

Runner set_up_completion(CLI::App& app) {
  const auto flags = std::make_shared<GlobalFlags>();
  add_flags(app, *flags, Listed::InOptions);
  return [flags](const Words& words, Session& session) { return run_completion(words, session); };
}

} // namespace commands
