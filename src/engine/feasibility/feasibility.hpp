// SPDX-License-Identifier: Apache-2.0
// Finds the nodes that fit a pod: once per pod class, later only for nodes that changed.
//
// A class contains all pods that filters and scores treat the same: one PodSpec under one profile, and one namespace if
// the spec refers to objects in it. A thousand equal workers are one class. The first question sweeps the columns
// (`keep`). Every placement appends its node to a log, and the next question of the class checks only the nodes logged
// since. Placing n equal pods on N nodes thus costs N + n, not n·N.
#pragma once

#include "engine/feasibility/known_refusals.hpp"
#include "engine/feasibility/placements.hpp"
#include "engine/filters/filters.hpp"
#include "engine/scores/scores.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace engine {

// Number of nodes by refusal, for one pod at one moment.
using RefusalCounts = std::vector<std::pair<RefusalId, std::int64_t>>;

struct ScoreSheet {
  std::vector<std::string_view> plugins; // plugins that score this pod, in the order of scores.cpp
  struct Row {
    model::NodeIndex node;
    std::vector<std::int64_t> scores; // by plugin
  };
  std::vector<Row> rows;
};

// Selects one of several nodes with the best score. kube-scheduler picks one at random.
struct TieBreak {
  // 0: the first by name; 1: the last; else this number seeds a random order.
  std::uint32_t order = 0;
  std::vector<std::uint32_t> choices = {}; // by tie, for the first ones: index of the node in Tie::nodes
};

// A choice among several nodes with the best score.
struct Tie {
  std::vector<model::NodeIndex> nodes; // ascending
  std::vector<bool> used;              // by index in `nodes`: a pod was on it
};

struct PodClass; // feasibility_parts.hpp, and the next two
struct ClassColumns;
struct SpecAnswers;

class Feasibility : public Placements {
 public:
  // `remembers`: if false, each pod is its own class, and the object computes every answer anew. The answers are the
  // same.
  Feasibility(const NodeTable& nodes, NodeUsage usage, SchedulerVersion version, bool remembers = true);

  // `log`, if given, receives every tie that best() meets.
  void break_ties(TieBreak how, std::vector<Tie>* log) {
    m_tie_break = std::move(how);
    m_tie_log = log;
  }

  // True if pods on other nodes, or claims, decide whether a node accepts pods of the class. (Scope::Placement)
  bool looks_at_other_nodes(int pod_class) const;
  bool remembers() const { return m_remembers; }

  // Returns the class number of the pod under the profile, which must outlive this object.
  int class_of(model::PodIndex pod, const model::SchedulerProfile& profile);

  // The nodes that pass every filter now. Valid until the next call.
  const NodeSet& feasible(int pod_class);

  // Checks only one node, in its current state, by all filters except those in `left_out`.
  Refusal refusal_on(int pod_class, model::NodeIndex node, const Filter** filter = nullptr,
                     const std::vector<const Filter*>& left_out = {}) const;
  // The filters of the class that ignore pods placed later in the same cycle. (Filter::skips_cycle)
  std::vector<const Filter*> skip_cycle(int pod_class) const;
  bool fits(int pod_class, model::NodeIndex node) const { return refusal_on(pod_class, node).reasons.empty(); }

  // Returns the node of `candidates`, all feasible, with the best total score; TieBreak decides ties. Stores in *tied,
  // if given, whether there was a tie. Returns k_none if `candidates` is empty.
  model::NodeIndex best(int pod_class, const NodeSet& candidates, bool* tied = nullptr);

  // A search that visits the nodes in NodeTable::zone_order from position `start` on and scores the first `wanted` that
  // are feasible. It ends at the next feasible one, or when it has visited all nodes.
  struct Search {
    std::size_t start, wanted;
  };
  struct Found {
    model::NodeIndex node = model::k_none; // with the best total score
    bool tied = false;
    std::size_t visited = 0;
  };
  // nullopt if the scores depend on which nodes are found; then best() decides among those. At least one node must be
  // feasible.
  std::optional<Found> best_of_first(int pod_class, Search search);
  // The same for the first question about a class, with less work. nullopt also if the search meets all nodes.
  std::optional<Found> best_of_first_met(int pod_class, Search search);

  // Scores of `candidates`, all feasible, weighted and normalised over them, as kube-scheduler logs them at verbosity
  // 10.
  ScoreSheet score_sheet(int pod_class, const NodeSet& candidates);

  // Every node's refusal: 0 for feasible ones. Valid until the next call.
  const std::vector<RefusalId>& refusals(int pod_class);
  const KnownRefusals& known() const { return m_known; }
  KnownRefusals& known() { return m_known; }

 private:
  PodClass& at(int pod_class);
  FilterInput input(const PodClass& pods) const;
  void refresh(PodClass& pods);
  ClassColumns& columns_of(PodClass& pods);
  std::shared_ptr<SpecAnswers> spec_answers(const PodClass& pods);
  void begin_scores(const PodClass& pods, ClassColumns& columns);
  void refresh_scores(PodClass& pods);
  bool is_ranked(PodClass& pods);
  void rank(PodClass& pods);
  void refresh_refusals(PodClass& pods);

  TieBreak m_tie_break;
  std::vector<Tie>* m_tie_log = nullptr;
  SchedulerVersion m_version;
  bool m_remembers;
  NodeSet m_again;   // scratch memory of refresh and meet
  Figures m_figures; // the same of best_of_first_met
  std::vector<std::unique_ptr<PodClass>> m_classes;
  std::size_t m_most_columns;
  std::vector<PodClass*> m_with_columns;
  std::vector<std::shared_ptr<SpecAnswers>> m_spec_answers; // the most recent ones, newest first
  std::uint64_t m_columns_used = 0;
  struct ClassKey {
    const model::PodSpec* shape; // PodShapes::of
    const model::SchedulerProfile* profile;
    std::string_view namespace_name; // empty if irrelevant
    std::int32_t kind;               // PodTerms::kind_of
    std::string labels_for_spread;   // the labels that its own spread constraints read
    std::int32_t default_selector;   // if it has no spread constraints (DefaultSelectors::number_of)
    std::string_view pod_name;       // of a pod with its own claims, else empty
    friend auto operator<=>(const ClassKey&, const ClassKey&) = default;
  };
  std::map<ClassKey, int> m_class_numbers;
  KnownRefusals m_known;

 public:
  ~Feasibility();
};

} // namespace engine
