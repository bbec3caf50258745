// SPDX-License-Identifier: Apache-2.0
#include "commands/reading/omitted_lists.hpp"

#include "util/concat.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace commands {

namespace {

using Group = std::vector<const model::OmittedList*>;

constexpr std::size_t k_most_by_themselves = 3;

// Without these there is no answer at all, so they come first.
bool is_vital(const model::OmittedList& omitted) { return omitted.list == "pods" || omitted.list == "nodes"; }

// Groups the lists by reason, in order of first occurrence.
std::vector<Group> by_reason(const std::vector<model::OmittedList>& omitted) {
  std::vector<Group> groups;
  for (const model::OmittedList& list : omitted) {
    const auto is_same = [&](const Group& group) { return group.front()->reason == list.reason; };
    auto group = std::ranges::find_if(groups, is_same);
    if (group == groups.end()) { group = groups.insert(group, Group()); }
    group->push_back(&list);
  }
  return groups;
}

std::string in_parentheses(std::string_view reason) {
  return reason.empty() ? std::string() : util::concat(" (", reason, ')');
}

std::string sentence_of(const model::OmittedList& omitted) {
  const std::string_view colon = omitted.hides.empty() ? "" : ": ";
  return util::concat(omitted.list, in_parentheses(omitted.reason), colon, omitted.hides);
}

// Joins the texts without duplicates.
std::string joined(const Group& group, std::string model::OmittedList::*text, std::string_view between) {
  std::vector<std::string_view> seen;
  std::string out;
  for (const model::OmittedList* const omitted : group) {
    const std::string_view part = omitted->*text;
    if (part.empty() || std::ranges::find(seen, part) != seen.end()) { continue; }
    seen.push_back(part);
    if (!out.empty()) { out += between; }
    out += part;
  }
  return out;
}

void print_together(const Group& group, const Messages& messages, Session& session) {
  print_warning(util::concat(group.size(), " lists are missing", in_parentheses(group.front()->reason), ": ",
                             joined(group, &model::OmittedList::list, ", ")),
                messages, session);
  const std::string hidden = joined(group, &model::OmittedList::hides, "; ");
  if (hidden.empty()) { return; }
  print_note(util::concat("Without them: ", hidden, ". (-v 1 prints the effect of each missing list)"), messages,
             session);
}

} // namespace

void print_omitted(const std::vector<model::OmittedList>& omitted, const Messages& messages, Session& session) {
  std::vector<model::OmittedList> ordered = omitted;
  std::stable_partition(ordered.begin(), ordered.end(), is_vital);
  for (const Group& group : by_reason(ordered)) {
    if (group.size() > k_most_by_themselves && !messages.all) {
      print_together(group, messages, session);
      continue;
    }
    for (const model::OmittedList* const list : group) { print_warning(sentence_of(*list), messages, session); }
  }
}

} // namespace commands
