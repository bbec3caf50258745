// SPDX-License-Identifier: Apache-2.0
// State of the API server and the kubelets, and the clock. It contains bindings and nominations, calls without an
// answer yet, terminating pods, known ends of running pods, and pods to create once others are bound. It contains no
// scheduler's view.
//
// Order of events at one instant: answers of the API server, in the order of the calls; ends of pods; then the
// scheduler's own timers, then its queue. (simulation.cpp, step)
#pragma once

#include "engine/feasibility/feasibility.hpp"
#include "engine/paged_column.hpp"
#include "engine/world/pods_at_start.hpp"
#include "model/cluster/cluster_snapshot.hpp"
#include "model/values/time.hpp"

#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

namespace engine {

// Number of API calls for a deletion: the scheduler writes a condition first.
inline constexpr std::int64_t k_deletion_calls = 2;

class Scheduler;

// Effect of an attempt at the API server that the scheduler has not seen yet.
struct Effect {
  enum class Kind : std::uint8_t {
    Bound,
    Deleted,
    MayTryAgain,    // of a preemptor
    Released,       // the condition of a pod that lost its reservation was written
    NominationEnded // status.nominatedNodeName was cleared, or names another node
  } kind;
  model::PodIndex pod;
  Scheduler* by;                  // the scheduler that requested it; null for NominationEnded
  Feasibility::Bound claims = {}; // Bound: claims that the binding wrote
  model::Time heard = {};
};

class World {
 public:
  using End = std::pair<model::Time, model::PodIndex>;

  // `api_latency_micros`: see Options. `cluster` must outlive this object.
  World(const model::ClusterSnapshot& cluster, const PodsAtStart& start, std::int64_t api_latency_micros);

  // ---- the clock ----
  void begin(model::Time start) { m_now = start; }
  model::Time now() const { return m_now; }
  void pass(std::int64_t micros) { m_now.micros += micros; }
  // Advances the clock to `timer`, or only to the next end of a pod if that comes first. Returns true if it reached
  // `timer`.
  bool pass_to(model::Time timer);

  // ---- calls ----
  // A binding or deletion takes the API server longer than the scheduler's next attempts. Meanwhile the scheduler sees
  // the pod of a binding as assumed, and a victim still on its node. In the live scheduler, one more attempt before the
  // answer is certain; further ones are a race.
  void request(Effect effect, std::int64_t calls = 1);
  std::optional<Effect> hear();                   // the first one due
  std::optional<model::Time> next_answer() const; // may be due already
  bool wait_for_answer();                         // advances the clock to the next answer; false: no call is under way

  // ---- pods and their nodes ----
  void bind(model::PodIndex pod, model::NodeIndex node); // k_none: the node is not in the cluster
  void remove(model::PodIndex pod);                      // `pod` must be bound
  model::NodeIndex node_of(model::PodIndex pod) const { return m_node[static_cast<std::size_t>(pod)]; }
  std::int32_t bound_members(model::GroupIndex group) const { return m_bound[static_cast<std::size_t>(group)]; }
  // status.nominatedNodeName; k_none: empty. Readers see it at once; schedulers hear later that the old one ended.
  void nominate(model::PodIndex pod, model::NodeIndex node);
  model::NodeIndex nominated_node(model::PodIndex pod) const { return m_nominated[static_cast<std::size_t>(pod)]; }

  // ---- pods that end ----
  void leaves(model::PodIndex pod) {
    m_leaving.edit(static_cast<std::size_t>(pod)) = true;
  } // it terminates from now on
  bool is_leaving(model::PodIndex pod) const { return m_leaving[static_cast<std::size_t>(pod)]; }
  void set_ends(std::vector<End> ends) { m_ends = std::move(ends); } // known at the start; the last one comes first
  void ends_at(model::Time time, model::PodIndex pod);
  std::optional<model::PodIndex> end_next(); // the first one due
  bool wait_for_end();                       // advances the clock to the next end; false: none known

  // ---- pods that wait for others before they are created (ClusterSnapshot::wait_sets) ----
  // `unbound`: number of pods in the set still to bind.
  void awaits(std::size_t set, std::int64_t unbound) { m_followers[set].unbound = unbound; }
  bool waits(const model::Pod& pod) const;
  void follows(model::PodIndex pod, std::int32_t set);
  // Returns the pods to create now because `bound` is bound, set by set.
  std::vector<const std::vector<model::PodIndex>*> created_by(model::PodIndex bound);

 private:
  struct Followers {
    std::int64_t unbound = 0; // pods of the set that this run may still bind
    std::vector<model::PodIndex> pods;
  };

  const model::ClusterSnapshot& m_cluster;
  model::Time m_now;
  std::int64_t m_latency;
  PagedColumn<model::NodeIndex> m_node, m_nominated; // by pod
  std::vector<std::int32_t> m_bound;                 // by group: number of bound members
  std::deque<Effect> m_calls;                        // in the order of their answers
  std::vector<End> m_ends;                           // soonest last
  PagedColumn<bool> m_leaving;                       // by pod
  std::vector<Followers> m_followers;                // by wait set
};

} // namespace engine
