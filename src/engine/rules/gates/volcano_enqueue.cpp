// SPDX-License-Identifier: Apache-2.0
// Volcano's enqueue action: moves a PodGroup from Pending to Inqueue. Only then Volcano creates and places its pods.
// A PodGroup without minResources always moves, others if every plugin of the default configuration agrees:
//   overcommit   it and all promised capacity fit into 1.2 times the cluster minus its usage
//   proportion   its queue is open, and it, the queue's usage and its promises fit into the queue's real capability
//   capacity     the same for each queue above it, if queues have parents
//
// Simpler than Volcano: it takes queues by priority and name instead of share, and jobs of a queue by priority and age.
// It ignores SLA annotations and the timeout of Inqueue.
#include "engine/index.hpp"
#include "engine/rules/gates.hpp"
#include "engine/rules/gates/volcano_session.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <tuple>

namespace engine {

namespace {

// overcommit-factor 1.2, in tenths.
constexpr int k_factor_tenths = 12;

void ask_overcommit(const VolcanoSession& session, const VolcanoJob& job, model::GateReport& report) {
  for (const auto& [resource, asked] : job.min) {
    const model::Quantity total = amount_of(session.total, resource);
    const model::Quantity limit = model::Quantity::from_nano(total.nano() / 10 * k_factor_tenths, total.format());
    model::Quantity used = amount_of(session.used, resource);
    used += amount_of(session.inqueue, resource);
    model::GateAmount& row = report.amounts.emplace_back(volcano_amount("overcommit", resource, asked, limit, used));
    row.promised = session.promised_of(resource, {});
  }
}

void ask_queue(const VolcanoSession& session, std::size_t queue, std::string_view rule, const VolcanoJob& job,
               model::GateReport& report) {
  const VolcanoQueueState& state = session.queues[queue];
  for (const auto& [resource, asked] : job.min) {
    model::Quantity used = amount_of(state.allocated, resource);
    used += amount_of(state.inqueue, resource);
    used -= amount_of(state.elastic, resource);
    const model::Quantity limit = amount_of(state.real_capability, resource);
    model::GateAmount& row = report.amounts.emplace_back(volcano_amount(rule, resource, asked, limit, used));
    row.promised = session.promised_of(resource, queue);
    row.is_of_nodes = limit >= amount_of(session.total, resource);
  }
}

std::vector<model::GateReport> ask(const VolcanoSession& session, const VolcanoJob& job) {
  const std::vector<std::size_t>& chain = session.queues[job.queue].chain;
  std::vector<model::GateReport> reports;
  for (const std::size_t above : chain) {
    const VolcanoQueueState& state = session.queues[above];
    model::GateReport& report = reports.emplace_back(volcano_report(model::GateKind::VolcanoEnqueue, *state.queue));
    const bool own = above == job.queue;
    if (own) { ask_overcommit(session, job, report); }
    ask_queue(session, above, plugin_of(session.queues[job.queue]), job, report);
    if (own && job.has_min) { report.note = why_not_open(*state.queue); }
    report.open = report.note.empty() && std::ranges::none_of(report.amounts, is_short);
  }
  return reports;
}

void hold(const model::ClusterSnapshot& cluster, const model::PodGroup& group, Gates& gates) {
  for (const model::PodIndex member : group.members) {
    const model::Pod& pod = cluster.pods[at(member)];
    if (pod.finished() || pod.bound() || !needs_enqueue(pod)) { continue; }
    gates.hold(member, {model::GateKind::VolcanoEnqueue,
                        util::concat("Queue ", queue_of(group), " has not let its PodGroup in")});
  }
}

void record(const model::ClusterSnapshot& cluster, model::GroupIndex index, std::vector<model::GateReport> reports,
            Gates& gates) {
  const model::PodGroup& group = cluster.groups[at(index)];
  const auto is_asked = [&](model::PodIndex member) { return needs_enqueue(cluster.pods[at(member)]); };
  if (!group.members.empty() && std::ranges::none_of(group.members, is_asked)) { return; }
  if (!std::ranges::all_of(reports, &model::GateReport::open)) { hold(cluster, group, gates); }
  std::ranges::move(reports, std::back_inserter(gates.groups[at(index)]));
}

} // namespace

void judge_volcano_enqueue(const model::ClusterSnapshot& cluster, model::Time, Gates& gates) {
  if (cluster.volcano_queues.empty()) { return; }
  VolcanoSession session(cluster);
  for (const model::GroupIndex lost : session.lost) {
    const model::PodGroup& group = cluster.groups[at(lost)];
    if (!is_pending(group)) { continue; }
    model::GateReport report;
    report.gate = model::GateKind::VolcanoEnqueue;
    report.kind = "Queue";
    report.name = queue_of(group);
    report.open = false;
    report.note = util::concat("there is no Queue ", report.name, ", so Volcano passes over it");
    record(cluster, lost, {std::move(report)}, gates);
  }
  const std::vector<VolcanoJob> jobs = session.jobs;
  std::vector<const VolcanoJob*> order;
  for (const VolcanoJob& job : jobs) {
    if (is_pending(cluster.groups[at(job.group)])) { order.push_back(&job); }
  }
  std::ranges::sort(order, {}, [&](const VolcanoJob* job) {
    const model::PodGroup& group = cluster.groups[at(job->group)];
    return std::tuple(-std::int64_t{session.queues[job->queue].queue->priority}, job->queue, // by name
                      -std::int64_t{job->priority}, group.created, job->group);
  });
  for (const VolcanoJob* const job : order) {
    std::vector<model::GateReport> reports = ask(session, *job);
    if (std::ranges::all_of(reports, &model::GateReport::open)) { session.promise(*job, job->min); }
    record(cluster, job->group, std::move(reports), gates);
  }
}

} // namespace engine
