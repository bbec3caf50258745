// SPDX-License-Identifier: Apache-2.0
#include "report/words/gate_words.hpp"

#include "report/amounts.hpp"
#include "report/english.hpp"
#include "report/words/sentences.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <string_view>

namespace report {

namespace {

using model::GateAmount;
using model::GateKind;
using model::GateReport;
using model::GroupReport;

constexpr std::size_t k_most_promised = 3;

// "requests.cpu" is an amount of cpu.
std::string_view resource_in(std::string_view name) {
  for (const std::string_view prefix : {"requests.", "limits."}) {
    if (name.starts_with(prefix)) { return name.substr(prefix.size()); }
  }
  return name;
}

std::string text_of(const GateAmount& amount, const model::Quantity& quantity, Rounding rounding) {
  const std::string_view resource = resource_in(amount.resource);
  const bool cpu = resource == "cpu";
  std::int64_t whole = cpu ? quantity.milli_value() : quantity.value(); // rounded up
  const model::Quantity back = cpu ? model::Quantity::from_milli(whole) : model::Quantity::from_units(whole);
  if (rounding == Rounding::Down && back > quantity) { --whole; }
  return amount_text(resource, whole, rounding);
}

// "flavor spot of ClusterQueue team-a". Volcano's rules belong to the queue, except the one for the whole cluster.
std::string limit_place(const GateReport& gate, const GateAmount& amount) {
  if (gate.gate == GateKind::Kueue) { return fmt::format("flavor {} of {}", amount.rule, gate_object(gate)); }
  if (amount.rule == "overcommit") { return "the cluster at overcommit-factor 1.2"; }
  return gate_object(gate);
}

// The pods that request the amount. Pods that do not exist yet come from a manifest, or their controller will create
// them.
std::string askers(const GroupReport& group, const GateReport& gate) {
  if (gate.pods <= 0) { return "it asks"; }
  const std::string_view verb = one_or_many(gate.pods, "asks", "ask");
  if (group.code == model::Code::NotEnoughMembers) {
    return fmt::format("the {} that its controller wants beside these {}", counted(gate.pods, "pod"), verb);
  }
  return fmt::format("its {} {}", counted(gate.pods, "pod"), verb);
}

Clause amount_clause(const GroupReport& group, const GateReport& gate, const GateAmount& amount) {
  const std::string asked = text_of(amount, amount.asked, Rounding::Up);
  const std::string left = text_of(amount, amount.left, Rounding::Down);
  const std::string limit = text_of(amount, amount.limit, Rounding::Down);
  const std::string head = fmt::format("{} for {} {}", askers(group, gate), asked, amount.resource);
  if (amount.never()) {
    return {fmt::format("{}, and {} never has more than {}{}", head, limit_place(gate, amount), limit,
                        amount.is_of_nodes ? ", which is what the nodes offer" : "")};
  }
  return {fmt::format("{}, and {} has {} of {} left", head, limit_place(gate, amount), left, limit)};
}

// Groups that keep an amount from others although their pods do not use it. Volcano never takes it back.
Clause promised_clause(const GateAmount& amount) {
  std::vector<std::string> groups;
  model::Quantity sum;
  for (const model::PromisedAmount& promised : amount.promised) {
    groups.push_back(fmt::format("{}/{}", promised.namespace_name, promised.name));
    sum += promised.amount;
  }
  const auto count = static_cast<std::int64_t>(groups.size());
  return {fmt::format("{} {} Inqueue and {} {} {} that {} pods do not use; only deleting the {} gives it back",
                      listed_up_to(groups, k_most_promised), one_or_many(count, "is", "are"),
                      one_or_many(count, "holds", "hold"), text_of(amount, sum, Rounding::Up), amount.resource,
                      one_or_many(count, "its", "their"), one_or_many(count, "PodGroup", "PodGroups")),
          true};
}

// A ResourceQuota also counts pods that wait: those of groups earlier in the queue.
Clause quota_users_clause(const GateReport& gate) {
  return {fmt::format("pods in namespace {} use the rest, pending ones too; deleting such pods frees it",
                      gate.namespace_name)};
}

// The missing part of one amount: free capacity under the limit, or a higher limit.
std::string need_of(const GateReport& gate, const GateAmount& amount) {
  model::Quantity missing = amount.asked;
  missing -= amount.never() ? amount.limit : amount.left;
  const std::string text = fmt::format("{} {}", text_of(amount, missing, Rounding::Up), amount.resource);
  if (amount.never() && amount.is_of_nodes) { return fmt::format("nodes with {} more", text); }
  if (amount.never()) { return fmt::format("a limit that is {} higher in {}", text, limit_place(gate, amount)); }
  return fmt::format("{} more left in {}", text, limit_place(gate, amount));
}

std::string quota_brief(const GroupReport& group, const GateReport&) {
  const std::int64_t have = group.evidence.have, total = group.members.total;
  if (total == 1) { return "quota does not let its only member be created"; }
  if (have <= 0) { return fmt::format("quota lets none of its {} be created", counted(total, "member")); }
  return fmt::format("quota lets {} of its {} be created", have, counted(total, "member"));
}

std::string volcano_brief(const GroupReport&, const GateReport& gate) {
  return fmt::format("Volcano does not let it into {}", gate_object(gate));
}

std::string allocate_brief(const GroupReport&, const GateReport& gate) {
  return fmt::format("Volcano allocates nothing to it from {}", gate_object(gate));
}

std::string kai_brief(const GroupReport&, const GateReport& gate) {
  return fmt::format("KAI allocates nothing to it from {}", gate_object(gate));
}

std::string kueue_brief(const GroupReport&, const GateReport& gate) {
  if (gate.kind == "Workload") { return "Kueue does not start it"; }
  return fmt::format("Kueue does not admit it to {}", gate_object(gate));
}

struct GateWords {
  GateKind gate;
  std::string (*brief)(const GroupReport&, const GateReport&);
};

constexpr GateWords k_gate_words[] = {
    {GateKind::ResourceQuota, quota_brief},
    {GateKind::VolcanoEnqueue, volcano_brief},
    {GateKind::VolcanoAllocate, allocate_brief},
    {GateKind::KaiQueue, kai_brief},
    {GateKind::Kueue, kueue_brief},
};

// Amounts that are short; those above their limit come first.
std::vector<GateAmount> shortages(const GateReport& gate) {
  std::vector<GateAmount> amounts;
  for (const GateAmount& amount : gate.amounts) {
    if (amount.short_of()) { amounts.push_back(amount); }
  }
  std::stable_sort(amounts.begin(), amounts.end(), [](const auto& a, const auto& b) { return a.never() > b.never(); });
  return amounts;
}

template <typename Visit>
void each_shut(const GroupReport& group, Visit visit) {
  for (const GateReport& gate : group.gates) {
    if (!gate.open) { visit(gate); }
  }
}

} // namespace

std::string gate_object(const GateReport& gate) {
  const std::string_view slash = gate.namespace_name.empty() ? "" : "/";
  return fmt::format("{} {}{}{}", gate.kind, gate.namespace_name, slash, gate.name);
}

const GateReport* shut_gate(const GroupReport& group) {
  const auto shut = std::find_if(group.gates.begin(), group.gates.end(), [](const auto& gate) { return !gate.open; });
  return shut == group.gates.end() ? nullptr : &*shut;
}

std::string gate_brief(const GroupReport& group) {
  const GateReport* const gate = shut_gate(group);
  for (const GateWords& words : k_gate_words) {
    if (gate && words.gate == gate->gate) {
      return fmt::format("{} ({})", words.brief(group, *gate), quorum_label(group));
    }
  }
  return "a queue above the scheduler has not admitted it yet";
}

std::vector<Clause> gate_causes(const GroupReport& group) {
  std::vector<Clause> clauses;
  std::map<std::string, const GateAmount*> promised; // by resource: the row with the most
  each_shut(group, [&](const GateReport& gate) {
    const bool note_last = gate.gate == GateKind::Kueue; // it then concerns other flavors, or preemption
    if (!gate.note.empty() && !note_last) { clauses.push_back({gate.note}); }
    for (const GateAmount& amount : shortages(gate)) { clauses.push_back(amount_clause(group, gate, amount)); }
    const bool others_use_it =
        gate.gate == GateKind::ResourceQuota && std::ranges::any_of(gate.amounts, [](const GateAmount& amount) {
          return amount.short_of() && !amount.never() && !amount.used.is_zero();
        });
    if (others_use_it) { clauses.push_back(quota_users_clause(gate)); }
    if (!gate.note.empty() && note_last) { clauses.push_back({gate.note}); }
    for (const GateAmount& amount : gate.amounts) {
      if (!amount.short_of() || amount.never() || amount.promised.empty()) { continue; }
      const GateAmount*& most = promised[amount.resource];
      if (most == nullptr || most->promised.size() < amount.promised.size()) { most = &amount; }
    }
  });
  for (const auto& [resource, amount] : promised) { clauses.push_back(promised_clause(*amount)); }
  return clauses;
}

// One of several flavors is enough; other rules must all be met.
std::vector<Clause> gate_needs(const GroupReport& group) {
  std::vector<std::string> needs;
  each_shut(group, [&](const GateReport& gate) {
    std::map<std::string, std::vector<std::string>> by_resource;
    for (const GateAmount& amount : shortages(gate)) {
      const std::string rule = gate.gate == GateKind::Kueue ? std::string() : amount.rule;
      by_resource[fmt::format("{} {}", amount.resource, rule)].push_back(need_of(gate, amount));
    }
    for (const auto& [what, alternatives] : by_resource) { needs.push_back(util::joined(alternatives, " or ")); }
  });
  if (needs.empty()) { return {}; }
  return {{listed(needs)}};
}

} // namespace report
