// SPDX-License-Identifier: Apache-2.0
// The ledger of an answer (model/cluster/asked.hpp): the replies of each authority that can refuse or hold the pods
// that have no node yet. The ledger takes back a Yes that lacks a reply.
//
// An authority is a function in a file under ledger/ and a row in ledger.cpp. Facts about a manifest's own objects
// (suspended, of an unknown kind, a queue that is not in the input) come with the snapshot: ClusterSnapshot::asked.
#pragma once

#include "engine/explain/diagnose.hpp"
#include "engine/ledger/entries.hpp"
#include "engine/question.hpp"

#include <optional>
#include <string>
#include <vector>

namespace engine {

// One entry each for pods and nodes, if the input lacks that list because the server denied it.
model::Ledger denied_lists(const model::ClusterSnapshot& cluster);
// lint: one entry for the question's pods, and for each of its PodGroups, that could not be read.
model::Ledger unread_subjects(const model::ClusterSnapshot& cluster, const Question& question);

// What the ledger makes of a pod of no group to which the run gives a node.
struct PodAnswer {
  model::GroupVerdict verdict = model::GroupVerdict::Fits;
  std::optional<model::Code> code = {};
  std::string because = {}; // of another verdict than Fits
};

class Ledgers {
 public:
  Ledgers(const Run& run, const Question& question);

  // Fills `asked` of a group that does not run yet. Takes back a Fits, Satisfied or Idle that is not earned, and a
  // DoesNotFit that depends on an order that the group's scheduler does not keep.
  void close(model::GroupIndex group, model::GroupReport& report) const;

  // The same for the report as a whole: its pods of no group, the manifest's objects, and lists that the server
  // denied.
  void close(model::Report& report) const;

  PodAnswer answer_about(model::PodIndex pod) const;

  // Why the kubelet of a node may refuse one of the members that the fix starts there; empty: nothing shows that.
  std::string doubt_about(const model::Fix& fix) const;

  // bind: why members of the group, or the pod of no group (k_none), may not run on the nodes that the run gives them.
  // Schedulers and queues are not asked: bind takes their place. Empty: nothing shows that.
  std::string doubt_about_binding(model::GroupIndex group, model::PodIndex pod) const;

 private:
  void close_idle(const model::PodGroup& group, model::GroupReport& report) const;
  bool leaves_pods_open(const model::Report& report) const;
  model::Ledger asked_of(const LedgerSubject& subject) const;

  LedgerInput m_input;
};

} // namespace engine
