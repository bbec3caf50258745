// SPDX-License-Identifier: Apache-2.0
// kube-scheduler's queue: activeQ and backoffQ as binary heaps, the unschedulable pool, and pods in flight with the
// events that happen meanwhile.
//
// The heaps are real ones (go_heap.hpp) and not sorted lists, because the order can change while pods are in them: a
// failed group gets a new timestamp, and the heap keeps its order. Source: kube-scheduler backend/queue
// (scheduling_queue.go, active_queue.go, backoff_queue.go), backend/heap.
#pragma once

#include "engine/filters/queueing_hints.hpp"
#include "engine/kube_scheduler/go_heap.hpp"
#include "engine/scheduler_version.hpp"
#include "model/cluster/pod.hpp"
#include "model/values/time.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace engine {

enum class Place : std::uint8_t { Nowhere, Active, Backoff, Unschedulable, InFlight, Gated, SetAside };

// The plugins' answers that the queue needs.
class QueuePolicy {
 public:
  // True if pod a is now tried before pod b. (QueueSort)
  virtual bool less(model::PodIndex a, model::PodIndex b) const = 0;
  // True if the event is worth a retry for the pod, which the plugins in `rejectors` refused. (queueing_hints.hpp)
  virtual bool is_worth_requeuing(const ClusterEvent& event, UnschedulablePlugins rejectors,
                                  model::PodIndex pod) const = 0;
  // True if the pod must stay in the unschedulable pool for now, whatever the event. (PreEnqueue)
  virtual bool keeps_out(model::PodIndex pod) const = 0;

 protected:
  ~QueuePolicy() = default;
};

class SchedulingQueue {
 public:
  struct Backoff {
    std::int64_t initial_seconds = 1, max_seconds = 10;
  };

  // `unit_of[pod]` is the pod's unit (loop_detector.hpp): its group, or a plain pod by itself. `policy` must outlive
  // the queue.
  SchedulingQueue(std::vector<std::int32_t> unit_of, std::size_t unit_count, const QueuePolicy& policy, Backoff backoff,
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

  Place place(model::PodIndex pod) const { return m_pods[static_cast<std::size_t>(pod)].place; }

  // Hash of the places of the unit's pods: equal if the places are equal.
  std::uint64_t places_hash(std::int32_t unit) const { return m_units[static_cast<std::size_t>(unit)].hash; }
  // Number of the unit's pods in activeQ or backoffQ.
  std::int32_t queued(std::int32_t unit) const { return m_units[static_cast<std::size_t>(unit)].queued; }
  std::size_t size() const { return m_active.size() + m_backoff.size(); }

 private:
  struct Entry {
    Place place = Place::Nowhere;
    std::size_t heap_index = 0;
    std::size_t pool_index = 0; // in m_pool, while it is unschedulable
    UnschedulablePlugins rejectors = 0;
    std::int32_t failures = 0;
    model::Time put_back_at;
    std::uint64_t in_flight_since = 0; // number of events before the attempt
    bool force_activate = false;
  };
  struct Event {
    ClusterEvent what;
    model::PodIndex except;
  };

  struct Unit {
    std::uint64_t hash = 0;
    std::int32_t queued = 0;
    bool is_aside = false;
    std::vector<model::PodIndex> aside; // its pods that would be in activeQ or backoffQ
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

  Entry& entry(model::PodIndex pod) { return m_pods[static_cast<std::size_t>(pod)]; }
  const Entry& entry(model::PodIndex pod) const { return m_pods[static_cast<std::size_t>(pod)]; }
  void set_place(model::PodIndex pod, Place place);
  Unit& unit_of(model::PodIndex pod) {
    return m_units[static_cast<std::size_t>(m_unit_of[static_cast<std::size_t>(pod)])];
  }
  std::int64_t backoff_end_seconds(model::PodIndex pod) const;
  bool backing_off(model::PodIndex pod, model::Time now) const;
  bool ends_backoff_first(model::PodIndex a, model::PodIndex b) const;
  template <typename What>
  auto with_order(GoHeap& heap, What what);
  void push(GoHeap& heap, model::PodIndex pod);
  model::PodIndex pop_root(GoHeap& heap);
  void remove_from(GoHeap& heap, model::PodIndex pod);
  void to_pool(model::PodIndex pod);
  void take_from_pool(model::PodIndex pod) { m_pool[entry(pod).pool_index] = model::k_none; }
  void to_active(model::PodIndex pod);
  void put_aside(model::PodIndex pod);
  std::optional<model::Time> flushed_at(model::PodIndex pod) const;
  void begin_attempt(model::PodIndex pod);
  void requeue(model::PodIndex pod, model::Time now);

  const QueuePolicy& m_policy;
  Backoff m_backoff_setting;
  SchedulerVersion m_version;
  std::vector<Entry> m_pods;
  GoHeap m_active, m_backoff;
  // Unschedulable pods, in order of arrival. A removed pod leaves a k_none until the next event.
  std::vector<model::PodIndex> m_pool;
  std::vector<Event> m_events;
  Changes m_changes;
  bool m_has_silent_release = false;
  std::vector<std::int32_t> m_unit_of;
  std::vector<Unit> m_units;
};

} // namespace engine
