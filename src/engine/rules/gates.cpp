// SPDX-License-Identifier: Apache-2.0
#include "engine/rules/gates.hpp"

#include <array>
#include <utility>

namespace engine {

namespace {

// In the order in which a pod meets them.
constexpr std::array<GateRow, 5> k_gates = {{
    {model::GateKind::ResourceQuota, judge_resource_quota},
    {model::GateKind::Kueue, judge_kueue},
    {model::GateKind::VolcanoEnqueue, judge_volcano_enqueue},
    {model::GateKind::VolcanoAllocate, judge_volcano_allocate},
    {model::GateKind::KaiQueue, judge_kai_queue},
}};

} // namespace

// If two gates keep a pod out, the first one counts.
void Gates::keep(model::PodIndex pod, AdmissionResult passage, KeptOut why) {
  if (kept_out.emplace(pod, std::move(why)).second) { passages[static_cast<std::size_t>(pod)] = passage; }
}

void Gates::hold_what_kueue_would_open() {
  for (std::size_t pod = 0; pod < passages.size(); ++pod) {
    if (passages[pod] != AdmissionResult::Opened) { continue; }
    hold(static_cast<model::PodIndex>(pod), {model::GateKind::Kueue, "Kueue has not taken its gate away yet"});
  }
  assumptions.clear();
}

Gates judge_gates(const model::ClusterSnapshot& cluster, model::Time now) {
  Gates gates(cluster);
  for (const GateRow& row : k_gates) { row.judge(cluster, now, gates); }
  return gates;
}

} // namespace engine
