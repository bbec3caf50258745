// SPDX-License-Identifier: Apache-2.0
#include "report/words/foresight_words.hpp"

#include "report/amounts.hpp"
#include "report/english.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace report {

namespace {

using model::Ending;
using model::Foresight;
using model::Holder;
using model::KnownEnd;

constexpr std::size_t k_most_holders_named = 4;
constexpr double k_micros = 1e6;

std::string in_text(const Foresight& foresight, model::Time at) {
  return model::age_text(static_cast<double>(at.micros - foresight.now.micros) / k_micros);
}

std::string name_of(const model::QueueRef& ref) { return fmt::format("{}/{}", ref.namespace_name, ref.name); }

std::string_view what_happens(KnownEnd::Why why) {
  switch (why) {
  case KnownEnd::Why::Deletion:
    return "is deleted";
  case KnownEnd::Why::Deadline:
    return "has reached its deadline";
  case KnownEnd::Why::Told:
    break;
  }
  return "has finished";
}

std::string endings_text(const std::vector<Ending>& endings) {
  std::vector<std::string> texts;
  for (const Ending& ending : endings) {
    texts.push_back(
        fmt::format("{}/{} on {} {}", ending.namespace_name, ending.name, ending.node, what_happens(ending.why)));
  }
  return listed_up_to(texts, k_most_holders_named);
}

std::string amount_held(const Foresight& foresight, std::int64_t amount) {
  if (foresight.resource.empty() || amount == 0) { return ""; }
  return fmt::format(" with {}", amount_of_text(foresight.resource, amount, Rounding::Down));
}

// Pods with a known end time that do not let the group start, and the capacity that they free.
std::string vain_ends_remark(const Foresight& foresight) {
  if (foresight.known_ends == 0) { return ""; }
  const std::string pods = counted(foresight.known_ends, "running pod");
  const std::string_view are = one_or_many(foresight.known_ends, "is", "are");
  if (foresight.ending_amount == 0) {
    return fmt::format("{} {} known to end, but {} no {} on a node that the group can use", pods, are,
                       one_or_many(foresight.known_ends, "has", "have"), foresight.resource);
  }
  return fmt::format("{}{} {} known to end, and the group still does not start", pods,
                     amount_held(foresight, foresight.ending_amount.value_or(0)), are);
}

std::string start_remark(const Foresight& foresight) {
  constexpr std::int64_t k_at_once = 1'000'000;
  const bool later = foresight.starts && foresight.starts->micros - foresight.now.micros >= k_at_once;
  if (later) {
    std::string when = fmt::format("it starts at {}, in {}", model::time_text(*foresight.starts),
                                   in_text(foresight, *foresight.starts));
    if (!foresight.endings.empty()) { return fmt::format("{}, when {}", when, endings_text(foresight.endings)); }
    if (foresight.holders.empty()) { return when; }
    std::vector<std::string> names;
    for (const Holder& holder : foresight.holders) { names.push_back(name_of(holder.group)); }
    return fmt::format("{}; until then {} {} nodes at Permit without starting", when,
                       listed_up_to(names, k_most_holders_named), one_or_many(std::ssize(names), "holds", "hold"));
  }
  return foresight.starts ? "" : vain_ends_remark(foresight);
}

std::string holder_text(const Foresight& foresight, const Holder& holder) {
  std::vector<std::string> members;
  if (holder.running > 0) { members.push_back(counted(holder.running, "running member")); }
  if (holder.waiting > 0) { members.push_back(counted(holder.waiting, "waiting member")); }
  std::string text =
      fmt::format("{} ({}{}", name_of(holder.group), listed(members), amount_held(foresight, holder.amount));
  if (holder.until) { text += fmt::format(", until {}", model::time_text(*holder.until)); }
  return text + ')';
}

std::string holders_remark(const Foresight& foresight) {
  if (foresight.holders.empty() || (foresight.starts && foresight.endings.empty())) { return ""; }
  std::vector<std::string> texts;
  for (const Holder& holder : foresight.holders) { texts.push_back(holder_text(foresight, holder)); }
  const auto count = std::ssize(foresight.holders);
  return fmt::format("{} {} no quorum either; if {} released {} nodes, this group would start",
                     listed_up_to(texts, k_most_holders_named), one_or_many(count, "has", "have"),
                     one_or_many(count, "it", "they"), one_or_many(count, "its", "their"));
}

std::string cycle_remark(const Foresight& foresight) {
  if (foresight.cycle.empty()) { return ""; }
  std::vector<std::string> names;
  for (const model::QueueRef& ref : foresight.cycle) { names.push_back(name_of(ref)); }
  const auto has_until = [](const Holder& holder) { return holder.until.has_value(); };
  const bool times_out = std::ranges::any_of(foresight.holders, has_until);
  return fmt::format("a deadlock: {} wait for each other; {}", listed(names),
                     times_out ? "when a wait times out, its nodes are released and the deadlock can form again"
                               : "nothing releases the nodes of their running members");
}

std::string overtakers_remark(const Foresight& foresight) {
  if (foresight.overtakers == 0) { return ""; }
  return fmt::format("{} of the same or lower priority {} created later and {}{}", counted(foresight.overtakers, "pod"),
                     one_or_many(foresight.overtakers, "was", "were"), one_or_many(foresight.overtakers, "runs", "run"),
                     amount_held(foresight, foresight.overtaken_amount));
}

// Only if preemption for the whole gang needs other victims than the scheduler chooses.
std::string preemption_remark(const Foresight& foresight) {
  if (!foresight.preemption || foresight.preemption->as_a_whole.empty()) { return ""; }
  const model::GroupPreemption& preemption = *foresight.preemption;
  const auto one_by_one = std::ssize(preemption.pod_by_pod), together = std::ssize(preemption.as_a_whole);
  const bool is_the_same =
      preemption.pod_by_pod == preemption.as_a_whole || (preemption.starts && together >= one_by_one);
  if (is_the_same) { return ""; }
  return fmt::format("pod by pod the scheduler evicts {} {}; the whole gang needs {} evicted: {}",
                     counted(one_by_one, "pod"), preemption.starts ? "for it" : "without starting it",
                     counted(together, "pod"), listed_up_to(preemption.as_a_whole, k_most_holders_named));
}

} // namespace

std::vector<std::string> foresight_remarks(const model::GroupReport& group) {
  std::vector<std::string> remarks;
  for (std::string remark :
       {start_remark(group.foresight), holders_remark(group.foresight), cycle_remark(group.foresight),
        preemption_remark(group.foresight), overtakers_remark(group.foresight)}) {
    if (!remark.empty()) { remarks.push_back(std::move(remark)); }
  }
  return remarks;
}

std::string start_remark(const model::PodReport& pod) {
  return pod.foresight == nullptr ? "" : capitalized(start_remark(*pod.foresight)) + '.';
}

} // namespace report
