// SPDX-License-Identifier: Apache-2.0
// Queues of KAI. It passes over a group whose queue, or a queue above, does not exist. It allocates to a group only
// while the limits of its queue and of all queues above hold. (KAI-Scheduler pkg/scheduler, plugins/proportion:
// IsJobOverQueueCapacity; since v0.13 such a group gets the reason QueueDoesNotExist)
//
// KAI then evicts pods: preempt takes those of the same queue with a lower priority, reclaim those of other queues, and
// neither takes pods that are not preemptible. If their requests would suffice, the answer is open.
//
// Simpler than KAI: it compares the least that the quorum can ask for, and leaves out shares of a GPU, quota, fair
// share and consolidation.
#include "engine/index.hpp"
#include "engine/rules/gates.hpp"
#include "engine/rules/gates/quorum_left.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace engine {

namespace {

struct QueueState {
  const model::KaiQueue* queue = nullptr;
  std::vector<std::size_t> chain; // itself and the queues above
  std::string_view missing;       // a parent that does not exist; empty: none
  NamedAmounts allocated;         // of its pods and those of the queues below
};

// A group with running pods.
struct Occupant {
  const model::PodGroup* group = nullptr;
  std::size_t queue = 0;
  std::optional<std::int32_t> priority;
  NamedAmounts allocated;
};

// KAI gives a group without a class a default that the input may not show.
std::optional<std::int32_t> kai_priority(const model::ClusterSnapshot& cluster, const model::PodGroup& group) {
  if (group.priority_class.empty()) { return std::nullopt; }
  const auto& classes = cluster.priority_classes;
  const auto found = std::ranges::find(classes, group.priority_class, &model::PriorityClass::name);
  if (found != classes.end()) { return found->value; }
  if (group.members.empty()) { return std::nullopt; }
  return cluster.pods[at(group.members.front())].spec->priority; // of the same class
}

bool is_preemptible(const Occupant& occupant) {
  constexpr std::int32_t k_lowest_kept = 100; // the class build
  if (!occupant.group->preemptibility.empty()) { return occupant.group->preemptibility != "non-preemptible"; }
  return occupant.priority.value_or(0) < k_lowest_kept;
}

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
    std::map<model::GroupIndex, std::size_t> places; // in occupants
    for (const model::Pod& pod : cluster.pods) {
      if (!pod.bound() || pod.finished() || pod.terminating || pod.group == model::k_none) { continue; }
      const model::PodGroup& group = cluster.groups[at(pod.group)];
      const std::size_t queue = find(group.queue);
      if (group.dialect != model::Dialect::Kai || queue == queues.size()) { continue; }
      const NamedAmounts amounts = as_kai_counts(named(cluster, pod.spec->requests));
      for (const std::size_t above : queues[queue].chain) { add(queues[above].allocated, amounts); }
      const auto [place, is_new] = places.try_emplace(pod.group, occupants.size());
      if (is_new) { occupants.push_back({&group, queue, kai_priority(cluster, group), {}}); }
      add(occupants[place->second].allocated, amounts);
    }
  }

  std::vector<QueueState> queues; // by name
  std::vector<Occupant> occupants;

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

// The pods that KAI may evict until the queue has enough, as a clause; empty: there are none.
std::string may_evict(const KaiSession& session, std::size_t above, const model::PodGroup& group,
                      std::optional<std::int32_t> priority, const model::GateReport& report) {
  const std::size_t own = session.find(group.queue);
  const Occupant* first = nullptr;
  NamedAmounts freed;
  for (const Occupant& occupant : session.occupants) {
    const std::vector<std::size_t>& chain = session.queues[occupant.queue].chain;
    const bool is_below = std::ranges::find(chain, above) != chain.end();
    const bool is_lower = !priority || !occupant.priority || *occupant.priority < *priority;
    if (occupant.group == &group || !is_below || !is_preemptible(occupant)) { continue; }
    if (occupant.queue == own && !is_lower) { continue; }
    add(freed, occupant.allocated);
    const auto rank = [&](const Occupant& each) { return std::pair(each.queue != own, each.priority); };
    if (first == nullptr || rank(occupant) < rank(*first)) { first = &occupant; }
  }
  const auto suffices = [&](const model::GateAmount& amount) {
    model::Quantity left = amount.left;
    left += amount_of(freed, amount.resource);
    return !amount.short_of() || (!amount.never() && amount.asked <= left);
  };
  if (first == nullptr || !std::ranges::all_of(report.amounts, suffices)) { return {}; }
  return util::concat("Queue ", report.name, " is full, and KAI may ",
                      first->queue == own ? "preempt " : "reclaim from ", first->group->namespace_name, '/',
                      first->group->name, first->priority ? util::concat(" (priority ", *first->priority, ')') : "",
                      " for it, which is not simulated");
}

std::vector<model::GateReport> refusals(const model::ClusterSnapshot& cluster, const KaiSession& session,
                                        const model::PodGroup& group, const QuorumLeft& quorum) {
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
    if (report.open) { continue; }
    report.undecided = may_evict(session, above, group, kai_priority(cluster, group), report);
    reports.push_back(std::move(report));
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
    std::vector<model::GateReport> reports = refusals(cluster, session, group, quorum);
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
