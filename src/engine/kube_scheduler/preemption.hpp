// SPDX-License-Identifier: Apache-2.0
// DefaultPreemption: picks a node and its victims for one pod. It does not consider gangs.
// Source: kube-scheduler framework/preemption/preemption.go, plugins/defaultpreemption.
#pragma once

#include "engine/feasibility/feasibility.hpp"
#include "engine/kube_scheduler/kept_by_node.hpp"
#include "engine/rules/rules.hpp"

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace engine {

struct Candidate {
  model::NodeIndex node = model::k_none;
  std::vector<model::PodIndex> victims; // most important first
  std::int64_t violations = 0;          // victims that a PodDisruptionBudget protects
};

// What preemption finds on each node for equal pods of one priority without a nomination of their own.
struct KeptVictims {
  static constexpr std::uint32_t k_candidate = 0xFFFFFFFF;
  KeptByNode<std::uint32_t> outcome; // index in `outcomes`, or k_candidate: see `candidates`
  std::vector<std::vector<std::string_view>> outcomes;
  std::unordered_map<model::NodeIndex, Candidate> candidates;
};

// The outcomes on all nodes that evictions may help, summed up.
struct OutcomeSums {
  std::vector<std::int64_t> counts;      // by index in KeptVictims::outcomes
  std::set<model::NodeIndex> candidates; // nodes with k_candidate
  std::string no_candidate_text;         // of these sums; empty: not written yet
};

struct Preemption {
  model::NodeIndex node = model::k_none; // the nominated node; k_none if preemption does not help
  std::vector<model::PodIndex> victims;
  bool on_a_tie = false; // another node would serve as well
  std::string text;      // "preemption: 0/4 nodes are available: …"; empty when it helps, or if it is not wanted
  bool eligible = true;  // false: preemption was not tried, and the pod keeps its nomination
};

struct PreemptionInput {
  const Rules& rules;
  Feasibility& feasibility; // unchanged on return
  model::PodIndex pod;
  model::NodeIndex nominated;  // the pod's own nomination, or k_none
  bool nominated_unresolvable; // that node's refusal is permanent
  // True if evictions can cure the node's refusal: Unschedulable and not UnschedulableAndUnresolvable.
  std::function<bool(model::NodeIndex)> may_help;
  std::int64_t may_help_count; // number of nodes where may_help() is true
  // True if an earlier preemption makes this pod leave; it may still be on its node.
  std::function<bool(model::PodIndex)> leaving;
  // The node's refusal of the pod, with the pods nominated there counted.
  std::function<Refusal(model::NodeIndex)> refusal_on;
  KeptVictims* kept;      // null: nothing is kept
  OutcomeSums* sums;      // of `kept`, up to date; null: visit the nodes
  NodeStamps stamps;      // for `kept`
  bool wants_text = true; // Preemption::text
};

Preemption preempt(const PreemptionInput& input);

// What preemption finds on one node: see KeptVictims::outcome. Call with `kept` only.
std::uint32_t preemption_outcome(const PreemptionInput& input, model::NodeIndex node);

} // namespace engine
