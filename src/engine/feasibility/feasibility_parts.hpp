// SPDX-License-Identifier: Apache-2.0
// State of Feasibility by class of pods. Only for the files feasibility*.cpp.
#pragma once

#include "engine/feasibility/feasibility.hpp"
#include "engine/nodes/tournament.hpp"

#include <limits>

namespace engine {

inline constexpr std::size_t k_never = std::numeric_limits<std::size_t>::max(); // answer not computed yet

// Answers of the rows with Scope::Spec about a pod. Classes share them if these rows read the same of both.
struct SpecAnswers {
  const model::SchedulerProfile* profile = nullptr;
  const model::PodSpec* spec = nullptr; // of one of the classes
  NodeSet admitted;                     // the nodes that pass the filters
  // Filled at the first request for a score:
  std::vector<model::NodeIndex> nodes; // the admitted nodes
  struct OfScore {
    const Score* score;
    Figures raw;
    bool is_flat = false; // normalised, and 0 everywhere
  };
  std::vector<OfScore> figures;
  std::vector<std::int64_t> plain; // by node: sum of the weighted scores without normalisation
};

// Answers about a class by node. They are large, so only the most recently used classes have them.
struct ClassColumns {
  std::shared_ptr<const SpecAnswers> by_spec;
  std::vector<Figures> own;        // by score, if placements change it
  std::vector<const Figures*> raw; // by score: one of `own`, or of by_spec
  std::vector<bool> is_flat;       // by score, as in by_spec
  std::vector<std::int64_t> plain; // as in by_spec, of all scores
  std::size_t scores_seen = k_never;
  // Totals of the feasible nodes. They are kept current only for repeated requests; see rank().
  int times_asked = 0;
  Tournament ranking;
  std::vector<std::int64_t> highest, at_highest; // by score: highest raw figure, and number of nodes with it
  std::size_t ranking_seen = k_never;
  std::vector<RefusalId> refusals;
  std::size_t refusals_seen = k_never;
  std::uint64_t last_used = 0;

  std::int64_t figure(std::size_t score, model::NodeIndex node) const {
    return (*raw[score])[static_cast<std::size_t>(node)];
  }

  // Discards all answers, but keeps the memory.
  void forget() {
    scores_seen = ranking_seen = refusals_seen = k_never;
    times_asked = 0;
  }
};

// Pods that filters and scores treat the same.
struct PodClass {
  const model::Pod* pod; // one pod of the class
  const model::SchedulerProfile* profile;
  std::vector<const Filter*> filters;
  std::vector<WeightedScore> scores;
  bool any_placement_scope = false;
  bool can_be_ranked = false;
  bool is_met = false; // best_of_first_met() has searched for it

  // Answers, and how much of the log they include.
  NodeSet by_spec;  // nodes that pass the filters that no placement changes
  NodeSet by_node;  // and also those that only pods on the node change
  NodeSet feasible; // and also all others; unused if there are no others
  std::size_t feasible_seen = k_never;
  std::unique_ptr<ClassColumns> columns; // see columns_of()

  const NodeSet& feasible_nodes() const { return any_placement_scope ? feasible : by_node; }
};

// Fills the figures of `answers` at the first call.
void score_by_spec(const FilterInput& in, const PodClass& pods, SpecAnswers& answers);

} // namespace engine
