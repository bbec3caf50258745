// SPDX-License-Identifier: Apache-2.0
#include "engine/kube_scheduler/record.hpp"

#include "engine/index.hpp"

#include <utility>

namespace engine {

std::int32_t Record::refusal(RefusalRecord record, model::PodIndex pod) {
  m_is_over = m_is_over || m_setup.until_refusal;
  if (!m_setup.record_reasons) { return -1; }
  std::int32_t& last = m_last.edit(at(pod));
  if (!m_setup.record_attempts && last >= 0) {
    m_timeline.refusals[at(last)] = std::move(record);
    return last;
  }
  m_timeline.refusals.push_back(std::move(record));
  last = static_cast<std::int32_t>(m_timeline.refusals.size() - 1);
  return last;
}

std::int32_t Record::attempt(Attempt attempt) {
  if (!m_setup.record_attempts) { return -1; }
  m_timeline.attempts.push_back(std::move(attempt));
  return static_cast<std::int32_t>(m_timeline.attempts.size() - 1);
}

void Record::write(const std::vector<model::PodIndex>& pods) {
  for (const model::PodIndex pod : pods) { m_timeline.pods.edit(at(pod)).refusal = m_last[at(pod)]; }
}

} // namespace engine
