// SPDX-License-Identifier: Apache-2.0
// Charges pods to ResourceQuotas, one pod after the other. (admission plugin ResourceQuota, CheckRequest)
#pragma once

#include "engine/rules/gates.hpp"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace engine {

// A charge as far as the snapshot shows it. For pods that a controller has not created yet, it comes from their
// siblings.
struct QuotaAsk {
  const model::QuotaCharge& charge;
  bool knows_class_and_deadline = true; // false: skip quotas whose scopes depend on these
  std::string_view pod_name = {};       // of a pod of dry-run
};

// One quota with its usage by the pods so far.
class QuotaAccount {
 public:
  explicit QuotaAccount(const model::ResourceQuota& quota);

  const model::ResourceQuota& quota() const { return *m_quota; }
  bool counts(const QuotaAsk& ask) const;

  // The API server's message if it refuses the pod; "" if not.
  std::string unsaid_text(const model::QuotaCharge& charge) const;
  std::string exceeded_text(const model::QuotaCharge& charge) const;

  bool lacks_usage() const { return m_quota->used.empty(); }
  void take(const model::QuotaCharge& charge);
  void note(const model::QuotaCharge& charge, model::GateReport& report) const; // adds one more pod

 private:
  const model::ResourceQuota* m_quota;
  const model::ResourceQuantities* m_hard;
  model::ResourceQuantities m_used;
};

class QuotaLedger {
 public:
  explicit QuotaLedger(const model::ClusterSnapshot& cluster);

  // True if some quota has no usage in its status: then existing pods count.
  bool lacks_usage() const;
  // Counts an existing pod on quotas without usage.
  void count(std::string_view namespace_name, const QuotaAsk& ask);

  // Charges one pod of `group` (k_none: no group). Returns the API server's refusal, "" if it creates the pod.
  std::string charge(std::string_view namespace_name, model::GroupIndex group, const QuotaAsk& ask);

  // Moves the report of each group to `gates`. Call it once, last.
  void report(Gates& gates);

 private:
  std::vector<QuotaAccount> m_accounts;                                             // by namespace and name
  std::map<std::pair<model::GroupIndex, std::size_t>, model::GateReport> m_reports; // group and account
};

} // namespace engine
