// SPDX-License-Identifier: Apache-2.0
#include "commands/bind/bind_run.hpp"

#include "commands/bind/group_state.hpp"
#include "commands/bind/other_runs.hpp"
#include "commands/bind/second_look.hpp"
#include "kube/api/status.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace commands {

namespace {

using std::chrono::steady_clock;

constexpr int k_rounds = 3;                              // attempts to bind one batch
constexpr std::chrono::seconds k_read_back_patience{60}; // for a server that does not answer
constexpr std::chrono::seconds k_pause{1};               // between two attempts
constexpr std::chrono::seconds k_lease_patience{30};     // for the Lease to be renewed

// True if the same pods go to the same nodes in the same order.
bool is_same(const std::vector<Batch>& a, const std::vector<Batch>& b) {
  return std::ranges::equal(a, b, [](const Batch& one, const Batch& other) {
    return one.name == other.name &&
           std::ranges::equal(one.bindings, other.bindings, [](const kube::Binding& x, const kube::Binding& y) {
             return x.uid == y.uid && x.node == y.node;
           });
  });
}

bool is_declared(const model::ClusterSnapshot& cluster, const BindTargets::Name& name) {
  return std::ranges::any_of(cluster.groups, [&](const model::PodGroup& group) {
    return group.declared && group.namespace_name == name.first && group.name == name.second;
  });
}

} // namespace

BindRun::BindRun(BindInput input, const BindMeans& means, Session& session)
    : m_input(std::move(input)), m_means(means), m_session(session) {}

// Retries a read: a restarting server answers late, and may first deny what it has not loaded yet.
template <typename Read>
auto BindRun::patiently(Read read) {
  const steady_clock::time_point since = steady_clock::now();
  bool is_told = false;
  const auto wait = [&](const util::Error& error) {
    if (!is_told) { warn(util::concat(error.what(), "; trying again for ", k_read_back_patience.count(), " seconds")); }
    is_told = true;
    std::this_thread::sleep_for(k_pause);
  };
  for (;;) {
    try {
      return read();
    } catch (const kube::ConnectionError& error) {
      if (steady_clock::now() - since > k_read_back_patience) { throw; }
      wait(error);
    } catch (const kube::ApiError& error) {
      if (steady_clock::now() - since > k_read_back_patience) { throw; }
      wait(error);
    } catch (const IncompletePicture& error) {
      if (steady_clock::now() - since > k_read_back_patience) { throw; }
      wait(error);
    }
  }
}

// Writes journal lines that only save a later run a look at the cluster. If the disk is full, the run continues without
// them.
template <typename Write>
void BindRun::note(Write write) {
  if (m_is_journal_full) { return; }
  try {
    write();
  } catch (const util::Error& error) {
    m_is_journal_full = true;
    warn(error.what());
  }
}

void BindRun::carry_out(const BindTargets& targets, const std::set<BindTargets::Name>& half_done,
                        const std::vector<Batch>* confirmed) {
  for (const BindTargets::Name& name : half_done) {
    m_session.finishing = true;
    m_begun.insert(name);
    m_half_done.insert(name);
    m_resumed.insert(name);
    if (finish(name) == Course::Over) { return; }
  }
  BindPlan plan = plan_afresh(targets, Others::Simulated);
  if (confirmed != nullptr && !is_same(*confirmed, plan.batches)) {
    m_over = "the cluster has changed since the plan was shown; look at it again";
    return;
  }
  std::map<BindTargets::Name, int> changes;
  for (;;) {
    const auto next = std::ranges::find_if(plan.batches, [&](const Batch& batch) {
      return !m_finished.contains(batch.name) && !m_given_up.contains(batch.name);
    });
    if (next == plan.batches.end()) { return; }
    if (is_told_to_stop()) {
      m_over = "the run was interrupted";
      return;
    }
    const BindTargets::Name name = next->name;
    const Course course = bind_batch(*next);
    if (course == Course::Over) { return; }
    if (course == Course::Changed && ++changes[name] == k_rounds) {
      m_given_up[name] = "the cluster changes faster than it can be planned for";
    }
    if (course != Course::Done) { plan = plan_afresh(targets, Others::Simulated); }
  }
}

BindRun::Course BindRun::over(const std::string& why) {
  m_over = why;
  return Course::Over;
}

BindRun::Course BindRun::whole(const BindTargets::Name& name, Course course) {
  note([&] { m_means.journal.done(name); });
  m_half_done.erase(name);
  m_finished.insert(name);
  return course;
}

BindRun::Course BindRun::bind_batch(Batch batch) {
  if (const std::string why = hindrance(); !why.empty()) { return over(why); }
  const auto reasons = patiently([&] { return second_look(m_means.client, m_input, m_picture.now, batch); });
  if (!reasons.empty()) {
    warn(util::concat(name_text(batch.name),
                      " was not begun, for the cluster has changed: ", util::joined(reasons, "; ")));
    return Course::Changed;
  }
  if (!is_lease_confirmed()) { return over(lost_text()); }
  m_session.finishing = true; // from here on a signal waits until the group is whole and the report is printed
  m_means.journal.begin(batch);
  m_begun.insert(batch.name);
  m_half_done.insert(batch.name);
  return send(batch) ? whole(batch.name, Course::Done) : finish(batch.name);
}

// Completes a batch that is, or may be, half bound.
BindRun::Course BindRun::finish(const BindTargets::Name& name) {
  for (int round = 0; round < k_rounds; ++round) {
    const BindPlan plan = plan_to_finish(name);
    if (plan.batches.empty()) {
      const model::GroupReport* const group = find_group(plan.report, name);
      if (group != nullptr && !is_whole(*group)) {
        const std::string why = hindrance();
        return over(util::concat(why, why.empty() ? "" : "; ", name_text(name),
                                 " cannot be finished: ", shortage_text(*group)));
      }
      if (!is_bound_at_all(plan.report, name)) {
        m_given_up[name] = "nothing of it is bound, and it does not fit any more";
      }
      return whole(name, Course::DoneAfresh);
    }
    if (const std::string why = hindrance(); !why.empty()) { return over(why); }
    Batch batch = plan.batches.front();
    const auto reasons = patiently([&] { return second_look(m_means.client, m_input, m_picture.now, batch); });
    if (!reasons.empty()) {
      warn(util::concat(name_text(name), ": ", util::joined(reasons, "; ")));
      continue;
    }
    if (!is_lease_confirmed()) { return over(lost_text()); }
    m_means.journal.begin(batch);
    if (send(batch)) { return whole(name, Course::DoneAfresh); }
  }
  return over(util::concat(name_text(name), " could not be finished in ", k_rounds, " rounds"));
}

// Sends all bindings of a batch. False if one was refused or has no known result, or if the Lease was lost meanwhile.
bool BindRun::send(const Batch& batch) {
  constexpr std::size_t k_at_once = 64; // requests; waits for their answers before it sends more
  std::vector<kube::Binding> bound;
  for (std::size_t i = 0; i < batch.bindings.size(); ++i) {
    if (i % k_at_once == 0) {
      m_means.client.run();
      if (!m_means.lease.is_held()) { break; } // does not wait for the Lease: data about the nodes would be outdated
    }
    send(batch, batch.bindings[i], bound);
  }
  m_means.client.run();
  tell_events(bound);
  return bound.size() == batch.bindings.size();
}

void BindRun::send(const Batch& batch, const kube::Binding& binding, std::vector<kube::Binding>& bound) {
  const std::size_t place =
      m_place.emplace(BindTargets::Name(binding.namespace_name, binding.pod), m_sent.size()).first->second;
  if (place == m_sent.size()) { m_sent.emplace_back(); }
  m_sent[place] = {binding, batch.is_group ? batch.name.second : std::string(), "no answer"};
  m_means.client.start(for_this_run(kube::binding_request(binding, kube::DryRun::No)),
                       [this, place, &batch, &bound](const kube::Outcome& outcome) {
                         Sent& sent = m_sent[place];
                         if (outcome.is_answer()) {
                           sent.trouble.clear();
                           bound.push_back(sent.binding);
                           note([&] { m_means.journal.bound(batch.name, sent.binding); });
                           return;
                         }
                         sent.trouble = outcome.trouble();
                         if (!m_means.lease.is_held()) { return; } // one sentence covers all of them
                         warn(util::concat("binding ", sent.binding.namespace_name, '/', sent.binding.pod, " to ",
                                           sent.binding.node, ": ", sent.trouble));
                       });
}

void BindRun::tell_events(const std::vector<kube::Binding>& bound) {
  if (!m_means.clearance.events) { return; }
  std::string trouble;
  for (const kube::Binding& binding : bound) {
    m_means.client.start(
        for_this_run(kube::scheduled_event_request(binding, m_means.identity, m_means.lease.server_now(), ++m_events)),
        [&trouble](const kube::Outcome& outcome) {
          if (!outcome.is_answer()) { trouble = outcome.trouble(); }
        });
  }
  m_means.client.run();
  if (!trouble.empty()) { warn(util::concat("an event was not written: ", trouble)); }
}

BindPlan BindRun::plan_afresh(const BindTargets& targets, Others others) {
  return patiently([&] {
    m_picture = read_picture(m_input, m_session);
    if (!m_missing) { m_missing = m_picture.missing; }
    if (!std::ranges::includes(*m_missing, m_picture.missing)) {
      throw IncompletePicture("the server does not give all lists that it gave before");
    }
    return plan_bindings(m_input, m_picture, targets, others);
  });
}

// The rest of a batch. A server that has just started serves custom resources late: a group that a journal names may
// only seem to be gone.
BindPlan BindRun::plan_to_finish(const BindTargets::Name& name) {
  const BindTargets only = targets_of_batch(name);
  const steady_clock::time_point since = steady_clock::now();
  for (;;) {
    BindPlan plan = plan_afresh(only, Others::Absent);
    if (only.groups.empty() || !m_resumed.contains(name) || is_declared(m_picture.cluster, name)) { return plan; }
    if (steady_clock::now() - since > k_read_back_patience) {
      warn(util::concat(name_text(name), " is not in the cluster any more"));
      return plan;
    }
    m_missing.reset(); // what this server gives is not known yet
    std::this_thread::sleep_for(k_pause);
  }
}

std::string BindRun::lost_text() const {
  return util::concat("the Lease ", m_means.lease.address().text(), " was lost");
}

kube::Request BindRun::for_this_run(kube::Request request) const {
  request.term = m_means.lease.term();
  return request;
}

std::string BindRun::hindrance() {
  if (!has_lease()) { return lost_text(); }
  return other_run(m_picture.cluster, m_means.lease.address(), m_means.dead, m_means.lease.server_now()).value_or("");
}

bool BindRun::is_lease_confirmed() {
  return patiently([&] { return m_means.lease.is_confirmed(m_means.client); });
}

bool BindRun::has_lease() {
  const steady_clock::time_point since = steady_clock::now();
  while (!m_means.lease.is_held()) {
    if (m_means.lease.is_lost() || steady_clock::now() - since > k_lease_patience) { return false; }
    std::this_thread::sleep_for(k_pause);
  }
  return true;
}

} // namespace commands
