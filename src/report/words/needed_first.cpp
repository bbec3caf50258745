// SPDX-License-Identifier: Apache-2.0
// Conditions that must be met before anything else can help. They are necessary, which needs no further simulation. The
// output never calls them sufficient.
#include "report/amounts.hpp"
#include "report/english.hpp"
#include "report/words/gate_words.hpp"
#include "report/words/sentences.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

namespace report {

namespace {

using model::Code;
using model::GroupReport;
using NeededClauses = std::vector<Clause>;

NeededClauses create_group(const GroupReport& group) {
  const model::DialectFacts& words = model::facts_of(group.dialect);
  return {{fmt::format("a {} {} (apiVersion {}) in namespace {}, or pods without {}", words.kind, group.name,
                       words.api_version, group.namespace_name, words.mark)}};
}

NeededClauses more_members(const GroupReport& group) {
  const std::int64_t have = existing(group);
  if (const std::string& partner = group.evidence.partner; !partner.empty()) {
    if (group.evidence.needed <= 0) { return {{fmt::format("the gang {}", partner), true}}; }
    return {
        {fmt::format("{} more of gang {}", counted(group.evidence.needed - group.evidence.have, "member"), partner)}};
  }
  const std::int64_t missing = quorum(group) - have;
  if (missing <= 0) { return {}; }
  const std::string& part = group.evidence.sub_group;
  if (!part.empty()) {
    return {{fmt::format("{} more {} of {}", missing, one_or_many(missing, "member", "members"), part)}};
  }
  const std::string lower =
      have > 0 ? fmt::format(", or a {} of at most {}", model::facts_of(group.dialect).quorum_field, have) : "";
  return {{fmt::format("{} more {}{}", missing, one_or_many(missing, "member", "members"), lower)}};
}

NeededClauses remove_gates(const GroupReport& group) {
  if (group.evidence.gates.empty()) { return {}; }
  const auto gates = static_cast<std::int64_t>(group.evidence.gates.size());
  return {{fmt::format("the controller that set the {} must remove {}", one_or_many(gates, "gate", "gates"),
                       one_or_many(gates, "it", "them"))}};
}

NeededClauses serve_scheduler(const GroupReport& group) {
  if (group.evidence.scheduler.empty()) { return {}; }
  return {{fmt::format("a running scheduler with a profile {}, or pods with another spec.schedulerName",
                       group.evidence.scheduler)}};
}

NeededClauses make_members_agree(const GroupReport& group) {
  if (group.evidence.hints.empty()) { return {}; }
  return {{fmt::format("the same {} in all its members", group.evidence.hints.front())}};
}

// minResources alone refuses members that would fit. No remedy that the simulation tries changes it.
NeededClauses fit_min_resources(const GroupReport& group) {
  const std::vector<model::MinResource>& figures = group.evidence.min_resources;
  const bool members_fit = std::ranges::all_of(
      figures, [](const model::MinResource& figure) { return figure.free > 0 && figure.members_need <= figure.free; });
  if (figures.empty() || !members_fit) { return {}; }
  std::vector<std::string> most, more;
  for (const model::MinResource& figure : figures) {
    most.push_back(amount_of_text(figure.resource, figure.free, Rounding::Down));
    more.push_back(amount_of_text(figure.resource, figure.asked - figure.free, Rounding::Up));
  }
  return {{fmt::format("a minResources of at most {}, or {} more free", listed(most), listed(more))}};
}

struct Need {
  Code code;
  NeededClauses (*clauses)(const GroupReport&);
};

// Codes whose remedy follows from their meaning. For the others only a simulation can find a remedy.
constexpr Need k_needs[] = {
    {Code::GroupNotFound, create_group},
    {Code::WrongScheduler, serve_scheduler},
    {Code::NotEnoughMembers, more_members},
    {Code::MembersGated, remove_gates},
    {Code::QueueGate, gate_needs},
    {Code::MembersDisagree, make_members_agree},
    {Code::MinResourcesShort, fit_min_resources},
};

} // namespace

NeededClauses needed_first(const GroupReport& group) {
  for (const Need& need : k_needs) {
    if (need.code == group.code) { return need.clauses(group); }
  }
  return {};
}

} // namespace report
