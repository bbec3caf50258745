// SPDX-License-Identifier: Apache-2.0
#include "engine/run/simulation.hpp"

#include "engine/index.hpp"
#include "engine/kube_scheduler/kube_scheduler.hpp"
#include "engine/world/world.hpp"

#include <algorithm>

namespace engine {

namespace {

// A world and its scheduler, step by step.
class Simulation {
 public:
  Simulation(const Rules& rules, const NodeTable& nodes, const NodeUsage& bound_usage, const SimulationSetup& setup)
      : m_rules(rules), m_setup(setup), m_timeline(bound_usage),
        m_world(rules.cluster, rules.options.api_latency_micros),
        m_kube_scheduler(rules, nodes, bound_usage, setup, m_world, m_timeline), m_scheduler(m_kube_scheduler) {}
  Timeline run();

 private:
  void set_up();
  void note_followers();
  void note_known_ends();
  bool step();
  bool let_time_pass();

  const Rules& m_rules;
  const SimulationSetup& m_setup;
  Timeline m_timeline;
  World m_world;
  KubeScheduler m_kube_scheduler;
  Scheduler& m_scheduler;
};

// ---- the start: who is where -----------------------------------------------------------------------------------

void Simulation::set_up() {
  const model::ClusterSnapshot& cluster = m_rules.cluster;
  m_world.begin(m_scheduler.earliest_start());
  m_timeline.pods.resize(cluster.pods.size());
  m_timeline.groups.resize(cluster.groups.size());
  for (std::size_t i = 0; i < cluster.pods.size(); ++i) {
    const model::Pod& pod = cluster.pods[i];
    const auto index = static_cast<model::PodIndex>(i);
    if (m_rules.gates.refuses(index) || !pod.bound()) { continue; }
    m_timeline.pods[i].outcome = model::Outcome::AlreadyBound;
    m_timeline.pods[i].node = pod.node;
    m_world.bind(index, pod.node);
  }
  for (std::size_t i = 0; i < cluster.groups.size(); ++i) {
    m_timeline.groups[i].peak = m_world.bound_members(static_cast<model::GroupIndex>(i));
  }
  for (const model::PodIndex index : m_setup.pending) {
    const model::Pod& pod = cluster.pods[at(index)];
    if (!pod.pending || pod.pending->nominated_node.empty()) { continue; }
    m_world.nominate(index, cluster.find_node(pod.pending->nominated_node));
  }
  note_followers();
  note_known_ends();
}

// Of the pods that others wait for, those count that this run may bind.
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

// Where the run looks ahead, running pods end when they are known to. That they end is all that is taken from the
// future: pods that are created meanwhile, or end earlier, are not known.
void Simulation::note_known_ends() {
  if (m_setup.looks_ahead_for == model::k_none) { return; }
  std::vector<World::End> ends;
  for (std::size_t i = 0; i < m_rules.cluster.pods.size(); ++i) {
    const model::Pod& pod = m_rules.cluster.pods[i];
    const auto index = static_cast<model::PodIndex>(i);
    if (!pod.ends || m_world.node_of(index) == model::k_none) { continue; }
    ends.emplace_back(pod.ends->when(m_rules.options.now), index);
  }
  m_world.set_ends(std::move(ends));
}

// ---- the run ---------------------------------------------------------------------------------------------------

// Called when the scheduler has no pod to try. Returns false if nothing else will happen: the run is at rest.
bool Simulation::let_time_pass() {
  if (m_world.wait_for_answer()) { return true; }
  if (const std::optional<model::Time> timer = m_scheduler.next_timer()) {
    m_world.pass_to(*timer);
    return true;
  }
  return m_world.wait_for_end();
}

// False when the run is over.
bool Simulation::step() {
  if (const std::optional<Effect> effect = m_world.hear()) {
    m_scheduler.hear_of(*effect);
    return true;
  }
  if (const std::optional<model::PodIndex> pod = m_world.end_next()) {
    m_scheduler.end(*pod);
    return true;
  }
  if (m_scheduler.take_timer()) { return true; }
  Scheduler::Turn turn = m_scheduler.take_turn();
  if (turn.kind == Scheduler::Turn::Kind::Idle) { return let_time_pass(); }
  if (turn.kind == Scheduler::Turn::Kind::Repeats && !m_world.wait_for_end()) { return false; }
  if (turn.kind == Scheduler::Turn::Kind::Waits) { m_world.pass_to(turn.until); }
  if (turn.kind != Scheduler::Turn::Kind::Taken) { turn = m_scheduler.take_turn(); } // of the retry loop
  m_world.pass(turn.micros);
  return true;
}

Timeline Simulation::run() {
  set_up();
  m_scheduler.start();
  bool goes_on = true;
  while (goes_on && !m_scheduler.has_found()) { goes_on = step(); }
  m_timeline.spins = !goes_on && m_scheduler.repeats_itself();
  m_scheduler.finish(m_timeline.spins);
  for (std::size_t i = 0; i < m_timeline.groups.size(); ++i) {
    m_timeline.groups[i].bound = m_world.bound_members(static_cast<model::GroupIndex>(i));
  }
  for (std::size_t i = 0; i < m_timeline.pods.size(); ++i) {
    m_timeline.pods[i].nominated = m_world.nominated_node(static_cast<model::PodIndex>(i));
  }
  return std::move(m_timeline);
}

} // namespace

Timeline simulate(const Rules& rules, const NodeTable& nodes, const NodeUsage& bound_usage,
                  const SimulationSetup& setup) {
  return Simulation(rules, nodes, bound_usage, setup).run();
}

NodeUsage usage_of_bound_pods(const model::ClusterSnapshot& cluster, const NodeTable& nodes) {
  NodeUsage usage(nodes);
  for (std::size_t i = 0; i < cluster.pods.size(); ++i) {
    const model::Pod& pod = cluster.pods[i];
    if (pod.bound() && pod.node != model::k_none) { usage.add(static_cast<model::PodIndex>(i), pod.node); }
  }
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
