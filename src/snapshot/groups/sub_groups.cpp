// SPDX-License-Identifier: Apache-2.0
#include "snapshot/groups/sub_groups.hpp"

#include "snapshot/dialects/dialects.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>

namespace snapshot {

namespace {

const model::Pod& pod_at(const Collected& collected, model::PodIndex index) {
  return collected.cluster.pods[static_cast<std::size_t>(index)];
}

// Volcano checks the quorums of tasks only if the group's quorum covers their sum. (job_info.go, CheckTaskValid)
void drop_tasks_beyond_quorum(model::PodGroup& group) {
  if (group.dialect != model::Dialect::Volcano) { return; }
  std::int64_t sum = 0;
  for (const model::SubGroup& task : group.sub_groups) { sum += task.min_member; }
  if (sum <= group.min_member.value_or(0)) { return; }
  std::erase_if(group.sub_groups, [](const model::SubGroup& task) { return !task.labelled; });
}

void fill_by_marks(const Collected& collected, model::PodGroup& group) {
  const DialectReader& reader = dialect(group.dialect);
  if (reader.sub_group == nullptr || group.sub_groups.empty()) { return; }
  std::map<std::string_view, model::SubGroup*> parts;
  for (model::SubGroup& part : group.sub_groups) { parts.emplace(part.name, &part); }
  for (const model::PodIndex member : group.members) {
    const auto part = parts.find(reader.sub_group(marks_of(pod_at(collected, member))));
    if (part != parts.end()) { part->second->members.push_back(member); }
  }
}

// Splits the matching members: pods with equal values for all keys form one sub-group.
std::vector<model::SubGroup> parts_told_by_labels(Collected& collected, const model::PodGroup& group,
                                                  const model::SubGroup& whole) {
  std::map<std::string, std::vector<model::PodIndex>> members_of;
  for (const model::PodIndex member : group.members) {
    const model::Labels& labels = *pod_at(collected, member).labels;
    if (whole.labelled->selector && !model::matches(*whole.labelled->selector, labels)) { continue; }
    std::string name(whole.name);
    for (const std::string_view key : whole.labelled->keys) { name.append("-").append(mark_of(labels, key)); }
    members_of[name].push_back(member);
  }
  std::vector<model::SubGroup> parts;
  for (auto& [name, members] : members_of) {
    parts.push_back({.name = collected.lasting(name),
                     .parent = whole.name,
                     .min_member = whole.labelled->size,
                     .members = std::move(members)});
  }
  return parts;
}

// A policy often has the name of its task, which is a part of its own: names tell parts from each other.
void rename_policies(Collected& collected, model::PodGroup& group) {
  for (model::SubGroup& policy : group.sub_groups) {
    const auto is_task = [&](const model::SubGroup& part) { return !part.labelled && part.name == policy.name; };
    if (!policy.labelled || std::ranges::none_of(group.sub_groups, is_task)) { continue; }
    policy.name = collected.lasting(util::concat(policy.name, " (partitions)"));
  }
}

} // namespace

void fill_sub_groups(Collected& collected, model::PodGroup& group) {
  drop_tasks_beyond_quorum(group);
  rename_policies(collected, group);
  fill_by_marks(collected, group);
  const std::size_t declared = group.sub_groups.size();
  for (std::size_t at = 0; at < declared; ++at) {
    if (!group.sub_groups[at].labelled) { continue; }
    auto parts = parts_told_by_labels(collected, group, group.sub_groups[at]);
    std::ranges::move(parts, std::back_inserter(group.sub_groups));
  }
}

} // namespace snapshot
