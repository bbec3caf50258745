// SPDX-License-Identifier: Apache-2.0
// Collects the input of the rules once.
#include "engine/index.hpp"
#include "engine/lint/rule.hpp"
#include "engine/rules/counted_members.hpp"

#include <algorithm>
#include <set>

namespace engine::lint {

namespace {

// The declared group that an expansion names.
model::GroupIndex find_group(const model::ClusterSnapshot& cluster, const model::Expansion& expansion,
                             const model::Expansion::Group& wanted) {
  const auto found = std::ranges::find_if(cluster.groups, [&](const model::PodGroup& group) {
    return group.namespace_name == expansion.namespace_name && group.name == wanted.name &&
           model::dialect_name(group.dialect) == wanted.dialect;
  });
  return found == cluster.groups.end() ? model::k_none : static_cast<model::GroupIndex>(found - cluster.groups.begin());
}

// Number of pods of the role in each group. A role has no pods yet if it waits for others to complete; it then counts
// toward the only group of its object.
std::map<model::GroupIndex, std::int32_t> members_by_group(const model::ClusterSnapshot& cluster,
                                                           const model::Expansion& expansion,
                                                           const model::Expansion::Role& role) {
  std::map<model::GroupIndex, std::int32_t> counts;
  for (const std::string& name : role.pods) {
    const model::PodIndex pod = cluster.find_pod(expansion.namespace_name, name);
    if (pod != model::k_none) { ++counts[cluster.pods[at(pod)].group]; }
  }
  if (role.pods.empty() && expansion.groups.size() == 1) {
    counts.emplace(find_group(cluster, expansion, expansion.groups.front()), 0);
  }
  counts.erase(model::k_none);
  return counts;
}

} // namespace

Input::Input(const Run& the_run, const Question& asked)
    : run(the_run), question(asked), cluster(the_run.rules.cluster), open(cluster, the_run.rules.version) {
  for (const model::Expansion& expansion : question.expansions) {
    for (const model::Expansion::Role& role : expansion.roles) {
      for (const auto& [group, members] : members_by_group(cluster, expansion, role)) {
        m_roles[group].push_back({&expansion, &role, members});
      }
    }
  }
  for (const model::WorkloadObject& object : cluster.workloads) {
    m_workloads.emplace(std::tuple(object.namespace_name, object.kind, object.name), &object);
  }
  for (const model::KueueWorkload& workload : cluster.kueue_workloads) {
    std::set<model::GroupIndex> groups;
    for (const model::PodIndex index : workload.pods) { groups.insert(pod(index).group); }
    for (const model::GroupIndex group : groups) { m_kueue_workloads[group].push_back(&workload); }
  }
  for (const model::PodGroup& group : cluster.groups) { m_groups.emplace(group.name, &group); }
  count_labels_with_names();
}

void Input::count_labels_with_names() {
  for (const model::GroupIndex index : question.groups) {
    const model::PodGroup& group = cluster.groups[at(index)];
    if (group.declared && group.members.empty()) { m_labels[{group.namespace_name, group.name}]; }
  }
  if (m_labels.empty()) { return; }
  for (const model::Pod& one : cluster.pods) {
    if (one.group != model::k_none || one.bound() || !one.live()) { continue; }
    for (const auto& [key, value] : *one.labels) {
      const auto wanted = m_labels.find({one.namespace_name, value});
      if (wanted != m_labels.end()) { ++wanted->second[key]; }
    }
  }
}

const Input::LabelCounts& Input::labels_with_its_name(const model::PodGroup& group) const {
  static const LabelCounts none;
  const auto found = m_labels.find({group.namespace_name, group.name});
  return found == m_labels.end() ? none : found->second;
}

std::vector<const model::KueueWorkload*> Input::kueue_workloads(model::GroupIndex group) const {
  const auto found = m_kueue_workloads.find(group);
  return found == m_kueue_workloads.end() ? std::vector<const model::KueueWorkload*>() : found->second;
}

std::vector<const model::PodGroup*> Input::namesakes(const model::PodGroup& group) const {
  std::vector<const model::PodGroup*> others;
  const auto [first, last] = m_groups.equal_range(group.name);
  for (auto at = first; at != last; ++at) {
    if (at->second != &group) { others.push_back(at->second); }
  }
  return others;
}

const model::WorkloadObject* Input::owner_of(const model::Pod& pod) const {
  if (pod.owner == nullptr) { return nullptr; }
  const auto found = m_workloads.find({pod.namespace_name, pod.owner->kind, pod.owner->name});
  return found == m_workloads.end() ? nullptr : found->second;
}

GroupFacts Input::facts_of(model::GroupIndex index) const {
  GroupFacts facts;
  facts.index = index;
  facts.group = &cluster.groups[at(index)];
  facts.min_member = facts.group->min_member.value_or(0);
  for (const model::PodIndex member : facts.group->members) {
    const model::Pod& one = pod(member);
    facts.succeeded += one.phase == model::PodPhase::Succeeded ? 1 : 0;
    facts.failed += one.phase == model::PodPhase::Failed ? 1 : 0;
    facts.placed += counts_of(*facts.group, state_of(one)).placed ? 1 : 0;
    if (one.finished()) { continue; }
    facts.live.push_back(member);
    facts.bound += one.bound() ? 1 : 0;
    facts.gated += one.gated() ? 1 : 0;
    if (!one.bound() && !one.terminating) { facts.pending.push_back(member); }
  }
  facts.needs_no_quorum = is_satisfied_for_good(*facts.group) && facts.bound + facts.succeeded > 0;
  if (const auto roles = m_roles.find(index); roles != m_roles.end()) { facts.roles = roles->second; }
  return facts;
}

Found& Found::with(std::string_view name, std::int64_t value) { return with(name, model::FactValue(value)); }

Found& Found::with(std::string_view name, std::string_view value) {
  return with(name, model::FactValue(std::string(value)));
}

Found& Found::with(std::string_view name, model::FactValue value) {
  m_finding->facts.push_back({name, std::move(value)});
  return *this;
}

Found Findings::on(const GroupFacts& group, std::string_view words) {
  const std::string_view kind = model::facts_of(group.group->dialect).kind;
  Found found = on(kind.empty() ? "Group" : kind, group.group->name, words, group.group->namespace_name);
  m_out->back().group_dialect = group.group->dialect;
  return found;
}

Found Findings::on(std::string_view kind, std::string_view name, std::string_view words,
                   std::string_view namespace_name) {
  model::Finding& finding = m_out->emplace_back();
  finding.rule = m_rule->id;
  finding.title = m_rule->title;
  finding.words = words;
  finding.level = m_rule->level;
  finding.kind = kind;
  finding.namespace_name = namespace_name;
  finding.name = name;
  return Found(finding);
}

} // namespace engine::lint
