// SPDX-License-Identifier: Apache-2.0
// Gathers the numbers that a report shows with a cause.
#pragma once

#include "engine/explain/evidence.hpp"
#include "engine/explain/group_members.hpp"
#include "engine/explain/other_runs.hpp"

#include <string>
#include <vector>

namespace engine {

class CauseEvidence {
 public:
  // Writes into `report`. All must outlive it.
  CauseEvidence(const Run& run, model::GroupIndex index, const GroupMembers& members, OtherRuns& others, Depth depth,
                model::GroupReport& report)
      : m_run(run), m_cluster(run.rules.cluster), m_index(index), m_group(m_cluster.groups[at(index)]),
        m_outcome(run.timeline.groups[at(index)]), m_members(members), m_others(others), m_depth(depth),
        m_report(report) {}

  // Sets the code, and the verdict Unknown if the code demands it.
  void apply_code(model::Code code);
  // Adds the hint "Job ml/train could not create pods: …".
  void note_creation_failure();

 private:
  const model::Pod& pod(model::PodIndex index) const { return m_cluster.pods[at(index)]; }
  std::string name_of(model::PodIndex index) const { return std::string(pod(index).name); }
  model::Stage culprit_stage() const;
  void explain_room(const GroupOutcome& outcome, const NodeUsage& usage);
  void explain_limit();
  model::PodIndex explain_left(std::int64_t have, const std::vector<model::PodIndex>& left, model::PodIndex culprit,
                               const NodeUsage& usage);
  void find_obstacles(const std::vector<Placement>& placement, model::PodIndex shown);
  void name_taints();
  void name_spared();
  void explain_difference();
  void explain_no_node();
  void explain_waiting();
  Demand demand_like(const model::Pod& shown, const std::vector<model::PodIndex>& unplaced) const;
  std::vector<model::QueueRef> queue_refs(const std::vector<model::PodIndex>& pods) const;
  bool starts_beside(const std::vector<model::PodIndex>& others) const;
  void explain_taken();
  NodeUsage usage_without_own_reservations() const;

  const Run& m_run;
  const model::ClusterSnapshot& m_cluster;
  model::GroupIndex m_index;
  const model::PodGroup& m_group;
  const GroupOutcome& m_outcome;
  const GroupMembers& m_members;
  OtherRuns& m_others;
  Depth m_depth;
  model::GroupReport& m_report;
};

} // namespace engine
