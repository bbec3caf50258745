// SPDX-License-Identifier: Apache-2.0
#include "report/words/dialect_remarks.hpp"

#include "report/english.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

namespace report {

namespace {

using model::Dialect;
using model::GroupReport;
using model::LayerReport;
using model::LayerRole;

constexpr std::size_t k_most_dialect_parts = 4;

std::string gate(const LayerReport& layer) {
  const bool is_gate = layer.name.find('/') != std::string::npos;
  return fmt::format("Above the group: {} {} of {}, which holds its pods back before any scheduler sees them.",
                     is_gate ? "the gate" : "the group", layer.name, model::facts_of(layer.dialect).project);
}

std::string parent(const LayerReport& layer) {
  if (layer.dialect == Dialect::Koordinator) {
    return fmt::format("It starts only together with the gangs {}.", layer.name);
  }
  return fmt::format("Above the group: the CompositePodGroup {}, which needs several groups.", layer.name);
}

std::string origin(const LayerReport& layer) {
  const model::DialectFacts& facts = model::facts_of(layer.dialect);
  return fmt::format("The {} {} of {} created it.", facts.kind, layer.name, facts.project);
}

std::string ignored(const GroupReport& group, const LayerReport& layer) {
  const std::string_view mark = model::facts_of(layer.dialect).mark;
  const std::string_view scheduler = group.scheduler_name;
  if (layer.dialect == group.dialect && layer.name == group.name) {
    return fmt::format(
        "Its pods are for the scheduler {}, which does not read {}: to it they are pods without a group.", scheduler,
        mark);
  }
  return fmt::format("Its pods also name the group {} by {}, which their scheduler {} does not read.", layer.name, mark,
                     scheduler);
}

std::string sentence_of(const GroupReport& group, const LayerReport& layer) {
  switch (layer.role) {
  case LayerRole::Gate:
    return gate(layer);
  case LayerRole::Parent:
    return parent(layer);
  case LayerRole::Origin:
    return origin(layer);
  case LayerRole::Ignored:
    break;
  }
  return ignored(group, layer);
}

struct Mode {
  Dialect dialect;
  std::string_view mode, words;
};

// Soft and Strict are the defaults; their remarks appear only if the object sets them.
constexpr Mode k_modes[] = {
    {Dialect::YuniKorn, "Soft",
     "Its style is Soft: once its placeholders time out, its pods are scheduled one by one."},
    {Dialect::YuniKorn, "Hard", "Its style is Hard: once its placeholders time out, the application fails."},
    {Dialect::Koordinator, "Strict",
     "Its mode is Strict: when one member fails, all waiting members release their nodes."},
    {Dialect::Koordinator, "NonStrict",
     "Its mode is NonStrict: when one member fails, waiting members keep their nodes."},
    {Dialect::Koordinator, "only-waiting",
     "Its match policy is only-waiting: running members do not count toward its quorum."},
};

} // namespace

bool is_approximated(const GroupReport& group) {
  return model::is_approximated(group.dialect) && group.policy != "none";
}

std::string policy_remark(const GroupReport& group) {
  if (!is_approximated(group)) { return ""; }
  return fmt::format("Policy: {} (approximates {}).", group.policy, model::dialect_name(group.dialect));
}

// (kube-batch pkg/scheduler/actions/allocate: the statement of a group that is not ready is not undone)
std::string earlier_remark(const GroupReport& group) {
  if (!is_approximated(group) || group.dialect != Dialect::KubeBatch) { return ""; }
  return " kube-batch keeps the nodes that it finds for an earlier group until its cycle ends, even if that group does "
         "not start, so an earlier group that never starts can block this one forever.";
}

std::string maker_remark(const GroupReport& group) {
  if (!group.implicit) { return ""; }
  return fmt::format("No object declares this group: {} creates one for each owner of pods.",
                     model::facts_of(group.dialect).project);
}

std::string mode_remark(const GroupReport& group) {
  std::vector<std::string> remarks;
  const std::string words = ", " + group.mode + ", ";
  for (const Mode& row : k_modes) {
    const bool is_said = words.find(fmt::format(", {}, ", row.mode)) != std::string::npos;
    if (row.dialect == group.dialect && is_said) { remarks.emplace_back(row.words); }
  }
  return util::joined(remarks, " ");
}

std::vector<std::string> layer_remarks(const GroupReport& group) {
  std::vector<std::string> remarks;
  for (const LayerReport& layer : group.layers) { remarks.push_back(sentence_of(group, layer)); }
  return remarks;
}

std::vector<std::string> sub_group_remarks(const GroupReport& group) {
  std::vector<std::string> remarks;
  const bool is_open =
      group.verdict == model::GroupVerdict::DoesNotFit || group.verdict == model::GroupVerdict::Unknown;
  if (!is_open) { return remarks; }
  for (const model::SubGroupReport& part : group.sub_groups) {
    if (part.bound_at_end >= part.min_member) { continue; }
    if (remarks.size() == k_most_dialect_parts) { break; }
    remarks.push_back(fmt::format("Its part {} needs {}: {} {}, and {} can be placed.", part.name,
                                  counted(part.min_member, "member"), part.total,
                                  one_or_many(part.total, "exists", "exist"), part.bound_at_end));
  }
  return remarks;
}

std::string last_message_remark(std::string_view message) {
  return message.empty()
             ? ""
             : fmt::format("Its scheduler's last message: {}{}", message, message.ends_with('.') ? "" : ".");
}

std::string condition_remark(const GroupReport& group) {
  if (!group.stored) { return ""; }
  if (group.stored->reason.empty()) {
    // Without a condition of the group, its pods have the scheduler's last word. It counts if no simulation has
    // another.
    const bool counts = group.verdict == model::GroupVerdict::Unknown && is_approximated(group) && !group.stored->stale;
    return counts ? last_message_remark(group.stored->message) : "";
  }
  const std::string& message = group.stored->message;
  const std::string said = message.empty() ? group.stored->reason : group.stored->reason + ": " + message;
  return fmt::format("Its status says {}{}{}", said, said.ends_with('.') ? "" : ".",
                     group.stored->stale ? " This no longer applies." : "");
}

} // namespace report
