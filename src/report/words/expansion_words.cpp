// SPDX-License-Identifier: Apache-2.0
// One sentence about the pods and groups that a manifest object would create.
#include "report/words/expansion_words.hpp"

#include "model/cluster/dialect.hpp"
#include "report/english.hpp"
#include "util/ascii.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>
#include <unordered_set>

namespace report {

namespace {

constexpr std::size_t k_most_groups = 3;

std::string requests_text(const model::Expansion::Role& role) {
  std::vector<std::string> words;
  for (const auto& [resource, quantity] : role.requests) { words.push_back(fmt::format("{} {}", quantity, resource)); }
  return words.empty() ? "" : fmt::format(" of {}", listed(words));
}

std::string when(const model::Expansion::Role& role) {
  if (role.now >= role.count) { return ""; }
  const std::string what = role.waits_for.empty() ? "later" : fmt::format("waiting for {}", role.waits_for);
  return role.now <= 0 ? ' ' + what : fmt::format(" ({} at once, the rest {})", role.now, what);
}

std::string role_text(const model::Expansion::Role& role, bool named) {
  const std::string noun = named && !role.name.empty() ? role.name + " pod" : "pod";
  return counted(role.count, noun) + requests_text(role) + when(role);
}

std::string group_text(const model::Expansion::Group& group) {
  const auto facts = std::ranges::find(model::dialect_facts(), group.dialect, &model::DialectFacts::word);
  const std::string_view field = facts == model::dialect_facts().end() ? "minMember" : facts->quorum_field;
  const std::string quorum =
      group.min_member > 0 ? fmt::format("{} {}", field, group.min_member) : fmt::format("{} not set", field);
  const std::string condition = group.condition.empty() ? "" : fmt::format(", if {}", group.condition);
  return fmt::format("{} ({}{})", group.name, quorum, condition);
}

// Groups that pods of the object name, and that do not exist.
std::vector<std::string> missing_groups(const model::Expansion& expansion,
                                        const std::vector<model::GroupReport>& groups) {
  std::unordered_set<std::string_view> made;
  for (const model::Expansion::Role& role : expansion.roles) { made.insert(role.pods.begin(), role.pods.end()); }
  std::vector<std::string> names;
  for (const model::GroupReport& group : groups) {
    if (group.code != model::Code::GroupNotFound || group.namespace_name != expansion.namespace_name) { continue; }
    const bool has_pod = std::any_of(group.pods.begin(), group.pods.end(),
                                     [&](const model::PodReport& pod) { return made.contains(pod.name); });
    if (has_pod) { names.push_back(group.name); }
  }
  return names;
}

std::string groups_text(const model::Expansion& expansion, const std::vector<model::GroupReport>& groups) {
  if (expansion.groups.empty()) {
    const std::vector<std::string> missing = missing_groups(expansion, groups);
    if (missing.empty()) { return " without a group"; }
    return fmt::format(" in {} {}, which {} not exist", missing.size() == 1 ? "group" : "groups",
                       listed_up_to(missing, k_most_groups), missing.size() == 1 ? "does" : "do");
  }
  std::vector<std::string> words;
  for (const model::Expansion::Group& group : expansion.groups) { words.push_back(group_text(group)); }
  return fmt::format(" in {} {}", words.size() == 1 ? "group" : "groups", listed_up_to(words, k_most_groups));
}

} // namespace

std::string source_name(const model::Expansion& expansion) {
  return fmt::format("{} {}/{}", util::lowercase(expansion.kind), expansion.namespace_name, expansion.name);
}

std::string expansion_sentence(const model::Expansion& expansion, const std::vector<model::GroupReport>& groups) {
  std::vector<std::string> roles;
  for (const model::Expansion::Role& role : expansion.roles) {
    roles.push_back(role_text(role, expansion.roles.size() > 1));
  }
  const bool makes_pods = std::any_of(expansion.roles.begin(), expansion.roles.end(),
                                      [](const model::Expansion::Role& role) { return role.count > 0; });
  if (!makes_pods) { return fmt::format("{} makes no pods.", source_name(expansion)); }
  return fmt::format("{} makes {}{}.", source_name(expansion), listed(roles), groups_text(expansion, groups));
}

} // namespace report
