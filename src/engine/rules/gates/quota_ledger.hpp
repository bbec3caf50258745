// SPDX-License-Identifier: Apache-2.0
// What ResourceQuotas have and what pods take of them, one pod after the other. (admission plugin ResourceQuota,
// CheckRequest)
#pragma once

#include "engine/rules/gates.hpp"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace engine {

// A charge as far as it is known: of pods that a controller has not made yet, only what their siblings show.
struct QuotaAsk {
  const model::QuotaCharge& charge;
  bool knows_class_and_deadline = true; // else quotas whose scopes are about these are not asked
};

// One quota with what the pods so far have taken of it.
class QuotaAccount {
 public:
  explicit QuotaAccount(const model::ResourceQuota& quota);

  const model::ResourceQuota& quota() const { return *m_quota; }
  bool counts(const QuotaAsk& ask) const;

  // The API server's words where it refuses; "" where it does not.
  std::string unsaid_text(const model::QuotaCharge& charge) const;
  std::string exceeded_text(const model::QuotaCharge& charge) const;

  void take(const model::QuotaCharge& charge);
  void note(const model::QuotaCharge& charge, model::GateReport& report) const; // one more pod that asks

 private:
  const model::ResourceQuota* m_quota;
  const model::ResourceQuantities* m_hard;
  model::ResourceQuantities m_used;
};

class QuotaLedger {
 public:
  explicit QuotaLedger(const model::ClusterSnapshot& cluster);

  // Charges one pod of `group` (k_none: of none); the API server's refusal, "" where it creates the pod.
  std::string charge(std::string_view namespace_name, model::GroupIndex group, const QuotaAsk& ask);

  // Hands over what was noted of each group; once, last.
  void report(Gates& gates);

 private:
  std::vector<QuotaAccount> m_accounts;                                             // by namespace and name
  std::map<std::pair<model::GroupIndex, std::size_t>, model::GateReport> m_reports; // group and account
};

} // namespace engine
