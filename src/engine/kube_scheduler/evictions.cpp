// SPDX-License-Identifier: Apache-2.0
#include "engine/kube_scheduler/evictions.hpp"

#include "engine/index.hpp"

#include <algorithm>
#include <utility>

namespace engine {

bool Evictions::evict(std::vector<model::PodIndex> victims, const std::vector<model::PodIndex>& preemptors) {
  const bool waits_for_last = m_state.rules.version.preemptor_waits_for_last_victim();
  victims = to_delete(std::move(victims));
  if (victims.empty()) { return false; }
  const std::int64_t others = victims.size() > 1 ? k_deletion_calls : 0;
  const std::int64_t kept_out = others + (waits_for_last ? k_deletion_calls : 0);
  for (const model::PodIndex preemptor : preemptors) {
    m_preempting[preemptor] = {victims.back(),
                               {m_state.world.now().micros + others * m_state.rules.options.api_latency_micros}};
    m_state.world.request({Effect::Kind::MayTryAgain, preemptor, &m_scheduler}, kept_out);
  }
  for (const model::PodIndex victim : victims) {
    // If the victim is not bound yet, it only loses its reservation.
    if (const std::optional<WaitingPod> lost = m_state.waiting.take(victim)) {
      RefusalRecord record;
      record.text = "preempted";
      record.gang = RefusalRecord::Gang::Sibling;
      m_reservations.give_up(*lost, std::move(record));
      m_reservations.give_up_rejected();
      continue;
    }
    const bool after_others = victim == victims.back();
    m_state.world.request({Effect::Kind::Deleted, victim, &m_scheduler},
                          (after_others ? others : 0) + k_deletion_calls);
  }
  return true;
}

std::vector<model::PodIndex> Evictions::to_delete(std::vector<model::PodIndex> victims) const {
  if (!m_state.rules.version.deletes_terminating_victims()) {
    std::erase_if(victims, [&](model::PodIndex victim) {
      return m_state.pod_at(victim).terminating || m_state.world.is_leaving(victim);
    });
  }
  return victims;
}

bool Evictions::carries_out_preemption(model::PodIndex pod) const {
  const auto known = m_preempting.find(pod);
  if (known == m_preempting.end()) { return false; }
  return m_state.world.now() < known->second.others_deleted ||
         (m_state.rules.version.preemptor_waits_for_last_victim() && !is_going(known->second.last_victim));
}

bool Evictions::is_going(model::PodIndex victim) const {
  return m_state.world.is_leaving(victim) || m_state.place_of(victim) == model::k_none;
}

} // namespace engine
