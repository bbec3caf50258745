// SPDX-License-Identifier: Apache-2.0
// One sentence per kind of remedy.
#include "report/words/fix_words.hpp"

#include "model/cluster/dialect.hpp"
#include "report/amounts.hpp"
#include "report/english.hpp"
#include "report/words/dialect_remarks.hpp"
#include "report/words/member_fate.hpp"
#include "util/integers.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <utility>

namespace report {

namespace {

using model::Change;
using model::Fix;
using model::FixKind;

constexpr std::size_t k_most_named = 4;

std::string object_name(const Change& change) {
  return change.namespace_name.empty() ? change.name : fmt::format("{}/{}", change.namespace_name, change.name);
}

std::string on_its_node(const Change& change) {
  return change.waits ? fmt::format("{}, which is pending and will be bound to {}", object_name(change), change.node)
                      : fmt::format("{} on {}", object_name(change), change.node);
}

template <typename Text>
std::vector<std::string> each(const Fix& fix, Text text) {
  std::vector<std::string> texts;
  for (const Change& change : fix.changes) { texts.push_back(text(change)); }
  return texts;
}

std::string node_names(const Fix& fix) { return listed_up_to(each(fix, object_name), k_most_named); }

// Pods by name; if a whole group goes, the group.
std::string evicted(const Fix& fix) {
  std::vector<std::string> texts;
  std::string last;
  for (const Change& change : fix.changes) {
    if (change.group.empty()) {
      texts.push_back(on_its_node(change));
      continue;
    }
    if (change.group == last) { continue; }
    last = change.group;
    const auto pods = std::count_if(fix.changes.begin(), fix.changes.end(),
                                    [&](const Change& other) { return other.group == change.group; });
    texts.push_back(fmt::format("the whole group {} ({})", change.group, counted(pods, "pod")));
  }
  const std::string how_many = texts.size() > k_most_named + 1 ? counted(fix.things, "pod") + ": " : std::string();
  const std::string frees = fix.resource.empty() || fix.to <= 0
                                ? std::string()
                                : fmt::format(" (frees {})", amount_of_text(fix.resource, fix.to, Rounding::Down));
  return how_many + listed_up_to(texts, k_most_named) + frees;
}

std::string moves(const Fix& fix) {
  const auto step = [](const Change& change) {
    return fmt::format("{} from {} to {}", object_name(change), change.node, change.to_node);
  };
  std::vector<std::string> texts = each(fix, step);
  const std::size_t all = texts.size();
  if (all > k_most_named + 1) { texts.resize(k_most_named); }
  const std::string more = texts.size() < all ? fmt::format(" and {} more", all - texts.size()) : std::string();
  const std::string how_many = texts.size() < all ? counted(fix.things, "pod") + " in this order: " : std::string();
  return fmt::format("move {}{}{}", how_many, fmt::join(texts, ", then "), more);
}

std::string new_nodes(const Fix& fix) {
  const Change& change = fix.changes.front();
  const std::string offers = fix.resource.empty() || fix.to <= 0
                                 ? std::string()
                                 : fmt::format(" ({}{})", amount_of_text(fix.resource, fix.to, Rounding::Down),
                                               change.count > 1 ? " each" : "");
  return fmt::format("add {} like {}{}", counted(change.count, "node"), change.name, offers);
}

std::string_view member_noun(const model::GroupReport& group) { return group.of_owner ? "pod" : "member"; }

// The constraint to remove from the members, or to permit, named by its field.
std::string relaxed(const Change& change, std::string_view noun) {
  if (change.field == "spec.tolerations") { return fmt::format("let its {}s tolerate the taint {}", noun, change.to); }
  const std::string what = change.from.empty() ? std::string() : ' ' + change.from;
  std::string_view name = change.field;
  name.remove_prefix(std::min(name.size(), name.rfind('.') + 1)); // "spec.affinity.podAntiAffinity" → podAntiAffinity
  return fmt::format("drop {}{} from its {}s", name, what, noun);
}

// Members with the same change, by name: "a, b and c", and the change.
template <typename Text>
std::string role_by_role(const Fix& fix, Text text) {
  std::vector<std::string> parts;
  for (auto first = fix.changes.begin(); first != fix.changes.end();) {
    const auto last =
        std::find_if(first, fix.changes.end(), [&](const Change& other) { return other.to != first->to; });
    std::vector<std::string> names;
    std::transform(first, last, std::back_inserter(names), [](const Change& change) { return change.name; });
    parts.push_back(text(listed_up_to(names, k_most_named), *first));
    first = last;
  }
  return fmt::format("{}", fmt::join(parts, ", then "));
}

std::string order_change(const Fix& fix) {
  const Change& first = fix.changes.front();
  if (first.kind != "Pod") { return fmt::format("give it priority {} instead of {}", first.to, first.from); }
  bool is_first = true;
  return "let the scheduler try " + role_by_role(fix, [&](const std::string& names, const Change& change) {
           const std::string_view when = std::exchange(is_first, false) ? " first" : "";
           return fmt::format("{}{} (priority {} instead of {})", names, when, change.to, change.from);
         });
}

std::string avoided_nodes(const Fix& fix) {
  return "give " + role_by_role(fix, [](const std::string& names, const Change& change) {
           return fmt::format("{} the node affinity {}", names, change.to);
         });
}

std::string lower_request(const Fix& fix, std::string_view noun) {
  const std::string whose =
      fix.things == 1 ? fmt::format("its {}", noun) : fmt::format("each of {} {}s", fix.things, noun);
  return fmt::format("lower the request of {} from {} to {}", whose, amount_text(fix.resource, fix.from, Rounding::Up),
                     amount_of_text(fix.resource, fix.to, Rounding::Down));
}

std::string quorum_change(const Fix& fix, const model::GroupReport& group) {
  const Change& change = fix.changes.front();
  const std::int64_t quorum = util::parse_int64(change.to).value_or(group.members.total);
  const std::int64_t pending = group.members.total - std::max(quorum, fix.to);
  const std::string rest =
      pending <= 0 ? std::string()
                   : fmt::format("; {} {} pending", counted(pending, "member"), one_or_many(pending, "stays", "stay"));
  return fmt::format("lower {} from {} to {}{}", model::facts_of(group.dialect).quorum_field, change.from, change.to,
                     rest);
}

std::string action(const Fix& fix, const model::GroupReport& group) {
  const Change& first = fix.changes.front();
  switch (fix.kind) {
  case FixKind::ChangeOrder:
    return order_change(fix);
  case FixKind::WaitFor:
    return fmt::format("wait until {} {} ended", evicted(fix), one_or_many(fix.things, "has", "have"));
  case FixKind::Uncordon:
    return fmt::format("uncordon {}", node_names(fix));
  case FixKind::RemoveTaint:
    return fmt::format("remove the taint {} from {}", first.from, node_names(fix));
  case FixKind::RelaxConstraint:
    return relaxed(first, member_noun(group));
  case FixKind::AvoidNodes:
    return avoided_nodes(fix);
  case FixKind::Move:
    return moves(fix);
  case FixKind::Evict:
    return fmt::format("evict {}", evicted(fix));
  case FixKind::AddNodes:
    return new_nodes(fix);
  case FixKind::LowerRequest:
    return lower_request(fix, member_noun(group));
  case FixKind::LowerMinMember:
    return quorum_change(fix, group);
  }
  return {};
}

std::string shrunk_group(const model::ShrunkGroup& group) {
  const std::string of = group.had > group.keeps ? fmt::format(" of {}", counted(group.had, "member")) : " members";
  return fmt::format("; group {} keeps {}{}, needs {}", group.name, group.keeps, of, group.needs);
}

// As one word of a shell.
std::string quoted(std::string_view word) {
  const bool is_plain = !word.empty() && std::ranges::all_of(word, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("-_./:=,@%+").find(c) != std::string_view::npos;
  });
  if (is_plain) { return std::string(word); }
  std::string text = "'";
  for (const char c : word) { c == '\'' ? text += "'\\''" : text += c; }
  return text + '\'';
}

// `command` and the names of all changed objects, which are of one namespace or of none; else empty.
std::string command_for_all(const Fix& fix, std::string_view command, std::string_view after = {}) {
  const std::string& space = fix.changes.front().namespace_name;
  std::string text(command);
  if (!space.empty()) { text += fmt::format(" -n {}", quoted(space)); }
  for (const Change& change : fix.changes) {
    if (change.namespace_name != space) { return {}; }
    text += ' ' + quoted(change.name);
  }
  return after.empty() ? text : fmt::format("{} {}", text, after);
}

} // namespace

std::string fix_summary(const Fix& fix, const model::GroupReport& group) {
  if (fix.changes.empty()) { return {}; }
  std::string text = action(fix, group);
  if (!fix.losers.empty()) { text += fmt::format("; displaces {}", listed_up_to(fix.losers, 3)); }
  for (const model::ShrunkGroup& group_of_victims : fix.shrunk) { text += shrunk_group(group_of_victims); }
  if (!fix.minimal) { text += "; a smaller change may also work"; }
  if (!fix.not_asked.empty()) { text += fmt::format("; not asked: {}", fix.not_asked); }
  return text;
}

std::vector<std::string> try_flags(const Fix& fix, const model::GroupReport& group) {
  std::vector<std::string> flags;
  const auto add = [&](std::string_view flag, std::string value) {
    flags.emplace_back(flag);
    flags.push_back(std::move(value));
  };
  for (const Change& change : fix.changes) {
    switch (fix.kind) {
    case FixKind::Evict:
    case FixKind::WaitFor:
      add("--without", fmt::format("pod/{}/{}", change.namespace_name, change.name));
      break;
    case FixKind::Uncordon:
      add("--uncordon", change.name);
      break;
    case FixKind::AddNodes:
      add("--add-nodes", fmt::format("{}={}", change.name, change.count));
      break;
    case FixKind::LowerMinMember:
      add("--set-min-member", fmt::format("{}/{}={}", group.namespace_name, group.name, change.to));
      break;
    default:
      return {};
    }
  }
  return flags;
}

std::string command_text(const Fix& fix, const model::GroupReport& group) {
  if (fix.changes.empty()) { return {}; }
  const Change& first = fix.changes.front();
  switch (fix.kind) {
  case FixKind::Evict:
    return command_for_all(fix, "kubectl delete pod");
  case FixKind::Uncordon:
    return command_for_all(fix, "kubectl uncordon");
  case FixKind::RemoveTaint:
    return command_for_all(fix, "kubectl taint nodes", quoted(first.from + '-'));
  case FixKind::LowerMinMember:
    if (group.in_manifest || group.dialect != model::Dialect::Coscheduling) { return {}; }
    return fmt::format(
        "kubectl patch podgroup.scheduling.x-k8s.io {} -n {} --type merge -p '{{\"spec\":{{\"minMember\":{}}}}}'",
        quoted(group.name), quoted(group.namespace_name), first.to);
  default:
    return {};
  }
}

std::string flags_text(const std::vector<std::string>& flags) {
  std::vector<std::string> words;
  for (const std::string& flag : flags) { words.push_back(quoted(flag)); }
  return fmt::format("{}", fmt::join(words, " "));
}

std::string fixes_heading(const model::GroupReport& group, std::string_view what) {
  const bool is_sure = group.fixes_lack.empty() && group.fixes_unasked.empty();
  return fmt::format("Ways to start {}{}{}{}, cheapest first", what, is_sure ? "" : " by capacity",
                     group.fixes_come_later ? " once the others that fit have started" : "",
                     group.fixes_lack.empty() ? std::string() : fmt::format(" (the input lacks {})", group.fixes_lack));
}

std::string open_note(const model::GroupReport& group) {
  if (group.fixes_unasked.empty()) { return {}; }
  return fmt::format("With {} the answer stays open: {}.", group.fixes.size() == 1 ? "it" : "any of them",
                     group.fixes_unasked);
}

// The pauses are kube-scheduler's. Volcano, kube-batch, KAI and YuniKorn try every group about once a second.
std::string retry_note(const model::GroupReport& group) {
  if (is_approximated(group) && group.dialect != model::Dialect::Koordinator) { return {}; }
  const auto latest = std::ranges::max_element(group.fixes, {}, &Fix::retry);
  if (latest == group.fixes.end() || latest->retry == model::Retry::AtOnce) { return {}; }
  const bool is_of_all = std::ranges::find(group.fixes, model::Retry::AtOnce, &Fix::retry) == group.fixes.end();
  const std::string_view which = !is_of_all                ? "some of these changes"
                                 : group.fixes.size() == 1 ? "this change"
                                                           : "these changes";
  const std::string note =
      fmt::format("After {} the scheduler may take up to {:.1f} minutes to try {} again", which,
                  static_cast<double>(model::k_longest_retry_seconds) / 60, group.of_owner ? "its pods" : "the group");
  const std::string at_once =
      latest->backoff_seconds == 0
          ? "at once."
          : fmt::format("at once, if its last try was at least {} seconds ago.", latest->backoff_seconds);
  switch (latest->retry) {
  case model::Retry::OnGroupChange:
    if (group.of_owner) { return note + '.'; }
    return note + fmt::format("; kubectl annotate --overwrite {} {} -n {} retry=\"$(date +%s)\" makes it do so {}",
                              model::facts_of(group.dialect).resource, quoted(group.name), quoted(group.namespace_name),
                              at_once);
  case model::Retry::OnNewMember:
    return note + fmt::format("; deleting and recreating a pending {} makes it do so {}", member_noun(group), at_once);
  default:
    return note + '.';
  }
}

} // namespace report
