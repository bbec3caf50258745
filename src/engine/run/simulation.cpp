// SPDX-License-Identifier: Apache-2.0
#include "engine/run/simulation.hpp"

#include "engine/index.hpp"
#include "engine/kube_scheduler/kube_scheduler.hpp"
#include "engine/world/kubelets.hpp"
#include "engine/world/world.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

namespace engine {

namespace {

// kube-scheduler serves every name without a row.
std::unique_ptr<Scheduler> make_kube_scheduler(SchedulerInput input) {
  return std::make_unique<KubeScheduler>(std::move(input));
}

// Runs a world and its schedulers, step by step.
class Simulation {
 public:
  Simulation(const Rules& rules, const NodeTable& nodes, const NodeUsage& bound_usage, const PodsAtStart& start,
             const SimulationSetup& setup);
  Timeline run();

 private:
  // A scheduler, and the loop's state for it.
  struct Seat {
    std::unique_ptr<Scheduler> scheduler;
    model::Time free_at = {};                    // end of its last turn
    std::optional<model::Time> waits_until = {}; // it is in a retry loop, with no event since
    bool repeats = false;                        // the same, and only the end of a pod may change that
  };
  void set_up();
  void note_followers();
  bool step();
  void tell(const Effect& effect);
  void bound(const Effect& effect);
  void deleted(model::PodIndex victim);
  void ended(model::PodIndex pod);
  void leave_node(model::PodIndex pod);
  void wake_all();
  bool take_turn(Seat& seat);
  void go_on(Seat& seat);
  bool wait_for_the_busy();
  bool let_time_pass();
  bool is_busy(const Seat& seat) const { return seat.free_at > m_world.now(); }
  std::size_t seat_of(const model::Pod& pod) const;
  const model::Pod& pod_at(model::PodIndex pod) const { return m_rules.cluster.pods[at(pod)]; }

  const Rules& m_rules;
  const SimulationSetup& m_setup;
  Timeline m_timeline;
  World m_world;
  std::vector<Seat> m_seats;          // the setup's rows, then kube-scheduler
  std::optional<Kubelets> m_kubelets; // if several schedulers may bind to the same capacity
};

Simulation::Simulation(const Rules& rules, const NodeTable& nodes, const NodeUsage& bound_usage,
                       const PodsAtStart& start, const SimulationSetup& setup)
    : m_rules(rules), m_setup(setup), m_world(rules.cluster, start, rules.options.api_latency_micros) {
  m_timeline.pods = start.outcomes;
  m_timeline.groups.resize(rules.cluster.groups.size());
  // If the run looks ahead, running pods end at their known times. The run knows nothing else of the future: pods
  // created meanwhile or ending earlier are unknown.
  if (setup.looks_ahead_for != model::k_none) { m_world.set_ends(start.ends); }
  std::vector<std::vector<model::PodIndex>> pending(setup.others.size() + 1);
  for (const model::PodIndex pod : setup.pending) { pending[seat_of(pod_at(pod))].push_back(pod); }
  for (std::size_t i = 0; i < pending.size(); ++i) {
    const auto make = i < setup.others.size() ? setup.others[i].make : make_kube_scheduler;
    m_seats.push_back({make({rules, nodes, bound_usage, setup, std::move(pending[i]), m_world, m_timeline})});
  }
  if (!setup.others.empty()) { m_kubelets.emplace(nodes, bound_usage); }
}

std::size_t Simulation::seat_of(const model::Pod& pod) const {
  const auto row = std::ranges::find(m_setup.others, pod.spec->scheduler_name, &SchedulerRow::name);
  return static_cast<std::size_t>(row - m_setup.others.begin());
}

// ---- the start: pods on nodes ------------------------------------------------------------------------------------

void Simulation::set_up() {
  const model::ClusterSnapshot& cluster = m_rules.cluster;
  model::Time start;
  for (const Seat& seat : m_seats) { start = std::max(start, seat.scheduler->earliest_start()); }
  m_world.begin(start);
  for (std::size_t i = 0; i < cluster.groups.size(); ++i) {
    m_timeline.groups[i].peak = m_world.bound_members(static_cast<model::GroupIndex>(i));
  }
  for (const model::PodIndex index : m_setup.pending) {
    const model::Pod& pod = cluster.pods[at(index)];
    if (!pod.pending || pod.pending->nominated_node.empty()) { continue; }
    m_world.nominate(index, cluster.find_node(pod.pending->nominated_node));
  }
  note_followers();
}

// Counts, of the pods that others wait for, those that this run may bind.
void Simulation::note_followers() {
  const model::ClusterSnapshot& cluster = m_rules.cluster;
  if (cluster.wait_sets.empty()) { return; }
  std::vector<bool> asked(cluster.pods.size(), false);
  for (const model::PodIndex pod : m_setup.pending) { asked[at(pod)] = true; }
  for (std::size_t set = 0; set < cluster.wait_sets.size(); ++set) {
    m_world.awaits(set, std::ranges::count_if(cluster.wait_sets[set], [&](model::PodIndex pod) {
                     return (asked[at(pod)] || m_rules.gates.keeps_out(pod)) && !cluster.pods[at(pod)].bound();
                   }));
  }
  for (const model::PodIndex index : m_setup.pending) {
    const model::Pod& pod = cluster.pods[at(index)];
    if (m_rules.profile_of(pod) && m_world.waits(pod)) { m_world.follows(index, pod.waits_for); }
  }
}

// ---- events -------------------------------------------------------------------------------------------------------

void Simulation::tell(const Effect& effect) {
  switch (effect.kind) {
  case Effect::Kind::Bound:
    bound(effect);
    return;
  case Effect::Kind::Deleted:
    deleted(effect.pod);
    return;
  case Effect::Kind::MayTryAgain:
  case Effect::Kind::Released:
    effect.by->hear_of(effect);
    return;
  case Effect::Kind::NominationEnded:
    for (Seat& seat : m_seats) { seat.scheduler->hear_of(effect); }
    return;
  }
}

void Simulation::bound(const Effect& effect) {
  for (Seat& seat : m_seats) { seat.scheduler->hear_of(effect); }
  for (const std::vector<model::PodIndex>* const followers : m_world.created_by(effect.pod)) {
    std::vector<std::vector<model::PodIndex>> created(m_seats.size());
    for (const model::PodIndex pod : *followers) { created[seat_of(pod_at(pod))].push_back(pod); }
    for (std::size_t i = 0; i < m_seats.size(); ++i) {
      if (!created[i].empty()) { m_seats[i].scheduler->created(created[i]); }
    }
  }
  const model::NodeIndex node = m_world.node_of(effect.pod);
  if (!m_kubelets || node == model::k_none) { return; }
  std::string reason = m_kubelets->admit(effect.pod, node);
  if (reason.empty()) { return; }
  m_timeline.rejected_by_kubelet.push_back({effect.pod, node, std::move(reason)});
  leave_node(effect.pod);
}

// Starts the termination of a victim. It leaves its node at once, unless Options.victims delays or prevents that. A
// victim that terminated before stays.
void Simulation::deleted(model::PodIndex victim) {
  if (m_rules.options.victims == Victims::Stay || pod_at(victim).terminating ||
      m_world.node_of(victim) == model::k_none) {
    m_world.leaves(victim);
    return;
  }
  if (m_rules.options.victims == Victims::Slow) {
    m_world.leaves(victim);
    m_world.ends_at({m_world.now().micros + k_grace_seconds * 1'000'000}, victim);
    return;
  }
  if (m_kubelets) { m_kubelets->stop(victim, m_world.node_of(victim)); }
  leave_node(victim);
}

// Handles the end of a running pod, or of an evicted pod after its grace period.
void Simulation::ended(model::PodIndex pod) {
  const model::NodeIndex node = m_world.node_of(pod);
  if (node == model::k_none) { return; } // evicted before
  if (m_kubelets) { m_kubelets->stop(pod, node); }
  leave_node(pod);
  if (!m_world.is_leaving(pod)) { m_timeline.ended.push_back(pod); }
}

void Simulation::leave_node(model::PodIndex pod) {
  const model::NodeIndex node = m_world.node_of(pod);
  m_world.remove(pod);
  m_timeline.pods.edit(at(pod)).outcome = model::Outcome::NotAttempted;
  m_timeline.pods.edit(at(pod)).node = model::k_none;
  for (Seat& seat : m_seats) { seat.scheduler->gone(pod, node); }
}

// ---- the run ---------------------------------------------------------------------------------------------------

// Returns false if the run is over.
bool Simulation::step() {
  if (const std::optional<Effect> effect = m_world.hear()) {
    wake_all();
    tell(*effect);
    return true;
  }
  if (const std::optional<model::PodIndex> pod = m_world.end_next()) {
    wake_all();
    ended(*pod);
    return true;
  }
  for (Seat& seat : m_seats) {
    if (seat.scheduler->take_timer()) { return true; }
  }
  for (Seat& seat : m_seats) {
    if (take_turn(seat)) { return true; }
  }
  return let_time_pass();
}

// Lets every scheduler act again, because an event may end its retry loop.
void Simulation::wake_all() {
  for (Seat& seat : m_seats) {
    seat.repeats = false;
    seat.waits_until.reset();
  }
}

// Returns false if the scheduler is busy or does nothing now.
bool Simulation::take_turn(Seat& seat) {
  if (seat.repeats || seat.waits_until || is_busy(seat)) { return false; }
  const Scheduler::Turn turn = seat.scheduler->take_turn();
  seat.repeats = turn.kind == Scheduler::Turn::Kind::Repeats;
  if (turn.kind == Scheduler::Turn::Kind::Waits) { seat.waits_until = turn.until; }
  if (turn.kind != Scheduler::Turn::Kind::Taken) { return false; }
  seat.free_at = {m_world.now().micros + turn.micros};
  // Other free schedulers take their turns at the same time.
  if (std::ranges::all_of(m_seats, [&](const Seat& one) { return is_busy(one); })) { wait_for_the_busy(); }
  return true;
}

// Continues the scheduler's retry loop with one attempt.
void Simulation::go_on(Seat& seat) {
  seat.repeats = false;
  seat.waits_until.reset();
  take_turn(seat);
}

// Advances the clock until the first busy scheduler is free. Returns false if all are free.
bool Simulation::wait_for_the_busy() {
  std::optional<model::Time> next;
  for (const Seat& seat : m_seats) {
    if (is_busy(seat) && (!next || seat.free_at < *next)) { next = seat.free_at; }
  }
  if (next) { m_world.pass(next->micros - m_world.now().micros); }
  return next.has_value();
}

// Called when no scheduler has a pod to try. Returns false if nothing else will happen: the run is at rest.
bool Simulation::let_time_pass() {
  if (wait_for_the_busy()) { return true; }
  const auto waits = [](const Seat& seat) { return seat.waits_until.has_value(); };
  if (std::ranges::none_of(m_seats, waits) && m_world.wait_for_answer()) { return true; }
  Seat* first = nullptr;
  std::optional<model::Time> next;
  for (Seat& seat : m_seats) {
    if (seat.repeats) { continue; }
    const std::optional<model::Time> own = waits(seat) ? seat.waits_until : seat.scheduler->next_timer();
    if (!own || (next && *own >= *next)) { continue; }
    next = own;
    first = &seat;
  }
  if (next) {
    m_world.pass_to(*next);
    if (waits(*first)) { go_on(*first); }
    return true;
  }
  if (!m_world.wait_for_end()) { return false; }
  for (Seat& seat : m_seats) {
    if (seat.repeats) { go_on(seat); }
  }
  return true;
}

Timeline Simulation::run() {
  set_up();
  for (Seat& seat : m_seats) { seat.scheduler->start(); }
  const auto has_found = [](const Seat& seat) { return seat.scheduler->has_found(); };
  bool goes_on = true;
  while (goes_on && std::ranges::none_of(m_seats, has_found)) { goes_on = step(); }
  m_timeline.spins =
      !goes_on && std::ranges::any_of(m_seats, [](const Seat& seat) { return seat.scheduler->repeats_itself(); });
  for (Seat& seat : m_seats) { seat.scheduler->finish(m_timeline.spins); }
  for (std::size_t i = 0; i < m_timeline.groups.size(); ++i) {
    m_timeline.groups[i].bound = m_world.bound_members(static_cast<model::GroupIndex>(i));
  }
  for (const model::PodIndex pod : m_setup.pending) {
    m_timeline.pods.edit(at(pod)).nominated = m_world.nominated_node(pod);
  }
  return std::move(m_timeline);
}

} // namespace

Timeline simulate(const Rules& rules, const NodeTable& nodes, const NodeUsage& bound_usage, const PodsAtStart& start,
                  const SimulationSetup& setup) {
  return Simulation(rules, nodes, bound_usage, start, setup).run();
}

NodeUsage usage_of_bound_pods(const model::ClusterSnapshot& cluster, const NodeTable& nodes) {
  NodeUsage usage(nodes);
  for (std::size_t i = 0; i < cluster.pods.size(); ++i) {
    const auto pod = static_cast<model::PodIndex>(i);
    if (const model::NodeIndex node = cluster.node_of(pod); node != model::k_none) { usage.add(pod, node); }
  }
  usage.share();
  return usage;
}

NodeUsage usage_of_bound_pods(const model::ClusterSnapshot& cluster, const NodeTable& nodes, const NodeUsage& at_end) {
  NodeUsage usage = usage_of_bound_pods(cluster, nodes);
  usage.storage() = at_end.storage();
  usage.devices() = at_end.devices();
  return usage;
}

std::vector<model::PodIndex> pending_pods(const model::ClusterSnapshot& cluster) {
  std::vector<model::PodIndex> pending;
  for (std::size_t i = 0; i < cluster.pods.size(); ++i) {
    const model::Pod& pod = cluster.pods[i];
    if (!pod.finished() && !pod.bound() && !pod.terminating) { pending.push_back(static_cast<model::PodIndex>(i)); }
  }
  return pending;
}

} // namespace engine
