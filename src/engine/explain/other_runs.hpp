// SPDX-License-Identifier: Apache-2.0
// What would come of a group without its rivals: each question is answered when it is first asked.
#pragma once

#include "engine/explain/group_members.hpp"
#include "engine/solver/solver.hpp"

#include <optional>
#include <vector>

namespace engine {

class OtherRuns {
 public:
  // `members` must outlive it.
  OtherRuns(const Run& run, model::GroupIndex index, const GroupMembers& members)
      : m_run(run), m_index(index), m_outcome(run.timeline.groups[at(index)]), m_members(members) {}

  // Outcome of the same simulation without any other pending pod.
  const GroupOutcome& alone();
  // The most members that the nodes can hold, in any order and without other pending pods.
  const Solution& possible();
  // Pending members that fit on no node, each taken alone.
  const std::vector<model::PodIndex>& without_node();

 private:
  const Run& m_run;
  model::GroupIndex m_index;
  const GroupOutcome& m_outcome;
  const GroupMembers& m_members;
  std::optional<Timeline> m_alone_run;
  std::optional<Solution> m_solution;
  std::optional<std::vector<model::PodIndex>> m_without_node;
};

} // namespace engine
