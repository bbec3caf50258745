// SPDX-License-Identifier: Apache-2.0
// What the authorities of the ledger read, and where they put what they say.
#pragma once

#include "engine/explain/diagnose.hpp"
#include "engine/question.hpp"
#include "model/cluster/asked.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace engine {

// Which schedulers the picture shows at work: by pods that they bound or refused, by events, Leases and Deployments.
struct SchedulersAtWork {
  explicit SchedulersAtWork(const model::ClusterSnapshot& cluster);
  bool shows(std::string_view scheduler_name) const { return std::ranges::binary_search(names, scheduler_name); }
  std::vector<std::string_view> names; // schedulerNames, and names of programs that may be some; sorted
  bool shows_any = false;              // one that is a scheduler for certain
};

struct LedgerInput {
  const Run& run;
  const Question& question;
  const model::ClusterSnapshot& cluster;
  SchedulersAtWork schedulers;
  // By group: whether it has its quorum, too, where over-committed nodes come first in the sums of minResources,
  // because no snapshot shows in which order a running scheduler knows the nodes. Empty: the order does not matter.
  std::vector<bool> starts_in_worst_order;

  bool is_new() const { return question.kind == model::ReportKind::DryRun; } // its pods are still to be created
  const model::Pod& pod(model::PodIndex index) const { return cluster.pods[static_cast<std::size_t>(index)]; }
};

// A group, or the pods of none.
struct LedgerSubject {
  std::string name;                  // "ml/train"; empty: pods of no group
  const model::PodGroup* group;      // null: pods of no group
  bool starts = false;               // its quorum is placed in the run
  std::vector<model::PodIndex> pods; // that have no place yet, one for each spec, labels and namespace
};

class LedgerEntries {
 public:
  explicit LedgerEntries(std::string_view of) : m_of(of) {}

  void add(model::Authority authority, model::Reply reply, std::string because, std::string object = {}) {
    model::Asked entry{authority, reply, std::move(because), std::move(object), m_of};
    if (std::ranges::find(ledger, entry) == ledger.end()) { ledger.push_back(std::move(entry)); }
  }

  model::Ledger ledger;

 private:
  std::string m_of;
};

// The rows, each in its file.
void quota_entries(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out);
void queue_entries(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out);
void scheduler_entries(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out);
void input_entries(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out);

// What is asked once for all subjects: lists that are missing. Where one of those under Inputs is, the answer is
// Unknown.
void entries_of_all(const LedgerInput& input, LedgerEntries& out);
// dry-run: what the API server and the kubelets may say of pods that are still to be created.
void entries_of_new_pods(const LedgerInput& input, LedgerEntries& out);

} // namespace engine
