// SPDX-License-Identifier: Apache-2.0
// Volcano's allocate action places a task only if its queue is Open, and if the task fits beside the queue's usage into
// what the queue may have. That is at most the queue's real capability, both for proportion (deserved) and for
// capacity. So an Inqueue group whose quorum does not fit there never becomes ready. (plugins proportion, capacity:
// AddAllocatableFn)
//
// If the configuration has the action preempt or reclaim, and the pods of other groups would suffice, the answer is
// open: both are off by default.
//
// Simpler than Volcano: it compares the least that the quorum can ask for, and leaves out shares.
#include "engine/index.hpp"
#include "engine/rules/gates.hpp"
#include "engine/rules/gates/quorum_left.hpp"
#include "engine/rules/gates/volcano_session.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace engine {

namespace {

model::GateReport ask(const VolcanoSession& session, const VolcanoJob& job, std::size_t above, const QuorumLeft& quorum,
                      const NamedAmounts& requested) {
  const VolcanoQueueState& state = session.queues[above];
  const bool own = above == job.queue;
  const auto [plugin, limits, usage] = session.quota_of(above, job);
  model::GateReport report = volcano_report(model::GateKind::VolcanoAllocate, *state.queue);
  for (const auto& [resource, asked] : requested) {
    const model::Quantity limit = amount_of(limits, resource);
    if (limit >= amount_of(session.total, resource)) { continue; } // the nodes decide
    report.amounts.push_back(volcano_amount(plugin, resource, asked, limit, amount_of(usage->allocated, resource)));
  }
  if (own) { report.note = why_not_open(*state.queue); }
  report.open = report.note.empty() && std::ranges::none_of(report.amounts, is_short);
  report.pods = quorum.missing;
  report.held = report.open ? 0 : std::ssize(quorum.pending);
  if (report.open) { return report; }
  std::string doubt = own ? std::string() : session.doubt_about_parent(above, job);
  if (doubt.empty()) { doubt = session.doubt_about_limits(); }
  if (!doubt.empty()) { leave_undecided(report, std::move(doubt)); }
  return report;
}

bool is_certain(const model::GateReport& report) { return report.undecided.empty(); }

// The pods that Volcano may evict until the queue has enough, as a clause; empty: there are none. Its plugin drf may
// choose pods of any priority. (preempt: pods of the same queue; reclaim: of other queues)
std::string may_evict_for(const model::ClusterSnapshot& cluster, const VolcanoSession& session, const VolcanoJob& job,
                          std::size_t above, const model::GateReport& report) {
  const auto& configurations = cluster.volcano_configurations;
  const bool preempts = std::ranges::any_of(configurations, &model::VolcanoConfiguration::preempts);
  const bool reclaims = std::ranges::any_of(configurations, &model::VolcanoConfiguration::reclaims);
  const VolcanoJob* first = nullptr;
  NamedAmounts freed;
  for (const VolcanoJob& other : session.jobs) {
    const std::vector<std::size_t>& chain = session.queues[other.queue].chain;
    const bool is_below = std::ranges::find(chain, above) != chain.end();
    const bool is_possible = other.queue == job.queue ? preempts : reclaims;
    if (!is_below || !is_possible || other.group == job.group || other.allocated_pods == 0) { continue; }
    add(freed, other.allocated);
    if (first == nullptr || other.priority < first->priority) { first = &other; }
  }
  const auto suffices = [&](const model::GateAmount& amount) {
    model::Quantity left = amount.left;
    left += amount_of(freed, amount.resource);
    return !is_short(amount) || (!amount.never() && amount.asked <= left);
  };
  if (first == nullptr || !report.note.empty() || !std::ranges::all_of(report.amounts, suffices)) { return {}; }
  const model::PodGroup& victim = cluster.groups[at(first->group)];
  return util::concat("Queue ", report.name, " is full, and Volcano may preempt ", victim.namespace_name, '/',
                      victim.name, " (priority ", first->priority, ") for it, which is not simulated");
}

bool is_held_at_entrance(const std::vector<model::GateReport>& reports) {
  return !std::ranges::all_of(reports, &model::GateReport::open);
}

// Its controller creates its pods now, unless its owner wants none.
bool waits_for_controller(const model::PodGroup& group) {
  return group.members.empty() && group.status.phase == "Inqueue" && group.min_member.value_or(0) > 0;
}

} // namespace

void judge_volcano_allocate(const model::ClusterSnapshot& cluster, model::Time, Gates& gates) {
  if (cluster.volcano_queues.empty()) { return; }
  const VolcanoSession session(cluster);
  for (const VolcanoJob& job : session.jobs) {
    const model::PodGroup& group = cluster.groups[at(job.group)];
    std::vector<model::GateReport>& reports = gates.groups[at(job.group)];
    if (waits_for_controller(group)) {
      reports.push_back(volcano_report(model::GateKind::VolcanoAllocate, *session.queues[job.queue].queue));
      continue;
    }
    const QuorumLeft quorum = quorum_left(cluster, group);
    if (quorum.pending.empty() || is_held_at_entrance(reports)) { continue; }
    std::vector<model::GateReport> limits;
    for (const std::size_t above : session.queues[job.queue].chain) {
      if (above != job.queue && session.hierarchy == VolcanoHierarchy::Off) { break; }
      if (model::GateReport limit = ask(session, job, above, quorum, quorum.all); is_certain(limit)) {
        limits.push_back(std::move(limit));
      }
      if (quorum.missing == 0) { continue; }
      model::GateReport report = ask(session, job, above, quorum, quorum.least);
      if (report.open && is_certain(report)) { continue; }
      if (report.open) {
        reports.push_back(std::move(report));
        continue;
      }
      const std::string why =
          report.note.empty() ? util::concat("Queue ", report.name, " has too little left for the quorum of its group")
                              : report.note;
      report.undecided = may_evict_for(cluster, session, job, above, report);
      for (const model::PodIndex index : quorum.pending) { gates.hold(index, {model::GateKind::VolcanoAllocate, why}); }
      reports.push_back(std::move(report));
    }
    if (!is_held_at_entrance(reports)) {
      hold_surplus(
          cluster, quorum, limits, [](const NamedAmounts& all) { return all; }, gates);
    }
  }
}

} // namespace engine
