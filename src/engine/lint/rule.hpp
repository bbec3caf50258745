// SPDX-License-Identifier: Apache-2.0
// Definition of a lint rule, its input, and its findings.
#pragma once

#include "engine/explain/diagnose.hpp"
#include "engine/lint/open_cluster.hpp"
#include "engine/question.hpp"
#include "model/report/finding.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace engine::lint {

// A role of a manifest object, and the number of the group's members that it creates.
struct RoleOfGroup {
  const model::Expansion* expansion = nullptr;
  const model::Expansion::Role* role = nullptr;
  std::int32_t members = 0;
};

struct GroupFacts {
  model::GroupIndex index = model::k_none;
  const model::PodGroup* group = nullptr;
  std::int32_t min_member = 0;          // as declared; 0 if absent
  std::vector<model::PodIndex> live;    // not finished
  std::vector<model::PodIndex> pending; // live, but neither bound nor terminating; includes gated ones
  std::int32_t bound = 0, gated = 0, succeeded = 0, failed = 0;
  std::int32_t placed = 0;        // count toward the quorum, by the dialect's own rule
  bool needs_no_quorum = false;   // it has had its quorum once, and its dialect needs no more
  std::vector<RoleOfGroup> roles; // create its members; empty without a manifest

  std::int32_t live_count() const { return static_cast<std::int32_t>(live.size()); }
  std::int32_t quorum() const { return min_member > 1 ? min_member : 1; }
  // True if members are pending and the group lacks its quorum. A running group needs no finding.
  bool has_to_start() const { return !pending.empty() && placed < quorum() && !needs_no_quorum; }
  // Number of members that still need a node at the same time.
  std::int32_t missing() const { return quorum() - placed; }
};

struct Input {
  Input(const Run& run, const Question& question);

  const Run& run;
  const Question& question;
  const model::ClusterSnapshot& cluster;
  OpenCluster open; // the nodes without pods

  const model::Pod& pod(model::PodIndex index) const { return cluster.pods[static_cast<std::size_t>(index)]; }
  GroupFacts facts_of(model::GroupIndex index) const;
  // The object that controls the pod; null if the snapshot does not have it.
  const model::WorkloadObject* owner_of(const model::Pod& pod) const;
  // The Kueue Workloads that pods of the group belong to.
  std::vector<const model::KueueWorkload*> kueue_workloads(model::GroupIndex group) const;
  // The other groups with the same name, in any namespace and dialect.
  std::vector<const model::PodGroup*> namesakes(const model::PodGroup& group) const;
  // For a group of the question without members: the keys of labels whose value is the group's name, each with its
  // number of pods. Counts pending pods of the group's namespace that belong to no group.
  using LabelCounts = std::map<std::string_view, std::int64_t>;
  const LabelCounts& labels_with_its_name(const model::PodGroup& group) const;

 private:
  void count_labels_with_names();

  std::map<model::GroupIndex, std::vector<RoleOfGroup>> m_roles;
  std::map<std::tuple<std::string_view, std::string_view, std::string_view>, const model::WorkloadObject*> m_workloads;
  std::multimap<std::string_view, const model::PodGroup*> m_groups; // by name
  std::map<model::GroupIndex, std::vector<const model::KueueWorkload*>> m_kueue_workloads;
  std::map<std::pair<std::string_view, std::string_view>, LabelCounts> m_labels; // by namespace and name of the group
};

// Fills in one finding.
class Found {
 public:
  explicit Found(model::Finding& finding) : m_finding(&finding) {}
  Found& at(std::string_view field) {
    const bool is_native = m_finding->group_dialect == model::Dialect::Native;
    m_finding->field = is_native && field == "spec.minMember" ? "spec.schedulingPolicy.gang.minCount" : field;
    return *this;
  }
  Found& level(model::FindingLevel level) {
    m_finding->level = level;
    return *this;
  }
  Found& with(std::string_view name, std::int64_t value);
  Found& with(std::string_view name, std::string_view value);
  Found& with(std::string_view name, const char* value) { return with(name, std::string_view(value)); }
  Found& with(std::string_view name, const std::string& value) { return with(name, std::string_view(value)); }
  Found& with(std::string_view name, model::FactValue value);

 private:
  model::Finding* m_finding;
};

struct Rule;

// Collects the findings of one rule.
class Findings {
 public:
  Findings(const Rule& rule, std::vector<model::Finding>& out) : m_rule(&rule), m_out(&out) {}
  // `words` selects one of the rule's sentences.
  Found on(const GroupFacts& group, std::string_view words = {});
  Found on(std::string_view kind, std::string_view name, std::string_view words = {},
           std::string_view namespace_name = {});

 private:
  const Rule* m_rule;
  std::vector<model::Finding>* m_out;
};

using model::Dialects;
using model::dialects;
using model::holds;

struct Rule {
  std::string_view id;
  model::FindingLevel level; // the highest level that it reports
  std::string_view title;
  Dialects dialects; // of the groups that it checks
  void (*of_group)(const Input& input, const GroupFacts& group, Findings& out) = nullptr;
  void (*of_others)(const Input& input, Findings& out) = nullptr; // for objects that belong to no group
};

} // namespace engine::lint
