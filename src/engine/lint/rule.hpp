// SPDX-License-Identifier: Apache-2.0
// What a rule of lint is, what it reads, and how it says what it found.
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

// A role of a manifest object, and how many of the group's members it makes.
struct RoleOfGroup {
  const model::Expansion* expansion = nullptr;
  const model::Expansion::Role* role = nullptr;
  std::int32_t members = 0;
};

struct GroupFacts {
  model::GroupIndex index = model::k_none;
  const model::PodGroup* group = nullptr;
  std::int32_t min_member = 0;          // as declared; 0 where absent
  std::vector<model::PodIndex> live;    // not finished
  std::vector<model::PodIndex> pending; // of those: neither bound nor terminating, gated ones included
  std::int32_t bound = 0, gated = 0, succeeded = 0, failed = 0;
  std::int32_t placed = 0;        // that count toward the quorum, by the dialect's own rule
  bool needs_no_quorum = false;   // it has had one, and that is enough for good
  std::vector<RoleOfGroup> roles; // that make its members; empty where no manifest does

  std::int32_t live_count() const { return static_cast<std::int32_t>(live.size()); }
  std::int32_t quorum() const { return min_member > 1 ? min_member : 1; }
  // Whether somebody waits and the quorum is not there: of a group that runs, nothing has to be said.
  bool has_to_start() const { return !pending.empty() && placed < quorum() && !needs_no_quorum; }
  // How many more have to be placed at the same time.
  std::int32_t missing() const { return quorum() - placed; }
};

struct Input {
  Input(const Run& run, const Question& question);

  const Run& run;
  const Question& question;
  const model::ClusterSnapshot& cluster;
  OpenCluster open; // with nothing on it

  const model::Pod& pod(model::PodIndex index) const { return cluster.pods[static_cast<std::size_t>(index)]; }
  GroupFacts facts_of(model::GroupIndex index) const;
  // The object that controls the pod, where the picture has it; null: not there.
  const model::WorkloadObject* owner_of(const model::Pod& pod) const;
  // The Kueue Workloads that pods of the group belong to.
  std::vector<const model::KueueWorkload*> kueue_workloads(model::GroupIndex group) const;
  // The other groups of that name, in any namespace and dialect.
  std::vector<const model::PodGroup*> namesakes(const model::PodGroup& group) const;
  // Of a group that is asked about and has no members: labels whose value is its name, of pending pods of its namespace
  // that are of no group, and how many pods have each.
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
    m_finding->field = field;
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

// Where one rule puts what it finds.
class Findings {
 public:
  Findings(const Rule& rule, std::vector<model::Finding>& out) : m_rule(&rule), m_out(&out) {}
  // `words` chooses among the rule's sentences.
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
  model::FindingLevel level; // the highest that it gives
  std::string_view title;
  Dialects dialects; // of the groups that it looks at
  void (*of_group)(const Input& input, const GroupFacts& group, Findings& out) = nullptr;
  void (*of_others)(const Input& input, Findings& out) = nullptr; // of what is no group's
};

} // namespace engine::lint
