// SPDX-License-Identifier: Apache-2.0
#include "commands/flags/sizing_flags.hpp"

#include "commands/line/usage_error.hpp"

namespace commands {

void add_flags(CLI::App& app, SizingFlags& flags) {
  const FlagGroup group(app, Listed::InHelp);
  group.add_switch("--how-many", flags.how_many,
                   "Count how many such jobs fit: submit the whole manifest again until it does not start.");
  group.add_switch("--largest", flags.largest,
                   "Find the most replicas of each role, and the largest request of the scarce resource, with which "
                   "every pod fits.");
  group.add_number("--count-up-to", flags.count_up_to, 1,
                   "Stop counting jobs and replicas at this number. Default: 1000.");
}

engine::SizingOptions resolve(const SizingFlags& flags, bool expands) {
  const bool asked = flags.how_many || flags.largest;
  if (flags.count_up_to && !asked) {
    throw UsageError("--count-up-to ends the counting of --how-many and --largest: pass one of them with it");
  }
  if (asked && expands) {
    throw UsageError("--expand prints manifests instead of an answer: leave out --how-many and --largest");
  }
  engine::SizingOptions options;
  options.how_many = flags.how_many;
  options.largest = flags.largest;
  options.limit = flags.count_up_to.value_or(static_cast<std::int32_t>(options.limit));
  return options;
}

} // namespace commands
