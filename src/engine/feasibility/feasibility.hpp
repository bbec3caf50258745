// SPDX-License-Identifier: Apache-2.0
// Which nodes can take a pod, computed once per pod class and then only for the nodes that changed.
//
// A class is all pods that no filter or score can tell apart: one PodSpec under one profile, and one namespace where
// the spec names things that are looked up in it. A thousand equal workers are one class. The first question sweeps the
// columns (`keep`); every placement is appended to a log of nodes, and the next question of the class looks only at the
// nodes that the log has gained since. So placing n equal pods on N nodes costs N + n, not n·N.
#pragma once

#include "engine/filters/filters.hpp"
#include "engine/scores/scores.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace engine {

using RefusalId = std::uint16_t; // 0: not refused

struct KnownRefusal {
  const Filter* filter = nullptr;
  Refusal refusal;
};

// How many nodes share each refusal, for one pod at one moment.
using RefusalCounts = std::vector<std::pair<RefusalId, std::int64_t>>;

struct ScoreSheet {
  std::vector<std::string_view> plugins; // that score this pod, in the profile's order
  struct Row {
    model::NodeIndex node;
    std::vector<std::int64_t> scores; // by plugin
  };
  std::vector<Row> rows;
};

// Which of several nodes with the best score is taken; kube-scheduler draws one.
struct TieBreak {
  // 0: the first by name; 1: the last; else in an order that is drawn by this number.
  std::uint32_t order = 0;
  std::vector<std::uint32_t> choices = {}; // of the first ties, the n-th node by name
};

// A moment at which several nodes had the best score.
struct Tie {
  std::vector<model::NodeIndex> nodes; // ascending
  std::vector<bool> used;              // of each, whether a pod was on it
};

class Feasibility {
 public:
  // `remembers`: false where each pod is to be a class of its own and every answer found anew; they are the same.
  Feasibility(const NodeTable& nodes, NodeUsage usage, SchedulerVersion version, bool remembers = true);

  // `log`, where given, gets every tie that best() meets.
  void break_ties(TieBreak how, std::vector<Tie>* log) {
    m_tie_break = std::move(how);
    m_tie_log = log;
  }

  const NodeTable& nodes() const { return m_nodes; }
  const NodeUsage& usage() const { return m_usage; }

  // A pod comes to a node, which takes volumes for its claims, or leaves it.
  void add(model::PodIndex pod, model::NodeIndex node);
  void remove(model::PodIndex pod, model::NodeIndex node);
  // A pod on a node is bound: what was taken for it stays so when it leaves, and others hear of it.
  struct Bound {
    AssumedStorage::Bound storage;
    bool devices = false;
  };
  Bound bind(model::PodIndex pod, model::NodeIndex node);

  // What if other pods were on the node? When the question ends, the node's usage is as it was.
  class NodeSimulation {
   public:
    NodeSimulation(Feasibility& feasibility, model::NodeIndex node)
        : m_usage(feasibility.m_usage), m_node(node), m_ports(m_usage.ports(node)) {}
    ~NodeSimulation();
    NodeSimulation(const NodeSimulation&) = delete;
    NodeSimulation& operator=(const NodeSimulation&) = delete;

    void remove_pod(model::PodIndex pod); // off the node
    void add_pod(model::PodIndex pod);    // on it

   private:
    NodeUsage& m_usage;
    model::NodeIndex m_node;
    NodeUsage::Ports m_ports;
    std::vector<std::pair<model::PodIndex, bool>> m_done; // and whether it was lifted
  };

  // A class number for the pod under the profile, which must outlive this object.
  int class_of(model::PodIndex pod, const model::SchedulerProfile& profile);

  // The nodes that pass every filter now. Valid until the next call.
  const NodeSet& feasible(int pod_class);

  // The same with one node looked at alone, with what is on it now.
  Refusal refusal_on(int pod_class, model::NodeIndex node, const Filter** filter = nullptr) const;
  bool fits(int pod_class, model::NodeIndex node) const { return refusal_on(pod_class, node).reasons.empty(); }

  // Of `candidates`, all feasible, the one with the best total score; of ties, the one that TieBreak says. *tied (where
  // given) tells whether there was a tie. k_none where empty.
  model::NodeIndex best(int pod_class, const NodeSet& candidates, bool* tied = nullptr);

  // What the score plugins say of `candidates`, all feasible, weighted and normalised over them: as kube-scheduler logs
  // it at verbosity 10.
  ScoreSheet score_sheet(int pod_class, const NodeSet& candidates);

  // Every node's refusal: 0 for feasible ones. Valid until the next call.
  const std::vector<RefusalId>& refusals(int pod_class);
  const KnownRefusal& known(RefusalId id) const { return m_known[id]; }
  const std::vector<KnownRefusal>& all_known() const { return m_known; }
  RefusalId intern(const Filter* filter, const Refusal& refusal);

 private:
  struct Class;
  struct SpecAnswers;
  struct Columns;
  Class& at(int pod_class);
  FilterInput input(const Class& pods) const;
  static const NodeSet& feasible_nodes(const Class& pods);
  const std::vector<model::NodeIndex>& changed_since(std::size_t seen);
  void refresh(Class& pods);
  Columns& columns_of(Class& pods);
  std::shared_ptr<SpecAnswers> spec_answers(const Class& pods);
  void score_by_spec(const Class& pods, SpecAnswers& answers) const;
  void begin_scores(const Class& pods, Columns& columns);
  void refresh_scores(Class& pods);
  static std::int64_t total_of(const Class& pods, model::NodeIndex node, const std::vector<std::int64_t>& highest);
  void rank(Class& pods);
  std::vector<std::int64_t> highest_raw(const Class& pods, const NodeSet& candidates) const;
  std::vector<std::vector<std::int64_t>> over_all(const Class& pods, const NodeSet& candidates) const;
  void refresh_refusals(Class& pods);
  void refuse(Class& pods, NodeSet nodes);

  const NodeTable& m_nodes;
  TieBreak m_tie_break;
  std::vector<Tie>* m_tie_log = nullptr;
  NodeUsage m_usage;
  SchedulerVersion m_version;
  bool m_remembers;
  std::vector<model::NodeIndex> m_log; // nodes that a placement changed, in order
  std::vector<model::NodeIndex> m_changed;
  NodeSet m_changed_set, m_again; // (for changed_since and refresh: so that they allocate nothing)
  std::vector<std::unique_ptr<Class>> m_classes;
  std::size_t m_most_columns;
  std::vector<Class*> m_with_columns;
  std::vector<std::shared_ptr<SpecAnswers>> m_spec_answers; // the last ones, the newest first
  std::uint64_t m_columns_used = 0;
  struct ClassKey {
    const model::PodSpec* spec;
    const model::SchedulerProfile* profile;
    std::string_view namespace_name; // empty where it does not matter
    std::int32_t kind;               // which affinity terms match it
    std::string labels_for_spread;   // what its own spread constraints read of its labels
    std::int32_t default_selector;   // by which it is spread where it has none (DefaultSelectors::number_of)
    std::string_view pod_name;       // of a pod with claims of its own, otherwise empty
    friend auto operator<=>(const ClassKey&, const ClassKey&) = default;
  };
  std::map<ClassKey, int> m_class_numbers;
  std::vector<KnownRefusal> m_known; // [0] is "not refused"
  RefusalId m_last_interned = 0;

 public:
  ~Feasibility();
};

} // namespace engine
