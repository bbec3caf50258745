// SPDX-License-Identifier: Apache-2.0
// Volcano's enqueue action: moves a PodGroup from Pending to Inqueue. Only then Volcano creates and places its pods.
// A PodGroup without minResources always moves, others if every plugin of the default configuration agrees:
//   overcommit   it and all promised capacity fit into 1.2 times the cluster minus its usage
//   proportion   its queue is open, and it, the queue's usage and its promises fit into the queue's real capability
//   capacity     the same for each queue above it, with enableHierarchy
// Of another configuration no refusal is certain.
//
// Simpler than Volcano: it takes queues by priority and age instead of share, and jobs of a queue by priority and age.
// If shares differ and the order decides, the answer is open. It ignores SLA annotations and the timeout of Inqueue.
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

void ask_queue(const VolcanoSession& session, std::size_t queue, const VolcanoJob& job, model::GateReport& report) {
  const auto [plugin, limits, usage] = session.quota_of(queue, job);
  for (const auto& [resource, asked] : job.min) {
    model::Quantity used = amount_of(usage->allocated, resource);
    used += amount_of(usage->inqueue, resource);
    used -= amount_of(usage->elastic, resource);
    const model::Quantity limit = amount_of(limits, resource);
    model::GateAmount& row = report.amounts.emplace_back(volcano_amount(plugin, resource, asked, limit, used));
    row.promised = session.promised_of(resource, queue);
    row.is_of_nodes = limit >= amount_of(session.total, resource);
  }
}

// Why a refusal at enqueue is not certain by the configuration, as a clause; empty: it is.
std::string doubt_about_plugins(const model::ClusterSnapshot& cluster) {
  for (const model::VolcanoConfiguration& configuration : cluster.volcano_configurations) {
    if (configuration.enqueues_as_known) { continue; }
    return util::concat("ConfigMap ", configuration.name,
                        " gives Volcano other actions or plugins for enqueue than the default ones, which is not "
                        "simulated");
  }
  return {};
}

std::vector<model::GateReport> ask(const VolcanoSession& session, const VolcanoJob& job, const std::string& doubt) {
  const std::vector<std::size_t>& chain = session.queues[job.queue].chain;
  std::vector<model::GateReport> reports;
  for (const std::size_t above : chain) {
    const bool own = above == job.queue;
    if (!own && session.hierarchy == VolcanoHierarchy::Off) { break; }
    const VolcanoQueueState& state = session.queues[above];
    model::GateReport& report = reports.emplace_back(volcano_report(model::GateKind::VolcanoEnqueue, *state.queue));
    if (own) { ask_overcommit(session, job, report); }
    ask_queue(session, above, job, report);
    if (own && job.has_min) { report.note = why_not_open(*state.queue); }
    report.open = report.note.empty() && std::ranges::none_of(report.amounts, is_short);
    if (report.open) { continue; }
    std::string of_parent = own ? std::string() : session.doubt_about_parent(above, job);
    if (!of_parent.empty()) {
      leave_undecided(report, std::move(of_parent));
    } else if (!doubt.empty()) {
      leave_undecided(report, doubt);
    }
  }
  return reports;
}

bool are_open(const std::vector<model::GateReport>& reports) {
  return std::ranges::all_of(reports, &model::GateReport::open);
}

// Volcano takes the queues of one priority by their shares, and those without usage have the same.
bool rests_on_shares(const VolcanoSession& session, const VolcanoJob& job,
                     const std::vector<const VolcanoJob*>& order) {
  const auto& queues = session.queues;
  const auto is_used = [&](std::size_t queue) { return !queues[queue].own_usage.allocated.empty(); };
  return std::ranges::any_of(order, [&](const VolcanoJob* other) {
    return other->queue != job.queue && queues[other->queue].queue->priority == queues[job.queue].queue->priority &&
           (is_used(other->queue) || is_used(job.queue));
  });
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
  if (!are_open(reports)) { hold(cluster, group, gates); }
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
    if (is_default_queue(report.name)) {
      leave_undecided(report, util::concat("Queue ", report.name, " is not in the input; Volcano makes it"));
    } else {
      report.open = false;
      report.note = util::concat("there is no Queue ", report.name, ", so Volcano passes over it");
    }
    record(cluster, lost, {std::move(report)}, gates);
  }
  const std::vector<VolcanoJob> jobs = session.jobs;
  std::vector<const VolcanoJob*> order;
  for (const VolcanoJob& job : jobs) {
    if (is_pending(cluster.groups[at(job.group)])) { order.push_back(&job); }
  }
  std::ranges::sort(order, {}, [&](const VolcanoJob* job) {
    const model::PodGroup& group = cluster.groups[at(job->group)];
    const model::VolcanoQueue& queue = *session.queues[job->queue].queue;
    return std::tuple(-std::int64_t{queue.priority}, !queue.created, queue.created, job->queue, // by name
                      -std::int64_t{job->priority}, group.created, job->group);
  });
  const std::string doubt = doubt_about_plugins(cluster);
  const VolcanoSession before = session;
  for (const VolcanoJob* const job : order) {
    std::vector<model::GateReport> reports = ask(session, *job, doubt);
    if (!are_open(reports) && rests_on_shares(session, *job, order) && are_open(ask(before, *job, doubt))) {
      for (model::GateReport& report : reports) {
        if (report.open) { continue; }
        leave_undecided(report, "Volcano takes its queues by their shares, which are not simulated");
      }
    }
    const auto lets_in = [](const model::GateReport& report) { return report.open && report.undecided.empty(); };
    if (std::ranges::all_of(reports, lets_in)) { session.promise(*job, job->min); }
    record(cluster, job->group, std::move(reports), gates);
  }
}

} // namespace engine
