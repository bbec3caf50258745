// SPDX-License-Identifier: Apache-2.0
// kube-scheduler's queue: which pod is tried next, and which events let a refused pod in again. Source: kube-scheduler
// backend/queue (scheduling_queue.go).
#pragma once

#include "engine/kube_scheduler/queue_places.hpp"
#include "engine/scheduler_version.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace engine {

class SchedulingQueue : public QueuePlaces {
 public:
  // `unit_of[pod]` is the pod's unit (loop_detector.hpp): its group, or a plain pod by itself. `policy` must outlive
  // the queue.
  SchedulingQueue(PagedColumn<std::int32_t> unit_of, std::size_t unit_count, const QueuePolicy& policy, Backoff backoff,
                  SchedulerVersion version);

  // Puts a new pod into activeQ. add_gated() is for a pod that PreEnqueue keeps out, at least until add().
  void add(model::PodIndex pod);
  void add_gated(model::PodIndex pod) { set_place(pod, Place::Gated); }
  // Puts a pod that an earlier run refused into the unschedulable pool.
  void add_refused(model::PodIndex pod, UnschedulablePlugins rejectors);

  // The next pod to try, in flight from now on; nullopt if none is ready.
  std::optional<model::PodIndex> pop(model::Time now);

  // Takes this pod out of turn, whatever its back-off; it is in flight from now on. Returns false if the pod is not
  // queued, or PreEnqueue keeps it out. (PopSpecificPod)
  bool take(model::PodIndex pod);

  // End of the first back-off; nullopt if backoffQ is empty. Before 1.33, pods in backoffQ wait for that time.
  std::optional<model::Time> next_backoff_end() const;

  // After a failed attempt: to activeQ or backoffQ if an event during the attempt may have helped, else to the
  // unschedulable pool. (AddUnschedulableIfNotPresent)
  void put_back(model::PodIndex pod, UnschedulablePlugins rejectors, model::Time now);

  // Moves the pod from the pool to backoffQ, or to activeQ after its back-off, unless the policy keeps it out.
  void try_again(model::PodIndex pod, model::Time now);

  // Removes a pod that is bound or gone.
  void done(model::PodIndex pod);

  // Moves the pod from backoffQ or the pool straight to activeQ, whatever its back-off. For a pod in flight, put_back()
  // does so later. (Activate)
  void activate(model::PodIndex pod);

  // Moves every pod of the pool that the event may help, `except` one. (MoveAllToActiveOrBackoffQueue)
  void move_to_active_or_backoff(const ClusterEvent& event, model::Time now, model::PodIndex except = model::k_none);

  // Moves pods out of the pool that have been there for as long as the flush takes, if something has changed for them
  // since. The live queue also flushes the others, which would fail again. (flushUnschedulablePodsLeftover)
  void flush(model::Time now);
  // The next time at which flush() moves a pod; nullopt if it will move none.
  std::optional<model::Time> next_flush() const;
  // A pod was bound or left its node.
  void note_change(model::Time now) { m_changes.add(k_nobody, now); }
  // The pod lost its reservation, and no event tells the other units.
  void note_silent_release(model::PodIndex pod, model::Time now);
  bool has_silent_release() const { return m_has_silent_release; }

  // Returns a popped pod to activeQ without an attempt.
  void return_to_active(model::PodIndex pod) { to_active(pod); }

  // Keeps the unit's pods out of activeQ and backoffQ until resume(): those there now, and those that would enter.
  // `pods`: at least all the unit's pods. (for retry loops; the live queue has nothing like it)
  void set_aside(std::int32_t unit, std::span<const model::PodIndex> pods);
  void resume(std::int32_t unit, model::Time now);

 private:
  struct Event {
    ClusterEvent what;
    model::PodIndex except;
  };

  static constexpr std::int32_t k_nobody = -1;

  // When the other units last changed something.
  class Changes {
   public:
    void add(std::int32_t by, model::Time now) {
      if (by != m_last_by) { m_before = m_last; }
      m_last_by = by;
      m_last = now;
    }
    model::Time last_for(std::int32_t unit) const { return unit == m_last_by ? m_before : m_last; }

   private:
    std::int32_t m_last_by = k_nobody;
    model::Time m_last, m_before; // m_before: the last one by a unit other than m_last_by
  };

  std::optional<model::Time> flushed_at(model::PodIndex pod) const;
  void begin_attempt(model::PodIndex pod);

  SchedulerVersion m_version;
  std::vector<Event> m_events;
  Changes m_changes;
  bool m_has_silent_release = false;
};

} // namespace engine
