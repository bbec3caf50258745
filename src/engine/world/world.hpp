// SPDX-License-Identifier: Apache-2.0
// What the API server and the kubelets do, and the clock: where pods are bound and nominated, calls that were made and
// are not heard of yet, pods that terminate, running pods that are known to end, pods that are created once others are
// bound. No scheduler's opinion.
//
// What is due at one instant is taken in this order: answers of the API server, in the order of the calls; ends of
// pods; then the scheduler's own timers, then its queue. (simulation.cpp, step)
#pragma once

#include "engine/feasibility/feasibility.hpp"
#include "model/cluster/cluster_snapshot.hpp"
#include "model/values/time.hpp"

#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

namespace engine {

// Calls of the API server that a deletion takes: a condition is written first.
inline constexpr std::int64_t k_deletion_calls = 2;

class Scheduler;

// What an attempt set off at the API server and the scheduler has not heard of yet.
struct Effect {
  enum class Kind : std::uint8_t { Bound, Deleted, MayTryAgain } kind; // the last one of a preemptor
  model::PodIndex pod;
  Scheduler* by;                  // that asked for it
  Feasibility::Bound claims = {}; // Bound: what else the binding wrote
  model::Time heard = {};
};

class World {
 public:
  using End = std::pair<model::Time, model::PodIndex>;

  // `api_latency_micros`: Options. `cluster` must outlive it.
  World(const model::ClusterSnapshot& cluster, std::int64_t api_latency_micros);

  // ---- the clock ----
  void begin(model::Time start) { m_now = start; }
  model::Time now() const { return m_now; }
  void pass(std::int64_t micros) { m_now.micros += micros; }
  // Lets time pass to `timer`, or only to the next end of a pod where that comes first. Whether the timer has come.
  bool pass_to(model::Time timer);

  // ---- calls ----
  // A binding and a deletion take the API server longer than the next attempts take the scheduler, which sees the pod
  // of a binding as assumed meanwhile, and a victim where it was. That the next attempt comes before the answer is
  // certain in the live scheduler, how many more do is a race.
  void request(Effect effect, std::int64_t calls = 1);
  std::optional<Effect> hear();                   // the first that is due
  std::optional<model::Time> next_answer() const; // may be due already
  bool wait_for_answer();                         // lets time pass until one is due; false: no call is under way

  // ---- pods and their nodes ----
  void bind(model::PodIndex pod, model::NodeIndex node); // k_none: to a node that is not in the cluster
  void remove(model::PodIndex pod);                      // that was bound
  model::NodeIndex node_of(model::PodIndex pod) const { return m_node[static_cast<std::size_t>(pod)]; }
  std::int32_t bound_members(model::GroupIndex group) const { return m_bound[static_cast<std::size_t>(group)]; }
  // status.nominatedNodeName; k_none: empty.
  void nominate(model::PodIndex pod, model::NodeIndex node) { m_nominated[static_cast<std::size_t>(pod)] = node; }
  model::NodeIndex nominated_node(model::PodIndex pod) const { return m_nominated[static_cast<std::size_t>(pod)]; }

  // ---- pods that end ----
  void leaves(model::PodIndex pod) { m_leaving[static_cast<std::size_t>(pod)] = true; } // it terminates from now on
  bool is_leaving(model::PodIndex pod) const { return m_leaving[static_cast<std::size_t>(pod)]; }
  void set_ends(std::vector<End> ends); // that are known at the start
  void ends_at(model::Time time, model::PodIndex pod);
  std::optional<model::PodIndex> end_next(); // the first that is due
  bool wait_for_end();                       // lets time pass until one is due; false: none is known

  // ---- pods that wait for others before they are created (ClusterSnapshot::wait_sets) ----
  // So many pods of the set are to be bound yet.
  void awaits(std::size_t set, std::int64_t unbound) { m_followers[set].unbound = unbound; }
  bool waits(const model::Pod& pod) const;
  void follows(model::PodIndex pod, std::int32_t set);
  // By the binding of this pod: those that are created now, set by set.
  std::vector<const std::vector<model::PodIndex>*> created_by(model::PodIndex bound);

 private:
  struct Followers {
    std::int64_t unbound = 0; // pods of the set that this run may still bind
    std::vector<model::PodIndex> pods;
  };

  const model::ClusterSnapshot& m_cluster;
  model::Time m_now;
  std::int64_t m_latency;
  std::vector<model::NodeIndex> m_node, m_nominated; // by pod
  std::vector<std::int32_t> m_bound;                 // by group: its members
  std::deque<Effect> m_calls;                        // the first is heard of first
  std::vector<End> m_ends;                           // the soonest last
  std::vector<bool> m_leaving;
  std::vector<Followers> m_followers; // by wait set
};

} // namespace engine
