// SPDX-License-Identifier: Apache-2.0
// What becomes of the victims of preemption, and who is kept out of the queue meanwhile.
#include "engine/index.hpp"
#include "engine/kube_scheduler/kube_scheduler.hpp"

#include <algorithm>

namespace engine {

// A victim that waits at Permit loses its reservation at once; others are deleted, the last one when the API server has
// answered for all others. False where all of them terminate already. The watch tells of a deletion a little later than
// the answer to it. (prepareCandidateAsync)
bool KubeScheduler::evict(std::vector<model::PodIndex> victims, const std::vector<model::PodIndex>& preemptors) {
  const bool waits_for_last = m_rules.version.preemptor_waits_for_last_victim();
  if (!m_rules.version.deletes_terminating_victims()) {
    std::erase_if(victims,
                  [&](model::PodIndex victim) { return pod_at(victim).terminating || m_world.is_leaving(victim); });
  }
  if (victims.empty()) { return false; }
  const std::int64_t others = victims.size() > 1 ? k_deletion_calls : 0;
  const std::int64_t kept_out = others + (waits_for_last ? k_deletion_calls : 0);
  for (const model::PodIndex preemptor : preemptors) {
    m_preempting[preemptor] = {victims.back(), {m_world.now().micros + others * m_rules.options.api_latency_micros}};
    m_world.request({Effect::Kind::MayTryAgain, preemptor, this}, kept_out);
  }
  for (const model::PodIndex victim : victims) {
    const auto waiting =
        std::find_if(m_waiting.begin(), m_waiting.end(), [&](const WaitingPod& w) { return w.pod == victim; });
    if (waiting != m_waiting.end()) { // not bound yet: it only loses its reservation
      const WaitingPod lost = *waiting;
      m_waiting.erase(waiting);
      RefusalRecord record;
      record.text = "preempted";
      record.gang = RefusalRecord::Gang::Sibling;
      give_up(lost, std::move(record));
      give_up_rejected();
      continue;
    }
    const bool after_others = victim == victims.back();
    m_world.request({Effect::Kind::Deleted, victim, this}, (after_others ? others : 0) + k_deletion_calls);
  }
  return true;
}

void KubeScheduler::gone(model::PodIndex pod, model::NodeIndex node) {
  m_feasibility.remove(pod, node);
  m_gang.gone(pod, true);
  m_losses.clear();
  m_queue.happened({ClusterEvent::Kind::PodDeleted, &pod_at(pod)}, m_world.now());
  m_repetition.progress();
}

// The preemptor is kept out of the queue until all victims but the last one are deleted, from 1.35 on until the last
// one goes too, whoever deletes it. (DefaultPreemption's PreEnqueue; Executor.isRunningPreemption)
bool KubeScheduler::carries_out_preemption(model::PodIndex pod) const {
  const auto known = m_preempting.find(pod);
  if (known == m_preempting.end()) { return false; }
  return m_world.now() < known->second.others_deleted ||
         (m_rules.version.preemptor_waits_for_last_victim() && !is_going(known->second.last_victim));
}

bool KubeScheduler::is_going(model::PodIndex victim) const {
  return m_world.is_leaving(victim) || place_of(victim) == model::k_none;
}

// Whether a PreEnqueue plugin keeps a pod that was tried before from another try. A gang needs its members again: it
// may have lost some to preemption.
bool KubeScheduler::keeps_out(model::PodIndex pod) const {
  if (carries_out_preemption(pod)) { return true; }
  const model::GroupIndex native = m_rules.native_group_of(pod_at(pod));
  return native != model::k_none && !kept_out_with_group(native).empty();
}

} // namespace engine
