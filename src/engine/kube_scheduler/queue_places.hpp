// SPDX-License-Identifier: Apache-2.0
// Where each pod of kube-scheduler's queue is: activeQ and backoffQ as binary heaps, the unschedulable pool, in flight.
//
// The heaps are real ones (go_heap.hpp) and not sorted lists, because the order can change while pods are in them: a
// failed group gets a new timestamp, and the heap keeps its order. Source: kube-scheduler backend/queue
// (active_queue.go, backoff_queue.go), backend/heap.
#pragma once

#include "engine/filters/queueing_hints.hpp"
#include "engine/kube_scheduler/go_heap.hpp"
#include "engine/paged_column.hpp"
#include "model/cluster/pod.hpp"
#include "model/values/time.hpp"

#include <cstdint>
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
  // Rejectors without which no pod is worth a retry after such an event; all bits: it may help any pod.
  virtual UnschedulablePlugins heard_by(const ClusterEvent& event) const = 0;
  // True if the pod must stay in the unschedulable pool for now, whatever the event. (PreEnqueue)
  virtual bool keeps_out(model::PodIndex pod) const = 0;

 protected:
  ~QueuePolicy() = default;
};

class QueuePlaces {
 public:
  struct Backoff {
    std::int64_t initial_seconds = 1, max_seconds = 10;
  };

  Place place(model::PodIndex pod) const { return m_pods[static_cast<std::size_t>(pod)].place; }

  // Hash of the places of the unit's pods: equal if the places are equal.
  std::uint64_t places_hash(std::int32_t unit) const { return m_units[static_cast<std::size_t>(unit)].hash; }
  // Number of the unit's pods in activeQ or backoffQ.
  std::int32_t queued(std::int32_t unit) const { return m_units[static_cast<std::size_t>(unit)].queued; }
  std::size_t size() const { return m_active.size() + m_backoff.size(); }

 protected:
  struct Entry {
    Place place = Place::Nowhere;
    std::size_t heap_index = 0;
    std::size_t pool_index = 0;         // in m_pool, while it is unschedulable
    UnschedulablePlugins rejectors = 0; // unschedulable: also in m_pool
    std::int32_t failures = 0;
    model::Time put_back_at;
    std::int64_t backoff_end = 0;      // in whole seconds
    std::uint64_t in_flight_since = 0; // number of events before the attempt
    bool force_activate = false;
  };
  // The rejectors stand here too, because each event looks at the whole pool.
  struct Pooled {
    model::PodIndex pod; // k_none: it has left the pool
    UnschedulablePlugins rejectors;
  };
  struct Unit {
    std::uint64_t hash = 0;
    std::int32_t queued = 0;
    bool is_aside = false;
    std::vector<model::PodIndex> aside; // its pods that would be in activeQ or backoffQ
  };

  QueuePlaces(PagedColumn<std::int32_t> unit_of, std::size_t unit_count, const QueuePolicy& policy, Backoff backoff);
  ~QueuePlaces() = default;

  Entry& entry(model::PodIndex pod) { return m_pods.edit(static_cast<std::size_t>(pod)); }
  const Entry& entry(model::PodIndex pod) const { return m_pods[static_cast<std::size_t>(pod)]; }
  void set_place(model::PodIndex pod, Place place);
  Unit& unit_of(model::PodIndex pod) {
    return m_units[static_cast<std::size_t>(m_unit_of[static_cast<std::size_t>(pod)])];
  }
  // After the pod's last failure.
  void set_backoff_end(Entry& entry) const;
  std::int64_t backoff_end_seconds(model::PodIndex pod) const { return entry(pod).backoff_end; }
  bool backing_off(model::PodIndex pod, model::Time now) const;
  model::PodIndex pop_root(GoHeap& heap);
  void remove_from(GoHeap& heap, model::PodIndex pod);
  void to_pool(model::PodIndex pod);
  void take_from_pool(model::PodIndex pod) { m_pool[entry(pod).pool_index].pod = model::k_none; }
  void to_active(model::PodIndex pod);
  void put_aside(model::PodIndex pod);
  // To activeQ, or to backoffQ while its back-off lasts. (requeuePodWithQueueingStrategy)
  void requeue(model::PodIndex pod, model::Time now);

  const QueuePolicy& m_policy;
  PagedColumn<Entry> m_pods;
  GoHeap m_active, m_backoff;
  // Unschedulable pods, in order of arrival. A removed pod leaves a k_none until the next event.
  std::vector<Pooled> m_pool;
  PagedColumn<std::int32_t> m_unit_of;
  std::vector<Unit> m_units;

 private:
  bool ends_backoff_first(model::PodIndex a, model::PodIndex b) const;
  template <typename What>
  auto with_order(GoHeap& heap, What what);
  void push(GoHeap& heap, model::PodIndex pod);

  Backoff m_backoff_setting;
};

} // namespace engine
