// SPDX-License-Identifier: Apache-2.0
// One process of kube-scheduler, with all its profiles: its queue, its cache, the pods that wait at Permit.
//
// kube_scheduler.cpp holds the scheduling cycle of a pod (pre_filter, filter, post_filter), turns and timers;
// pod_group_cycle.cpp the cycle of a native group;
// reservations.cpp what happens to places (reserve, permit, bind, giving up);
// evictions.cpp what becomes of victims, and which pods that keeps out of the queue.
#pragma once

#include "engine/kube_scheduler/gang_rules.hpp"
#include "engine/kube_scheduler/nominations.hpp"
#include "engine/kube_scheduler/pod_group_preemption.hpp"
#include "engine/kube_scheduler/preemption.hpp"
#include "engine/kube_scheduler/repetition.hpp"
#include "engine/kube_scheduler/scheduling_queue.hpp"
#include "engine/world/scheduler.hpp"
#include "engine/world/simulation_setup.hpp"
#include "engine/world/world.hpp"

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace engine {

// How long things take, in microseconds, of which only the order that follows matters: an attempt that fails writes the
// pod's status before the next one begins; what the API server is asked to do meanwhile takes it longer than that.
// Measured on the real scheduler, idle machine.
// (Options::api_latency_micros)
inline constexpr std::int64_t k_placing = 500, k_failing = 4'000;

// A pod that holds a reservation and waits for its group.
struct WaitingPod {
  model::PodIndex pod;
  model::NodeIndex node;
  model::Time deadline;
  std::int64_t seconds; // the wait that was granted, for the text
  std::int32_t attempt; // into Timeline::attempts, -1 where not recorded
};

// A preemption that is carried out. (Executor.preempting, lastVictimsPendingPreemption)
struct Preempting {
  model::PodIndex last_victim;
  model::Time others_deleted; // then the last one's turn has come
};

class KubeScheduler final : public Scheduler, private QueuePolicy {
 public:
  explicit KubeScheduler(SchedulerInput input);

  // Scheduler
  model::Time earliest_start() const override { return m_queue_sort.start(); }
  void start() override;
  void hear_of(const Effect& effect) override;
  void created(const std::vector<model::PodIndex>& pods) override;
  void gone(model::PodIndex pod, model::NodeIndex node) override;
  bool take_timer() override;
  Turn take_turn() override;
  std::optional<model::Time> next_timer() const override;
  bool has_found() const override { return m_is_over; }
  bool repeats_itself() const override { return m_popped || !m_waiting.empty(); }
  void finish(bool spins) override;

 private:
  // The passes of one scheduling cycle, in the framework's words.
  bool schedule_one(model::PodIndex pod); // whether it got a place
  std::optional<model::NodeIndex> find_place(model::PodIndex pod, NodeSet& narrowed, RefusalRecord& record,
                                             Attempt& attempt);
  bool pre_filter(model::PodIndex pod, RefusalRecord& record, NodeSet& narrowed);
  RefusalRecord::Gang gang_pre_filter(model::PodIndex pod, PreFilterAnswer& answer);
  // The plugins at a profile's PreFilter that may say something; no row: Coscheduling.
  struct PreFilterStep {
    std::string_view plugin;
    const Filter* row;
  };
  const std::vector<PreFilterStep>& pre_filter_steps(const model::SchedulerProfile& profile);
  // Those at its PreEnqueue.
  const std::vector<const Filter*>& pre_enqueue_steps(const model::SchedulerProfile& profile);
  NodeSet filter(model::PodIndex pod, const NodeSet& narrowed);
  void count_refusals(model::PodIndex pod, const NodeSet& narrowed, RefusalRecord& record);
  void post_filter(model::PodIndex pod, const NodeSet& narrowed, RefusalRecord& record, Attempt& attempt);
  Preemption try_preemption(model::PodIndex pod, const NodeSet& narrowed, const RefusalRecord& record);
  void reserve(model::PodIndex pod, model::NodeIndex node);
  void permit(model::PodIndex pod, model::NodeIndex node, Attempt attempt);
  void bind(model::PodIndex pod, model::NodeIndex node);

  // The cycle of a native group.
  struct Tried {
    Tried(Attempt begun, NodeSet nodes) : attempt(std::move(begun)), narrowed(std::move(nodes)) {}
    Attempt attempt;                            // its node: the place it got
    model::NodeIndex nominated = model::k_none; // which it was before it got a place
    NodeSet narrowed;
    RefusalRecord record;
  };
  std::int64_t schedule_pod_group(model::PodIndex popped); // how long it took, in microseconds
  std::vector<model::PodIndex> pull_members(model::PodIndex popped);
  enum class Reasons : std::uint8_t { Wanted, NotWanted }; // why members have no place
  std::vector<Tried> place_members(const std::vector<model::PodIndex>& members, Reasons reasons);
  void take_back(const std::vector<Tried>& tried);
  bool reaches_quorum(model::GroupIndex group, const std::vector<Tried>& tried) const;
  std::int32_t quorum_of(model::GroupIndex group) const;
  bool refuse_mixed_schedulers(const std::vector<model::PodIndex>& members);
  void bind_group(std::vector<Tried>& tried);
  void note_best_try(model::GroupIndex group, const std::vector<Tried>& tried);
  void refuse_unplaced(Tried&& one);
  void refuse_group(const std::vector<model::PodIndex>& members, std::vector<Tried> tried,
                    const PodGroupPreemption& preemption);
  void lose_nominations(const std::vector<model::PodIndex>& members);
  bool try_those_who_gave_way();
  std::string kept_out_with_group(model::GroupIndex group) const;

  // QueuePolicy
  bool less(model::PodIndex a, model::PodIndex b) const override { return m_queue_sort.less(a, b); }
  bool wakes(const ClusterEvent& event, Rejectors rejectors, model::PodIndex pod) const override;
  bool keeps_out(model::PodIndex pod) const override;

  bool kept_out(model::PodIndex pod);
  bool carries_out_preemption(model::PodIndex pod) const;
  bool is_going(model::PodIndex victim) const;
  bool keep_out(model::PodIndex pod, std::string_view plugin, std::string text);
  RefusalRecord timeout_record(const WaitingPod& waiting) const;
  void time_out(std::size_t waiting);
  void reject_waiting(model::GroupIndex group, std::string_view text);
  void give_up_rejected();
  void give_up(const WaitingPod& waiting, RefusalRecord record);
  void refuse(model::PodIndex pod, RefusalRecord record, Attempt attempt, Rejectors rejectors);
  void activate_siblings(model::PodIndex pod);
  std::optional<Turn> instead_of_a_repetition();
  bool evict(std::vector<model::PodIndex> victims, const std::vector<model::PodIndex>& preemptors);
  void appear_on_node(const Effect& effect);
  void let_in_siblings(model::PodIndex pod);
  void nominate(model::PodIndex pod, model::NodeIndex node);
  void forget_nomination(model::PodIndex pod);
  void take_nominations_from(model::NodeIndex node, std::int32_t priority);
  std::vector<model::PodIndex> nominated_before(model::PodIndex pod, model::NodeIndex node) const;
  Refusal refusal_beside(const std::vector<model::PodIndex>& before, model::PodIndex pod, model::NodeIndex node,
                         const Filter** by = nullptr);
  std::int32_t store(RefusalRecord record, model::PodIndex pod);
  std::int32_t store(Attempt attempt);
  void note_peak(model::PodIndex pod);
  Rejectors rejectors_of(const RefusalRecord& record) const;
  GangRules::Places own_places(model::GroupIndex group) const;
  std::int32_t unit_of(model::PodIndex pod) const { return m_units[static_cast<std::size_t>(pod)]; }

  const model::Pod& pod_at(model::PodIndex index) const {
    return m_rules.cluster.pods[static_cast<std::size_t>(index)];
  }

  const Rules& m_rules;
  const NodeTable& m_nodes;
  const SimulationSetup& m_setup;
  std::vector<model::PodIndex> m_pending; // its own pods, ascending
  std::vector<std::int32_t> m_units;
  Feasibility m_feasibility;
  QueueSort m_queue_sort;
  World& m_world;
  GangRules m_gang;
  SchedulingQueue m_queue;
  Repetition m_repetition;
  Timeline& m_timeline;
  std::map<const model::SchedulerProfile*, std::vector<PreFilterStep>> m_pre_filter_steps;
  std::map<const model::SchedulerProfile*, std::vector<const Filter*>> m_pre_enqueue_steps;
  std::vector<int> m_classes;               // by pod, -1: not asked yet
  std::vector<model::NodeIndex> m_assumed;  // by pod: node on which it has a place and is not bound yet
  std::vector<std::int32_t> m_last_refusal; // by pod, into Timeline::refusals; -1: none
  bool m_is_over = false;                   // what the run looks for has happened
  std::vector<WaitingPod> m_waiting;
  std::deque<std::pair<WaitingPod, std::string>> m_rejected; // a reject signal on its way
  std::vector<RefusalId> m_said_by_node;                     // in the cycle that just failed
  Nominations m_nominated;                                   // pods that are not placed yet
  std::map<model::PodIndex, Preempting> m_preempting;        // by preemptor
  std::map<model::GroupIndex, int> m_losses;                 // of nominations, since something was bound or deleted
  std::vector<model::PodIndex> m_after_others;               // of groups that gave way
  std::optional<model::PodIndex> m_popped;                   // whose turn it is, and nothing else changes any more
  std::optional<model::PodIndex> m_last_to_wait;             // at Permit, meanwhile
  std::int64_t m_idle_turns = 0;                             // attempts in a row of units that repeat themselves
  std::vector<std::int32_t> m_moving;                        // the units that have a pending pod

  // Where it is bound or assumed; k_none: nowhere.
  model::NodeIndex place_of(model::PodIndex pod) const {
    const model::NodeIndex assumed = m_assumed[static_cast<std::size_t>(pod)];
    return assumed != model::k_none ? assumed : m_world.node_of(pod);
  }

  int class_of(model::PodIndex pod) {
    int& number = m_classes[static_cast<std::size_t>(pod)];
    if (number < 0) { number = m_feasibility.class_of(pod, *m_rules.profile_of(pod_at(pod))); }
    return number;
  }
};

} // namespace engine
