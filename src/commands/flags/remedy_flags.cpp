// SPDX-License-Identifier: Apache-2.0
#include "commands/flags/remedy_flags.hpp"

#include "commands/line/near_misses.hpp"
#include "commands/line/usage_error.hpp"
#include "engine/remedies/remedies.hpp"
#include "model/report/report_words.hpp"
#include "util/concat.hpp"

#include <algorithm>

namespace commands {

namespace {

constexpr std::int32_t k_default_fixes = 3;

model::FixKind kind_of(const std::string& typed) {
  for (const engine::RemedyKind& row : engine::remedy_kinds()) {
    if (model::word(row.kind) == typed) { return row.kind; }
  }
  std::vector<std::string> known;
  for (const std::string_view word : known_fix_kinds()) { known.emplace_back(word); }
  throw UsageError(
      util::concat("unknown kind \"", typed, "\" for --fix-kinds, known kinds are: ", util::joined(known, ", ")),
      near_misses(typed, known));
}

} // namespace

std::vector<std::string_view> known_fix_kinds() {
  std::vector<std::string_view> words;
  for (const engine::RemedyKind& row : engine::remedy_kinds()) { words.push_back(model::word(row.kind)); }
  std::sort(words.begin(), words.end());
  return words;
}

void add_flags(CLI::App& app, RemedyFlags& flags) {
  const FlagGroup group(app, Listed::InHelp);
  group.add_number("--max-fixes", flags.max_fixes, 0,
                   "Show at most this many changes that would let a group start, or all pods of an owner without a "
                   "group, the cheapest ones; 0 shows none. A list of many groups shows none without this flag.",
                   "3");
  group.add_list("--fix-kinds", flags.fix_kinds,
                 "Look only for changes of these kinds, such as Evict,AddNodes. May be repeated, or a list with "
                 "commas.");
  group.add_switch("--robust", flags.robust,
                   "Simulate again with other choices between nodes of equal score and, for a group that fits, "
                   "without each of its nodes in turn. Report what changes the answer.");
  group.add_switch("--strict", flags.strict,
                   "Answer Yes only if it needs no assumption: what the input does not show counts as unknown.");
  // Tests use this flag to show that answers do not depend on the number of threads.
  FlagGroup(app, Listed::Nowhere).add_number("--remedy-threads", flags.threads, 1, "engine::RemedyOptions");
}

engine::RemedyOptions resolve(const RemedyFlags& flags, bool many) {
  engine::RemedyOptions options;
  options.threads = static_cast<std::size_t>(flags.threads.value_or(0));
  options.most = flags.max_fixes.value_or(many ? 0 : k_default_fixes);
  for (const std::string& typed : flags.fix_kinds) {
    for (std::size_t start = 0; start <= typed.size();) {
      const std::size_t comma = std::min(typed.find(',', start), typed.size());
      options.kinds.push_back(kind_of(typed.substr(start, comma - start)));
      start = comma + 1;
    }
  }
  return options;
}

} // namespace commands
