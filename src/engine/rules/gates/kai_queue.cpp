// SPDX-License-Identifier: Apache-2.0
// Queues of KAI. It passes over a group whose queue, or a queue above, does not exist. It allocates to a group only
// while the limits of its queue and of all queues above hold. (KAI-Scheduler pkg/scheduler, plugins/proportion:
// IsJobOverQueueCapacity; since v0.13 such a group gets the reason QueueDoesNotExist)
//
// Simpler than KAI: it compares the least that the quorum can ask for, and leaves out shares of a GPU, quota, fair
// share, reclaim and consolidation.
#include "engine/index.hpp"
#include "engine/rules/gates.hpp"
#include "engine/rules/gates/quorum_left.hpp"
#include "util/concat.hpp"

#include <algorithm>

namespace engine {

namespace {

struct QueueState {
  const model::KaiQueue* queue = nullptr;
  std::vector<std::size_t> chain; // itself and the queues above
  std::string_view missing;       // a parent that does not exist; empty: none
  NamedAmounts allocated;         // of its pods and those of the queues below
};

// Limits count GPUs of all vendors together. (pkg/apis/scheduling/v2, QueueStatus.Allocated)
NamedAmounts as_kai_counts(const NamedAmounts& amounts) {
  NamedAmounts out;
  for (const auto& [resource, amount] : amounts) {
    out[resource.ends_with("/gpu") ? model::k_kai_gpu : resource] += amount;
  }
  return out;
}

class KaiSession {
 public:
  explicit KaiSession(const model::ClusterSnapshot& cluster) {
    for (const model::KaiQueue& queue : cluster.kai_queues) { queues.push_back({&queue, {}, {}, {}}); }
    for (std::size_t own = 0; own < queues.size(); ++own) { climb(own); }
    for (const model::Pod& pod : cluster.pods) {
      if (!pod.bound() || pod.finished() || pod.terminating || pod.group == model::k_none) { continue; }
      const model::PodGroup& group = cluster.groups[at(pod.group)];
      const std::size_t queue = find(group.queue);
      if (group.dialect != model::Dialect::Kai || queue == queues.size()) { continue; }
      const NamedAmounts amounts = as_kai_counts(named(cluster, pod.spec->requests));
      for (const std::size_t above : queues[queue].chain) { add(queues[above].allocated, amounts); }
    }
  }

  std::vector<QueueState> queues; // by name

  // queues.size() if there is none.
  std::size_t find(std::string_view name) const {
    const auto name_of = [](const QueueState& state) { return state.queue->name; };
    const auto found = std::ranges::lower_bound(queues, name, {}, name_of);
    return found != queues.end() && name_of(*found) == name ? static_cast<std::size_t>(found - queues.begin())
                                                            : queues.size();
  }

 private:
  void climb(std::size_t own) {
    QueueState& state = queues[own];
    for (std::size_t next = own; std::ranges::find(state.chain, next) == state.chain.end();) { // a cycle ends, too
      state.chain.push_back(next);
      const std::string_view parent = queues[next].queue->parent;
      if (parent.empty()) { return; }
      next = find(parent);
      if (next == queues.size()) {
        state.missing = parent;
        return;
      }
    }
  }
};

model::GateReport report_of(std::string_view queue) {
  model::GateReport report;
  report.gate = model::GateKind::KaiQueue;
  report.kind = "Queue";
  report.name = queue;
  return report;
}

model::GateReport missing(std::string_view queue, std::string note) {
  model::GateReport report = report_of(queue);
  report.note = std::move(note);
  report.open = false;
  return report;
}

model::GateReport ask(const QueueState& state, const NamedAmounts& least) {
  model::GateReport report = report_of(state.queue->name);
  for (const auto& [resource, limit] : state.queue->limits) {
    const model::Quantity asked = amount_of(least, resource);
    if (asked.is_zero()) { continue; }
    const model::Quantity used = amount_of(state.allocated, resource);
    model::Quantity left = limit;
    left -= used;
    report.amounts.push_back({std::string(resource), {}, asked, limit, used, not_negative(left)});
  }
  report.open = std::ranges::none_of(report.amounts, &model::GateAmount::short_of);
  return report;
}

std::vector<model::GateReport> refusals(const KaiSession& session, const model::PodGroup& group,
                                        const QuorumLeft& quorum) {
  const std::size_t own = session.find(group.queue);
  if (own == session.queues.size()) {
    return {missing(group.queue, util::concat("there is no Queue ", group.queue, ", so KAI passes over it"))};
  }
  const QueueState& state = session.queues[own];
  if (!state.missing.empty()) {
    return {missing(group.queue, util::concat("there is no Queue ", state.missing, ", which is above Queue ",
                                              group.queue, ", so KAI passes over it"))};
  }
  std::vector<model::GateReport> reports;
  const NamedAmounts least = as_kai_counts(quorum.least);
  for (const std::size_t above : state.chain) {
    model::GateReport report = ask(session.queues[above], least);
    if (!report.open) { reports.push_back(std::move(report)); }
  }
  return reports;
}

// The limits of the group's queue and of those above, for all pending members.
std::vector<model::GateReport> limits(const KaiSession& session, const model::PodGroup& group,
                                      const QuorumLeft& quorum) {
  std::vector<model::GateReport> reports;
  for (const std::size_t above : session.queues[session.find(group.queue)].chain) {
    reports.push_back(ask(session.queues[above], as_kai_counts(quorum.all)));
  }
  return reports;
}

} // namespace

void judge_kai_queue(const model::ClusterSnapshot& cluster, model::Time, Gates& gates) {
  if (cluster.kai_queues.empty()) { return; }
  const KaiSession session(cluster);
  for (std::size_t index = 0; index < cluster.groups.size(); ++index) {
    const model::PodGroup& group = cluster.groups[index];
    if (group.dialect != model::Dialect::Kai || !group.declared || group.queue.empty()) { continue; }
    const QuorumLeft quorum = quorum_left(cluster, group);
    if (quorum.pending.empty()) { continue; }
    std::vector<model::GateReport> reports = refusals(session, group, quorum);
    if (reports.empty()) { hold_surplus(cluster, quorum, limits(session, group, quorum), as_kai_counts, gates); }
    for (model::GateReport& report : reports) {
      report.pods = quorum.missing;
      report.held = std::ssize(quorum.pending);
      for (const model::PodIndex member : quorum.pending) {
        gates.hold(member,
                   {model::GateKind::KaiQueue, util::concat("Queue ", report.name, " allocates nothing to it")});
      }
      gates.groups[index].push_back(std::move(report));
    }
  }
}

} // namespace engine
