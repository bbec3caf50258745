// SPDX-License-Identifier: Apache-2.0
// One run of bind: batch after batch, each as a whole or not at all, and what to do where that fails.
//
// A binding cannot be undone and the API server checks no capacity. So before a batch's first binding: its nodes and
// pods were read again and hold what the plan says, the Lease is ours, and the journal tells of it on disk. Each write
// ends with the Lease (kube::Term): a run that was stopped for long, or whose Lease is gone, sends nothing more. Where
// a binding fails or gets no answer, the cluster is read again, and the group is finished if its other
// members still fit, as if it were alone in the queue: its bound members hold room that is of no use without them. What
// cannot be finished ends the run.
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
  std::vector<std::string> dead; // of runs that are no more
};

class BindRun {
 public:
  BindRun(BindInput input, const BindMeans& means, Session& session);

  // Reads the cluster, plans, and binds. `half_done`: batches that an earlier run has begun; they come first.
  // `confirmed`: what a person has agreed to, nothing else is bound then. Throws util::Error where the cluster cannot
  // be read any more: then nothing more is bound.
  void carry_out(const BindTargets& targets, const std::set<BindTargets::Name>& half_done,
                 const std::vector<Batch>* confirmed);

  // What the cluster says now, read again: the report with its verdict. Throws util::Error.
  model::Report read_back(const BindTargets& targets);

  // Where read_back() fails: what was sent, in one sentence. Empty: nothing was.
  std::string known_so_far() const;

  // Batches that were begun and are not whole.
  const std::set<BindTargets::Name>& half_done() const { return m_half_done; }

 private:
  enum class Course : std::uint8_t {
    Done,       // as planned
    DoneAfresh, // to its end, other than planned: the plan for what follows is out of date
    Changed,    // nothing was begun, for the plan does not hold any more
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
  // Why we must not begin to bind, or go on; empty: nothing stands against it.
  std::string hindrance();
  bool has_lease();
  // Whether the Lease is still there and ours, asked of the server: it may have been deleted a moment ago.
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
  model::ClusterSnapshot m_cluster;                 // as last read
  std::optional<std::set<std::string>> m_omitted;   // lists that the first picture lacked
  std::vector<Sent> m_sent;                         // in the order in which pods were first sent
  std::map<BindTargets::Name, std::size_t> m_place; // of a pod in m_sent
  std::set<BindTargets::Name> m_begun, m_finished, m_half_done;
  std::map<BindTargets::Name, std::string> m_given_up; // why
  std::string m_over;                                  // why the run ended early; empty: it did not
  bool m_is_journal_full = false;                      // it takes no notes any more
  std::uint64_t m_events = 0;
};

} // namespace commands
