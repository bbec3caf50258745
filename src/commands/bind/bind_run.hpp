// SPDX-License-Identifier: Apache-2.0
// One run of bind: batch after batch, each completely or not at all, and the handling of failures.
//
// A binding cannot be undone, and the API server does not check capacity. So before a batch's first binding the run
// re-reads its nodes and pods, and checks that they still fit the plan. It must hold the Lease, and the journal on disk
// must record the batch. Each write ends with the Lease (kube::Term): a run that was suspended for long, or that lost
// its Lease, sends nothing more. If a binding fails or gets no answer, the run reads the cluster again. It completes
// the group if its other members still fit. For that it plans as if the group were alone in the queue: bound members
// use capacity that is useless without the others. If a group cannot be completed, the run ends.
#pragma once

#include "commands/bind/clearance.hpp"
#include "commands/bind/journal.hpp"
#include "commands/bind/plan.hpp"
#include "commands/flags/messages.hpp"
#include "kube/api/lease_lock.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace commands {

struct BindMeans {
  kube::Client& client;
  kube::LeaseLock& lease;
  Journal& journal;
  Clearance clearance;
  std::string identity;          // of this run
  std::vector<std::string> dead; // of dead runs
};

class BindRun {
 public:
  BindRun(BindInput input, const BindMeans& means, Session& session);

  // Reads the cluster, plans, and binds. `half_done`: batches that an earlier run has begun; they come first.
  // `confirmed`: the plan that the user confirmed; binds nothing else. Throws util::Error, and binds nothing more, if
  // the cluster becomes unreadable.
  void carry_out(const BindTargets& targets, const std::set<BindTargets::Name>& half_done,
                 const std::vector<Batch>* confirmed);

  // Reads the cluster again and returns the report with its verdict. Throws util::Error.
  model::Report read_back(const BindTargets& targets);

  // If read_back() fails: the bindings sent so far, in one sentence. Empty if there are none.
  std::string known_so_far() const;

  // Batches that were begun and are incomplete.
  const std::set<BindTargets::Name>& half_done() const { return m_half_done; }

 private:
  enum class Course : std::uint8_t {
    Done,       // as planned
    DoneAfresh, // completed, but not as planned: the plan for the next batches is outdated
    Changed,    // nothing was begun, because the plan no longer holds
    Over,       // the run ends here
  };
  Course bind_batch(Batch batch);
  Course finish(const BindTargets::Name& name);
  Course over(const std::string& why);
  Course whole(const BindTargets::Name& name, Course course);
  bool send(const Batch& batch);
  void send(const Batch& batch, const kube::Binding& binding, std::vector<kube::Binding>& bound);
  template <typename Write>
  void note(Write write);
  void tell_events(const std::vector<kube::Binding>& bound);
  BindPlan plan_afresh(const BindTargets& targets, Others others);
  BindPlan plan_to_finish(const BindTargets::Name& name);
  // The reason why the run must not begin to bind, or continue; empty if there is none.
  std::string hindrance();
  bool has_lease();
  // Asks the server whether this run still holds the Lease: another client may have deleted it a moment ago.
  bool is_lease_confirmed();
  std::string lost_text() const;
  kube::Request for_this_run(kube::Request request) const;
  void warn(const std::string& sentence) { print_warning(sentence, m_input.request.messages, m_session); }
  bool is_told_to_stop() const { return m_session.signal && m_session.signal() != 0; }
  template <typename Read>
  auto patiently(Read read);
  void judge(const BindTargets& targets, model::Report& report) const;
  void judge_nodes(const BindTargets& targets, model::Report& report) const;

  struct Sent {
    kube::Binding binding;
    std::string group;   // empty: none
    std::string trouble; // empty: the server has confirmed it
  };
  model::BindingReport what_became_of(const Sent& sent) const;

  BindInput m_input;
  BindMeans m_means;
  Session& m_session;
  Picture m_picture;                                // from the last read
  std::optional<std::set<std::string>> m_missing;   // lists that the first picture lacks
  std::vector<Sent> m_sent;                         // in order of the pods' first request
  std::map<BindTargets::Name, std::size_t> m_place; // index of a pod in m_sent
  std::set<BindTargets::Name> m_begun, m_finished, m_half_done;
  std::set<BindTargets::Name> m_resumed;               // begun by a run before this one
  std::map<BindTargets::Name, std::string> m_given_up; // with the reason
  std::string m_over;                                  // why the run ended early; empty: it did not
  bool m_is_journal_full = false;                      // the journal accepts no further lines
  std::uint64_t m_events = 0;
};

} // namespace commands
