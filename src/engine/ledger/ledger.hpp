// SPDX-License-Identifier: Apache-2.0
// The ledger of an answer (model/cluster/asked.hpp): for the pods that have no place yet, each authority that can
// refuse or hold them is asked. Where one was not, a Yes is taken back.
//
// An authority is a function in a file under ledger/ and a row in ledger.cpp. What is known of a manifest's own objects
// (suspended, of an unknown kind, a queue that is not in the input) comes with the picture: ClusterSnapshot::asked.
#pragma once

#include "engine/explain/diagnose.hpp"
#include "engine/ledger/entries.hpp"
#include "engine/question.hpp"

#include <vector>

namespace engine {

// One entry each for pods and nodes, where the input lacks that list because it was denied.
model::Ledger denied_lists(const model::ClusterSnapshot& cluster);

class Ledgers {
 public:
  Ledgers(const Run& run, const Question& question);

  // Fills `asked` of a group that does not run yet, and takes back a Fits that was not earned, and a DoesNotFit that
  // rests on an order that its scheduler does not keep.
  void close(model::GroupIndex group, model::GroupReport& report) const;

  // The same of the report as a whole: its pods of no group, the manifest's objects, and lists that were denied.
  void close(model::Report& report) const;

 private:
  model::Ledger asked_of(const LedgerSubject& subject) const;

  LedgerInput m_input;
};

} // namespace engine
