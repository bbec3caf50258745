// SPDX-License-Identifier: Apache-2.0
#include "engine/rules/gates/quota_ledger.hpp"

#include "engine/index.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <optional>

namespace engine {

namespace {

using Amounts = model::ResourceQuantities;

const model::Quantity* find(const Amounts& amounts, std::string_view resource) {
  const auto found = std::ranges::lower_bound(amounts, resource, {}, &Amounts::value_type::first);
  return found == amounts.end() || found->first != resource ? nullptr : &found->second;
}

model::Quantity amount(const Amounts& amounts, std::string_view resource) {
  const model::Quantity* const found = find(amounts, resource);
  return found == nullptr ? model::Quantity() : *found;
}

std::optional<bool> in_scope(std::string_view scope, const QuotaAsk& ask) {
  const model::QuotaCharge& charge = ask.charge;
  if (scope == "BestEffort") { return charge.best_effort; }
  if (scope == "NotBestEffort") { return !charge.best_effort; }
  if (scope == "CrossNamespacePodAffinity") { return charge.crosses_namespaces; }
  if (!ask.knows_class_and_deadline) { return false; }
  if (scope == "Terminating") { return charge.terminating; }
  if (scope == "NotTerminating") { return !charge.terminating; }
  return std::nullopt; // PriorityClass: its requirement decides; other scopes do not concern pods
}

// podMatchesScopeFunc
bool meets(const model::Requirement& requirement, const QuotaAsk& ask) {
  if (const auto simple = in_scope(requirement.key, ask)) { return *simple; }
  if (requirement.key != "PriorityClass") { return false; }
  model::Labels said; // the class as if it were a label, as the API server compares it
  if (!ask.charge.priority_class.empty()) { said.push_back({requirement.key, ask.charge.priority_class}); }
  return model::matches(requirement, said);
}

bool is_older(const QuotaAsk& ask, const model::ResourceQuota& quota) {
  return std::ranges::find(quota.earlier_pods, ask.pod_name) != quota.earlier_pods.end();
}

// Calls visit(resource, limit, asked) for each resource that the quota limits and the pod requests.
template <typename Visit>
void each(const Amounts& hard, const model::QuotaCharge& charge, Visit visit) {
  for (const auto& [resource, limit] : hard) {
    const model::Quantity* const asked = find(charge.amounts, resource);
    if (asked && !asked->is_zero()) { visit(resource, limit, *asked); }
  }
}

} // namespace

// A quota without a status yet enforces its spec.
QuotaAccount::QuotaAccount(const model::ResourceQuota& quota)
    : m_quota(&quota), m_hard(quota.enforced_hard.empty() ? &quota.hard : &quota.enforced_hard), m_used(quota.used) {}

bool QuotaAccount::counts(const QuotaAsk& ask) const {
  const auto scoped = [&](std::string_view scope) { return meets({scope, model::SelectorOperator::Exists, {}}, ask); };
  const auto met = [&](const model::Requirement& requirement) { return meets(requirement, ask); };
  const auto named = [&](const auto& item) { return find(ask.charge.amounts, item.first) != nullptr; };
  const auto insisted = [&](const auto& item) { return find(*m_hard, item.first) != nullptr; };
  return std::ranges::all_of(m_quota->scopes, scoped) && std::ranges::all_of(m_quota->scope_selector, met) &&
         (std::ranges::any_of(*m_hard, named) || std::ranges::any_of(ask.charge.unsaid, insisted));
}

// A quota for cpu or memory requires every container to declare it. (podEvaluator.Constraints)
std::string QuotaAccount::unsaid_text(const model::QuotaCharge& charge) const {
  std::string text;
  for (const auto& [resource, containers] : charge.unsaid) {
    if (find(*m_hard, resource) == nullptr) { continue; }
    text += util::concat(text.empty() ? "" : "; ", resource, " for: ", containers);
  }
  return text.empty() ? text : util::concat("failed quota: ", m_quota->name, ": must specify ", text);
}

std::string QuotaAccount::exceeded_text(const model::QuotaCharge& charge) const {
  std::string requested, used, limited;
  each(*m_hard, charge, [&](std::string_view resource, const model::Quantity& limit, const model::Quantity& asked) {
    const model::Quantity before = amount(m_used, resource);
    model::Quantity after = before;
    after += asked;
    if (after <= limit) { return; }
    const std::string_view comma = requested.empty() ? "" : ",";
    requested += util::concat(comma, resource, '=', asked.text());
    used += util::concat(comma, resource, '=', before.text());
    limited += util::concat(comma, resource, '=', limit.text());
  });
  if (requested.empty()) { return {}; }
  return util::concat("exceeded quota: ", m_quota->name, ", requested: ", requested, ", used: ", used,
                      ", limited: ", limited);
}

void QuotaAccount::take(const model::QuotaCharge& charge) {
  each(*m_hard, charge, [&](std::string_view resource, const model::Quantity&, const model::Quantity& asked) {
    const auto place = std::ranges::lower_bound(m_used, resource, {}, &Amounts::value_type::first);
    if (place != m_used.end() && place->first == resource) {
      place->second += asked;
    } else {
      m_used.insert(place, {resource, asked});
    }
  });
}

void QuotaAccount::note(const model::QuotaCharge& charge, model::GateReport& report) const {
  report.kind = "ResourceQuota";
  report.namespace_name = m_quota->namespace_name;
  report.name = m_quota->name;
  report.note = unsaid_text(charge);
  ++report.pods;
  each(*m_hard, charge, [&](std::string_view resource, const model::Quantity& limit, const model::Quantity& asked) {
    auto row = std::ranges::find(report.amounts, resource, &model::GateAmount::resource);
    if (row == report.amounts.end()) { // rest before the first pod of the group
      const model::Quantity used = amount(m_used, resource);
      model::Quantity left = limit;
      left -= used;
      report.amounts.push_back({std::string(resource), {}, {}, limit, used, std::max(left, model::Quantity())});
      row = std::prev(report.amounts.end());
    }
    row->asked += asked;
  });
}

QuotaLedger::QuotaLedger(const model::ClusterSnapshot& cluster) {
  for (const model::ResourceQuota& quota : cluster.resource_quotas) { m_accounts.emplace_back(quota); }
}

bool QuotaLedger::lacks_usage() const { return std::ranges::any_of(m_accounts, &QuotaAccount::lacks_usage); }

void QuotaLedger::count(std::string_view namespace_name, const QuotaAsk& ask) {
  for (QuotaAccount& account : m_accounts) {
    const bool is_its = account.quota().namespace_name == namespace_name;
    if (is_its && account.lacks_usage() && account.counts(ask)) { account.take(ask.charge); }
  }
}

std::string QuotaLedger::charge(std::string_view namespace_name, model::GroupIndex group, const QuotaAsk& ask) {
  const auto namespace_of = [](const QuotaAccount& account) { return account.quota().namespace_name; };
  std::vector<QuotaAccount*> counting;
  auto account = std::ranges::lower_bound(m_accounts, namespace_name, {}, namespace_of);
  for (; account != m_accounts.end() && namespace_of(*account) == namespace_name; ++account) {
    if (account->counts(ask)) { counting.push_back(&*account); }
  }
  const auto report_of = [&](const QuotaAccount& of) -> model::GateReport& {
    return m_reports[{group, static_cast<std::size_t>(&of - m_accounts.data())}];
  };
  for (const QuotaAccount* const counted : counting) { counted->note(ask.charge, report_of(*counted)); }
  for (const auto text : {&QuotaAccount::unsaid_text, &QuotaAccount::exceeded_text}) {
    for (const QuotaAccount* const counted : counting) {
      std::string refusal = (counted->*text)(ask.charge);
      if (refusal.empty() || is_older(ask, counted->quota())) { continue; }
      ++report_of(*counted).held;
      return refusal;
    }
  }
  for (QuotaAccount* const counted : counting) { counted->take(ask.charge); }
  return {};
}

void QuotaLedger::report(Gates& gates) {
  for (auto& [key, report] : m_reports) {
    if (key.first == model::k_none) { continue; }
    report.open = report.held == 0;
    gates.groups[at(key.first)].push_back(std::move(report));
  }
  m_reports.clear();
}

} // namespace engine
