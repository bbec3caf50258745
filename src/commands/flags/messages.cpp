// SPDX-License-Identifier: Apache-2.0
// Warnings, notes and errors.
#include "commands/flags/messages.hpp"

#include "util/concat.hpp"
#include "util/runner_commands.hpp"
#include "util/terminal_text.hpp"

#include <algorithm>
#include <string>

namespace commands {

namespace {

constexpr std::size_t k_first = 10;

// "pods.json, item 17: Pod ml/worker-0: spec.…: …"
std::string sentence_of(const util::Problem& problem) {
  std::string out;
  for (const std::string* part : {&problem.place, &problem.object, &problem.message}) {
    if (part->empty()) { continue; }
    if (!out.empty()) { out += ": "; }
    out += *part;
  }
  return out;
}

} // namespace

void print_warning(std::string_view sentence, const Messages& messages, Session& session) {
  if (messages.quiet) { return; }
  session.err << (messages.color ? "\x1b[33;1mWarning:\x1b[0m " : "Warning: ") << util::visible(sentence) << '\n';
}

void print_problems(const std::vector<util::Problem>& problems, const Messages& messages, Session& session) {
  const std::size_t shown = messages.all ? problems.size() : std::min(problems.size(), k_first);
  for (std::size_t i = 0; i < shown; ++i) { print_warning(sentence_of(problems[i]), messages, session); }
  if (shown < problems.size()) {
    print_note(util::concat("… and ", problems.size() - shown, " more (-v 1 shows all)"), messages, session);
  }
}

void print_note(std::string_view sentence, const Messages& messages, Session& session) {
  // A note may begin with a name from the cluster.
  if (!messages.quiet) { session.err << util::without_runner_commands(util::visible(sentence)) << '\n'; }
}

void print_error(std::string_view sentence, Session& session) {
  session.err << "error: " << util::visible(sentence) << '\n';
}

} // namespace commands
