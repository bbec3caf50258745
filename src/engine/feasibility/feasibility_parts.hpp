// SPDX-License-Identifier: Apache-2.0
// What Feasibility knows of a class of pods. For the files feasibility*.cpp alone.
#pragma once

#include "engine/feasibility/feasibility.hpp"
#include "engine/nodes/tournament.hpp"

#include <limits>

namespace engine {

inline constexpr std::size_t k_never = std::numeric_limits<std::size_t>::max(); // of an answer: not computed yet

// What the rows of Scope::Spec say of a pod. Classes that differ in nothing that those read have it together.
struct Feasibility::SpecAnswers {
  const model::SchedulerProfile* profile = nullptr;
  const model::PodSpec* spec = nullptr; // of one of the classes
  NodeSet admitted;                     // the nodes that pass the filters
  // Once a score was asked for:
  std::vector<model::NodeIndex> nodes; // those admitted
  struct Figures {
    const Score* score;
    std::vector<std::int64_t> raw; // by node
    bool is_flat = false;          // it is normalised, and 0 everywhere
  };
  std::vector<Figures> figures;
  std::vector<std::int64_t> plain; // by node: the sum of the weighted scores that are not normalised
};

// What is known of a class node by node. It is large, so that only those classes have it that were asked for last.
struct Feasibility::Columns {
  std::shared_ptr<const SpecAnswers> by_spec;
  std::vector<std::vector<std::int64_t>> own;        // of the scores that placements change, by node
  std::vector<const std::vector<std::int64_t>*> raw; // by score: one of `own`, or of by_spec
  std::vector<bool> is_flat;                         // by score, as in by_spec
  std::vector<std::int64_t> plain;                   // as in by_spec, of all scores
  std::size_t scores_seen = k_never;
  // Totals of the feasible nodes, kept up to date, where they are asked for again and again; see rank().
  int times_asked = 0;
  Tournament ranking;
  std::vector<std::int64_t> highest, at_highest; // by score: the highest raw figure, and how many nodes have it
  std::size_t ranking_seen = k_never;
  std::vector<RefusalId> refusals;
  std::size_t refusals_seen = k_never;
  std::uint64_t last_used = 0;

  std::int64_t figure(std::size_t score, model::NodeIndex node) const {
    return (*raw[score])[static_cast<std::size_t>(node)];
  }

  // As if nothing had been asked; keeps the memory.
  void forget() {
    scores_seen = ranking_seen = refusals_seen = k_never;
    times_asked = 0;
  }
};

struct Feasibility::Class {
  const model::Pod* pod; // one of them
  const model::SchedulerProfile* profile;
  std::vector<const Filter*> filters;
  std::vector<WeightedScore> scores;
  bool any_placement_scope = false;
  bool can_be_ranked = false;

  // Answers and how much of the log they have seen.
  NodeSet by_spec;  // passes the filters that no placement changes
  NodeSet by_node;  // and those that only pods on the node itself change
  NodeSet feasible; // passes all; not used where those are all
  std::size_t feasible_seen = k_never;
  std::unique_ptr<Columns> columns; // see columns_of()
};

} // namespace engine
