// SPDX-License-Identifier: Apache-2.0
// Derives one group's answer from the timeline. diagnose.cpp decides verdict and cause; cause_evidence.cpp gathers the
// numbers that the report shows with a cause.
#pragma once

#include "engine/explain/diagnose.hpp"
#include "engine/explain/evidence.hpp"
#include "engine/index.hpp"
#include "engine/rules/counted_members.hpp"
#include "engine/solver/solver.hpp"

#include <optional>
#include <string>
#include <vector>

namespace engine {

class Diagnosis {
 public:
  Diagnosis(const Run& run, model::GroupIndex index)
      : m_run(run), m_cluster(run.rules.cluster), m_index(index), m_group(m_cluster.groups[at(index)]),
        m_outcome(run.timeline.groups[at(index)]) {}

  model::GroupReport report(Depth depth);
  bool reaches_quorum();

 private:
  const model::Pod& pod(model::PodIndex index) const { return m_cluster.pods[at(index)]; }
  std::string name_of(model::PodIndex index) const { return std::string(pod(index).name); }
  // Stage at which the gang rules check the number of members.
  model::Stage gate_stage() const {
    return m_run.rules.policies[at(m_index)]->native == Policy::Native::No ? model::Stage::PreFilter
                                                                           : model::Stage::PreEnqueue;
  }
  // Number of members that must be placed at once; at most the existing ones if the scheduler ignores missing members.
  std::int32_t quorum() const { return quorum_of(m_cluster, m_group); }
  std::int32_t min_member() const { return m_group.min_member.value_or(0); }
  const GroupOutcome& alone();
  const Solution& possible();
  bool is_greedy_miss();
  bool anybody_else_pending() const;
  std::vector<model::PodIndex> refused_as_different() const; // members that differ from the first, and so never start
  bool is_spread_over_profiles() const;                      // and no profile's members reach the quorum
  bool never_comes(model::PodIndex index) const;
  bool comes_after_gate() const;
  std::int32_t gated_members() const;

  void count_members();
  std::int32_t placed(std::int32_t bound) const { return bound + m_placed_unbound; }
  bool is_satisfied() const;
  // For each part, the number of members that pass the test; and the part that falls short by that number.
  using MemberTest = bool (Diagnosis::*)(model::PodIndex) const;
  std::vector<std::int32_t> part_counts(MemberTest holds) const;
  std::optional<std::size_t> part_short_of(MemberTest holds) const;
  bool exists(model::PodIndex index) const;
  bool is_placed(model::PodIndex index) const;
  bool is_placed_at_end(model::PodIndex index) const;
  // A gang without whose members Koordinator starts none of this one's; its members, and how many it needs.
  struct Partner {
    std::string_view key;
    std::int32_t have = 0, needed = 0;
  };
  std::optional<Partner> partner_short_of_members() const;
  bool lacks_object() const;
  void describe_group();
  void describe_parts();
  void decide_verdict();
  model::Code decide_code();
  void apply_code(model::Code code);
  model::Stage culprit_stage() const;
  std::string creation_failure() const;
  void explain_room(const GroupOutcome& outcome, const NodeUsage& usage);
  void explain_limit();
  void explain_left(std::int64_t have, const std::vector<model::PodIndex>& left, model::PodIndex culprit,
                    const NodeUsage& usage);
  void name_taints();
  void explain_difference();
  void explain_no_node();
  void explain_waiting();
  Demand demand_like(const model::Pod& shown, const std::vector<model::PodIndex>& unplaced) const;
  std::vector<model::QueueRef> queue_refs(const std::vector<model::PodIndex>& pods) const;
  bool starts_beside(const std::vector<model::PodIndex>& others) const;
  void explain_taken();
  void describe_pods();
  void describe_stored();
  void describe_condition();
  NodeUsage usage_without_own_reservations() const;

  const Run& m_run;
  const model::ClusterSnapshot& m_cluster;
  model::GroupIndex m_index;
  const model::PodGroup& m_group;
  const GroupOutcome& m_outcome;
  Depth m_depth = Depth::Full;
  model::GroupReport m_report;
  std::int32_t m_existing = 0;       // members that count as existing
  std::int32_t m_past_counting = 0;  // of those, members that can never count as placed: deleted, or running already
  std::int32_t m_placed_unbound = 0; // members that count as placed but are not bound, minus bound ones that do not
                                     // count
  std::vector<model::PodIndex> m_pending;  // live, not bound, not terminating; includes gated ones
  std::vector<model::PodIndex> m_kept_out; // the same, but never tried because of a gate above the scheduler
  std::vector<model::PodIndex> m_without_node;
  std::optional<Timeline> m_alone_run;
  std::optional<Solution> m_solution;
};

} // namespace engine
