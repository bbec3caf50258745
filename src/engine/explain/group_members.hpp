// SPDX-License-Identifier: Apache-2.0
// The members of one group in a run, and how many of them count by the rules of its dialect.
#pragma once

#include "engine/explain/diagnose.hpp"
#include "engine/index.hpp"
#include "engine/rules/counted_members.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace engine {

class GroupMembers {
 public:
  GroupMembers(const Run& run, model::GroupIndex group);

  model::MemberCounts counts;
  std::int32_t existing = 0;            // members that count as existing
  std::int32_t past_counting = 0;       // of those, members that can never count as placed: deleted, or running already
  std::vector<model::PodIndex> pending; // live, not bound, not terminating; includes gated ones
  std::vector<model::PodIndex> kept_out; // the same, but never tried because of a gate above the scheduler

  // Number of members that must be placed at once; at most the existing ones if the scheduler ignores missing members.
  std::int32_t quorum() const { return quorum_of(m_cluster, m_group); }
  std::int32_t min_member() const { return m_group.min_member.value_or(0); }
  // Members that count as placed if `bound` are bound.
  std::int32_t placed(std::int32_t bound) const { return bound + m_placed_unbound; }

  bool exists(model::PodIndex index) const;
  bool is_placed(model::PodIndex index) const;
  bool is_placed_at_end(model::PodIndex index) const;
  bool is_bound_or_placed(model::PodIndex index) const;
  // For each part, the number of members that pass the test; and the part that falls short by that number.
  using MemberTest = bool (GroupMembers::*)(model::PodIndex) const;
  std::vector<std::int32_t> part_counts(MemberTest holds) const;
  std::optional<std::size_t> part_short_of(MemberTest holds) const;

  bool never_comes(model::PodIndex index) const;
  std::int32_t gated_members() const;
  bool anybody_else_pending() const;
  std::vector<model::PodIndex> refused_as_different() const; // members that differ from the first, and so never start
  bool is_spread_over_profiles() const;                      // and no profile's members reach the quorum
  // A gang without whose members Koordinator starts none of this one's; its members, and how many it needs.
  struct Partner {
    std::string_view key;
    std::int32_t have = 0, needed = 0;
  };
  std::optional<Partner> partner_short_of_members() const;
  // Stage at which the gang rules check the number of members.
  model::Stage gate_stage() const {
    return m_run.rules.policies[at(m_index)]->native == Policy::Native::No ? model::Stage::PreFilter
                                                                           : model::Stage::PreEnqueue;
  }

 private:
  const model::Pod& pod(model::PodIndex index) const { return m_cluster.pods[at(index)]; }

  const Run& m_run;
  const model::ClusterSnapshot& m_cluster;
  model::GroupIndex m_index;
  const model::PodGroup& m_group;
  std::int32_t m_placed_unbound = 0; // members that count as placed but are not bound, minus bound ones that do not
                                     // count
};

} // namespace engine
